"""The driver's memory lock: given by the kernel, or refused in one sentence."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from firmware_bridge.driver import MCL_CURRENT, MCL_FUTURE, lock_memory

ASK = """
from pathlib import Path
from firmware_bridge.driver import lock_memory
print(lock_memory())
print(next(l for l in Path("/proc/self/status").read_text().splitlines() if "VmLck" in l))
"""
REFUSED = (
    "The driver's memory is not locked ({}): it may wait for the memory card. Allow it with "
    "LimitMEMLOCK=96M in its unit, or a memlock of 98304 in limits.conf."
)


def raises(error: Exception) -> Callable[[int], None]:
    def lock(flags: int) -> None:
        raise error

    return lock


def test_all_pages_of_now_and_later_are_asked_for() -> None:
    asked: list[int] = []
    assert lock_memory(asked.append) is None
    assert asked == [MCL_CURRENT | MCL_FUTURE]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(errno.EPERM, os.strerror(errno.EPERM)), "Operation not permitted"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), "Cannot allocate memory"),
        (AttributeError("mlockall"), "mlockall cannot be called"),
        (MemoryError(), "mlockall cannot be called"),
    ],
)
def test_a_refusal_is_one_sentence_with_what_to_do(error: Exception, why: str) -> None:
    assert lock_memory(raises(error)) == REFUSED.format(why)


def test_the_kernel_says_what_the_sentence_says() -> None:
    """Where this user may lock, the kernel counts locked pages; elsewhere there is a sentence."""
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    said, counted = done.stdout.splitlines()
    assert (said == "None") == (int(counted.split()[1]) > 0)
    assert said == "None" or said.startswith("The driver's memory is not locked (")

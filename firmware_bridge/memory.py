"""Keeps the memory of the driver's process in RAM, so that it never waits for a memory card."""

from __future__ import annotations

import os
from collections.abc import Callable

MCL_CURRENT, MCL_FUTURE = 1, 2
"""Flags of mlockall(2), from Linux's asm-generic/mman.h: the pages of now, and those to come."""
LIMIT_MIB = 96
"""What the driver's unit lets it lock (`LimitMEMLOCK=`). Once it is locked, the kernel gives it no
more memory than this (mmap(2), EAGAIN), so it cannot take what the machine needs."""


def mlockall(flags: int) -> None:
    """Call Linux's function of this name, which Python lacks; raises OSError."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).mlockall(flags) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def lock_memory(lock: Callable[[int], None] = mlockall) -> str | None:
    """Keep all memory of this process in RAM; returns a sentence where that was refused.

    Without it, the kernel may take away pages that it can read again from the memory card. It also
    may move pages to swap. A process that needs such a page waits for the card, whatever its
    priority.
    """
    try:
        lock(MCL_CURRENT | MCL_FUTURE)
    # AttributeError: a system without mlockall; the others: one that has no ctypes
    except (OSError, AttributeError, ImportError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or "mlockall cannot be called"
        return (
            f"The driver's memory is not locked ({reason}): it may wait for the memory card. Allow "
            f"it with LimitMEMLOCK={LIMIT_MIB}M in its unit, or a memlock of {LIMIT_MIB * 1024} in "
            "limits.conf."
        )
    return None

"""Real parts that a machine may lack: a test says what it needs, and how to get it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest


def need_program(name: str, how: str) -> str:
    """The program's path; without it the test skips, or fails under ``REQUIRE_ALL=1``.

    What was installed beside this Python is taken first.
    """
    found = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    if found is None:
        missing = f"{name} is not on this machine: {how}"
        if os.environ.get("REQUIRE_ALL") == "1":
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    return found

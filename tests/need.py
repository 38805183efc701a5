"""Real parts that a machine may lack: a test says what it needs, and how to get it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip for want of something real, or fail under ``REQUIRE_ALL=1``."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


def found_program(name: str) -> str | None:
    """The program's path; None: it is not here. What lies beside this Python is taken first."""
    found = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    return found or shutil.which(name, path="/usr/sbin:/sbin")  # Debian keeps services there


def need_program(name: str, how: str) -> str:
    """The program's path; without it the test skips (see ``missing``)."""
    found = found_program(name)
    if found is None:
        missing(f"{name} is not on this machine: {how}")
    return found


def need_module(name: str, how: str) -> None:
    """Skip what imports this where a library is not installed (see ``missing``)."""
    if importlib.util.find_spec(name) is not None:
        return
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"{name} is not installed: {how}", pytrace=False)
    pytest.skip(f"{name} is not installed: {how}", allow_module_level=True)


def need_file(path: Path, how: str) -> Path:
    """The path, where there is such a file; without it as ``need_program``."""
    if not path.exists():
        missing(f"{path.name} is not here: {how}")
    return path


def need_root(why: str) -> None:
    """Skip where this is not root (see ``missing``)."""
    if os.geteuid() != 0:
        missing(f"only root may do it: {why}")

"""What fetching and building for the virtual machines needs: programs, and a folder."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build" / "vm"
PATH = os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin"
LAST_WORDS = 3


class CannotBuild(Exception):
    """This machine cannot make the virtual one; the message is a sentence that says why."""


def need(programs: dict[str, str]) -> None:
    """Raise CannotBuild where one is missing, with the packages that they are in."""
    missing = [
        package for program, package in programs.items() if not shutil.which(program, path=PATH)
    ]
    if missing:
        raise CannotBuild(f"It needs more programs: apt-get install {' '.join(missing)}.")


def run(*command: str, cwd: Path | None = None, **environment: str) -> str:
    """Run a program; where it fails, its last lines are the reason: raises CannotBuild."""
    environment = os.environ | {"PATH": PATH} | environment
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=environment)
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip()).splitlines()[-LAST_WORDS:]
        raise CannotBuild(
            f"{command[0]} failed ({' '.join(words)}): run apt-get update, and again."
        )
    return done.stdout

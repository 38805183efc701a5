"""Lets this machine's kernel run programs of the board's processor, each in QEMU."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tests.vm.building import CannotBuild

KNOWN: Final = Path("/proc/sys/fs/binfmt_misc")
"""What the kernel knows of programs that are not its own."""
FORMAT: Final = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
"""What it has to be told, from the package qemu-user-static."""
NAME: Final = "qemu-aarch64"


def understand_programs(known: Path = KNOWN, what: Path = FORMAT) -> None:
    """Tell the kernel, unless it knows. It forgets that when it restarts. Raises CannotBuild.

    Debian's own scripts do not tell it where systemd does not run, or in a container.
    """
    try:
        if not (known / "register").exists():
            _mount(known)
        if not (known / NAME).exists():
            (known / "register").write_text(what.read_text().strip())
        (known / NAME).read_text()
    except OSError as trouble:
        raise CannotBuild(
            f"This machine does not run programs for arm64 ({trouble}): it needs root, the "
            "kernel's module binfmt_misc, and the package qemu-user-static."
        ) from None


def _mount(known: Path) -> None:
    call = ["mount", "-t", "binfmt_misc", "binfmt_misc", str(known)]
    done = subprocess.run(call, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())

"""QEMU: the installed one, or a newer one that is unpacked for the board and not installed."""

from __future__ import annotations

import subprocess
from typing import Final

from tests.board.models import Model
from tests.roots import bootstrap
from tests.vm.building import CannotBuild

PROGRAM: Final = "qemu-system-aarch64"
SUITE: Final = "trixie"
PACKAGE: Final = "qemu-system-arm"


def emulator(model: Model) -> tuple[str, ...]:
    """How to call QEMU for a board. Raises CannotBuild."""
    if not model.newer:
        return (PROGRAM,)
    try:
        folder = bootstrap.unpacked(SUITE, PACKAGE)
    except subprocess.CalledProcessError:
        raise CannotBuild("A newer QEMU could not be fetched; see above.") from None
    (loader,) = folder.glob("usr/lib64/ld-linux-*.so.*")
    (libraries,) = folder.glob("usr/lib/*-linux-gnu")
    program = (str(folder / "usr/bin" / PROGRAM), "-L", str(folder / "usr/share/qemu"))
    return (str(loader), "--library-path", str(libraries), *program)

"""QEMU: the installed one, or a newer one that is unpacked for the board and not installed."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.board.models import Model
from tests.roots import clean
from tests.vm.building import CannotBuild, building_alone

PROGRAM: Final = "qemu-system-aarch64"
SUITE: Final = "trixie"
PACKAGE: Final = "qemu-system-arm"


def emulator(model: Model, build: Path) -> tuple[str, ...]:
    """How to call QEMU for a board; ``build`` keeps what is unpacked. Raises CannotBuild."""
    if not model.newer:
        return (PROGRAM,)
    folder = build / f"qemu-{SUITE}"
    with building_alone():
        if not folder.exists():
            print("Fetching a newer QEMU for the board.", flush=True)
            with tempfile.TemporaryDirectory(dir=build) as aside:
                try:
                    root = clean.unpacked(SUITE, Path(aside) / "root", packages=PACKAGE)
                except subprocess.CalledProcessError:
                    raise CannotBuild("A newer QEMU could not be fetched; see above.") from None
                root.path.rename(folder)
    (loader,) = folder.glob("usr/lib64/ld-linux-*.so.*")
    (libraries,) = folder.glob("usr/lib/*-linux-gnu")
    program = (str(folder / "usr/bin" / PROGRAM), "-L", str(folder / "usr/share/qemu"))
    return (str(loader), "--library-path", str(libraries), *program)

"""gpio-sim for the board's kernel, which Debian leaves out: built by a compiler for its processor.

The compiler, the kernel's headers and its sources are unpacked from this machine's own package
sources, and run as the board's programs are; nothing is installed.
"""

from __future__ import annotations

import lzma
import shutil
import subprocess
from pathlib import Path

from tests.board.binfmt import understand_programs
from tests.board.kernel import SUITE
from tests.cache import cached
from tests.roots import bootstrap, clean
from tests.roots.clean import Root
from tests.vm.building import CannotBuild
from tests.vm.own_modules import gpio_sim_sources

COMPILER = "?essential,make,gcc-14"
"""With the shell and what else every system has."""
NEEDED = ("configfs",)
"""Debian's own modules that gpio-sim calls."""


def modules(release: str) -> tuple[Path, ...]:
    """gpio-sim and what it needs, in the order in which they are to be loaded.

    ``release``: the kernel's, as `uname -r` says it. Raises CannotBuild.
    """
    understand_programs()
    source = f"linux-source-{'.'.join(release.split('.')[:2])}"
    try:
        system = bootstrap.unpacked(
            SUITE, f"{COMPILER},linux-headers-{release},{source}", architecture="arm64"
        )
    except subprocess.CalledProcessError:
        raise CannotBuild("The compiler for the board could not be fetched; see above.") from None

    def make(aside: Path) -> Path:
        print("Building gpio-sim for the board: some minutes, once.", flush=True)
        return _build(clean.copied(system, aside / "root"), aside / "whole", release)

    folder = cached("board-gpio-sim", [system.name, Path(__file__).read_text()], make)
    return (*(folder / f"{one}.ko" for one in NEEDED), folder / "gpio-sim.ko")


def _build(root: Root, whole: Path, release: str) -> Path:
    whole.mkdir()
    for one in NEEDED:
        (packed,) = (root.path / "usr/lib/modules").rglob(f"{one}.ko.xz")
        (whole / f"{one}.ko").write_bytes(lzma.decompress(packed.read_bytes()))
    (archive,) = (root.path / "usr/src").glob("linux-source-*.tar.xz")
    gpio_sim_sources(archive, root.path / "gpio-sim")
    _make(root, release)
    shutil.copy(root.path / "gpio-sim/gpio-sim.ko", whole)
    return whole


def _make(root: Root, release: str) -> None:
    # Debian makes this link when it sets the package up
    (root.path / "usr/bin/awk").symlink_to("mawk")
    headers = f"/usr/src/linux-headers-{release}"
    root.run("make", "-C", headers, "M=/gpio-sim", "modules")

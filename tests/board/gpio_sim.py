"""gpio-sim for the board's kernel, which Debian leaves out: built by a compiler for its processor.

The compiler, the kernel's headers and its sources are unpacked from this machine's own package
sources, and run as the board's programs are; nothing is installed.
"""

from __future__ import annotations

import hashlib
import lzma
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.board.binfmt import understand_programs
from tests.board.kernel import BUILD, SUITE
from tests.roots import clean
from tests.roots.clean import Root
from tests.vm.building import CannotBuild, building_alone
from tests.vm.own_modules import gpio_sim_sources

COMPILER = "make,gcc-14"
ESSENTIAL = "--include=?essential"
"""The shell and what else every system has, by a word that mmdebstrap takes alone."""
BUILD_S = 3600.0
NEEDED = ("configfs",)
"""Debian's own modules that gpio-sim calls."""


def modules(release: str) -> tuple[Path, ...]:
    """gpio-sim and what it needs, in the order in which they are to be loaded.

    ``release``: the kernel's, as `uname -r` says it. Raises CannotBuild.
    """
    understand_programs()
    packages = f"{COMPILER},linux-headers-{release},linux-source-{'.'.join(release.split('.')[:2])}"
    name = hashlib.sha256("\0".join((packages, Path(__file__).read_text())).encode())
    folder = BUILD / f"gpio-sim-{name.hexdigest()[:16]}"
    with building_alone():
        if not folder.exists():
            print("Building gpio-sim for the board: some minutes, once.", flush=True)
            BUILD.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=BUILD) as aside:
                _build(Path(aside), release, packages).rename(folder)
    return (*(folder / f"{one}.ko" for one in NEEDED), folder / "gpio-sim.ko")


def _build(aside: Path, release: str, packages: str) -> Path:
    try:
        root = clean.unpacked(
            SUITE, aside / "root", "--architectures=arm64", ESSENTIAL, packages=packages
        )
    except subprocess.CalledProcessError:
        raise CannotBuild("The compiler for the board could not be fetched; see above.") from None
    whole = aside / "whole"
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
    root.run("make", "-C", headers, "M=/gpio-sim", "modules", within_s=BUILD_S)

"""A disk for ``/opt``: the project as it is now, in ``/opt/rollerdeck``, with its environment."""

from __future__ import annotations

import compileall
import math
import shutil
import sys
from pathlib import Path

from firmware_bridge import firmware
from tests.micropython.workbench import WIRED
from tests.vm.building import run
from tests.vm.files import CAMERAS, LEFT_OUT, ROOT, UNUSED, tree

HOME = Path("/opt/rollerdeck")
PYTHON = Path("/usr/local/bin/python3")
FIRMWARE = Path("pico")
"""In it, a Pico's compiled program: in there, that would take long."""
PICTURES = Path("pictures")
"""In it, what the camera shows, for the same reason."""
SIZE = "256M"
WITH_CAMERA = "640M"
INSTALL = (
    "install -D -m 644 /run/rollerdeck.toml /etc/rollerdeck/rollerdeck.toml && "
    f"{HOME}/.venv/bin/rollerdeck service install"
)
"""What a maker would do, once."""


def product_disk(folder: Path, *, with_camera: bool) -> Path:
    """Make it in a folder, which is the caller's; returns its file.

    ``with_camera``: with OpenCV and pictures. Raises CannotBuild.
    """
    top = folder / "opt"
    home = top / HOME.name
    environment = Path(sys.prefix)
    files = [*tree(ROOT, LEFT_OUT | {environment.name}), *tree(ROOT / "tests", {"mutation", "e2e"})]
    _copy(files, ROOT, home)
    _copy([*tree(environment / "lib", UNUSED)], environment, home / ".venv")
    if with_camera:
        _add_camera(environment, home)
    _settle(home / ".venv")
    firmware.build(WIRED, {}, home / FIRMWARE)
    # nobody in there may write what this Python would keep
    compileall.compile_dir(home, quiet=1)
    disk = folder / "opt.ext4"
    size = WITH_CAMERA if with_camera else SIZE
    run("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", str(top), str(disk), size)
    shutil.rmtree(top)
    return disk


def _add_camera(environment: Path, home: Path) -> None:
    # only here, because it imports OpenCV
    from tests.vm.booted.camera.pictures import draw

    (packages,) = environment.glob("lib/*/site-packages")
    for name in CAMERAS:
        _copy([*tree(packages / name, {"tests"}, math.inf)], environment, home / ".venv")
    draw(home / PICTURES)


def _copy(files: list[Path], top: Path, target: Path) -> None:
    for file in files:
        there = target / file.relative_to(top)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, there)


def _settle(environment: Path) -> None:
    """Tell an environment where it lies now, and where its Python does."""
    programs = environment / "bin"
    programs.mkdir()
    (programs / "python").symlink_to(PYTHON)
    for name in ("rollerdeck", "micropython"):
        body = (Path(sys.prefix) / "bin" / name).read_text().split("\n", 1)[1]
        (programs / name).write_text(f"#!{HOME}/.venv/bin/python\n{body}")
        (programs / name).chmod(0o755)
    (environment / "pyvenv.cfg").write_text(f"home = {PYTHON.parent}\n")
    (found,) = environment.glob("lib/*/site-packages/_rollerdeck.pth")
    found.write_text(f"{HOME}\n")

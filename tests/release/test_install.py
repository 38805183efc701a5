"""What the installer checks first, on pretended machines: one that does not fit stays as it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

INSTALL = Path(__file__).parents[2] / "release" / "install"
USES = ("sh", "cat", "cut", "dirname", "sha256sum")
CHANGES = ("apt-get", "systemctl", "mkdir", "rm", "cp")
PI = {
    "id": "0",
    "uname -m": "aarch64",
    "uname -r": "6.12.25+rpt-rpi-v8",
    "getconf": "64",
    "free": "256000",
}
PYTHON = "3, 11, 2"
GOES_ON = "The distribution's packages could not be installed (see above): "
"""What it says where all was right: apt-get is the first thing that it wants, and fails."""
OTHER_SYSTEM = (
    "Rollerdeck needs a 64-bit system, but this one has 32-bit programs or another processor ({}): "
    "install the 64-bit Raspberry Pi OS on a Pi 3, 4, 5 or Zero 2 W.\n"
)
OLD_KERNEL = (
    "Rollerdeck needs Linux 5.10 or newer, but this is {}: update the system "
    "(sudo apt full-upgrade) and restart.\n"
)
NO_SPACE = (
    "Rollerdeck needs 250 MB of free space, but there are {} MB: delete files (sudo apt clean), or "
    "take a larger memory card.\n"
)
OLD_PYTHON = "Rollerdeck needs Python 3.11 or newer: install Raspberry Pi OS bookworm or trixie.\n"


class Machine:
    """Says of itself what it is told to, and writes down what would change it."""

    def __init__(self, folder: Path, says: dict[str, str], python: str) -> None:
        self._tools, self._changed = folder / "bin", folder / "changed"
        self._release = folder / "release"
        for made in (self._tools, self._release):
            made.mkdir()
        for tool in USES:
            found = shutil.which(tool)
            assert found is not None
            (self._tools / tool).symlink_to(found)
        for tool in ("id", "getconf"):
            self._stub(tool, f"echo {says[tool]}")
        disk = f"/dev/mmcblk0p2 30000000 29000000 {says['free']} 97% /"
        self._stub("df", f"echo Filesystem 1024-blocks Used Available Capacity; echo {disk}")
        self._stub("uname", f"[ $1 = -m ] && echo {says['uname -m']} || echo {says['uname -r']}")
        for tool in CHANGES:
            self._stub(tool, f'echo "{tool} $*" >>{self._changed}; exit 1')
        # a real Python that calls itself another one, and has no ensurepip
        pretend = f"import sys; sys.version_info = ({python}); sys.modules['ensurepip'] = None"
        self._stub("python3", f'exec {sys.executable} -c "{pretend}\n$2"')
        shutil.copy(INSTALL, self._release)
        (self._release / "rollerdeck-9.9-py3-none-any.whl").touch()
        (self._release / "constraints.txt").touch()

    def _stub(self, tool: str, does: str) -> None:
        (self._tools / tool).write_text(f"#!/bin/sh\n{does}\n")
        (self._tools / tool).chmod(0o755)

    def install(self) -> tuple[int, str]:
        """Install; the exit code, and all that it said."""
        done = subprocess.run(
            ["/bin/sh", str(self._release / "install")],
            env={"PATH": str(self._tools), "ROLLERDECK_PYTHON": str(self._tools / "python3")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout

    def changed(self) -> list[str]:
        return self._changed.read_text().splitlines() if self._changed.exists() else []


@pytest.mark.parametrize(
    ("says", "python", "sentence"),
    [
        ({"uname -m": "armv6l", "getconf": "32"}, PYTHON, OTHER_SYSTEM.format("armv6l")),
        ({"getconf": "32"}, PYTHON, OTHER_SYSTEM.format("aarch64")),
        ({"uname -m": "riscv64"}, PYTHON, OTHER_SYSTEM.format("riscv64")),
        ({"uname -r": "5.9.16-v8+"}, PYTHON, OLD_KERNEL.format("5.9.16-v8+")),
        ({"uname -r": "4.19.118"}, PYTHON, OLD_KERNEL.format("4.19.118")),
        ({}, "3, 10, 9", OLD_PYTHON),
        ({"free": "255999"}, PYTHON, NO_SPACE.format(249)),
    ],
)
def test_a_machine_that_does_not_fit_is_told_what_to_do_and_left_as_it_was(
    tmp_path: Path, says: dict[str, str], python: str, sentence: str
) -> None:
    machine = Machine(tmp_path, PI | says, python)
    assert machine.install() == (2, sentence)
    assert machine.changed() == []


def test_a_user_who_is_not_root_is_told_so_and_nothing_changes(tmp_path: Path) -> None:
    machine = Machine(tmp_path, PI | {"id": "1000"}, PYTHON)
    code, said = machine.install()
    assert (code, said.startswith("Rollerdeck is installed by root: sudo ")) == (2, True)
    assert machine.changed() == []


@pytest.mark.parametrize(
    "says",
    [
        {},
        {"uname -m": "x86_64"},
        {"uname -r": "5.10.0-8-arm64"},
        {"uname -r": "6.1.0-rpi7-rpi-v8"},
        {"uname -r": "10.2"},
    ],
)
def test_a_machine_that_fits_gets_the_packages_that_it_lacks(
    tmp_path: Path, says: dict[str, str]
) -> None:
    machine = Machine(tmp_path, PI | says, "3, 11, 0")
    code, said = machine.install()
    assert (code, GOES_ON in said) == (2, True), said
    assert machine.changed() == ["apt-get update -qq"]

"""The memory card: Debian for the board's processor, with the release installed as on a real Pi.

It is made by programs of that processor that QEMU runs (binfmt). Kept are Debian, and Debian with
the Python environment of a release: a release with the same libraries only exchanges its wheel.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from release.debian_package import PARTS
from release.pack import BESIDE
from tests.board.binfmt import understand_programs
from tests.cache import cached
from tests.roots import bootstrap, clean
from tests.roots.clean import Root
from tests.roots.releases import ROOT
from tests.vm.building import CannotBuild, run

SUITE = "bookworm"
"""Its Python has a wheel of lgpio; trixie's needs a package that only Raspberry Pi OS has."""
PACKAGES = f"{clean.PACKAGES},systemd-sysv,python3-venv,kmod,dbus"
TESTS = ROOT / "tests"
SIZE = "2G"
"""QEMU wants a power of two."""
MASKED = (
    *("getty.target", "timers.target", "e2scrub_reap.service", "systemd-networkd.service"),
    *("systemd-udev-settle.service", "apt-daily.service", "systemd-resolved.service"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "systemd-update-utmp.service"),
    *("serial-getty@ttyAMA0.service", "console-getty.service"),
)
"""What the test has no use for."""


def debian() -> Path:
    """The folder of Debian's part, which nobody may change. Raises CannotBuild."""
    if os.geteuid():
        raise CannotBuild("A memory card with a whole system is made by root: sudo make board.")
    understand_programs()
    try:
        return bootstrap.installed(SUITE, PACKAGES, "arm64")
    except subprocess.CalledProcessError:
        raise CannotBuild("Debian for arm64 could not be made; see above for the reason.") from None


def with_release(
    release: Path, folder: Path, *more: Path, package: Path | None = None, anew: bool = False
) -> Path:
    """A card with a release installed; its file.

    ``folder`` takes it, and is the caller's. ``more``: what lies in the card's ``/srv``; programs
    of the tests have their places there as here. ``package``: a Debian package that lies there.
    Its Python environment and the release's have kept libraries; ``anew``: both make their own.
    """
    if anew:
        root = _system(folder / "root")
        _install(root, release)
    else:
        root = clean.copied(_with_environment(release), folder / "root")
        _put_into_environment(root, release)
        said = _install(root, release)
        assert f"make {_environment(release)}" not in said, said
        if package is not None:
            _make_environment_of_package(root, release, package)
    for one in (*more, *([package] if package else [])):
        inside = one.relative_to(ROOT) if one.is_relative_to(TESTS) else Path(one.name)
        place = root.path / "srv" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(one, place)
    card = folder / "card.ext4"
    card.unlink(missing_ok=True)
    made = ["-q", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
    run("mke2fs", *made, "-d", str(root.path), str(card), SIZE)
    shutil.rmtree(root.path)
    return card


def _system(path: Path) -> Root:
    """Debian, as the board needs it; ``path`` becomes its folder."""
    root = clean.make(SUITE, path, PACKAGES, "arm64")
    root.run("systemctl", "mask", *MASKED)
    (root.path / "etc/hostname").write_text("board\n")
    # the services' page has a name, and nobody answers for another
    (root.path / "etc/hosts").write_text("127.0.0.1 localhost board\n")
    return root


def _with_environment(release: Path) -> Path:
    """The folder of a card with a release's environment, which it has made, and nothing else of it.

    It is made anew when Debian, the libraries or the scripts that install them change. Nobody may
    change the folder.
    """
    environment = _environment(release)
    scripts = [BESIDE[name].read_text() for name in ("constraints.txt", "install", "uninstall")]
    code = [Path(file).read_text() for file in (__file__, clean.__file__)]

    def make(aside: Path) -> Path:
        print("Installing the release on a card.", flush=True)
        root = _system(aside / "root")
        _install(root, release)
        clean.copied(root.path / environment, aside / "environment")
        root.run("/opt/rollerdeck/uninstall", "--delete-games")
        (root.path / environment).parent.mkdir(exist_ok=True)
        clean.copied(aside / "environment", root.path / environment)
        return root.path

    return cached("board-card", [debian().name, environment, *scripts, *code], make)


def _install(root: Root, release: Path) -> str:
    """Install a release as its file is installed on a Pi; what was printed."""
    top = _unpack(root, release)
    said = root.run(f"/{top}/install")
    assert "is installed. How it is:" in said, said
    shutil.rmtree(root.path / top)
    return said


def _unpack(root: Root, release: Path) -> str:
    """Unpack a release file in a root's ``/tmp``; its folder."""
    with tarfile.open(release) as archive:
        archive.extractall(root.path / "tmp", filter="fully_trusted")
    return f"tmp/{release.name.removesuffix('.tar.gz')}"


def _environment(release: Path) -> str:
    version = release.name.removesuffix(".tar.gz").rpartition("-")[2]
    return f"opt/rollerdeck/{version}"


def _put_into_environment(root: Root, release: Path) -> None:
    """Put a release's wheel into the environment of a kept card: the libraries are the same."""
    top = _unpack(root, release)
    (wheel,) = (root.path / top).glob("*.whl")
    where = f"wheel=/{top}/{wheel.name}; here=/{top}"
    _exchange(root, _environment(release), f"/{top}/{wheel.name}", BESIDE["install"], where)
    shutil.rmtree(root.path / top)


def _make_environment_of_package(root: Root, release: Path, package: Path) -> None:
    """Make a package's environment, out of a copy of the release's: the libraries are the same."""
    environment = f"usr/lib/rollerdeck/{package.name.split('_')[1]}"
    (root.path / environment).parent.mkdir()
    clean.copied(root.path / _environment(release), root.path / environment)
    share = root.path / "usr/share/rollerdeck"
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "--extract", str(package), folder)
        shutil.copytree(Path(folder) / "usr/share/rollerdeck", share)
    (wheel,) = share.glob("*.whl")
    place = f"/{wheel.relative_to(root.path)}"
    where = f"wheel={place}; share={Path(place).parent}"
    _exchange(root, environment, place, PARTS / "postinst", where)
    shutil.rmtree(share)


def _exchange(root: Root, environment: str, wheel: str, script: Path, where: str) -> None:
    """Exchange the wheel in an environment, and stamp it as a script does that installs it.

    ``where``: the script's own names for wheel and folder, as it has them then.
    """
    how = "--disable-pip-version-check --quiet install --force-reinstall --no-index --no-deps"
    root.run(f"/{environment}/bin/python", "-m", "pip", *how.split(), wheel)
    (stamp,) = re.findall(r"(?m)^release=.*$", script.read_text())
    root.run("sh", "-ec", f'{where}; {stamp}; echo "$release" >/{environment}/release')

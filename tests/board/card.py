"""The memory card: Debian for the board's processor, with the release installed as on a real Pi.

It is made by programs of that processor that QEMU runs (binfmt), and kept, once without a release
and once with this one: a release with another content is installed anew.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from tests.board.binfmt import understand_programs
from tests.cache import cached
from tests.roots import bootstrap, clean
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


def with_release(release: Path, folder: Path, *more: Path) -> Path:
    """A card with a release installed; its file.

    ``folder`` takes it, and is the caller's. ``more``: what lies in the card's ``/srv``; programs
    of the tests have their places there as here.
    """
    path = clean.copied(_installed(release), folder / "root").path
    for one in more:
        inside = one.relative_to(ROOT) if one.is_relative_to(TESTS) else Path(one.name)
        place = path / "srv" / inside
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(one, place)
    card = folder / "card.ext4"
    card.unlink(missing_ok=True)
    made = ["-q", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
    run("mke2fs", *made, "-d", str(path), str(card), SIZE)
    shutil.rmtree(path)
    return card


def _installed(release: Path) -> Path:
    """The folder of a card with this release installed, which nobody may change."""
    digest = hashlib.sha256(release.read_bytes()).hexdigest()
    code = [Path(file).read_text() for file in (__file__, clean.__file__)]

    def make(aside: Path) -> Path:
        root = clean.make(SUITE, aside / "root", PACKAGES, "arm64")
        root.run("systemctl", "mask", *MASKED)
        (root.path / "etc/hostname").write_text("board\n")
        # the services' page has a name, and nobody answers for another
        (root.path / "etc/hosts").write_text("127.0.0.1 localhost board\n")
        shutil.copy(release, root.path / "tmp")
        root.run("tar", "-C", "/tmp", "-xf", f"/tmp/{release.name}")
        top = f"/tmp/{release.name.removesuffix('.tar.gz')}"
        said = root.run(f"{top}/install")
        assert "is installed. How it is:" in said, said
        shutil.rmtree(root.path / top.lstrip("/"))
        return root.path

    return cached("board-card", [debian().name, digest, *code], make)

"""The memory card: Debian for the board's processor, with the release installed as on a real Pi.

Debian's own part is made once, by programs of that processor that QEMU runs (binfmt), and copied;
the release is installed anew each time.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.board.binfmt import understand_programs
from tests.board.kernel import BUILD
from tests.roots import clean
from tests.roots.clean import Root
from tests.roots.releases import ROOT
from tests.vm.building import CannotBuild, building_alone, run

SUITE = "bookworm"
"""Its Python has a wheel of lgpio; trixie's needs a package that only Raspberry Pi OS has."""
PACKAGES = f"{clean.PACKAGES},systemd-sysv,python3-venv,kmod,dbus"
TESTS = ROOT / "tests"
SIZE = "2G"
"""QEMU wants a power of two."""
INSTALL_S = 3600.0
MASKED = (
    *("getty.target", "timers.target", "e2scrub_reap.service", "systemd-networkd.service"),
    *("systemd-udev-settle.service", "apt-daily.service", "systemd-resolved.service"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "systemd-update-utmp.service"),
    *("serial-getty@ttyAMA0.service", "console-getty.service"),
)
"""What the test has no use for."""


def debian() -> Path:
    """The folder of Debian's part; made, or taken from before. Raises CannotBuild."""
    if os.geteuid():
        raise CannotBuild("A memory card with a whole system is made by root: sudo make board.")
    understand_programs()
    words = [SUITE, PACKAGES, *MASKED, *clean.LEAN]
    name = hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]
    folder = BUILD / f"debian-{name}"
    with building_alone():
        if not folder.exists():
            print("Making Debian for arm64: some minutes, once.", flush=True)
            BUILD.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=BUILD) as aside:
                root = _fresh(Path(aside) / "root")
                root.run("systemctl", "mask", *MASKED)
                (root.path / "etc/hostname").write_text("board\n")
                # the services' page has a name, and nobody answers for another
                (root.path / "etc/hosts").write_text("127.0.0.1 localhost board\n")
                root.path.rename(folder)
    return folder


def _fresh(path: Path) -> Root:
    try:
        return clean.make(SUITE, path, "--architectures=arm64", packages=PACKAGES)
    except subprocess.CalledProcessError:
        raise CannotBuild("Debian for arm64 could not be made; see above for the reason.") from None


def with_release(release: Path, folder: Path, *more: Path) -> Path:
    """A card with a release installed; its file.

    ``folder`` takes it, and is the caller's. ``more``: what lies in the card's ``/srv``; programs
    of the tests have their places there as here.
    """
    path = folder / "root"
    subprocess.run(["cp", "-a", "--reflink=auto", debian(), path], check=True)
    root = Root(path)
    shutil.copy(release, path / "tmp")
    root.run("tar", "-C", "/tmp", "-xf", f"/tmp/{release.name}")
    top = f"/tmp/{release.name.removesuffix('.tar.gz')}"
    said = root.run(f"{top}/install", within_s=INSTALL_S)
    assert "is installed. How it is:" in said, said
    shutil.rmtree(path / top.lstrip("/"))
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

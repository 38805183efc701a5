"""A clean root of Debian, as Raspberry Pi OS is made from, and programs run in it.

What Raspberry Pi OS has beyond Debian is stood in for: the group ``gpio``, the folder of Avahi, and
from Python 3.13 on the package ``python3-lgpio``, which is in no archive of Debian's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.need import missing, need_program, need_root
from tests.roots import bootstrap
from tests.roots.fetched import OWN, SOURCES

SUITES = ("bookworm", "trixie")
PACKAGES = "python3,systemd,udev,passwd,ca-certificates,gpiod"
NO_WHEEL_OF_LGPIO = "trixie"

HANGS_S = 3600.0
"""A program that takes longer hangs."""
RUN = """\
mount --bind "$0" "$0" && mount -t proc proc "$0/proc"
chroot "$0" "$@"
exit
"""
"""Run by a shell that stays outside: by that, systemd's tools see that no systemd runs theirs."""
APART = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", RUN)


class Root:
    """A folder with a whole system in it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def start(self, log: IO[bytes], *call: str) -> subprocess.Popen[bytes]:
        """Start a program as root in it. Who kills it (SIGKILL) ends also what it has started."""
        return subprocess.Popen(
            [*APART, str(self.path), *call],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )

    def run(self, *call: str, code: int = 0, within_s: float = HANGS_S) -> str:
        """Run a program as root in it; what it printed. Whatever it leaves running is ended."""
        done = subprocess.run(
            [*APART, str(self.path), *call],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=within_s,
        )
        assert done.returncode == code, f"{call} ended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    def files(self) -> dict[str, bytes | str]:
        """Every file and link, with its content, and every folder, with none."""
        return dict(_walk(self.path, self.path))


@contextmanager
def made(suite: str, packages: str = PACKAGES) -> Iterator[Root]:
    """A fresh root of a release of Debian's with these packages; gone afterwards."""
    need_root("to make a system of its own")
    need_program("mmdebstrap", "install the package mmdebstrap")
    need_program("unshare", "install the package util-linux")
    if not SOURCES.is_file():
        missing(f"{SOURCES} is not on this machine: the package sources have to be in it")
    with tempfile.TemporaryDirectory(prefix="rollerdeck-root-") as folder:
        yield make(suite, Path(folder) / suite, packages)


def make(suite: str, path: Path, packages: str = PACKAGES, architecture: str = OWN) -> Root:
    """A root of a release of Debian's with these packages; ``path`` becomes its folder."""
    root = copied(bootstrap.installed(suite, packages, architecture), path)
    _like_raspberry_pi_os(root, suite)
    return root


def copied(kept: Path, path: Path) -> Root:
    """A root that may be changed."""
    subprocess.run(["cp", "-a", "--reflink=auto", kept, path], check=True)
    return Root(path)


def _like_raspberry_pi_os(root: Root, suite: str) -> None:
    shutil.copy("/etc/resolv.conf", root.path / "etc")
    certificates = os.environ.get("PIP_CERT")
    if certificates:
        shutil.copy(certificates, root.path / certificates.lstrip("/"))
    root.run("groupadd", "--system", "gpio")
    (root.path / "etc/avahi/services").mkdir(parents=True)
    if suite == NO_WHEEL_OF_LGPIO:
        stand_in = root.path / "usr/lib/python3/dist-packages/lgpio.py"
        stand_in.write_text('"""Stands for the package python3-lgpio."""\n')


def _environment() -> dict[str, str]:
    """Nothing of this machine's but how pip and uv reach their packages."""
    names = [name for name in os.environ if name.startswith("PIP_") or name == "SSL_CERT_FILE"]
    kept = {name: os.environ[name] for name in names}
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} | kept


def _walk(folder: Path, top: Path) -> Iterator[tuple[str, bytes | str]]:
    for one in sorted(folder.iterdir()):
        name = str(one.relative_to(top))
        if one.is_symlink():
            yield name, str(one.readlink())
        elif one.is_dir():
            yield name, "a folder"
            yield from _walk(one, top)
        elif one.is_file():
            yield name, one.read_bytes()

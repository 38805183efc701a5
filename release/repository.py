"""``make repository SIGN=KEY``: a signed apt repository of the Debian packages, as a folder.

Any web server can serve the folder as it is, and a USB stick can carry it. ``KEY`` names a GPG key
of whoever publishes; the private half never leaves its owner.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from release.debian_package import MACHINES
from release.pack import ROOT

SUITE: Final = "stable"
COMPONENT: Final = "main"
KEYRING: Final = "rollerdeck.gpg"
NEEDED: Final = {"apt-ftparchive": "apt-utils", "gpg": "gpg"}
_ABOUT: Final = {
    "Origin": "Rollerdeck",
    "Label": "Rollerdeck",
    "Suite": SUITE,
    "Codename": SUITE,
    "Components": COMPONENT,
    "Architectures": " ".join(MACHINES),
    "Description": "Debian packages of Rollerdeck",
}


class Unusable(Exception):
    """The repository cannot be made; the message is a sentence that says what to do."""


def make(packages: Sequence[Path], key: str, target: Path) -> Path:
    """Make the repository of these packages in the folder ``target``, which is replaced.

    Raises Unusable.
    """
    lacks = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if lacks:
        raise Unusable(f"It needs more programs: apt-get install {' '.join(lacks)}.")
    if not packages:
        raise Unusable("There is no Debian package in dist: run `make deb` first.")
    if not key:
        raise Unusable("Name the GPG key that signs: make repository SIGN=KEY.")
    public = _run(target.parent, "gpg", "--batch", "--export", key)
    if not public:
        raise Unusable(f"GPG knows no key {key}: `gpg --list-secret-keys` lists yours.")
    shutil.rmtree(target, ignore_errors=True)
    pool, suite = target / "pool", target / "dists" / SUITE
    pool.mkdir(parents=True)
    for package in packages:
        shutil.copy(package, pool)
    for architecture in MACHINES:
        folder = suite / COMPONENT / f"binary-{architecture}"
        folder.mkdir(parents=True)
        listed = _run(target, "apt-ftparchive", "--arch", architecture, "packages", "pool")
        (folder / "Packages").write_bytes(listed)
    about = [f"-oAPT::FTPArchive::Release::{name}={value}" for name, value in _ABOUT.items()]
    # its own file would be in the list that it is
    release = _run(target, "apt-ftparchive", *about, "release", str(suite.relative_to(target)))
    (suite / "Release").write_bytes(release)
    signed = ["gpg", "--batch", "--yes", "--local-user", key]
    try:
        _run(suite, *signed, "--armor", "--detach-sign", "--output", "Release.gpg", "Release")
        _run(suite, *signed, "--clear-sign", "--output", "InRelease", "Release")
    except subprocess.CalledProcessError:
        shutil.rmtree(target)
        raise Unusable(f"GPG could not sign with {key} (see above).") from None
    (target / KEYRING).write_bytes(public)
    return target


def _run(folder: Path, *command: str) -> bytes:
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE)  # noqa: S603
    return done.stdout


if __name__ == "__main__":
    dist = ROOT / "dist"
    try:
        print(make(sorted(dist.glob("*.deb")), os.environ.get("SIGN", ""), dist / "repository"))
    except Unusable as unusable:
        sys.exit(str(unusable))

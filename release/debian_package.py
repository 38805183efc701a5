"""``make deb``: Debian packages for arm64 and amd64, out of the wheels that a release names.

A package has the release's wheel and the libraries' wheels for the Pythons of bookworm and trixie,
so that its scripts need no network. The same tree gives the same bytes.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hatchling.build import build_wheel
from hatchling.builders.utils import get_reproducible_timestamp
from packaging.requirements import Requirement

from controller.base.services import STATES, USERS
from hatch_build import SITE
from release.pack import BESIDE, ROOT, bill, digest, documents, refuse_untranslated

NEWEST_GLIBC: Final = {"3.11": 36, "3.13": 41}
"""By the Python of a release of Debian: 2.36 is bookworm's, 2.41 trixie's."""

PARTS: Final = ROOT / "release" / "debian"

MACHINES: Final = {"arm64": "aarch64", "amd64": "x86_64"}
"""What Python calls a processor, by Debian's name."""

SCRIPTS: Final = ("config", "postinst", "prerm", "postrm")


def fetch(python: str, constraints: Path, machine: str, into: Path) -> set[str]:
    """Download the wheels for a Python and a processor (``aarch64``), and check their digests.

    Returns the names of the libraries. Raises CalledProcessError if there is none of a library.
    """
    asked, names = [], set()
    where = {"platform_machine": machine, "sys_platform": "linux", "extra": ""}
    for pin in re.split(r"(?m)^(?=\S)", constraints.read_text())[1:]:
        wanted = Requirement(pin.split(" \\\n")[0])
        environment = where | {"python_version": python, "python_full_version": f"{python}.2"}
        if wanted.marker is None or wanted.marker.evaluate(environment):
            names.add(wanted.name)
            asked.append(re.sub(r" ;.*? \\\n", " \\\n", pin))
    glibcs = range(17, NEWEST_GLIBC[python] + 1)
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in glibcs]
    platforms.append(f"--platform=manylinux2014_{machine}")
    short = python.replace(".", "")
    how = ["--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", *platforms]
    how += ["--implementation=cp", f"--python-version={python}"]
    how += [f"--abi={abi}" for abi in (f"cp{short}", "abi3", "none")]
    with TemporaryDirectory() as folder:
        list_of_them = Path(folder) / "asked.txt"
        list_of_them.write_text("".join(asked))
        how += ["--dest", str(into), "--requirement", str(list_of_them)]
        subprocess.run([sys.executable, "-m", "pip", "download", *how], check=True)  # noqa: S603
    return names


def make(architecture: str, target: Path) -> Path:
    """Make the package for a processor in the folder ``target``; its file.

    Beside it are its digest and a list of its parts (`published.py`).
    """
    date = get_reproducible_timestamp()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with TemporaryDirectory() as folder:
        top = Path(folder) / "package"
        share, doc = top / "usr/share/rollerdeck", top / "usr/share/doc/rollerdeck"
        for directory in (share / "wheels", doc, top / "usr/lib/rollerdeck", top / "DEBIAN"):
            directory.mkdir(parents=True)
        os.chdir(ROOT)  # where the builder looks
        build_wheel(str(share))
        shutil.copy(BESIDE["constraints.txt"], share / "constraints.txt")
        wheels = (BESIDE["constraints.txt"], MACHINES[architecture], share / "wheels")
        with ThreadPoolExecutor() as at_once:
            fetched = [at_once.submit(fetch, python, *wheels) for python in NEWEST_GLIBC]
        for each in fetched:
            each.result()
        for name, file in documents():
            (doc / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, doc / name)
        (doc / "LICENSE").unlink()
        (doc / "copyright").write_text(_copyright())
        (doc / "changelog.gz").write_bytes(gzip.compress(_changelog(version, date), 9, mtime=0))
        _control(top, version, architecture)
        _date(top, date)
        target.mkdir(parents=True, exist_ok=True)
        made = target / f"rollerdeck_{version}_{architecture}.deb"
        # the wheels are compressed already
        how = ["--root-owner-group", "-Zxz", "-z1", "--build", str(top), str(made)]
        subprocess.run(  # noqa: S603
            ["dpkg-deb", *how],  # noqa: S607 - who makes packages has it
            check=True,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"SOURCE_DATE_EPOCH": str(date)},
        )
    digest(made)
    bill(made, version, BESIDE["constraints.txt"], ROOT / "package.json", ROOT / SITE)
    return made


def _control(top: Path, version: str, architecture: str) -> None:
    """Write what dpkg reads, and the scripts that it runs."""
    size = sum(file.stat().st_size for file in top.rglob("*") if file.is_file()) // 1024
    text = (PARTS / "control").read_text()
    (top / "DEBIAN/control").write_text(
        text.format(version=version, architecture=architecture, size=size)
    )
    shutil.copy(PARTS / "templates", top / "DEBIAN")
    for name in SCRIPTS:
        (top / "DEBIAN" / name).write_text(script(name))


def script(name: str) -> str:
    """A script that dpkg runs, with the folders and the users of all services."""
    text = (PARTS / name).read_text()
    text = text.replace("@STATES@", " ".join(map(str, STATES)))
    return text.replace("@USERS@", " ".join(USERS))


def _copyright() -> str:
    """The licence in Debian's form."""
    title, _, rest = (ROOT / "LICENSE").read_text().partition("\n\n")
    holder, _, terms = rest.partition("\n\n")
    assert title == "MIT License" and holder.startswith("Copyright"), "Debian's form differs"
    lines = "\n".join(f" {line}" if line else " ." for line in terms.strip().splitlines())
    licence = f"Copyright: {holder.removeprefix('Copyright (c) ')}\nLicense: Expat\n{lines}"
    return (PARTS / "copyright").read_text().replace("{licence}", licence)


def _changelog(version: str, date: int) -> bytes:
    """One entry, which dpkg's tools want; what changed is in CHANGELOG.md."""
    when = format_datetime(datetime.fromtimestamp(date, UTC))
    maintainer = "The Rollerdeck developers <rollerdeck@rollerdeck.invalid>"
    return (
        f"rollerdeck ({version}) stable; urgency=medium\n\n"
        f"  * Version {version}; CHANGELOG.md says what is new.\n\n"
        f" -- {maintainer}  {when}\n"
    ).encode()


def _date(top: Path, date: int) -> None:
    """Give every file the same date, and the mode that Debian asks for."""
    for path in sorted(top.rglob("*"), reverse=True):
        runs = path.is_dir() or path.name in SCRIPTS
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (date, date))
    top.chmod(0o755)


if __name__ == "__main__":
    if shutil.which("dpkg-deb") is None:
        sys.exit("Debian packages are made by dpkg-deb: install the package dpkg.")
    refuse_untranslated(ROOT)
    for architecture in sys.argv[1:] or MACHINES:
        print(make(architecture, ROOT / "dist"))

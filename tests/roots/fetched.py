"""Packages of any suite and processor, from this machine's package sources: never installed."""

from __future__ import annotations

import functools
import platform
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tests.cache import cache_folder, cached, locked

SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
OWN = platform.machine().replace("x86_64", "amd64").replace("aarch64", "arm64")
"""This machine's processor, as Debian calls it."""


@functools.cache
def packages_of(suite: str, architecture: str) -> Packages:
    """What one suite of Debian's has for one processor, as of now."""
    return Packages(suite, architecture)


class Packages:
    """See ``packages_of``. The lists are kept; what is new is fetched."""

    def __init__(self, suite: str, architecture: str) -> None:
        self._kind = f"apt-{suite}-{architecture}"
        folder = cache_folder() / self._kind
        self._lists = folder / "lists"
        options = {
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": folder,
            "Dir::State::Lists": self._lists,
            "Dir::State::Status": "/dev/null",
            "Dir::Cache": folder,
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
        }
        self._options = ["-qq", *(f"-o{key}={value}" for key, value in options.items())]
        with locked(self._kind):
            for name in ("lists/partial", "archives/partial"):
                (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / "debian.sources").write_text(sources_of(suite))
            self._run("apt-get", "update")

    def show(self, name: str) -> str:
        """What the newest version says of itself."""
        with locked(self._kind):
            return self._run("apt-cache", "show", "--no-all-versions", name)

    def version(self, name: str) -> str:
        """The newest version of a package."""
        (version,) = re.findall(r"^Version: (\S+)$", self.show(name), re.MULTILINE)
        return str(version)

    def installed(self, names: Iterable[str]) -> list[str]:
        """What apt would install into an empty system: a line for each package, with its version.

        ``names`` may hold apt's patterns. The answer is kept until the lists change.
        """
        names = list(names)
        with locked(self._kind):
            # each of these files has the digests of its lists
            lists = [file.read_text() for file in sorted(self._lists.glob("*Release"))]

            def make(aside: Path) -> Path:
                simulate = ("apt-get", "--simulate", "--no-install-recommends", "install")
                answer = aside / "answer"
                answer.write_text(self._run(*simulate, *names))
                return answer

            answer = cached(f"{self._kind}-installed", [*names, *lists], make).read_text()
        return [line for line in answer.splitlines() if line.startswith("Inst ")]

    def unpack(self, into: Path, *names: str) -> None:
        """Download packages, and unpack them in a folder."""
        with locked(self._kind), tempfile.TemporaryDirectory() as folder:
            self._run("apt-get", "download", *names, cwd=Path(folder))
            for package in Path(folder).glob("*.deb"):
                subprocess.run(["dpkg-deb", "--extract", package, into], check=True)

    def _run(self, program: str, *words: str, cwd: Path | None = None) -> str:
        return subprocess.run(
            [program, *self._options, *words],
            cwd=cwd,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout


def sources_of(suite: str) -> str:
    """This machine's package sources, for another suite."""
    return SOURCES.read_text().replace(codename(), suite)


def codename() -> str:
    """Of this machine's own Debian."""
    words = Path("/etc/os-release").read_text().splitlines()
    return next(word.partition("=")[2] for word in words if word.startswith("VERSION_CODENAME="))

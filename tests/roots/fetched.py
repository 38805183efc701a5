"""Packages of another suite or processor, from this machine's package sources: never installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.roots.clean import SOURCES, codename


class Packages:
    """What one suite of Debian's has for one processor."""

    def __init__(self, folder: Path, suite: str, architecture: str) -> None:
        """``folder`` takes the lists, and is the caller's. Fetches them."""
        for name in ("lists/partial", "archives/partial"):
            (folder / name).mkdir(parents=True)
        sources = SOURCES.read_text().replace(codename(), suite)
        (folder / "debian.sources").write_text(sources)
        options = {
            "Dir::Etc::SourceList": "/dev/null",
            "Dir::Etc::SourceParts": folder,
            "Dir::State::Lists": folder / "lists",
            "Dir::State::Status": "/dev/null",
            "Dir::Cache": folder,
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Sandbox::User": "root",
        }
        self._folder = folder
        self._options = ["-qq", *(f"-o{key}={value}" for key, value in options.items())]
        self._run("apt-get", "update")

    def show(self, name: str) -> str:
        """What the newest version says of itself."""
        return self._run("apt-cache", "show", "--no-all-versions", name)

    def unpack(self, into: Path, *names: str) -> None:
        """Download packages, and unpack them in a folder."""
        self._run("apt-get", "download", *names)
        for package in self._folder.glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, into], check=True)
            package.unlink()

    def _run(self, program: str, *words: str) -> str:
        return subprocess.run(
            [program, *self._options, *words],
            cwd=self._folder,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

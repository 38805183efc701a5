"""Roots of Debian as mmdebstrap makes them: kept until a package has a new version."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.cache import cached
from tests.roots.fetched import OWN, packages_of, sources_of

LEAN: Final = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*")
LANGUAGES: Final = '--aptopt=Acquire::Languages "none"'


def installed(suite: str, packages: str, architecture: str = OWN) -> Path:
    """A root with these packages, separated by commas. Nobody may change it: copy it."""
    lean = [f"--dpkgopt=path-exclude={pattern}" for pattern in LEAN]
    options = ("--variant=apt", "--dpkgopt=force-unsafe-io", *lean)
    return _root(suite, architecture, f"?essential,apt,{packages}", packages, *options)


def unpacked(suite: str, packages: str, architecture: str = OWN) -> Path:
    """Packages and what they need, unpacked, and not set up. Nobody may change it: copy it.

    ``packages`` may hold apt's patterns, without a comma.
    """
    return _root(suite, architecture, packages, packages, "--variant=extract")


def _root(suite: str, architecture: str, resolved: str, packages: str, *options: str) -> Path:
    versions = packages_of(suite, architecture).installed(resolved.split(","))
    inputs = [packages, *options, *versions, Path(__file__).read_text()]

    def make(aside: Path) -> Path:
        print(f"Making a root of {suite} for {architecture}.", flush=True)
        root = aside / "root"
        with tempfile.TemporaryDirectory(prefix="rollerdeck-sources-") as folder:
            sources = Path(folder) / "debian.sources"
            sources.write_text(sources_of(suite))
            names = [f"--include={name}" for name in packages.split(",")]
            how = ["--quiet", f"--architectures={architecture}", *names, *options, LANGUAGES]
            subprocess.run(
                ["mmdebstrap", *how, suite, str(root), str(sources)],
                check=True,
                stdin=subprocess.DEVNULL,
            )
        return root

    return cached(f"root-{suite}-{architecture}", inputs, make)

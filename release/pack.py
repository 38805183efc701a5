"""``make release``: the one file that is installed on a Pi. The same tree gives the same bytes.

Beside it are its digest, a list of its parts, and with ``SIGN=KEY`` a signature (`published.py`).
In it are the wheel (with page, units, and the site that `make docs` has built), the libraries'
versions and digests, the scripts that install and uninstall, and the documents, which errors refer
to. Wants no compiler, and Node only where the page's library was never fetched.
"""

from __future__ import annotations

import gzip
import os
import tarfile
import tempfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from hatchling.build import build_wheel
from hatchling.builders.utils import get_reproducible_timestamp

from hatch_build import SITE
from release.published import bill, digest, refuse_untranslated, sign

ROOT = Path(__file__).parents[1]
BESIDE = {
    "install": ROOT / "release" / "install",
    "uninstall": ROOT / "release" / "uninstall",
    "upgrade": ROOT / "release" / "upgrade",
    "constraints.txt": ROOT / "constraints" / "release.txt",
}
DOCUMENTS = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE"),
    "systemd/README.md",
)
_PROGRAMS = frozenset({"install", "uninstall", "upgrade"})


def pack(target: Path) -> Path:
    """Build the wheel out of this tree, and pack it with what goes with it into ``target``."""
    beside = [*BESIDE.items(), *documents()]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(ROOT)  # where the builder looks
        wheel = Path(folder) / build_wheel(folder)
        name, version = wheel.name.split("-")[:2]
        target.mkdir(parents=True, exist_ok=True)
        made = target / f"{name}-{version}.tar.gz"
        made.write_bytes(archive(f"{name}-{version}", [(wheel.name, wheel), *beside]))
    digest(made)
    bill(made, version, BESIDE["constraints.txt"], ROOT / "package.json", ROOT / SITE)
    return made


def documents() -> list[tuple[str, Path]]:
    """The documents that go with a release, each by its place in this tree."""
    files = [ROOT / name for name in DOCUMENTS]
    for folder in ("docs", "examples"):
        files += [file for file in (ROOT / folder).rglob("*") if file.is_file()]
    return [(str(file.relative_to(ROOT)), file) for file in files]


def archive(top: str, files: Iterable[tuple[str, Path]]) -> bytes:
    """Pack files below a folder ``top``, dated ``SOURCE_DATE_EPOCH``, owned by nobody here."""
    date = get_reproducible_timestamp()
    packed = BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=date) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for name, file in sorted(files):
            content = file.read_bytes()
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime = len(content), date
            entry.mode = 0o755 if name in _PROGRAMS else 0o644
            tar.addfile(entry, BytesIO(content))
    return packed.getvalue()


if __name__ == "__main__":
    refuse_untranslated(ROOT)
    release = pack(ROOT / "dist")
    if (key := os.environ.get("SIGN")) is not None:
        sign(release, Path(key).expanduser())
    print(release)

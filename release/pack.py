"""``make release``: the one file that is installed on a Pi. The same tree gives the same bytes.

Beside it are its digest, a list of its parts, and with ``SIGN=KEY`` a signature.
In it are the wheel (with page, units, and the site that `make docs` has built), the libraries'
versions and digests, the scripts that install and uninstall, and the documents, which errors refer
to. Wants no compiler. Node makes the bundle of the page, and fetches its library: once for a page.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from hatchling.build import build_wheel
from hatchling.builders.utils import get_reproducible_timestamp

from catalogues import untranslated
from hatch_build import SITE

PINNED = re.compile(
    r"^(\S+)==(\S+)(?:[^\n]*\\\n)((?:\s+--hash=sha256:\w+(?: \\)?\n?)+)", re.MULTILINE
)
HASH = re.compile(r"sha256:(\w+)")
SIGNER = "releases@rollerdeck"
NAMESPACE = "rollerdeck-release"
MAKERS = re.compile(r"(?:Generated with|(?<=\d) and) (Sphinx|Furo) (\S+)")

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


def refuse_untranslated(root: Path) -> None:
    """Raise ``SystemExit`` with a sentence if a language of this tree lacks a translation."""
    if lacking := untranslated(root):
        counts = ", ".join(
            f"{name} lacks {len(faults)} text{'s' if len(faults) > 1 else ''} ({faults[0].key})"
            for name, faults in lacking.items()
        )
        raise SystemExit(f"No release was made: {counts}; translate them (docs/translating.md).")


def digest(release: Path) -> Path:
    """Write the digest as ``sha256sum --check`` reads it."""
    made = release.with_name(release.name + ".sha256")
    made.write_text(f"{sha256(release.read_bytes()).hexdigest()}  {release.name}\n")
    return made


def sign(release: Path, key: Path) -> Path:
    """Sign with an SSH key, for ``release/upgrade``. The private key never leaves its owner."""
    made = release.with_name(release.name + ".sig")
    made.unlink(missing_ok=True)
    arguments = ["-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(release)]
    subprocess.run(["ssh-keygen", *arguments], check=True)  # noqa: S603, S607 - who releases runs it
    return made


def bill(release: Path, version: str, constraints: Path, package: Path, site: Path) -> Path:
    """Write the list of all parts (SBOM, CycloneDX 1.5). The same release gives the same bytes.

    ``site``: the documents' site, some of whose files are its makers'; it may be missing.
    """
    parts = [
        _part("pypi", name, wanted, HASH.findall(hashes))
        for name, wanted, hashes in PINNED.findall(constraints.read_text())
    ]
    page = json.loads(package.read_text())["devDependencies"]
    parts.append(_part("npm", "lit-html", page["lit-html"], []))  # all that the page takes along
    if (index := site / "index.html").is_file():
        makers = MAKERS.findall(index.read_text())
        parts += [_part("pypi", name.lower(), made_by, []) for name, made_by in makers]
    itself = {
        "type": "application",
        "name": "rollerdeck",
        "version": version,
        "hashes": [_hash(sha256(release.read_bytes()).hexdigest())],
    }
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": itself},
        "components": parts,
    }
    made = release.with_name(release.name + ".cdx.json")
    made.write_text(json.dumps(document, indent=1) + "\n")
    return made


def _part(kind: str, name: str, version: str, hashes: list[str]) -> dict[str, Any]:
    purl = f"pkg:{kind}/{name}@{version}"
    part = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return part | ({"hashes": [_hash(digest) for digest in hashes]} if hashes else {})


def _hash(content: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": content}


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

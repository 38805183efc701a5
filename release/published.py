"""What is published beside a release file, and when none is made."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from catalogues import untranslated

PINNED = re.compile(
    r"^(\S+)==(\S+)(?:[^\n]*\\\n)((?:\s+--hash=sha256:\w+(?: \\)?\n?)+)", re.MULTILINE
)
HASH = re.compile(r"sha256:(\w+)")
SIGNER = "releases@rollerdeck"
NAMESPACE = "rollerdeck-release"
MAKERS = re.compile(r"(?:Generated with|(?<=\d) and) (Sphinx|Furo) (\S+)")


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

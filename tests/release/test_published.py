"""What is published beside a release: who made it is checked by the release that is installed."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from release.pack import NAMESPACE, SIGNER, bill, digest, sign
from tests.need import need_program

ROOT = Path(__file__).parents[2]
INSTALL = b"#!/bin/sh\necho installed as it was signed\n"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release file with an installer that only says that it ran."""
    made = tmp_path / "rollerdeck-9.9.tar.gz"
    with tarfile.open(made, "w:gz") as tar:
        member = tarfile.TarInfo("rollerdeck-9.9/install")
        member.size = len(INSTALL)
        tar.addfile(member, BytesIO(INSTALL))
    return made


def key(folder: Path, name: str) -> Path:
    """A new SSH key, with what trusts it beside it."""
    program = need_program("ssh-keygen", "apt-get install openssh-client")
    made = folder / name
    subprocess.run([program, "-q", "-t", "ed25519", "-N", "", "-f", str(made)], check=True)
    public = made.with_suffix(".pub").read_text()
    made.with_suffix(".signers").write_text(f'{SIGNER} namespaces="{NAMESPACE}" {public}')
    return made


def upgrade(release: Path, signers: Path) -> tuple[int, str]:
    """What the installed release makes of this one."""
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "release/upgrade"), str(release)],
        env={"PATH": "/usr/bin:/bin", "ROLLERDECK_SIGNERS": str(signers)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_an_upgrade_installs_what_the_installed_key_signed_and_nothing_else(
    release: Path, tmp_path: Path
) -> None:
    own, other = key(tmp_path, "own"), key(tmp_path, "other")
    signers = own.with_suffix(".signers")
    assert upgrade(release, signers) == (
        2,
        f"There is no signature {release}.sig: get it from where the release file is.\n",
    )
    sign(release, other)
    not_signed = f"The key in {signers} did not sign {release}: do not install this file.\n"
    assert upgrade(release, signers) == (2, not_signed)
    sign(release, own)
    assert upgrade(release, signers) == (0, "installed as it was signed\n")
    release.write_bytes(release.read_bytes() + b"\0")
    assert upgrade(release, signers) == (2, not_signed)


def test_the_documented_fingerprint_is_that_of_the_key(tmp_path: Path) -> None:
    own = key(tmp_path, "own")
    text = (ROOT / "docs/install.md").read_text()
    [command] = re.findall(r"`([^`]*ssh-keygen -lf[^`]*)`", text)
    asked = command.replace("release-signers", str(own.with_suffix(".signers")))
    of_signers = subprocess.check_output(["/bin/sh", "-c", asked], text=True)
    of_key = subprocess.check_output(["ssh-keygen", "-lf", str(own)], text=True)
    assert of_signers == of_key


def test_without_an_installed_key_nothing_is_believed(release: Path, tmp_path: Path) -> None:
    sign(release, key(tmp_path, "own"))
    code, said = upgrade(release, tmp_path / "none")
    assert (code, "docs/install.md says how it gets there" in said) == (2, True)


def test_the_digest_is_one_that_sha256sum_checks(release: Path) -> None:
    made = digest(release)
    assert made.name == "rollerdeck-9.9.tar.gz.sha256"
    done = subprocess.run(["sha256sum", "--check", made.name], cwd=made.parent, check=False)
    assert done.returncode == 0


def test_the_bill_names_every_library_that_is_pinned(release: Path) -> None:
    constraints = ROOT / "constraints/release.txt"
    found = json.loads(
        bill(release, "9.9", constraints, ROOT / "package.json", ROOT / "none").read_text()
    )
    pinned = {line.split(" ")[0] for line in constraints.read_text().splitlines() if "==" in line}
    parts = {f"{one['name']}=={one['version']}" for one in found["components"]}
    assert {one for one in parts if "lit-html" not in one} == pinned and len(parts) > len(pinned)
    hashes = [one["content"] for part in found["components"] for one in part.get("hashes", [])]
    assert len(hashes) == constraints.read_text().count("--hash=sha256:")
    of_release = sha256(release.read_bytes()).hexdigest()
    assert found["metadata"]["component"]["hashes"][0]["content"] == of_release


def test_the_bill_names_whose_files_the_site_of_the_documents_has(
    release: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<!-- Generated with Sphinx 9.0.4 and Furo 2025.12.19 -->")
    made = bill(release, "9.9", ROOT / "constraints/release.txt", ROOT / "package.json", site)
    parts = {part["name"]: part["version"] for part in json.loads(made.read_text())["components"]}
    assert (parts["sphinx"], parts["furo"]) == ("9.0.4", "2025.12.19")

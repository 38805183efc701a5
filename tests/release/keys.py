"""A GPG key for a test, in a folder of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.need import need_program

OWNER = "test@rollerdeck.invalid"


@contextmanager
def gpg_key(folder: Path) -> Iterator[str]:
    """Make a key that can sign, and have GPG use it; its owner."""
    gpg = need_program("gpg", "install the package gpg")
    need_program("gpg-agent", "install the package gpg-agent")
    folder.mkdir(mode=0o700)
    how = ["--batch", "--passphrase", "", "--quick-generate-key"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GNUPGHOME", str(folder))
        subprocess.run([gpg, *how, OWNER, "ed25519", "sign", "never"], check=True)
        try:
            yield OWNER
        finally:
            subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=True)

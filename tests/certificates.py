"""Certificates for tests, made by openssl."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.need import need_program

ELLIPTIC = ("ec", "-pkeyopt", "ec_paramgen_curve:P-256")


class Pair(NamedTuple):
    """A certificate and its key."""

    certificate: Path
    key: Path


def make(folder: Path, *names: str, key: tuple[str, ...] = ELLIPTIC, also: str = "") -> Pair:
    """A certificate for these names and addresses (``DNS:a.test``), which has signed itself.

    ``key``: its kind, for ``-newkey``; ``also``: a further extension.
    """
    openssl = need_program("openssl", "install the package openssl")
    made = Pair(folder / "certificate.pem", folder / "key.pem")
    call = [openssl, "req", "-x509", "-newkey", *key, "-nodes", "-days", "100", "-subj", "/CN=test"]
    call += ["-out", str(made.certificate), "-keyout", str(made.key)]
    if names:
        call += ["-addext", f"subjectAltName={','.join(names)}"]
    if also:
        call += ["-addext", also]
    subprocess.run(call, check=True, capture_output=True)
    return made


AUTHORITY = """\
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
"""


def expired(pair: Pair, *names: str) -> Pair:
    """A certificate for these names with the same key, which was valid in January 2020."""
    openssl = need_program("openssl", "install the package openssl")
    folder = pair.key.parent
    (folder / "authority").write_text(AUTHORITY)
    (folder / "index").touch()
    (folder / "serial").write_text("01\n")
    ask = ["req", "-new", "-key", str(pair.key), "-subj", "/CN=test", "-out", "asked.pem"]
    if names:
        ask += ["-addext", f"subjectAltName={','.join(names)}"]
    sign = ["ca", "-batch", "-selfsign", "-config", "authority", "-keyfile", str(pair.key)]
    sign += ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-notext"]
    for call in (ask, [*sign, "-in", "asked.pem", "-out", "expired.pem"]):
        subprocess.run([openssl, *call], cwd=folder, check=True, capture_output=True)
    return Pair(folder / "expired.pem", pair.key)


def encrypted(pair: Pair) -> Pair:
    """The same certificate, with a key that asks for a password."""
    openssl = need_program("openssl", "install the package openssl")
    there = pair.key.with_name("encrypted.pem")
    call = [openssl, "pkey", "-in", str(pair.key), "-aes256", "-passout", "pass:secret"]
    subprocess.run([*call, "-out", str(there)], check=True, capture_output=True)
    return Pair(pair.certificate, there)


def configured(pair: Pair, file: Path) -> Path:
    """A configuration with this certificate."""
    lines = ["[referee]", f'tls_certificate = "{pair.certificate}"', f'tls_key = "{pair.key}"']
    file.write_text("\n".join(lines) + "\n")
    return file

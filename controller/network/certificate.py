"""The certificate with which the page is served over https: read, checked and described."""

from __future__ import annotations

import ipaddress
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from controller.base.errors import WRONG_USAGE, Trouble

NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL (x509_vfy.h), which Python's ssl gives no name."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that fits its key."""

    context: ssl.SSLContext
    """For the referee's end of a connection."""
    names: tuple[str, ...]
    """The names of the machine that it is for, in lower case; one may begin with ``*.``."""
    addresses: tuple[str, ...]
    """The IP addresses that it is for."""
    begins_s: float
    """When it begins to be valid, in seconds since 1970."""
    ends_s: float
    """When it ends to be valid, in seconds since 1970."""
    handshake_s: float
    """Processor time of the referee's end of one handshake on this machine."""
    name: str | None
    """A name or address of this machine that it is for; None: none is known."""

    def covers(self, host: str) -> bool:
        """Whether a browser accepts the certificate for this name or address (RFC 9525)."""
        return _covers(host, self.names, self.addresses)


def read_certificate(
    certificate: str,
    key: str,
    names: Sequence[str] = (),
    clock: Callable[[], float] = time.thread_time,
) -> Certificate | None:
    """Read ``referee.tls_certificate`` and ``referee.tls_key``; None if there is none.

    ``names``: names of this machine; those that the certificate is for are preferred to its own.
    A certificate that is not valid yet, or no more, is read all the same: a Pi without a network
    may have a wrong clock. Raises ``Trouble`` (exit code 2) if the files cannot be used.
    """
    if not certificate:
        return None
    for name, file in (("tls_certificate", certificate), ("tls_key", key)):
        _check_readable(name, Path(file))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.options |= ssl.OP_NO_RENEGOTIATION  # each would cost as much as a new connection
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, _no_password)
    except _EncryptedKeyError:
        raise Trouble(
            f"{key} is encrypted: write the key without a password, with `openssl pkey -in {key} "
            "-out NEW`, and name the new file as referee.tls_key.",
            WRONG_USAGE,
        ) from None
    except ssl.SSLError as error:
        raise Trouble(_problem_of(certificate, key, error), WRONG_USAGE) from None
    try:
        return _describe(context, certificate, names, clock)
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", "") or error.reason
        raise Trouble(
            f"No browser would accept the certificate in {certificate} ({reason}): name the "
            "certificate of a web server as referee.tls_certificate.",
            WRONG_USAGE,
        ) from None


class _EncryptedKeyError(Exception):
    """The key asks for a password, which nobody is there to type."""


def _no_password() -> str:
    raise _EncryptedKeyError


def _check_readable(name: str, file: Path) -> None:
    """Raise ``Trouble`` if a file cannot be read. ``name``: of its setting."""
    try:
        with file.open("rb"):
            return
    except FileNotFoundError:
        problem, remedy = "there is no such file", f"write its path as referee.{name}"
    except PermissionError:
        problem, remedy = (
            "the referee may not read it",
            "give the referee's user the right to read it",
        )
    except OSError as error:
        problem, remedy = f"cannot be read ({error.strerror})", f"write its path as referee.{name}"
    raise Trouble(f"{file}: {problem}; {remedy}.", WRONG_USAGE)


def _problem_of(certificate: str, key: str, error: ssl.SSLError) -> str:
    """What is wrong with these files, as a sentence."""
    if error.reason in (
        "KEY_VALUES_MISMATCH",
        "NO_CERTIFICATE_ASSIGNED",
    ):  # the second: other kinds
        return (
            f"The key in {key} belongs to another certificate than the one in {certificate}: name "
            "two files that belong together."
        )
    if error.reason and error.reason.endswith(("TOO_SMALL", "TOO_WEAK")):
        return (
            f"Browsers refuse the certificate in {certificate}, because its key or signature is "
            "too weak: get a new certificate."
        )
    for file, kind, mark in (
        (certificate, "certificate", b"CERTIFICATE-----"),
        (key, "key", b"PRIVATE KEY-----"),
    ):
        if mark not in Path(file).read_bytes():
            return f"{file} contains no {kind} in PEM format: name a file that does."
    return (
        f"{certificate} and {key} cannot be used ({error.reason or 'OpenSSL gives no reason'}): "
        "write both files anew."
    )


def _describe(
    context: ssl.SSLContext, certificate: str, names: Sequence[str], clock: Callable[[], float]
) -> Certificate:
    """What a browser would see of the certificate, and what a handshake costs: one in memory."""
    browser = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    browser.check_hostname = False
    browser.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | ssl.VerifyFlags(NO_CHECK_TIME)
    browser.load_verify_locations(certificate)
    _handshake(browser, context, clock)  # the first one costs more than those after it
    client, spent_s = _handshake(browser, context, clock)
    peer = client.getpeercert() or {}
    alternatives = cast(Iterable[tuple[str, str]], peer.get("subjectAltName", ()))
    names_covered = tuple(value.lower() for kind, value in alternatives if kind == "DNS")
    addresses = tuple(
        str(ipaddress.ip_address(value)) for kind, value in alternatives if kind == "IP Address"
    )
    without_wildcards = (name for name in names_covered if not name.startswith("*."))
    candidates = (
        *(name for name in names if _covers(name, names_covered, addresses)),
        *without_wildcards,
        *addresses,
    )
    return Certificate(
        context,
        names_covered,
        addresses,
        float(ssl.cert_time_to_seconds(str(peer["notBefore"]))),
        float(ssl.cert_time_to_seconds(str(peer["notAfter"]))),
        spent_s,
        next(iter(candidates), None),
    )


def _covers(host: str, names: Sequence[str], addresses: Sequence[str]) -> bool:
    host = host.lower().rstrip(".")
    with suppress(ValueError):
        return str(ipaddress.ip_address(host)) in addresses
    return host in names or f"*.{host.partition('.')[2]}" in names


def _handshake(
    browser: ssl.SSLContext, context: ssl.SSLContext, clock: Callable[[], float]
) -> tuple[ssl.SSLObject, float]:
    """The browser's end after a handshake, and the time by ``clock`` that the other end took."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    client, server = browser.wrap_bio(down, up), context.wrap_bio(up, down, server_side=True)
    spent_s = 0.0
    done = [False, False]
    while not all(done):
        done[0] = _continue_handshake(client)
        began_s = clock()
        done[1] = _continue_handshake(server)
        spent_s += clock() - began_s
    return client, spent_s


def _continue_handshake(end: ssl.SSLObject) -> bool:
    """Go on with a handshake as far as it goes. Returns whether it is done."""
    try:
        end.do_handshake()
    except ssl.SSLWantReadError:
        return False
    return True

"""Checks of the certificate with which the page is served over https."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from controller.base.config import Referee
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.doctor.machine import Machine
from controller.network.certificate import Certificate, read_certificate

SOON_S = 14 * 24 * 3600
"""A certificate that ends sooner should be renewed: those of Let's Encrypt have 30 days left when
their program renews them."""

SLOW_S = 0.02
"""Of a handshake. A page opens with up to six connections, one after the other."""

_RESTART = "then run sudo systemctl restart rollerdeck-referee."


def check_certificate(machine: Machine, referee: Referee, now_s: float) -> Iterator[Finding]:
    """Check the certificate, if one is configured. ``now_s``: the time in seconds since 1970."""
    if not referee.tls_certificate:
        return
    hidden = [
        file
        for file in (referee.tls_certificate, referee.tls_key)
        if machine.exists(Path(file)) and not machine.may_read(Path(file))
    ]
    if hidden:
        says = f"this user may not read {' and '.join(hidden)}"
        yield warn("certificate", says, "Run `sudo rollerdeck doctor`.")
        return
    try:
        found = read_certificate(referee.tls_certificate, referee.tls_key, referee.names)
    except Trouble as trouble:
        yield fail("certificate", str(trouble), "docs/configuration.md describes the two files.")
        return
    if found is not None:
        yield _validity(found, now_s)
        yield _names(found)
        yield _speed(found)


def _validity(found: Certificate, now_s: float) -> Finding:
    what = "certificate"
    if now_s < found.begins_s:
        says = f"is not valid before {_day(found.begins_s)}"
        return warn(what, says, "Check this machine's clock with timedatectl.")
    if now_s >= found.ends_s:
        says = f"has expired on {_day(found.ends_s)}, so browsers warn of the page"
        return warn(what, says, f"Get a new certificate, {_RESTART}")
    says = f"is valid until {_day(found.ends_s)}"
    if now_s >= found.ends_s - SOON_S:
        return warn(what, says, f"Renew it soon, {_RESTART}")
    return ok(what, says)


def _names(found: Certificate) -> Finding:
    what = "certificate"
    if found.name is None:
        return warn(
            what,
            "names no name that browsers could use for this machine",
            "Get a certificate with a subjectAltName, or write a name that it is for as "
            "referee.names.",
        )
    return ok(what, f"is for {', '.join((*found.names, *found.addresses))}")


def _speed(found: Certificate) -> Finding:
    says = f"costs {found.handshake_s * 1000:.1f} ms of processor time for each new connection"
    if found.handshake_s > SLOW_S:
        return warn("certificate", says, "Get a certificate with an ECDSA key, which is quicker.")
    return ok("certificate", says)


def _day(when_s: float) -> str:
    return datetime.fromtimestamp(when_s, UTC).date().isoformat()

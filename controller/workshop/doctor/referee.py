"""Checks of what the referee offers a room: the page over https, and its voice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from controller.base.config import Referee
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import REFEREE, VOICE_DROP_IN
from controller.network.certificate import Certificate, read_certificate
from controller.voice.speech_program import ESPEAK, command_of, voice_name
from controller.workshop.doctor.machine import Machine

SOON_S = 14 * 24 * 3600
"""A certificate that ends sooner should be renewed: those of Let's Encrypt have 30 days left when
their program renews them."""

SLOW_S = 0.02
"""Of a handshake. A page opens with up to six connections, one after the other."""

_RESTART = "then run sudo systemctl restart rollerdeck-referee."

OUTPUTS = "/proc/asound/pcm"
"""Where the kernel lists inputs and outputs for sound."""

OUTPUT = re.compile(r"^\d+-\d+: .* : .* : playback \d+( : capture \d+)?$", re.MULTILINE)
"""Card, device, ID, name, and how many outputs and inputs (Linux, `snd_pcm_proc_read`)."""

UNIT = Path(f"/etc/systemd/system/{REFEREE}.service")


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
        certificate = read_certificate(referee.tls_certificate, referee.tls_key, referee.names)
    except Trouble as trouble:
        yield fail("certificate", str(trouble), "docs/configuration.md describes the two files.")
        return
    if certificate is not None:
        yield _validity(certificate, now_s)
        yield _names(certificate)
        yield _speed(certificate)


def _validity(certificate: Certificate, now_s: float) -> Finding:
    subject = "certificate"
    if now_s < certificate.begins_s:
        says = f"is not valid before {_day(certificate.begins_s)}"
        return warn(subject, says, "Check this machine's clock with timedatectl.")
    if now_s >= certificate.ends_s:
        says = f"has expired on {_day(certificate.ends_s)}, so browsers warn of the page"
        return warn(subject, says, f"Get a new certificate, {_RESTART}")
    says = f"is valid until {_day(certificate.ends_s)}"
    if now_s >= certificate.ends_s - SOON_S:
        return warn(subject, says, f"Renew it soon, {_RESTART}")
    return ok(subject, says)


def _names(certificate: Certificate) -> Finding:
    subject = "certificate"
    if certificate.name is None:
        return warn(
            subject,
            "names no name that browsers could use for this machine",
            "Get a certificate with a subjectAltName, or write a name that it is for as "
            "referee.names.",
        )
    return ok(subject, f"is for {', '.join((*certificate.names, *certificate.addresses))}")


def _speed(certificate: Certificate) -> Finding:
    says = (
        f"costs {certificate.handshake_s * 1000:.1f} ms of processor time for each new connection"
    )
    if certificate.handshake_s > SLOW_S:
        return warn("certificate", says, "Get a certificate with an ECDSA key, which is quicker.")
    return ok("certificate", says)


def _day(when_s: float) -> str:
    return datetime.fromtimestamp(when_s, UTC).date().isoformat()


def check_voice(machine: Machine, referee: Referee) -> Iterator[Finding]:
    """Check what a voice needs, if the configuration asks for one."""
    if not referee.speaks:
        return
    program = command_of(referee)[0]
    if not machine.has_program(program):
        is_espeak = program == ESPEAK
        yield fail(
            "voice",
            f"the program {program} is not installed",
            "Run sudo apt install espeak-ng."
            if is_espeak
            else "Install it, or change referee.voice.",
        )
    elif referee.voice == ESPEAK and not _has_voice(machine, voice_name(referee)):
        yield fail(
            "voice",
            f"espeak-ng has no voice {voice_name(referee)}",
            "Set referee.voice_name to a voice that `espeak-ng --voices` lists.",
        )
    elif OUTPUT.search(machine.read(OUTPUTS) or "") is None:
        yield fail(
            "voice",
            "this machine has no sound output",
            "Connect a loudspeaker, for example over USB or HDMI, or set referee.voice to off.",
        )
    elif machine.exists(UNIT) and not machine.exists(VOICE_DROP_IN):
        yield warn(
            "voice",
            "the referee's service may not use the sound output",
            "Run sudo rollerdeck service install.",
        )
    else:
        yield ok("voice", f"{program} can speak")


def _has_voice(machine: Machine, name: str) -> bool:
    """Whether espeak-ng knows this voice. It is asked to say a word, silently."""
    return machine.run(ESPEAK, "-v", name, "-q", "one") is not None

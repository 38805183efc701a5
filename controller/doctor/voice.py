"""Checks of the voice: its program, the program's voice, and something to hear it with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from controller.base.config import Referee
from controller.base.findings import Finding, fail, ok, warn
from controller.base.services import REFEREE, VOICE_DROP_IN
from controller.doctor.machine import Machine
from controller.voice.program import ESPEAK, command_of, voice_name

OUTPUTS = "/proc/asound/pcm"
"""Where the kernel lists inputs and outputs for sound."""
OUTPUT = re.compile(r"^\d+-\d+: .* : .* : playback \d+( : capture \d+)?$", re.MULTILINE)
"""Card, device, ID, name, and how many outputs and inputs (Linux, `snd_pcm_proc_read`)."""
UNIT = Path(f"/etc/systemd/system/{REFEREE}.service")


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

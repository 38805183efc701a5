"""Makes the voice that the configuration asks for."""

from __future__ import annotations

import logging
from pathlib import Path

from controller.base.config import Referee
from controller.base.event_log import note
from controller.voice.program import ESPEAK, Program, command_of
from controller.voice.utterance import Level
from controller.voice.voice import LOOK, Voice
from controller.words.catalogue import catalogue

SOUND = Path("/dev/snd")
"""The sound cards that this process may use."""


def make_voice(referee: Referee, sound: Path = SOUND) -> Voice:
    """A voice in the room's language. May raise ``NotCompiled``."""
    if referee.voice == ESPEAK and not any(sound.glob("pcm*p")):
        # without one, espeak-ng says nothing, and reports no error
        note("voice_silent", f"There is no sound output for the voice. {LOOK}", logging.WARNING)
    level = Level[referee.voice_level.upper()]
    return Voice(catalogue(referee.language), level, Program(command_of(referee)))

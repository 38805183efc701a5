"""The real espeak-ng, which speaks into a file: the sound has a length, and is not all silence."""

from __future__ import annotations

import array
import asyncio
import sys
import wave
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.base.config import Referee
from controller.voice.queue import CHARS_A_SECOND, LEAD_S
from controller.voice.speech_program import Program, Silent, command_of
from controller.words.catalogue import catalogue
from tests.need import need_program
from tests.worlds.spoken import languages

HOW = "install the package espeak-ng"
QUIET = 300
"""A sample below this, of 32767, is silence."""
TEXTS = {"player": "Ann", "color": "red", "kind": "skip", "card": "red-5", "n": 3}


@dataclass(frozen=True)
class Sound:
    seconds: float
    loudest: int
    silent_share: float


def sound_of(file: Path) -> Sound:
    with wave.open(str(file)) as opened:
        assert (opened.getnchannels(), opened.getsampwidth()) == (1, 2)
        samples = array.array("h", opened.readframes(opened.getnframes()))
        rate = opened.getframerate()
    if sys.byteorder == "big":
        samples.byteswap()
    quiet = sum(abs(one) < QUIET for one in samples)
    return Sound(len(samples) / rate, max(map(abs, samples)), quiet / len(samples))


def speak(file: Path, text: str, **settings: object) -> Sound:
    """Let espeak-ng speak into a file, with the words of the configuration."""
    need_program("espeak-ng", HOW)
    line = f"espeak-ng -v {{voice}} -a {{volume}} --stdin -w {file}"
    referee = Referee(voice=line, **settings)  # type: ignore[arg-type]
    asyncio.run(Program(command_of(referee)).speak(text))
    return sound_of(file)


@pytest.mark.parametrize("language", languages())
def test_espeak_speaks_each_language(tmp_path: Path, language: str) -> None:
    words = catalogue(language)
    keys = ("spoken.play", "spoken.came", "spoken.turn_match")
    text = " ".join(words.say(key, TEXTS) for key in keys)
    sound = speak(tmp_path / "a.wav", text, language=language)
    print(f"\n{language}: {sound}, {len(text) / sound.seconds:.1f} characters a second")
    assert 2 < sound.seconds < 12
    assert sound.loudest > 5000
    assert sound.silent_share < 0.6


def test_the_queue_thinks_espeak_slower_than_it_is(tmp_path: Path) -> None:
    text = "Ann plays red Hit 2. Bo: press 2 times. Cy: match Hit 2 or red."
    assert speak(tmp_path / "a.wav", text).seconds < LEAD_S + len(text) / CHARS_A_SECOND


def test_the_volume_and_the_voice_are_heard(tmp_path: Path) -> None:
    usual = speak(tmp_path / "a.wav", "Ann plays red 5.")
    quiet = speak(tmp_path / "b.wav", "Ann plays red 5.", voice_volume_pct=30)
    other = speak(tmp_path / "c.wav", "Ann plays red 5.", voice_name="de")
    assert quiet.loudest < usual.loudest / 2
    assert (other.seconds, other.loudest) != (usual.seconds, usual.loudest)


def test_a_voice_that_espeak_lacks_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Silent, match="has failed"):
        speak(tmp_path / "a.wav", "Ann plays red 5.", voice_name="xx-none")

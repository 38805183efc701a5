"""The voice of a table: has a program say what the room should hear of each change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from controller.base.config import Referee
from controller.base.event_log import note
from controller.table.table import Table
from controller.voice.narration import Level, Snapshot, Utterance, snapshot_of
from controller.voice.narrator import narrate, repeat
from controller.voice.queue import CHARS_A_SECOND, Line, Queue
from controller.voice.speech_program import ESPEAK, Program, Silent, Speaker, command_of
from controller.words.catalogue import Catalogue, Names, catalogue

HANGS_S = 10.0
"""A program that has not ended so long after it should have is killed."""
REPEAT_EVERY_S = 1.0
"""So often something is repeated: nobody can make the voice start programs all the time."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 300.0
"""After a failure the voice is silent for so long, and twice as long after each further one."""

SOUND = Path("/dev/snd")
"""The sound cards that this process may use."""

LOOK = "Run `rollerdeck doctor`, which says why; the game goes on without a voice meanwhile."


class Voice:
    """Says a table's changes aloud. It never raises, and never waits for anything but itself."""

    def __init__(self, words: Catalogue, level: Level, speaker: Speaker) -> None:
        """``words``: the catalogue of the room's language. Keep ``run`` running."""
        self._words = words
        self._level = level
        self._speaker = speaker
        self._queue = Queue()
        self._snapshot: Snapshot | None = None
        self._last_utterances: tuple[Utterance, ...] = ()
        self._wake = asyncio.Event()
        self._until: asyncio.Timeout | None = None
        self._hangs_at_s = 0.0
        self._pause_s = 0.0
        self._repeat_from_s = float("-inf")

    def update(self, table: Table) -> None:
        """Say what has changed at the table since the last call."""
        self.handle(snapshot_of(table))

    def handle(self, snapshot: Snapshot) -> None:
        """Say what has changed since the last snapshot. Never raises."""
        try:
            narration = narrate(self._snapshot, snapshot)
            utterances = tuple(
                utterance for utterance in narration.utterances if utterance.level <= self._level
            )
            self._snapshot = snapshot
            if any(not utterance.topic for utterance in utterances):
                self._last_utterances = utterances
            self._queue.add(self._lines(utterances), narration.ended, _now_s())
        except Exception:
            self._snapshot = snapshot
            note("voice_confused", "The voice could not word a change.", logging.ERROR)
        self._wake_up()

    def repeat_last(self) -> None:
        """Say the last ruling again, and what the table waits for now."""
        if self._snapshot is not None and _now_s() >= self._repeat_from_s:
            self._repeat_from_s = _now_s() + REPEAT_EVERY_S
            self._queue.repeat(self._lines(repeat(self._last_utterances, self._snapshot)))
            self._wake_up()

    def say_test(self) -> None:
        """Say a sentence by which people can set the volume."""
        if _now_s() >= self._repeat_from_s:
            self._repeat_from_s = _now_s() + REPEAT_EVERY_S
            self._queue.repeat(self._lines([Utterance("spoken.test")]))
            self._wake_up()

    def adjust(self, referee: Referee) -> None:
        """Speak as much, and as loud, as these settings say from the next text on."""
        self._level = _level_of(referee)
        self._speaker.use(command_of(referee))

    async def run(self) -> None:
        """Speak what is queued. Never returns."""
        while True:
            lines = self._queue.take(_now_s())
            if lines:
                await self._say(" ".join(line.text for line in lines))
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _say(self, text: str) -> None:
        began_s = _now_s()
        self._hangs_at_s = began_s + len(text) / CHARS_A_SECOND + HANGS_S
        failure = ""
        try:
            async with asyncio.timeout_at(self._hangs_at_s) as self._until:
                self._set_deadline()
                await self._speaker.speak(text)
        except TimeoutError:
            if _now_s() >= self._hangs_at_s:
                failure = f"The voice's program has not ended for {_now_s() - began_s:.0f} s."
            else:
                return  # cut short; whether it works is not known
        except Silent as silent:
            failure = str(silent)
        finally:
            self._until = None
            self._queue.free()
        await self._judge(failure)

    async def _judge(self, failure: str) -> None:
        """Log a failure, or its end, once, and pause after it. ``failure``: empty after none."""
        if not failure:
            if self._pause_s:
                note("voice_back", "The voice speaks again.")
            self._pause_s = 0.0
            return
        if not self._pause_s:
            note("voice_silent", f"{failure} {LOOK}", logging.WARNING)
        self._pause_s = min(self._pause_s * 2 or FIRST_PAUSE_S, LONGEST_PAUSE_S)
        await asyncio.sleep(self._pause_s)

    def _lines(self, utterances: Sequence[Utterance]) -> list[Line]:
        now_s, words = _now_s(), self._words.with_names(self._names())
        return [
            Line(now_s, words.say(utterance.key, utterance.values), utterance.topic)
            for utterance in utterances
        ]

    def _names(self) -> Names:
        """What a house calls the cards of the game."""
        state = None if self._snapshot is None else self._snapshot.record.state
        return {} if state is None else state.position.setup.edition.names

    def _wake_up(self) -> None:
        self._wake.set()
        self._set_deadline()

    def _set_deadline(self) -> None:
        """Set the moment at which the program that speaks has to stop."""
        cut_at_s = self._queue.cut_at_s()
        if self._until is not None and not self._until.expired():
            bound_s = self._hangs_at_s if cut_at_s is None else min(cut_at_s, self._hangs_at_s)
            self._until.reschedule(max(bound_s, _now_s()))


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def make_voice(referee: Referee, sound: Path = SOUND) -> Voice:
    """A voice in the room's language. May raise ``NotCompiled``."""
    if referee.voice == ESPEAK and not any(sound.glob("pcm*p")):
        # without one, espeak-ng says nothing, and reports no error
        note("voice_silent", f"There is no sound output for the voice. {LOOK}", logging.WARNING)
    words, program = catalogue(referee.language), Program(command_of(referee))
    return Voice(words, _level_of(referee), program)


def _level_of(referee: Referee) -> Level:
    return Level[referee.voice_level.upper()]

"""The voice of a table: listens to each change, and has a program say what the room should hear."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from controller.base.event_log import note
from controller.table.table import Table
from controller.voice.narrator import narrate, repeat
from controller.voice.program import Silent, Speaker
from controller.voice.queue import CHARS_A_SECOND, Line, Queue
from controller.voice.scene import Scene, scene_of
from controller.voice.utterance import Level, Utterance
from controller.words.catalogue import Catalogue

HANGS_S = 10.0
"""A program that has not ended so long after it should have is killed."""
AGAIN_S = 1.0
"""So often the voice says something again: nobody can make it start programs all the time."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 300.0
"""After a failure the voice is silent for so long, and twice as long after each further one."""

LOOK = "Run `rollerdeck doctor`, which says why; the game goes on without a voice meanwhile."


class Voice:
    """Says a table's changes aloud. It never raises, and never waits for anything but itself."""

    def __init__(self, words: Catalogue, level: Level, speaker: Speaker) -> None:
        """``words``: the catalogue of the room's language. Keep ``run`` running."""
        self._words = words
        self._level = level
        self._speaker = speaker
        self._queue = Queue()
        self._seen: Scene | None = None
        self._told: tuple[Utterance, ...] = ()
        self._wake = asyncio.Event()
        self._until: asyncio.Timeout | None = None
        self._hangs_at_s = 0.0
        self._pause_s = 0.0
        self._again_from_s = float("-inf")

    def look(self, table: Table) -> None:
        """The table has changed."""
        self.hear(scene_of(table))

    def hear(self, now: Scene) -> None:
        """Take in how the table stands now."""
        try:
            narration = narrate(self._seen, now)
            wanted = tuple(one for one in narration.utterances if one.level <= self._level)
            self._seen = now
            if any(not one.topic for one in wanted):
                self._told = wanted
            self._queue.add(self._lines(wanted), narration.ended, _now_s())
        except Exception:
            self._seen = now
            note("voice_confused", "The voice could not word a change.", logging.ERROR)
        self._stir()

    def again(self) -> None:
        """Say the last deed again, and what the table waits for now."""
        if self._seen is not None and _now_s() >= self._again_from_s:
            self._again_from_s = _now_s() + AGAIN_S
            self._queue.repeat(self._lines(repeat(self._told, self._seen)))
            self._stir()

    async def run(self) -> None:
        """Speak. Never returns."""
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
                self._bound()
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
        """Log what is new, and rest after a failure."""
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
        now_s = _now_s()
        return [Line(now_s, self._words.say(one.key, one.values), one.topic) for one in utterances]

    def _stir(self) -> None:
        self._wake.set()
        self._bound()

    def _bound(self) -> None:
        """Set when what is being said has to stop."""
        cut_at_s = self._queue.cut_at_s()
        if self._until is not None and not self._until.expired():
            bound_s = self._hangs_at_s if cut_at_s is None else min(cut_at_s, self._hangs_at_s)
            self._until.reschedule(max(bound_s, _now_s()))


def _now_s() -> float:
    return asyncio.get_running_loop().time()

"""Reads games in a process of its own, with low priority, so that the game on the table goes on.

A thread would not do: pure Python in it holds the interpreter's lock, and a referee that does not
come to its launcher in time loses its lease. One game is read at a time, and results are kept.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol, get_args

import msgspec

from controller.base.errors import NOT_SO, Refused, Trouble
from controller.evenings.figures import played_games
from controller.evenings.reckoning import reckon, update_index
from controller.evenings.totals import Span
from controller.games.draws import draws_view
from controller.games.exported import scenario
from controller.games.journal_replay import course, fairness_of, session_of
from controller.journal.reading import read_game
from controller.words import say

PastView = Literal["course", "scenario", "card", "statistics", "index", "draws"]
"""The whole course as JSON, a scenario file, an end card as SVG, what the games of a span came to
as JSON, nothing, but the index is brought up to date, or a session of draws, by its number, as
JSON."""

KEPT_BYTES = 4 << 20
"""Results that are kept take at most so much, the ones that were read least recently go first."""

NAMELESS = "nameless"
"""Asks for an end card that names nobody."""

EVERYBODY = "-"
"""Stands for the group of statistics of all games."""

LONGEST_S = 60.0
"""A game of several evenings takes a hundredth of this. An index that is made anew may take longer:
nobody waits for it."""

LEAST = 19
"""How much the reading steps back behind everything else, as `nice` counts."""


class TooLong(Trouble):
    """Reading was stopped because it took longer than `LONGEST_S`."""


class Reader(Protocol):
    """Reads one game of a journal."""

    async def __call__(
        self, journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        """What is asked of a game; empty: there is no such game. Raises ``Trouble``.

        ``superseded``: another game or session has begun since. ``more``: of statistics, the span
        and the group; of a card, its language, and `NAMELESS` if it names nobody.
        """
        ...


async def read_apart(
    journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
) -> bytes:
    """Read a game in a process of its own. See ``Reader``."""
    asked = (str(journal), str(number), view, "superseded" if superseded else "on the table", more)
    try:
        async with asyncio.timeout(None if view == "index" else LONGEST_S):
            return await run_apart("controller.web.past", *asked)
    except TimeoutError:
        raise TooLong(f"{journal} takes too long to read.", NOT_SO) from None


async def run_apart(module: str, *args: str) -> bytes:
    """Run ``python -m module args`` to its end, and return what it printed.

    If the caller stops waiting, the process is killed. Raises ``Trouble`` with what the process
    complained of, or if the machine starts no process: it has no memory, or too many processes.
    """
    try:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", module, *args),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as refused:
        raise Trouble(
            f"This machine starts no more processes ({refused.strerror}): end other programs, and "
            "try again.",
            NOT_SO,
        ) from None
    try:
        output, error = await child.communicate()
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if child.returncode != 0:
        raise Trouble(error.decode(errors="replace").strip(), NOT_SO)
    return output


async def read_here(
    journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
) -> bytes:
    """Read a game in this process, where nothing waits for it. See ``Reader``."""
    return read_view(journal, number, view, superseded, more)


class PastGames:
    """Reads games one at a time, and keeps the results."""

    def __init__(self, journal: Path, read: Reader = read_apart) -> None:
        """Read games of this journal."""
        self._journal = journal
        self._read = read
        self._one_at_a_time = asyncio.Lock()
        self._reading: asyncio.Task[bytes] | None = None
        self._ended = False
        self._times_forgotten = 0
        self._results: OrderedDict[tuple[int, PastView, int, str], bytes] = OrderedDict()

    async def read(self, number: int, view: PastView, now: int | None, more: str = "") -> bytes:
        """What is asked of a game; empty: there is no such game. Raises ``Trouble``.

        ``now``: the journal's newest entry, if the game is on the table; None: it is superseded,
        and stays as it is. ``more``: see ``Reader``.
        """
        key = (number, view, -1 if now is None else now, more)
        async with self._one_at_a_time:
            content = self._results.get(key)
            before = self._times_forgotten
            if content is None:
                content = await self._read_now(number, view, now is None, more)
            if content and self._times_forgotten == before:
                self._keep(key, content)
            return content

    def end(self) -> None:
        """Read no more, because the referee stops. Whoever waits gets ``Trouble`` at once.

        Without this, the referee would first read for everybody who waits, also for those who have
        hung up.
        """
        self._ended = True
        if self._reading is not None:
            self._reading.cancel()

    async def _read_now(self, number: int, view: PastView, superseded: bool, more: str) -> bytes:
        stops = Trouble("The referee stops: ask again when it runs.", NOT_SO)
        if self._ended:
            raise stops
        reading = self._read(self._journal, number, view, superseded, more)
        self._reading = asyncio.create_task(reading)
        try:
            return await self._reading
        except asyncio.CancelledError:
            if self._ended:
                raise stops from None
            raise
        finally:
            self._reading = None

    def forget(self) -> None:
        """Forget every result, also the one that is being read: the journal has other names now."""
        self._times_forgotten += 1
        self._results.clear()

    def _keep(self, key: tuple[int, PastView, int, str], content: bytes) -> None:
        self._results[key] = content
        self._results.move_to_end(key)
        while sum(map(len, self._results.values())) > KEPT_BYTES:
            self._results.popitem(last=False)


def read_view(
    journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
) -> bytes:
    """What is asked of a game; empty: there is no such game. Raises ``Trouble``."""
    if view == "statistics":
        span, group = more.split()[:2]
        (known_span,) = (option for option in get_args(Span) if option == span)
        statistics = reckon(journal, known_span, None if group == EVERYBODY else group)
        return msgspec.json.encode(statistics)
    if view == "index":
        update_index(journal)
        return b""
    if view == "draws":
        last = session_of(journal, number)
        if last is None:
            return b""
        fairness = fairness_of(last, superseded)
        assert last.draws is not None
        return msgspec.json.encode(draws_view(last.draws, fairness, superseded=superseded))
    entries = read_game(journal, number)
    if view == "course":
        game_course = course(entries, journal, superseded)
        return b"" if game_course is None else msgspec.json.encode(game_course)
    if view == "card":
        # here, because only this process draws: the referee has no memory to spare for it
        from controller.evenings.card import card

        parts = [played.figures for played in played_games(entries, journal)]
        language, *wishes = more.split()
        return card(parts, names=NAMELESS not in wishes, language=language) if parts else b""
    return (scenario(entries, journal, superseded) or "").encode()


def main(journal: str, number: str, view: str, state: str, more: str = "") -> int:
    """Write what is asked of a game to the standard output. Returns the exit code."""
    with suppress(OSError):  # where a sandbox forbids it, it is one process among others
        os.nice(LEAST)
    (known_view,) = (option for option in get_args(PastView) if option == view)
    try:
        content = read_view(Path(journal), int(number), known_view, state == "superseded", more)
        sys.stdout.buffer.write(content)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return NOT_SO
    except Refused as refused:
        print(say(refused.key, refused.values), file=sys.stderr)
        return NOT_SO
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

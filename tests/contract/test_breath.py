"""A finger that keeps pressing never presses somebody else's hit, at the button of any launcher.

The referee's table at each launcher, in virtual time; ``micropython`` and gpio-sim have clocks of
their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from controller.games.book import Book
from controller.games.entries import Begun, DrawsBegun
from controller.games.journal_replay import replay
from controller.journal.journal import Journal
from controller.table.context import TableContext
from controller.table.table import Table
from hardware.profiles import Past
from tests.at_once import AtOnce
from tests.contract.conftest import IN_VIRTUAL_TIME
from tests.contract.stands import MakeStand, Stand
from tests.seeds import sample

BREATH_S = 1.0
TAPS_MS, TAPPING_MS, HOLD_MS = 350, 10_000, 120
PLAYERS = ["Ann", "Bo", "Cy"]
FULL = 4
CARDS = 90
LAUNCHERS = (*IN_VIRTUAL_TIME, "micropython", "gpio-sim")

Hits = list[tuple[str, int]]
"""Who pressed, and how many cards came."""


@dataclass(frozen=True)
class Case:
    """What is said before a finger begins to press, and whose hits it may press: Bo begins."""

    said: tuple[Mapping[str, Any], ...]
    presser: str
    presses: int
    next: str
    """Whose hit is due afterwards."""
    edition: str = "attack"
    until_cards: bool = False


def play(card: str, **more: Any) -> dict[str, Any]:
    return {"do": "play", "by": "Bo", "card": card, **more}


CASES = {
    "an own hit": Case((), "Bo", 1, "Cy"),
    "two owed hits": Case((play("red-hit-2"),), "Cy", 2, "Ann"),
    "All-Hit": Case((play("wild-all-hit", color="red"),), "Cy", 1, "Ann"),
    "Hit-Fire": Case((play("wild-hit-fire", color="red"),), "Cy", 3, "Ann", until_cards=True),
    "Attack-Attack": Case(
        (play("wild-attack-attack", color="red", target="Ann"),),
        "Bo",
        2,
        "Cy",
        edition="attack-attack",
    ),
    "a suggestion, then an own turn": Case(({"do": "suggested", "player": "Bo"},), "Bo", 4, "Bo"),
}


@asynccontextmanager
async def referee(stand: Stand, folder: Path, drawn: Mapping[int, int]) -> AsyncIterator[Table]:
    """A table at this launcher whose hits give what is drawn, and of the others ``FULL`` cards."""

    def draw(begun: Begun | DrawsBegun, nth: int, past: Past) -> int:
        return drawn.get(nth, FULL)

    stand.stop_listening()
    path = folder / "journal.sqlite3"
    journal, entries = Journal.open(path)
    context = TableContext(draw=draw, cooldown_s=BREATH_S)
    table = Table(Book(journal, replay(entries, path)), stand.launcher, context)
    await table.start()
    minding = [
        asyncio.create_task(one)
        for one in (table.handle_events(), table.retry_failed(), table.arm_after_cooldown())
    ]
    try:
        yield table
    finally:
        await table.stop()
        for task in minding:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        journal.close()


def hits(table: Table) -> Hits:
    """Every hit of the game, in order."""
    return [(hit.by, hit.delivered) for hit in table.record.finished]


async def tapping(stand: Stand) -> None:
    """A finger presses again and again."""
    for _ in range(TAPPING_MS // TAPS_MS):
        await stand.tap(HOLD_MS)
        await stand.later(TAPS_MS)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes no time: in virtual time, a thread's work would last for ever."""
    monkeypatch.setattr("controller.journal.journal.ThreadPoolExecutor", AtOnce)


SAMPLE = {
    ("mock", "an own hit", "dry"),
    ("mock", "All-Hit", "full"),
    ("simulator", "two owed hits", "full"),
    ("simulator", "Attack-Attack", "dry"),
    ("gpio", "Hit-Fire", "full"),
    ("gpio", "a suggestion, then an own turn", "dry"),
}
"""What an ordinary run shows of it."""
SAMPLE_ON_LINES = {("a suggestion, then an own turn", "full")}
"""What `make vm` shows of it; `make soak` shows all cases on a kernel's lines."""


EVERYWHERE = [*product(LAUNCHERS, CASES, ("dry", "full"))]
LONGER = {
    case.values[0]: case.marks
    for case in sample(
        [case for case in EVERYWHERE if case not in SAMPLE and case[0] != "gpio-sim"], 9
    )
}


def everywhere() -> Iterator[ParameterSet]:
    """Every case at every launcher, with dry and with full draws."""
    for where, name, draws in EVERYWHERE:
        marks: list[pytest.MarkDecorator | pytest.Mark] = []
        if where in IN_VIRTUAL_TIME:
            marks.append(pytest.mark.looptime)
        if where == "gpio-sim":
            marks.append(pytest.mark.on_lines)
            if (name, draws) not in SAMPLE_ON_LINES:
                marks.append(pytest.mark.soak)
        elif (where, name, draws) not in SAMPLE:
            marks += LONGER[where, name, draws]
        yield pytest.param(where, name, draws == "full", marks=marks, id=f"{where}-{name}-{draws}")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("stand", "name", "full"), [*everywhere()], indirect=["stand"])
async def test_who_keeps_pressing_presses_for_nobody_else(
    stand: MakeStand, tmp_path: Path, name: str, full: bool
) -> None:
    case = CASES[name]
    dry = not full or case.until_cards
    counts = [0 if dry else FULL] * case.presses
    if case.until_cards:
        counts[-1] = FULL if full else 1
    drawn = dict(enumerate(counts, 1)) | {case.presses + 1: 1}
    async with stand(CARDS) as s, referee(s, tmp_path, drawn) as table:
        await table.new_game({"edition": case.edition, "players": PLAYERS, "dealer": "Ann"})
        await table.command({"do": "turn_up", "card": "red-5"})
        for command in case.said:
            await table.command(command)
        await tapping(s)
        own = [(case.presser, cards) for cards in counts]
        assert hits(table) == own
        assert table.hit is not None
        assert (table.hit.intent.by, table.hit.stage) == (case.next, "breath")
        # a finger that has rested presses again
        await s.later(round(BREATH_S * 1000))
        assert table.hit.stage == "armed"
        await s.tap(HOLD_MS)
        await s.later(2_000)
        assert hits(table) == [*own, (case.next, 1)]

"""Whole games of every edition and with every house option, tapped on five phones beside a TV."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from random import Random
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from rules import EDITIONS, Setup, read_setup
from rules.house_options import OPTIONS
from tests.e2e.acted import Acting
from tests.e2e.axe import Audit
from tests.e2e.phones import Phone, Phones, phones
from tests.e2e.screenshots import THEMES
from tests.seeds import soak_seed
from tests.worlds.bot_scripts import play, values
from tests.worlds.evening import GAME

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.soak]

FIVE = ("Ann", "Bo", "Cy", "Dora", "Eve")
TARGET = 100
"""Points that win a game: one or two rounds."""
TV = {"width": 1920, "height": 1080}
KINDS: dict[str, tuple[str | None, dict[str, Any]]] = {
    **{edition: (edition, {}) for edition in EDITIONS},
    **{
        f"{option} {value}": (None, {option: value})
        for option in OPTIONS
        for value in values(option)
    },
}
"""What is decided of a game: its edition, and what a house plays by."""


def game_of(kind: str, random: Random) -> dict[str, Any]:
    """A game of that kind, in any edition that can be played so."""
    edition, options = KINDS[kind]
    game = {"players": [*FIVE], "dealer": random.choice(FIVE), "target": TARGET, "options": options}
    games = [game | {"edition": name} for name in ((edition,) if edition else EDITIONS)]
    return random.choice([one for one in games if isinstance(read_setup(one), Setup)])


class Room(NamedTuple):
    """Five phones and a TV, and the axe of each."""

    table: Phones
    tv: Phone
    audits: list[Audit]
    wrong: list[str]
    """What axe has found."""

    async def look(self, phone: Phone) -> None:
        """Judge what has just been shown for the first time on a phone, and on the TV."""
        for one in (phone, self.tv):
            audit = self.audits[self.table.all.index(one)]
            self.wrong.extend(await audit.violations(one.page))


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Room]:
    """A room for all games."""
    folder = tmp_path_factory.mktemp("five")
    async with phones(folder, browser, access="seats", breath_s=0.0) as table:
        await table.start(**GAME | {"players": [*FIVE]})
        for at, player in enumerate(FIVE):
            await table.sit(player, color_scheme=THEMES[at % len(THEMES)])
        tv = await table.open("#tv", viewport=TV, is_mobile=False)
        yield Room(table, tv, [Audit() for _ in table.all], [])


@pytest.mark.parametrize("kind", KINDS)
async def test_whole_games_are_played_by_quick_taps(room: Room, kind: str) -> None:
    """No error, no refusal, each tap one deed, and axe finds nothing in any view that is met."""
    seed, games = soak_seed(), int(os.environ.get("TAPPED_GAMES", "10"))
    random = Random(f"{seed} {kind}")
    acting, commands = Acting(room.table, random), 0
    room.wrong.clear()
    for number in range(games):
        script = play(game_of(kind, random), f"{seed} {kind} {number}")
        await acting.play(script, room.look)
        commands += len(script.steps)
    print(f"\nSOAK_SEED={seed}: {kind}: {games} games, {commands} commands, {acting.taps} taps")
    assert room.wrong == []
    assert [phone.errors for phone in room.table.all] == [[]] * len(room.table.all)

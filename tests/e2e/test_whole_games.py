"""Whole games of every edition and with every house option, tapped on five phones beside a TV."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser

from rules import EDITIONS, Setup, read_setup
from rules.house_options import OPTIONS
from tests.e2e.acted import Acting
from tests.e2e.axe import Audit
from tests.e2e.phones import Phone, phones
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


@pytest.mark.parametrize("kind", KINDS)
async def test_whole_games_are_played_by_quick_taps(
    tmp_path: Path, browser: Browser, kind: str
) -> None:
    """No error, no refusal, each tap one deed, and axe finds nothing in any view that is met."""
    seed, games = soak_seed(), int(os.environ.get("TAPPED_GAMES", "10"))
    random = Random(f"{seed} {kind}")
    wrong: list[str] = []
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        await table.start(**GAME | {"players": [*FIVE]})
        for at, player in enumerate(FIVE):
            await table.sit(player, color_scheme=THEMES[at % len(THEMES)])
        tv = await table.open("#tv", viewport=TV, is_mobile=False)
        audits = {id(phone): Audit() for phone in table.all}

        async def look(phone: Phone) -> None:
            for one in (phone, tv):
                wrong.extend(await audits[id(one)].violations(one.page))

        acting, commands = Acting(table, random), 0
        for number in range(games):
            script = play(game_of(kind, random), f"{seed} {kind} {number}")
            commands += len(script.steps)
            await acting.play(script, look)
        assert wrong == []
    print(f"\nSOAK_SEED={seed}: {kind}: {games} games, {commands} commands, {acting.taps} taps")

"""Whole games of bots with a simulated reader, each over HTTP with a referee of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from controller.base.paths import decks_of
from controller.decks.deck import Deck, new_deck
from controller.decks.deck_store import read_decks
from controller.sightings.simulated import Faults
from controller.web.http import Site
from controller.web.past import read_here
from tests.controller.sightings.read_game import ReadGame
from tests.controller.sightings.read_tally import Tally
from tests.e2e.page_server import listening
from tests.worlds.evening import OWN_WIFI, Evening


class _Evening(Evening):
    """An evening whose launcher is filled when the rules move cards into it."""

    async def fill(self, cards: int) -> None:
        self.launcher.rig.unload()
        self.launcher.rig.load(cards)


async def play_games(
    folder: Path, seeds: Sequence[int], faults: Faults, target: int, edition: str = "attack"
) -> Tally:
    """Games with these seeds, one after the other, each over HTTP with a referee of its own.

    They have one deck, of which the next referee knows what the one before has learned.
    """
    tally = Tally()
    decks: tuple[Deck, ...] = (new_deck(edition, "K3F9", 0),)
    for seed in seeds:
        where = folder / str(seed)
        where.mkdir()
        evening = _Evening(where)
        evening.draws = _Draws(seed)
        async with _served(evening) as port:
            await ReadGame(evening, port, seed, faults, target, tally, decks).play()
            decks = read_decks(decks_of(evening.path))
    return tally


class _Draws(dict[int, int]):
    """How many cards each hit gives, from a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._rng = Random(seed + 3)

    def get(self, hit: int, default: Any = None) -> Any:
        return self.setdefault(hit, self._rng.choice((0, 0, 1, 2, 3, 4)))


@asynccontextmanager
async def _served(evening: Evening) -> AsyncIterator[int]:
    await evening.open()
    site = Site(evening.table, None, OWN_WIFI, read=read_here)
    evening.changed = site.changed
    async with listening(site.app) as port:
        yield port
    await evening.close()

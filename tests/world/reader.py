"""A paired reader in the world: the product's own client, over the world's network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from controller.base.paths import decks_of
from controller.decks.deck import decks_for, new_deck
from controller.decks.deck_store import VERSION, AllDecks
from controller.readers.client import RefereeClient
from controller.readers.http_client import Headers, Response, Unreachable
from controller.readers.pairing import Pairing
from controller.readers.reports import Health, SeenCard
from rules import EDITIONS
from tests.world.club import WorldHttp, quiet
from tests.world.network import Answer, Lost

if TYPE_CHECKING:
    from tests.world.scene import World

ADDRESS = ("192.168.4.80", 4080)
ANSWER_LOST = 0.3
DECKS = tuple(
    new_deck(edition, f"DEC{number}", 0) for number, edition in enumerate(EDITIONS, start=2)
)


def lay_decks(journal: Path) -> None:
    """Put the file of the decks beside the journal: one box of each edition of the makers."""
    decks_of(journal).write_bytes(msgspec.json.encode(AllDecks(VERSION, DECKS)))


class _BadHttp(WorldHttp):
    """A network on which answers to reports often get lost."""

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        """See ``HttpClient``."""
        response = await super().request(method, path, headers, body)
        if self._world.network.bad and self._world.random.random() < ANSWER_LOST:
            raise Unreachable("the answer got lost")
        return response


class PairedReader:
    """Reports the cards that are laid under it, each until it is answered."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._cards: asyncio.Queue[SeenCard] = asyncio.Queue()
        self._answers: dict[tuple[int, str, int], object] = {}
        self._is_paired = False

    async def live(self) -> None:
        """Be paired by the table's screen, and report."""
        world, cookie = self._world, ""
        while not cookie:
            await world.pause(0.2, 2.0)
            with suppress(Lost):
                cookie = await self._pair()
        self._is_paired = True
        http, names = _BadHttp(world, ADDRESS), (f"session {number}" for number in count(1))
        clock = world.loop.time
        pairing = Pairing("http://table.local", cookie)
        await RefereeClient(http, pairing, "scanner", names, clock, quiet).run(self._source())

    async def _pair(self) -> str:
        """The cookie of this reader; empty: it is not paired yet. Raises ``Lost``."""
        code = await self._world.people[0].ask("/api/readers/codes", None)
        if code.status != 200:
            return ""
        claim = {"code": code.json["code"]}
        claimed = await self._world.network.ask(ADDRESS, "POST", "/api/seats/claim", claim)
        return claimed.headers.get("set-cookie", "").partition(";")[0]

    async def _source(self) -> AsyncIterator[SeenCard | Health]:
        while True:
            yield await self._cards.get()

    def lay(self, card: str) -> bool:
        """Lay a card that does not lie there. Returns False if there is none, or no reader yet."""
        life = self._world.referee.life
        if not self._is_paired or life is None or life.record.state is None:
            return False
        lying = life.record.face_up.numbers
        for deck in decks_for(life.record.state.position.setup.edition, DECKS):
            for number in deck.numbers:
                if deck.card_of(number) == card and number not in lying:
                    seen_s = self._world.loop.time()
                    self._cards.put_nowait(SeenCard(number, None, seen_s, {"kind": "scanner"}))
                    return True
        return False

    def answered(self, report: Any, answer: Answer) -> None:
        """The referee has answered a report: as before, if it remembers that."""
        world, life = self._world, self._world.referee.lives
        if answer.status != 200:
            return
        said = answer.json
        before = self._answers.setdefault((life, report["reader"], report["number"]), said)
        world.counts["reports repeated"] += before is not said
        world.promise(said == before, f"{report} was answered {before}, and now {said}")

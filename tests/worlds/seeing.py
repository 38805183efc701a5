"""A table with a reader: a deck of its own, a clock of its own, and what the reader reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from controller.decks.deck import new_deck
from controller.decks.deck_store import write_decks
from tests.worlds.evening import Evening
from tests.worlds.phones import CLAIM, Phones

DECK = new_deck("attack", "K3F9", 0)


def number_of(card: str, nth: int = 0) -> int:
    """The number of a card of the deck; of several alike, the nth from 0."""
    places = [at for at, name in enumerate(DECK.cards) if name == card]
    return DECK.first + places[nth]


@asynccontextmanager
async def seeing_table(evening: Evening) -> AsyncIterator[Seeing]:
    """Bo's turn on a red 5, with a reader that is paired."""
    await evening.begin()
    seeing = Seeing(evening)
    await seeing.pair()
    yield seeing
    await seeing.phones.close()


class Seeing:
    """See above. ``phones.table`` is a table screen."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.now_s = 1000.0
        evening.clock = lambda: self.now_s
        write_decks(evening.path, (DECK,))
        self.phones = Phones(evening)
        self.reader: httpx.AsyncClient = self.phones.phone("10.0.0.9")
        self.sent = 0

    async def pair(self) -> None:
        """Pair the reader."""
        made = await self.phones.table.post("/api/readers/codes")
        assert made.status_code == 200, made.text
        claimed = await self.reader.post(CLAIM, json={"code": made.json()["code"]})
        assert claimed.status_code == 200, claimed.text

    async def restart(self) -> None:
        """The referee is killed and started again."""
        await self.phones.restart()
        self.reader = self.phones.all[0]

    async def send(self, card: int | None, /, **more: Any) -> httpx.Response:
        """Report a card by its number, three seconds after the one before."""
        self.now_s += 3
        self.sent += 1
        body = {
            "reader": "s1",
            "number": self.sent,
            "card": card,
            "evidence": {"kind": "scanner"},
            **more,
        }
        return await self.reader.post("/api/sightings", json=body)

    async def see(self, card: str | None, nth: int = 0, **more: Any) -> dict[str, Any]:
        """Report a card by its name."""
        number = None if card is None else number_of(card, nth)
        answer = await self.send(number, **more)
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    async def meaning(self, card: str | None, nth: int = 0, **more: Any) -> str:
        """What a card means."""
        return str((await self.see(card, nth, **more))["meaning"])

    async def say(self, **command: Any) -> None:
        """Somebody taps a command."""
        done = await self.phones.table.post("/api/commands", command)
        assert done.status_code == 200, done.text

    async def answer(self, *, yes: bool) -> httpx.Response:
        """Somebody answers the question."""
        asked = (await self.shown())["pending"]
        body = {"pending": asked["number"], "yes": yes}
        return await self.phones.table.post("/api/sightings/answer", body)

    async def shown(self) -> dict[str, Any]:
        """What the pages are shown."""
        body: dict[str, Any] = (await self.phones.table.table())["sightings"]
        return body

    @property
    def pile(self) -> list[str]:
        """The pile, as the referee has it."""
        state = self.evening.table.record.state
        assert state is not None
        return list(state.position.pile)

    @property
    def numbers(self) -> list[int | None]:
        """The numbers of the cards in the pile, as far as they are known."""
        return list(self.evening.table.record.face_up.pile)

    def counted(self) -> Counter[str]:
        """How often each command was given."""
        return Counter(entry.body["command"]["do"] for entry in self.evening.entries("command"))

"""A round of five in which nobody touches a card key: a reader sees the cards, people tap choices.

The reader is a program that is paired as any other, over the page and HTTP. It reports cards as a
scanner would; what lies in the hands is decided when it is laid, by a seed.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import httpx
import pytest
from playwright.async_api import expect

from controller.decks.deck import Deck, new_deck
from controller.decks.deck_store import write_decks
from tests.e2e.evening import AGAIN_S, LOOK_AGAIN_S, Evening
from tests.e2e.looking import button
from tests.processes import PATIENCE_S

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIVE = ("Ann", "Bo", "Cy", "Dora", "Eve")
FIRST_AGE_S, APART_S = 50.0, 1.0
"""The first card is said to be seen so long ago, and each further one at least so much later: so
nobody has to wait between two plays, as people at a table do."""
TOO_SOON = 429
"""The status for who reports many cards at once."""
CHOICES = {7: "wild", 11: "hit-2", 16: "trade-hands", 23: "discard-all"}
"""In these turns a card with more to do is laid, if one may be played ..."""
FEW = 3
"""... by somebody who holds so many cards."""
MOST_TURNS = 60
TAPS = """() => {
  globalThis.taps = [];
  addEventListener("click", (event) => {
    if (event.isTrusted) globalThis.taps.push(event.target.closest("button")?.innerText ?? "?");
  }, true);
}"""


class CardReader:
    """A paired program that reports which numbers lie on the pile."""

    def __init__(self, web: httpx.AsyncClient, deck: Deck, chance: Random) -> None:
        self._web = web
        self._deck = deck
        self._chance = chance
        self._free = {*deck.numbers}
        self._reports = 0
        self._latest_s = -math.inf
        """The referee took the last card for seen by then: no card of a slow machine is too quick
        after another one."""

    async def table(self) -> dict[str, Any]:
        """What the referee shows of the table."""
        return dict((await self._web.get("/api/table")).json())

    async def lay(self, card: str) -> dict[str, Any]:
        """Report a copy of this card that does not lie there yet."""
        number = self._chance.choice(sorted(n for n in self._free if self._deck.card_of(n) == card))
        self._free.remove(number)
        return await self._report(number)

    async def _report(self, number: int) -> dict[str, Any]:
        self._reports += 1
        said = {
            "reader": "a scanner",
            "number": self._reports,
            "card": number,
            "deck": self._deck.id,
            "evidence": {"kind": "scanner"},
        }
        clock = asyncio.get_running_loop().time
        while True:
            seen_s = max(clock() - FIRST_AGE_S, self._latest_s + APART_S)
            await asyncio.sleep(seen_s - clock())
            age_ms = round(1000 * (clock() - seen_s))
            answer = await self._web.post("/api/sightings", json={**said, "age_ms": age_ms})
            if answer.status_code != TOO_SOON:
                assert answer.status_code == 200, answer.text
                self._latest_s = clock() - age_ms / 1000
                return dict(answer.json())
            await asyncio.sleep(float(answer.headers["Retry-After"]))

    def left(self, card: str) -> bool:
        """Whether a copy of this card lies nowhere yet."""
        return any(self._deck.card_of(number) == card for number in self._free)


@asynccontextmanager
async def connected(evening: Evening, deck: Deck, chance: Random) -> AsyncIterator[CardReader]:
    """Pair a reader as people do: by the code on the table screen."""
    page = evening.page
    await button(page, "More").click()
    await button(page, "Seats and phones").click()
    await button(page, "Connect a card reader").click()
    code = await page.locator(".letters").inner_text()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{evening.port}") as web:
        await web.post("/api/reader_health", json={"reader": "nobody", "key": "reader.ok"})
        claimed = await web.post("/api/seats/claim", json={"code": code})
        assert claimed.status_code == 200, claimed.text
        health = {"reader": "a scanner", "key": "reader.ok", "kind": "scanner"}
        assert (await web.post("/api/reader_health", json=health)).status_code == 200
        await expect(page.get_by_text("A card reader has used this code")).to_be_visible()
        await button(page, "Back to the seats").click()
        await button(page, "Back to the table").click()
        yield CardReader(web, deck, chance)


class Round:
    """Five people who lay cards, tap choices, and press the launcher's own button."""

    def __init__(self, evening: Evening, reader: CardReader, chance: Random) -> None:
        self._evening = evening
        self._page = evening.page
        self._reader = reader
        self._chance = chance
        self.meanings: Counter[str] = Counter()
        """What the referee made of the cards."""

    async def play(self) -> None:
        """Up to the score."""
        await self._lay("red-5")
        for turn in range(MOST_TURNS):
            table = await self._reader.table()
            while table["state"]["phase"] == "hits":
                table = await self._press(table)
            if table["state"]["phase"] == "count":
                await self._count()
                return
            await self._turn(turn, table)
        raise AssertionError("nobody wins")

    async def _turn(self, turn: int, table: dict[str, Any]) -> None:
        player, card = table["state"]["turn"], self._card(turn, table)
        if await self._lay(card) == "asked":
            await self._choose(card, player)
        await self._changes(table)

    def _card(self, turn: int, table: dict[str, Any]) -> str:
        """A card that may be played: mostly a number."""
        offers = (offer["card"] for offer in table["legal"] if offer["do"] == "play")
        legal: list[str] = sorted(card for card in offers if self._reader.left(card))
        wanted = CHOICES.get(turn, "")
        few = table["state"]["hands"][table["state"]["turn"]] < FEW
        some = [card for card in legal if wanted and card.endswith(wanted) and not few]
        numbers = [card for card in legal if re.search(r"-\d$", card)]
        return self._chance.choice(some or numbers or legal)

    async def _choose(self, card: str, player: str) -> None:
        """What the page asks by itself."""
        if card.endswith("trade-hands"):
            await button(self._page, next(one for one in FIVE if one != player)).click()
        else:
            color = card.partition("-")[0]
            under = next(one for one in numbers_of(color) if self._reader.left(one))
            assert await self._lay(under) == "waits"
            await button(self._page, "That is all").click()

    async def _press(self, table: dict[str, Any]) -> dict[str, Any]:
        """A finger on the launcher's own button, until the hit is booked."""
        async with asyncio.timeout(4 * PATIENCE_S):
            while True:
                await self._evening.control.press()
                with suppress(TimeoutError):  # a press that a busy machine missed is pressed again
                    async with asyncio.timeout(AGAIN_S):
                        return await self._changes(table)

    async def _count(self) -> None:
        """The losers lay their hands down, one after the other."""
        while hand := (await self._reader.table())["sightings"]["counting"]:
            await expect(self._page.get_by_text(f"Lay {hand['player']}'s cards")).to_be_visible()
            for nth in range(hand["hand"]):
                cards = numbers_of("blue") + numbers_of("green") + numbers_of("yellow")
                await self._lay(next(one for one in cards if self._reader.left(one)))
                if nth == 0 and hand["hand"] > 1:  # it is read across the table
                    await expect(self._page.locator(".laying h2")).to_contain_text(hand["player"])
        await self._evening.headline(*(f"{name} won round 1" for name in FIVE))

    async def _lay(self, card: str) -> str:
        """What the referee makes of a card."""
        answer = await self._reader.lay(card)
        meaning = str(answer["meaning"])
        self.meanings[meaning] += 1
        assert meaning in ("played", "asked", "waits", "counted"), (card, answer)
        return meaning

    async def _changes(self, before: dict[str, Any]) -> dict[str, Any]:
        """The table, once something was entered and no cards come."""
        async with asyncio.timeout(PATIENCE_S):
            while (now := await self._reader.table())["seq"] == before["seq"] or _comes(now):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_AGAIN_S)
        return now


def _comes(table: dict[str, Any]) -> bool:
    """Whether cards come out of the launcher."""
    hit = table["launcher"]["hit"]
    return hit is not None and hit["requested"] is not None


def numbers_of(color: str) -> list[str]:
    """Its number cards."""
    return [f"{color}-{number}" for number in range(1, 10)]


@pytest.mark.thorough
async def test_a_round_of_five_is_played_without_a_card_key(evening: Evening) -> None:
    chance = Random(20)
    deck = new_deck("attack", "K3F9", 0)
    write_decks(evening.journal, (deck,))
    await evening.set_up(*FIVE, target=500)
    async with connected(evening, deck, chance) as reader:
        await evening.page.evaluate(TAPS)
        a_round = Round(evening, reader, chance)
        await a_round.play()
    taps = await evening.page.evaluate("globalThis.taps")
    scores = (await evening.state())["scores"]
    print(f"taps in a round of five with a reader: {len(taps)} ({', '.join(taps)})")
    print(f"plays: {len(evening.said('play'))}, hits: {len(evening.said('hit'))}")
    print(f"cards that were seen: {dict(a_round.meanings)}; scores: {scores}")
    # a Hit 2 leaves no choice, and the next card shows the colour of a Wild
    assert len(taps) == a_round.meanings["asked"] == len(CHOICES) - 2
    assert len(evening.said("play")) > 5 * 5
    assert evening.said("hit")
    assert sum(scores.values()) > 0

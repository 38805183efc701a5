"""Cards that are laid under the simulated reader of the page, with what can go wrong."""

from __future__ import annotations

from typing import Any, get_args

import httpx
import pytest

from controller.base.paths import decks_of
from controller.decks.deck import new_deck
from controller.decks.kept import write_decks
from controller.sightings import laying
from controller.web.readers import operations
from tests.worlds.client import Client, Finger, refused
from tests.worlds.evening import Evening

LAY = "/api/simulator/lay"


class Laying:
    """Bo's turn on a red 5, at a simulated launcher."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.now_s = 1000.0
        evening.clock = lambda: self.now_s
        self.client = Client(evening, Finger(evening))

    async def ask(self, card: str, fault: str = "none", **headers: str) -> httpx.Response:
        """Lay a card, three seconds after the one before."""
        self.now_s += 3
        return await self.client.post(LAY, {"card": card, "fault": fault}, **headers)

    async def lay(self, card: str, fault: str = "none") -> None:
        answer = await self.ask(card, fault)
        assert (answer.status_code, answer.content) == (204, b""), answer.text

    async def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.client.table())["sightings"]
        return found

    async def asked(self) -> tuple[str, str | None]:
        pending = (await self.shown())["pending"]
        return pending["why"], pending["card"]

    @property
    def pile(self) -> list[str]:
        state = self.evening.table.record.state
        assert state is not None
        return list(state.position.pile)


@pytest.fixture
async def laid(evening: Evening) -> Laying:
    await evening.begin()
    return Laying(evening)


async def test_a_card_that_is_laid_is_played_without_a_deck_or_a_pairing(laid: Laying) -> None:
    assert "sightings" not in await laid.client.table()
    await laid.lay("red-3")
    assert laid.pile == ["red-5", "red-3"]
    assert laid.evening.state["turn"] == "Cy"
    reader = {"device": 0, "kind": "simulated", "key": "reader.ok", "values": {}}
    assert (await laid.shown())["readers"] == [reader]
    assert (await laid.client.table())["devices"] == []
    assert not decks_of(laid.evening.path).exists()


async def test_a_deck_of_the_table_is_used_where_there_is_one(laid: Laying) -> None:
    deck = new_deck("attack", "K3F9", 100)
    write_decks(laid.evening.path, (deck,))
    await laid.lay("red-3")
    assert laid.evening.table.record.lying.top in deck.numbers


async def test_a_choice_is_asked_and_a_card_that_does_not_fit_is_told(laid: Laying) -> None:
    await laid.lay("blue-3")
    assert (await laid.shown())["last"]["key"] == "sighting.no_fit"
    await laid.lay("red-trade-hands")
    assert await laid.asked() == ("target", "red-trade-hands")


@pytest.mark.parametrize("fault", ["blur", "glare"])
async def test_a_card_that_cannot_be_read_is_asked_and_the_reader_says_why(
    laid: Laying, fault: str
) -> None:
    await laid.lay("red-3", fault)
    assert await laid.asked() == ("unread", None)
    key = {"blur": "reader.blurred", "glare": "reader.glare"}[fault]
    assert (await laid.shown())["readers"][0]["key"] == key
    await laid.lay("red-3")
    assert (await laid.shown())["readers"][0]["key"] == "reader.ok"


async def test_a_card_that_is_missed_is_not_played_until_it_is_laid_again(laid: Laying) -> None:
    await laid.lay("red-3", "missed")
    assert laid.pile == ["red-5"]
    await laid.lay("red-3")
    assert laid.pile == ["red-5", "red-3"]


async def test_a_card_under_a_hand_is_seen_with_the_next_one(laid: Laying) -> None:
    await laid.lay("red-3", "hand")
    assert laid.pile == ["red-5"]
    await laid.lay("red-4")
    assert laid.pile == ["red-5", "red-3"]
    assert await laid.asked() == ("confirm", "red-4")


async def test_cards_in_the_wrong_order_are_asked_about(laid: Laying) -> None:
    await laid.lay("red-3", "order")
    await laid.lay("red-4")
    assert laid.pile == ["red-5", "red-4"]
    assert await laid.asked() == ("confirm", "red-3")


async def test_a_card_that_is_seen_twice_is_played_once(laid: Laying) -> None:
    await laid.lay("red-3", "twice")
    assert laid.pile == ["red-5", "red-3"]
    assert (await laid.shown())["pending"] is None


async def test_a_card_lies_there_once(laid: Laying) -> None:
    for _ in range(2):
        await laid.lay("red-3")
    assert laid.pile == ["red-5", "red-3", "red-3"]
    answer = await laid.ask("red-3")
    refused(answer, 409, "none_left")
    assert laid.pile == ["red-5", "red-3", "red-3"]


async def test_a_discard_all_can_be_laid_on_top_again(laid: Laying) -> None:
    for card in ("red-discard-all", "red-7", "red-discard-all"):
        await laid.lay(card)
    assert laid.pile == ["red-5", "red-7", "red-discard-all"]


async def test_a_request_that_is_sent_again_lays_one_card(laid: Laying) -> None:
    for _ in range(2):
        assert (await laid.ask("red-3", idempotency_key="k1")).status_code == 204
    assert laid.pile == ["red-5", "red-3"]
    refused(await laid.ask("red-4", idempotency_key="k1"), 422, "key_reused")


async def test_what_cannot_be_laid_is_refused(laid: Laying) -> None:
    refused(await laid.ask("wild-grab-a-tower"), 400, "bad_request")
    refused(await laid.ask("red-3", "luck"), 400, "bad_request")
    refused(await laid.client.post(LAY, {}), 400, "bad_request")
    assert laid.pile == ["red-5"]


async def test_nothing_is_laid_without_a_game_or_at_a_real_launcher(evening: Evening) -> None:
    await evening.open()
    laid = Laying(evening)
    refused(await laid.ask("red-3"), 409, "wrong_phase")
    real = Client(evening, None)
    assert (await real.post(LAY, {"card": "red-3"})).status_code == 404


def test_the_interface_names_every_fault() -> None:
    assert get_args(operations.FaultName) == get_args(laying.FaultName) == tuple(laying.FAULTS)

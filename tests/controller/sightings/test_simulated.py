"""Cards that are laid under the simulated reader of the page, with what can go wrong."""

from __future__ import annotations

from typing import Any, get_args

import httpx
import pytest

from controller.base.paths import decks_of
from controller.decks.deck import new_deck
from controller.decks.deck_store import write_decks
from controller.sightings import simulated
from controller.web import reader_operations
from tests.worlds.client import Client, LocalControl, refused
from tests.worlds.evening import Evening

LAY = "/api/simulator/lay"


class SimulatedTable:
    """Bo's turn on a red 5, at a simulated launcher."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.now_s = 1000.0
        evening.clock = lambda: self.now_s
        self.client = Client(evening, LocalControl(evening))

    async def ask(self, card: str, fault: str = "none", **headers: str) -> httpx.Response:
        """Lay a card, three seconds after the one before."""
        self.now_s += 3
        return await self.client.post(LAY, {"card": card, "fault": fault}, **headers)

    async def lay(self, card: str, fault: str = "none") -> None:
        answer = await self.ask(card, fault)
        assert (answer.status_code, answer.content) == (204, b""), answer.text

    async def shown(self) -> dict[str, Any]:
        sightings: dict[str, Any] = (await self.client.table())["sightings"]
        return sightings

    async def asked(self) -> tuple[str, str | None]:
        pending = (await self.shown())["pending"]
        return pending["why"], pending["card"]

    @property
    def pile(self) -> list[str]:
        state = self.evening.table.record.state
        assert state is not None
        return list(state.position.pile)


@pytest.fixture
async def table(evening: Evening) -> SimulatedTable:
    await evening.begin()
    return SimulatedTable(evening)


async def test_a_card_that_is_laid_is_played_without_a_deck_or_a_pairing(
    table: SimulatedTable,
) -> None:
    assert "sightings" not in await table.client.table()
    await table.lay("red-3")
    assert table.pile == ["red-5", "red-3"]
    assert table.evening.state["turn"] == "Cy"
    reader = {"device": 0, "kind": "simulated", "key": "reader.ok", "values": {}}
    assert (await table.shown())["readers"] == [reader]
    assert (await table.client.table())["devices"] == []
    assert not decks_of(table.evening.path).exists()


async def test_a_deck_of_the_table_is_used_where_there_is_one(table: SimulatedTable) -> None:
    deck = new_deck("attack", "K3F9", 100)
    write_decks(table.evening.path, (deck,))
    await table.lay("red-3")
    assert table.evening.table.record.face_up.top in deck.numbers


async def test_a_choice_is_asked_and_a_card_that_does_not_fit_is_told(
    table: SimulatedTable,
) -> None:
    await table.lay("blue-3")
    assert (await table.shown())["last"]["key"] == "sighting.no_fit"
    await table.lay("red-trade-hands")
    assert await table.asked() == ("target", "red-trade-hands")


@pytest.mark.parametrize("fault", ["blur", "glare"])
async def test_a_card_that_cannot_be_read_is_asked_and_the_reader_says_why(
    table: SimulatedTable, fault: str
) -> None:
    await table.lay("red-3", fault)
    assert await table.asked() == ("unread", None)
    key = {"blur": "reader.blurred", "glare": "reader.glare"}[fault]
    assert (await table.shown())["readers"][0]["key"] == key
    await table.lay("red-3")
    assert (await table.shown())["readers"][0]["key"] == "reader.ok"


async def test_a_card_that_is_missed_is_not_played_until_it_is_laid_again(
    table: SimulatedTable,
) -> None:
    await table.lay("red-3", "missed")
    assert table.pile == ["red-5"]
    await table.lay("red-3")
    assert table.pile == ["red-5", "red-3"]


async def test_a_card_under_a_hand_is_seen_with_the_next_one(table: SimulatedTable) -> None:
    await table.lay("red-3", "hand")
    assert table.pile == ["red-5"]
    await table.lay("red-4")
    assert table.pile == ["red-5", "red-3"]
    assert await table.asked() == ("confirm", "red-4")


async def test_cards_in_the_wrong_order_are_asked_about(table: SimulatedTable) -> None:
    await table.lay("red-3", "order")
    await table.lay("red-4")
    assert table.pile == ["red-5", "red-4"]
    assert await table.asked() == ("confirm", "red-3")


async def test_a_card_that_is_seen_twice_is_played_once(table: SimulatedTable) -> None:
    await table.lay("red-3", "twice")
    assert table.pile == ["red-5", "red-3"]
    assert (await table.shown())["pending"] is None


async def test_a_card_lies_there_once(table: SimulatedTable) -> None:
    for _ in range(2):
        await table.lay("red-3")
    assert table.pile == ["red-5", "red-3", "red-3"]
    answer = await table.ask("red-3")
    refused(answer, 409, "none_left")
    assert table.pile == ["red-5", "red-3", "red-3"]


async def test_a_discard_all_can_be_laid_on_top_again(table: SimulatedTable) -> None:
    for card in ("red-discard-all", "red-7", "red-discard-all"):
        await table.lay(card)
    assert table.pile == ["red-5", "red-7", "red-discard-all"]


async def test_a_request_that_is_sent_again_lays_one_card(table: SimulatedTable) -> None:
    for _ in range(2):
        assert (await table.ask("red-3", idempotency_key="k1")).status_code == 204
    assert table.pile == ["red-5", "red-3"]
    refused(await table.ask("red-4", idempotency_key="k1"), 422, "key_reused")


async def test_what_cannot_be_laid_is_refused(table: SimulatedTable) -> None:
    refused(await table.ask("wild-grab-a-tower"), 400, "bad_request")
    refused(await table.ask("red-3", "luck"), 400, "bad_request")
    refused(await table.client.post(LAY, {}), 400, "bad_request")
    assert table.pile == ["red-5"]


async def test_nothing_is_laid_without_a_game_or_at_a_real_launcher(evening: Evening) -> None:
    await evening.open()
    table = SimulatedTable(evening)
    refused(await table.ask("red-3"), 409, "wrong_phase")
    real = Client(evening, None)
    assert (await real.post(LAY, {"card": "red-3"})).status_code == 404


def test_the_interface_names_every_fault() -> None:
    assert (
        get_args(reader_operations.FaultName)
        == get_args(simulated.FaultName)
        == tuple(simulated.FAULTS)
    )


async def test_a_card_under_a_hand_is_not_seen_in_a_game_of_another_box(
    table: SimulatedTable,
) -> None:
    await table.lay("red-3", "hand")
    players = ["Ann", "Bo", "Cy"]
    classic = {"edition": "classic", "players": players, "dealer": "Ann"}
    await table.evening.table.new_game(classic)
    await table.lay("red-7")
    assert table.pile == ["red-7"]
    assert (await table.shown())["waiting"] == 0

"""Power Grab's icons: people are asked once about each physical card, and then never again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.base.errors import Refused
from controller.base.paths import decks_of
from controller.decks import deck_store
from controller.decks.deck import Deck, check, drawn_icons, new_deck
from controller.decks.deck_store import read_decks, write_decks
from controller.sightings.simulated import with_boxes
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import Evening

DECK = new_deck("power-grab", "K3F9", 0)
GAME = {"edition": "power-grab", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
RED_1, RED_3 = DECK.cards.index("red-1"), DECK.cards.index("red-3")


class Table:
    """A table whose deck's icons nobody has told yet."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.now_s = 1000.0
        evening.clock = lambda: self.now_s
        write_decks(evening.path, (DECK,))
        self.client = Client(evening, LocalControl(evening))

    async def begin(self) -> None:
        """Bo's turn on a red 5."""
        assert (await self.client.post("/api/games", GAME)).status_code == 200
        await self.say(do="turn_up", card="red-5")

    async def say(self, **command: Any) -> None:
        done = await self.client.post("/api/commands", command)
        assert done.status_code == 200, done.text

    async def lay(self, card: str) -> str | None:
        """Lay a card; returns what is asked."""
        self.now_s += 3
        answer = await self.client.post("/api/simulator/lay", {"card": card})
        assert answer.status_code == 204, answer.text
        pending = (await self.client.table())["sightings"]["pending"]
        return None if pending is None else str(pending["why"])

    @property
    def towers(self) -> dict[str, str | None]:
        found: dict[str, str | None] = self.evening.state["towers"]
        return found

    @property
    def kept(self) -> dict[int, str]:
        """What the file of the decks says."""
        (deck,) = read_decks(decks_of(self.evening.path))
        return deck.icons


@pytest.fixture
async def table(evening: Evening) -> Table:
    await evening.open()
    made = Table(evening)
    await made.begin()
    return made


async def test_an_icon_is_asked_once_about_a_card(table: Table) -> None:
    assert await table.lay("red-1") == "icon"
    await table.say(do="play", by="Bo", card="red-1", icon="U")
    assert table.kept == {RED_1: "U"}
    await table.begin()
    assert await table.lay("red-1") is None
    assert table.towers["U"] == "Bo"
    assert await table.lay("red-1") == "icon"  # the other red 1


async def test_a_card_without_an_icon_is_asked_once_too(table: Table) -> None:
    assert await table.lay("red-3") == "icon"
    await table.say(do="play", by="Bo", card="red-3")
    assert table.kept == {RED_3: ""}
    await table.begin()
    assert await table.lay("red-3") is None
    assert set(table.towers.values()) == {None}


async def test_an_answer_that_was_taken_back_is_forgotten(table: Table) -> None:
    await table.lay("red-1")
    await table.say(do="play", by="Bo", card="red-1", icon="O")
    await table.say(do="undo")
    assert table.kept == {}
    assert await table.lay("red-1") == "icon"
    await table.say(do="play", by="Bo", card="red-1", icon="U")
    assert table.kept == {RED_1: "U"}


async def test_the_card_that_brings_the_last_tower_is_asked_about(table: Table) -> None:
    write_decks(table.evening.path, (msgspec.structs.replace(DECK, icons={RED_1: "U"}),))
    await table.say(do="set", towers={"N": "Bo", "O": "Bo", "!": "Bo"})
    assert await table.lay("red-1") == "icon"  # cards have to go under it
    assert await table.lay("red-3") == "icon"
    assert (await table.client.table())["sightings"]["waiting"] == 1  # it is the next play


async def test_a_full_disk_costs_only_another_question_after_a_restart(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(journal: Path, decks: tuple[Deck, ...]) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(deck_store, "write_decks", full)
        await table.lay("red-1")
        await table.say(do="play", by="Bo", card="red-1", icon="U")
    assert table.kept == {}
    await table.begin()
    assert table.kept == {RED_1: "U"}  # tried again
    assert await table.lay("red-1") is None


def test_the_box_in_memory_has_the_icons_that_are_drawn() -> None:
    (box,) = (deck for deck in with_boxes(()) if deck.edition == "power-grab")
    assert box.icons[box.cards.index("red-1")] == "U"
    assert box.icons[box.cards.index("red-2")] == ""
    assert len(box.icons) == 72
    assert drawn_icons(new_deck("attack", "K3F9", 0)).icons == {}


@pytest.mark.parametrize("number", [-1, 112, DECK.cards.index("red-skip")])
def test_only_number_cards_of_the_deck_have_icons(number: int) -> None:
    with pytest.raises(Refused, match="bad_deck"):
        check((msgspec.structs.replace(DECK, icons={number: "U"}),))
    check((msgspec.structs.replace(DECK, icons={RED_1: "U"}),))


def test_another_icon_is_told_in_the_file(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    write_decks(journal, (msgspec.structs.replace(DECK, icons={RED_1: "!"}),))
    path = decks_of(journal)
    path.write_text(path.read_text().replace('"!"', '"X"'))
    with pytest.raises(Refused, match="decks_unreadable"):
        read_decks(path)

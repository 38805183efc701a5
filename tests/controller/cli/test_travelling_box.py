"""A game with a house's own box on a machine that has never seen its file."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.base.paths import boxes_of, decks_of
from controller.cli import LazyGroup, group
from controller.decks.deck_store import read_decks
from controller.readers.client import RefereeClient
from controller.readers.pairing import pair
from tests.controller.readers.pretended import Hand, Log
from tests.controller.readers.test_with_referee import URL, Wire
from tests.rules.house_box import BOX, ID, example_text
from tests.worlds.evening import Evening
from tests.worlds.house_game import HANDS, WINNER, play_house_game
from tests.worlds.phones import Phones

GROUP = {"edition": ID, "players": list(HANDS)}


async def rollerdeck(*words: object) -> str:
    """What a command prints that does not fail."""
    assert isinstance(group, LazyGroup)
    done = await asyncio.to_thread(CliRunner().invoke, group, [str(word) for word in words])
    assert done.exit_code == 0, (done.exception, done.output)
    return done.output


@dataclass
class Luggage:
    """What one table gives to another one."""

    export: Path
    backup: Path
    decks: Path
    group: dict[str, Any]


@pytest.fixture
async def luggage(tmp_path: Path) -> Luggage:
    """Of a table with the file of the box, which is gone then."""
    home = tmp_path / "home"
    home.mkdir()
    evening = Evening(home)
    boxes_of(evening.path).mkdir()
    (boxes_of(evening.path) / "family.toml").write_text(example_text(), encoding="utf-8")
    luggage = Luggage(tmp_path / "game.jsonl", tmp_path / "backup", tmp_path / "decks.json", {})
    luggage.export.write_text(await play_house_game(evening), encoding="utf-8")
    phones = Phones(evening)
    saved = await phones.table.post("/api/groups", {"name": "We", "game": GROUP})
    assert saved.status_code == 200, saved.text
    (saved_group,) = (await phones.table.http.get("/api/groups")).json()
    file = await phones.table.http.get(f"/api/groups/{saved_group['id']}/file")
    luggage.group.update(file.json())
    await rollerdeck("deck", "new", "-e", "family", "--id", "K3F9", "--journal", evening.path)
    await rollerdeck("backup", luggage.backup, "--journal", evening.path)
    shutil.copy(decks_of(evening.path), luggage.decks)
    await phones.close()
    await evening.close()
    shutil.rmtree(home)
    return luggage


@pytest.fixture
async def away(luggage: Luggage, tmp_path: Path) -> AsyncIterator[Phones]:
    """The other table, with the games and decks of the first, and without any file of a box."""
    folder = tmp_path / "away"
    folder.mkdir()
    evening = Evening(folder)
    await rollerdeck("restore", luggage.backup, "--journal", evening.path)
    shutil.copy(luggage.decks, decks_of(evening.path))
    await evening.open()
    phones = Phones(evening)
    yield phones
    await phones.close()
    await evening.close()
    assert not boxes_of(evening.path).exists()


async def test_an_export_is_replayed_and_verified(luggage: Luggage) -> None:
    assert ": holds, " in await rollerdeck("replay", luggage.export)
    verified = await rollerdeck("verify", luggage.export)
    assert "purple walrus" in verified and "all 6 draws follow" in verified, verified


async def test_a_restored_game_is_verified_counted_and_shown_by_its_names(
    luggage: Luggage, away: Phones
) -> None:
    http, journal = away.table.http, away.evening.path
    assert ID in await rollerdeck("export", "--list", "--journal", journal)
    assert "purple walrus" in await rollerdeck("verify", 1, "--journal", journal)
    exported = await rollerdeck("export", 1, "--journal", journal)
    assert exported == luggage.export.read_text(encoding="utf-8")
    figures = (await http.get("/api/statistics", params={"span": "ever"})).json()
    assert (figures["games"], figures["rounds"], figures["presses"]) == (1, 1, 6)
    (winner,) = [person for person in figures["people"] if person["name"] == WINNER]
    assert winner["won"] == 1
    for language, name in (("de", "Familienschachtel"), ("es", "Caja familiar")):
        card = await http.get("/api/games/1/card.svg", params={"language": language})
        assert name in card.text


async def test_an_imported_group_plays_on_with_its_box(luggage: Luggage, away: Phones) -> None:
    imported = await away.table.post("/api/groups/import", luggage.group)
    assert imported.status_code == 200, imported.text
    begun = await away.table.post(f"/api/groups/{imported.json()['id']}/begin")
    assert begun.status_code == 200, begun.text
    record = away.evening.table.record
    assert record.begun is not None and record.begun.game["box"] == BOX


async def test_labels_are_drawn_and_a_reader_reads_them(
    luggage: Luggage, away: Phones, tmp_path: Path
) -> None:
    sheet = tmp_path / "labels.html"
    await rollerdeck(
        *("deck", "labels", "K3F9", "--language", "de", "--journal", away.evening.path),
        *("--sheet", "a4", "--output", sheet),
    )
    assert "Gruppenumarmung" in sheet.read_text(encoding="utf-8")
    game = {**GROUP, "dealer": "Ann"}
    assert (await away.table.post("/api/games", {**game, "box": BOX})).status_code == 200
    turned_up = await away.table.post("/api/commands", {"do": "turn_up", "card": "red-5"})
    assert turned_up.status_code == 200, turned_up.text
    wire = Wire(away.phone("10.0.0.9"))
    code = (await away.table.post("/api/readers/codes")).json()["code"]
    pairing = await pair(wire, URL, code)
    (deck,) = read_decks(decks_of(away.evening.path))
    log, hand = Log(), Hand()
    clock = asyncio.get_running_loop().time
    hand.feel("reader.ok")
    hand.lay(deck.first + deck.cards.index("red-hug"), deck.id)
    hand.leave()
    await RefereeClient(wire, pairing, "scanner", iter(("one",)), clock, log).run(hand.source())
    state = away.evening.table.record.state
    assert state is not None and state.position.top == "red-hug"
    assert [sentence.partition("(")[2] for sentence in log.sentences] == ["red-hug): played."]

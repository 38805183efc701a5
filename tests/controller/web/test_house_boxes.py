"""A house's own box at a table: chosen, played, saved with a group, and needed no more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from controller.games.exported import entries_of, scenario
from controller.games.journal_replay import replay
from controller.journal.reading import read_game
from controller.voice.narration import Level
from controller.voice.voice import Voice
from controller.words.catalogue import catalogue
from tests.rules.house_box import BOX, ID, example_text
from tests.worlds.client import Client, refused
from tests.worlds.evening import until
from tests.worlds.spoken import Recorder

NEW = {"edition": ID, "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}


@pytest.fixture
def folder(client: Client) -> Path:
    """The folder of the table's boxes, with the box of the page and a broken file."""
    folder = client.evening.table.journal.with_name("editions")
    folder.mkdir()
    (folder / "family.toml").write_text(example_text(), encoding="utf-8")
    (folder / "broken.toml").write_text('name = "Broken"\nkinds = 1\n', encoding="utf-8")
    return folder


async def editions(client: Client) -> dict[str, Any]:
    answer = await client.http.get("/api/editions")
    return {edition["id"]: edition for edition in answer.json()}


async def test_a_box_can_be_chosen_beside_a_broken_file(client: Client, folder: Path) -> None:
    family = (await editions(client))[ID]
    assert family["names"]["kind.hug"]["de"] == "Gruppenumarmung"
    assert family["pictures"]["wild-thunder"] == "burst:3"
    assert {"card": "red-hug", "count": 1, "points": 30} in family["cards"]
    assert family["file"] == "family.toml"
    assert not {"names", "file"} & (await editions(client))["attack"].keys()
    broken = (await client.http.get("/api/editions/broken")).json()
    assert [(wrong["file"], wrong["line"], wrong["key"]) for wrong in broken] == [
        ("broken.toml", 2, "refusal.box_kinds_written")
    ]


async def test_the_journal_has_the_whole_box_and_a_page_does_not(
    client: Client, folder: Path
) -> None:
    assert (await client.post("/api/games", NEW)).status_code == 200
    record = client.evening.table.record
    assert record.begun is not None and record.begun.game == {**NEW, "box": BOX}
    assert (await client.table())["game"] == NEW
    listed = [edition["id"] for edition in (await client.http.get("/api/editions")).json()]
    assert listed.count(ID) == 1


async def test_a_game_goes_on_without_its_file(client: Client, folder: Path) -> None:
    assert (await client.post("/api/games", NEW)).status_code == 200
    assert (await editions(client))[ID]["file"] == "family.toml"
    (folder / "family.toml").unlink()
    assert (await editions(client))[ID]["file"] is None
    hug = await client.post("/api/commands", {"do": "turn_up", "card": "red-hug"})
    assert hug.status_code == 200
    journal = client.evening.table.journal
    text = scenario(read_game(journal, 1), journal, superseded=True)
    assert text is not None and json.dumps(BOX["kinds"][0])[1:-1].replace(" ", "") in text
    again = replay(entries_of(text, journal), journal)
    assert again.state is not None and again.state.position.top == "red-hug"
    other = {**NEW, "players": ["Dee", "Eve"], "dealer": "Eve"}
    assert (await client.post("/api/games", other)).status_code == 200
    attack = {**NEW, "edition": "attack"}
    assert (await client.post("/api/games", attack)).status_code == 200
    sentence = f"The box {ID} is not on this table: put its file back, unchanged, or choose another"
    answer = await client.post("/api/games", NEW)
    refused(answer, 409, "bad_setup", f"{sentence} edition.")


async def test_a_past_game_has_the_names_of_its_box_on_its_card(
    client: Client, folder: Path
) -> None:
    assert (await client.post("/api/games", NEW)).status_code == 200
    (folder / "family.toml").unlink()
    assert (await client.post("/api/games", {**NEW, "edition": "attack"})).status_code == 200
    picture = await client.http.get("/api/games/1/card.svg", params={"language": "de"})
    assert "Familienschachtel" in picture.text
    picture = await client.http.get("/api/games/2/card.svg", params={"language": "de"})
    assert "UNO Attack!" in picture.text


async def test_a_group_keeps_its_box(client: Client, folder: Path) -> None:
    game = {"edition": ID, "players": NEW["players"]}
    saved = await client.post("/api/groups", {"name": "We", "game": game})
    assert saved.status_code == 200, saved.text
    (group,) = (await client.http.get("/api/groups")).json()
    assert group["game"]["edition"] == ID and "box" not in group["game"]
    (folder / "family.toml").unlink()
    file = (await client.http.get(f"/api/groups/{group['id']}/file")).json()
    assert file["game"]["box"] == BOX
    again = await client.post("/api/groups", {"name": "Us", "game": {**game, "target": 100}})
    assert again.status_code == 200
    begun = await client.post(f"/api/groups/{group['id']}/begin")
    assert begun.status_code == 200, begun.text
    record = client.evening.table.record
    assert record.begun is not None and record.begun.game["box"] == BOX


async def test_the_voice_calls_a_card_as_the_house_does(client: Client, folder: Path) -> None:
    recorder = Recorder()
    voice = Voice(catalogue("de"), Level.PLAYS, recorder)
    assert (await client.post("/api/games", NEW)).status_code == 200
    voice.update(client.evening.table)
    await client.post("/api/commands", {"do": "turn_up", "card": "red-robin-hood"})
    await client.post("/api/commands", {"do": "turn_up", "card": "red-hug"})
    voice.update(client.evening.table)
    speaking = asyncio.create_task(voice.run())
    await until(lambda: any("Gruppenumarmung" in text for text in recorder.texts))
    speaking.cancel()

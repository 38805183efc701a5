"""A house's own box at a hub that has never seen its file, at a real Mosquitto and without one."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.club.broker import Broker
from controller.club.house_boxes import MAX_BOX_BYTES
from controller.club.hub import box_table, copies
from controller.club.hub.result_store import Receipts, Store
from controller.club.hub.scoreboard import OTHER_BOX
from controller.club.hub.standings import standings
from controller.club.hub.table_messages import PROVED, TableMessage
from controller.club.messages import Message
from rules.editions.house import house_id
from tests.controller.club.broker import USERS, Mosquitto
from tests.controller.club.hub import kit
from tests.controller.club.hub.kit import (
    begin_another,
    end,
    hub,
    play_on,
    publisher,
    sealed_table,
)
from tests.controller.club.hub.test_store import keep, result
from tests.rules.house_box import BOX, ID, box_of
from tests.worlds.evening import Evening
from tests.worlds.house_game import play_house_game

NOW_S = 1_790_002_000
SCORES = {"Ann": 7, "Bo": 3}


async def test_a_game_with_a_box_is_proved_and_shown_by_the_name_of_its_box(
    mosquitto: Mosquitto, tmp_path: Path, evening: Evening
) -> None:
    table = sealed_table(await play_house_game(evening), ID)
    file = tmp_path / "hub.sqlite3"
    async with (
        hub(mosquitto, file) as there,
        publisher(mosquitto, table, tmp_path / "published.json") as kept,
    ):
        await there.until(lambda: there.committed)
        await there.until(lambda: (tile := there.tile()) and tile.edition == ID)
        assert (tile := there.tile()) and tile.edition_title == {}
        play_on(table)
        end(table)
        await there.until(lambda: kept.read().acknowledged)
        assert (there.proofs, there.said) == ([PROVED], [])
        assert there.store.boxes() == {ID: BOX}
        await there.until(lambda: (tile := there.tile()) and tile.edition_title == BOX["name"])
        begin_another(table)
        end(table)
        await there.until(lambda: there.summary.games == 2)
        assert list(there.store.boxes()) == [ID]
        assert there.summary.standings == standings(there.results)
        assert there.summary.standings[0].games == 2
    async with hub(mosquitto, file) as there:  # it has the box on its disk
        await there.until(lambda: (tile := there.tile()) and tile.edition_title == BOX["name"])


async def test_everybody_gets_the_box_and_without_a_hub_no_draws(
    mosquitto: Mosquitto, tmp_path: Path, evening: Evening
) -> None:
    table = sealed_table(await play_house_game(evening), ID)
    async with (
        mosquitto.home() as home,
        publisher(mosquitto, table, tmp_path / "published.json"),
    ):
        end(table)
        said = json.loads(await home.until("rollerdeck/table-1/result/1"))
        assert (said["edition"], said["box"], said["draws"]) == (ID, BOX, None)


async def test_a_result_is_sent_again_when_its_box_could_not_be_had(
    mosquitto: Mosquitto, tmp_path: Path, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sealed_table(await play_house_game(evening), ID)
    table.busy = True
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        publisher(mosquitto, table, tmp_path / "published.json") as kept,
    ):
        await there.until(lambda: kept.read().hub)
        async with mosquitto.home() as home:
            end(table)
            await home.until("rollerdeck/table-1/ack/1")
        table.jam()  # until this is shown, the publisher has heard the acknowledgement
        await there.until(lambda: (tile := there.tile()) and tile.faults)
        assert there.store.boxes() == {} and kept.read().acknowledged == {}
        table.busy = False
        monkeypatch.setattr("controller.club.outbox.AGAIN_S", 0.0)
        table.tell()
        await there.until(lambda: kept.read().acknowledged)
        assert there.store.boxes() == {ID: BOX}


async def test_another_box_is_refused_in_a_sentence_and_the_result_counts(
    mosquitto: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, str, int]] = []

    def note(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
        noted.append((event, sentence, level))

    monkeypatch.setattr(kit, "quiet", note)
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        Broker(mosquitto.config(), USERS["table-1"]).connected() as line,
    ):
        await line.publish(Message("rollerdeck/table-1/status", b"online", retain=True))
        await there.until(lambda: there.tile())
        for game in (1, 2):
            sent = {**body_of(game, ID), "box": {**BOX, "about": "Another one"}}
            topic = f"rollerdeck/table-1/result/{game}"
            await line.publish(Message(topic, msgspec.json.encode(sent)))
        await there.until(lambda: len(there.results) == 2)
        await there.until(lambda: there.said == [OTHER_BOX])
        assert there.store.boxes() == {}
    refused = [(sentence, level) for event, sentence, level in noted if event == "box_not_kept"]
    assert refused == [
        (
            f"table-1 sent a box of cards with a result of {ID} that is not kept, because another "
            "box belongs to this edition. The result counts. Look which program publishes there, "
            "and install the same release on both.",
            logging.WARNING,
        )
    ]


def body_of(game: int, edition: str) -> dict[str, Any]:
    return {
        "source": "aa",
        "game": game,
        "mark": f"m{game}",
        "taken_back": False,
        "edition": edition,
        "begun_s": 1_790_000_000,
        "scores": SCORES,
        "winners": ["Ann"],
    }


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "hub.sqlite3")
    yield opened
    opened.close()


def with_box(game: int, box: object, edition: str | None = None) -> TableMessage:
    return result(game, SCORES, edition=edition or house_id("own", box), box=box)


def kept(store: Store, *messages: TableMessage, now_s: int = NOW_S) -> Receipts:
    return store.keep(messages, (), now_s, guarded=True)


def test_the_longest_box_is_kept_and_a_longer_one_loses_no_result(store: Store) -> None:
    longest, longer = box_of(MAX_BOX_BYTES), box_of(MAX_BOX_BYTES + 1)
    receipts = kept(store, with_box(1, longest), with_box(2, longer))
    assert [game for _, game, _ in receipts.results] == [1, 2] == [r.game for r in store.results()]
    assert receipts.refused == (("t", house_id("own", longer), "it has more than 64 KiB"),)
    assert store.boxes() == {house_id("own", longest): longest}


def test_results_of_tables_that_send_no_box_are_taken(store: Store) -> None:
    without, null = result(1, SCORES, edition=ID), result(2, SCORES, edition=ID, box=None)
    receipts = kept(store, without, null, result(3, SCORES))
    assert len(receipts.results) == 3 and receipts.refused == () and store.titles() == {}


def test_the_boxes_that_were_sent_last_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(box_table, "MAX_BOXES", 2)
    boxes = [{"about": f"Box {n}"} for n in range(3)]
    ids = [house_id("own", box) for box in boxes]
    kept(store, with_box(1, boxes[0]), with_box(2, boxes[1]))
    assert sorted(store.boxes()) == sorted(ids[:2])
    kept(store, with_box(3, boxes[0]), now_s=NOW_S + 1)
    kept(store, with_box(4, boxes[2]), now_s=NOW_S + 2)
    assert sorted(store.boxes()) == sorted([ids[0], ids[2]])


def test_a_box_with_a_forgotten_name_is_in_no_byte_and_comes_back_no_more(store: Store) -> None:
    own = {"kinds": [{"id": "hug", "name": "Hug of Wilhelmina", "copies": 1, "points": 1}]}
    kept(store, with_box(1, own), with_box(2, BOX, ID))
    store.forget("Wilhelmina", NOW_S + 10)
    assert list(store.boxes()) == list(store.titles()) == [ID]
    for file in store.file.parent.iterdir():
        assert b"Wilhelmina" not in file.read_bytes()
    assert kept(store, with_box(1, own)).refused == ()
    assert list(store.boxes()) == [ID]


def test_a_file_of_an_older_hub_is_used_and_its_copies_have_the_boxes(
    store: Store, tmp_path: Path
) -> None:
    keep(store, result(1, SCORES))
    with closing(sqlite3.connect(store.file)) as db:
        db.execute("DROP TABLE box")
    store.close()
    again = Store(store.file)
    kept(again, with_box(2, BOX, ID))
    assert json.loads(copies.boxes_as_json(again)) == {ID: BOX}
    again.close()
    copies.back_up(store.file, tmp_path / "backup")
    copies.restore(tmp_path / "backup", tmp_path / "other.sqlite3")
    other = Store(tmp_path / "other.sqlite3")
    assert other.boxes() == {ID: BOX} and len(other.results()) == 2
    other.close()

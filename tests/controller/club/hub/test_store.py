"""What a hub keeps and forgets, without a broker."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.base.errors import Trouble
from controller.club.broker import Heard
from controller.club.hub import copies
from controller.club.hub.hub_file import SCHEMA
from controller.club.hub.result_store import Store
from controller.club.hub.table_messages import TableMessage, read


def told(topic: str, body: dict[str, Any], *, retained: bool = False) -> TableMessage:
    found = read(Heard(f"rollerdeck/{topic}", msgspec.json.encode(body), retained))
    assert found is not None
    return found


def result(game: int, scores: dict[str, int], **more: Any) -> TableMessage:
    best = max(scores, key=lambda name: scores[name])
    body = {
        "source": "aa",
        "game": game,
        "mark": f"m{game}",
        "taken_back": False,
        "edition": "attack",
        "begun_s": 1_790_000_000 + 600 * game,
        "rounds": 2,
        "hits": 10 * game,
        "winners": [best],
        "scores": scores,
        "named": True,
        **more,
    }
    return told(f"t/result/{game}", body)


def event(number: int, name: str) -> TableMessage:
    body = {"number": number, "game": 1, "event_type": "plays", "source": "aa"}
    return told("t/event", body | {"values": {"player": name}, "sentence": f"{name} plays."})


@pytest.fixture
def store(tmp_path: Path) -> Any:
    found = Store(tmp_path / "hub.sqlite3")
    yield found
    found.close()


def keep(store: Store, *messages: TableMessage, now_s: int = 1_790_002_000) -> None:
    store.keep(messages, (), now_s, guarded=True)


def test_a_message_that_comes_twice_is_kept_once(store: Store) -> None:
    for _ in range(2):
        keep(store, result(1, {"Ann": 7, "Bo": 3}), event(1, "Ann"), event(2, "Bo"))
    assert len(store.results()) == 1
    assert [row[2] for row in store.events()] == [1, 2]


def test_who_is_forgotten_is_in_no_byte_of_the_file(store: Store) -> None:
    keep(
        store,
        result(1, {"Wilhelmina": 7, "Bo": 3}),
        result(2, {"Ann": 7, "Bo": 3}),
        event(1, "Wilhelmina"),
        event(2, "Bo"),
    )
    assert store.forget("wilhelmina", 1_790_003_000) == 0  # another spelling is another person
    assert store.forget("Wilhelmina", 1_790_003_000) == 1
    keep(store, result(1, {"Wilhelmina": 9, "Bo": 3}))  # the table sends it once more
    (first, _) = store.results()
    assert first.scores == {"? 1": 9, "Bo": 3} and first.winners == ("? 1",)
    assert [row[2] for row in store.events()] == [2]
    for file in store.file.parent.iterdir():
        assert b"Wilhelmina" not in file.read_bytes()
    later = result(9, {"Wilhelmina": 9, "Bo": 3})  # a game that begins later
    keep(store, later, now_s=1_790_006_000)
    assert store.results()[-1].winners == ("Wilhelmina",)


def test_an_event_that_only_the_hub_could_read_stops_nobody_from_being_forgotten(
    store: Store,
) -> None:
    """What the hub did not look at was kept as it came, and could not be read again."""
    body = {"number": 1, "game": 1, "event_type": "plays", "values": {"player": "Ann"}}
    payload = msgspec.json.encode(body)[:-1] + b',"zz":1e999}'
    found = read(Heard("rollerdeck/t/event", payload, False))
    assert found is not None
    keep(store, found)
    assert msgspec.json.decode(store.events()[0][5])["values"] == {"player": "Ann"}
    with store._db:  # as an earlier hub kept it
        store._db.execute("UPDATE event SET body = ?", (payload.decode(),))
    store.forget("Wilhelmina", 1_790_003_000)
    assert store.events() == []


def test_a_name_is_forgotten_wherever_it_stands_in_an_event(store: Store) -> None:
    deep: Any = "Wilhelmina"
    for _ in range(900):  # about as deep as the hub reads
        deep = [deep]
    for number, values in enumerate(({"Wilhelmina": 1}, {"in": {"Wilhelmina": 1}}, {"in": deep})):
        payload = {"number": number, "game": 1, "event_type": "x", "values": values}
        keep(store, told("t/event", payload))
    keep(store, event(9, "Bo"))
    store.forget("Wilhelmina", 1_790_003_000)
    assert [row[2] for row in store.events()] == [9]


def test_a_game_whose_table_has_a_wrong_clock_is_forgotten_too(store: Store) -> None:
    """A game that begins in the future came after everything that was forgotten."""
    ahead = result(1, {"Wilhelmina": 7, "Bo": 3}, begun_s=9_000_000_000)
    keep(store, ahead, now_s=1_790_000_000)
    assert store.forget("Wilhelmina", 1_790_003_000) == 1
    keep(store, ahead, now_s=1_790_004_000)  # the table sends it once more
    assert store.results()[0].winners == ("? 1",)


def test_old_events_go_and_results_stay(store: Store) -> None:
    keep(store, event(1, "Ann"), result(1, {"Ann": 1, "Bo": 2}), now_s=1000)
    store.drop_old_events(1000)
    assert len(store.events()) == 1
    store.drop_old_events(1001)
    assert (store.events(), len(store.results())) == ([], 1)


def test_a_file_of_a_newer_version_or_of_another_program_is_refused_in_a_sentence(
    tmp_path: Path,
) -> None:
    file = tmp_path / "hub.sqlite3"
    Store(file).close()
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(Trouble, match="A newer Rollerdeck wrote the hub's file"):
        Store(file)
    file.write_bytes(b"something else" * 100)
    with pytest.raises(Trouble, match="is no file of a hub"):
        Store(file)
    with pytest.raises(Trouble, match="cannot be used"):
        Store(tmp_path)


def test_a_full_disk_keeps_nothing_of_a_batch_and_all_of_it_afterwards(store: Store) -> None:
    keep(store, result(1, {"Ann": 1, "Bo": 2}))
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    many = [event(number, "Ann" * 25) for number in range(1, 3000)]
    with pytest.raises(sqlite3.Error, match="full"):
        keep(store, result(2, {"Ann": 1, "Bo": 2}), *many)
    assert (len(store.results()), store.events()) == (1, [])
    store._db.execute("PRAGMA max_page_count = 1000000")
    keep(store, result(2, {"Ann": 1, "Bo": 2}), *many)
    assert (len(store.results()), len(store.events())) == (2, 2999)


def test_a_backup_is_whole_and_a_restored_hub_is_another_one(store: Store, tmp_path: Path) -> None:
    keep(store, result(1, {"Ann": 1, "Bo": 2}))
    target = tmp_path / "copy"
    assert copies.back_up(store.file, target) == 1
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(Trouble, match="is there already"):
        copies.back_up(store.file, target)
    keep(store, result(2, {"Ann": 1, "Bo": 2}))
    before = store.hub
    with copies.alone(store.file), pytest.raises(Trouble, match="A hub runs with"):
        copies.restore(target, store.file)
    store.close()
    results, kept = copies.restore(target, store.file)
    assert (results, kept) == (1, tmp_path / "hub.sqlite3.before-1")
    other = Store(store.file)
    assert other.hub != before and len(other.results()) == 1
    other.close()
    with pytest.raises(Trouble, match="There is no file"):
        copies.restore(tmp_path / "nothing", store.file)
    with pytest.raises(Trouble, match="is no file of a hub"):
        (tmp_path / "text").write_text("x" * 600)
        copies.restore(tmp_path / "text", store.file)


@pytest.mark.parametrize("damage", ["text", "header", "pages"])
def test_a_damaged_file_is_replaced_by_a_backup_and_kept(
    store: Store, tmp_path: Path, damage: str
) -> None:
    """This is what a backup is for, and just then it was refused."""
    keep(store, result(1, {"Ann": 1, "Bo": 2}))
    copies.back_up(store.file, tmp_path / "copy")
    store.close()
    whole = store.file.read_bytes()
    damaged = {"text": b"x" * 5000, "header": b"x" * 100 + whole[100:], "pages": whole[:5000]}
    store.file.write_bytes(damaged[damage])
    results, kept = copies.restore(tmp_path / "copy", store.file)
    assert results == 1 and kept is not None and kept.exists()
    again = Store(store.file)
    assert len(again.results()) == 1
    again.close()


@pytest.mark.parametrize("kept_pages", [1, 3])
def test_a_damaged_backup_is_said_to_be_damaged_and_the_hubs_file_stays(
    store: Store, tmp_path: Path, kept_pages: int
) -> None:
    """The hub's own file was blamed."""
    keep(store, *(result(game, {"Ann": 1, "Bo": 2}) for game in range(1, 40)))
    backup = tmp_path / "copy"
    copies.back_up(store.file, backup)
    store.close()
    whole = backup.read_bytes()
    backup.write_bytes(whole[: 4096 * kept_pages] + b"x" * (len(whole) - 4096 * kept_pages))
    before = store.file.read_bytes()
    with pytest.raises(Trouble, match="copy is damaged: name another backup"):
        copies.restore(backup, store.file)
    assert store.file.read_bytes() == before


def test_a_file_that_root_restored_belongs_to_the_user_of_its_folder(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner was taken from the old file, which may be root's or not exist."""
    copies.back_up(store.file, tmp_path / "copy")
    owners: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda file, *owner: owners.update({str(file): owner}))
    folder = tmp_path / "new"
    folder.mkdir()
    copies.restore(tmp_path / "copy", folder / "hub.sqlite3")
    assert owners.pop(str(folder / "hub.sqlite3.new")) == (
        folder.stat().st_uid,
        folder.stat().st_gid,
    )
    assert len(owners) == 1  # its lock


def test_an_export_has_a_line_for_each_player_and_no_formula(store: Store) -> None:
    keep(store, result(1, {"=1+1": 1, "Bo": 2}))
    lines = copies.as_csv(store).splitlines()
    assert lines[1:] == [
        "t,1,1790000600,attack,2,10,no_commitment,'=1+1,1,0",
        "t,1,1790000600,attack,2,10,no_commitment,Bo,2,1",
    ]
    (whole,) = msgspec.json.decode(copies.as_json(store))
    assert (whole["table"], whole["scores"]) == ("t", {"=1+1": 1, "Bo": 2})


def test_a_commitment_after_a_hit_is_late_and_the_first_one_counts(store: Store) -> None:
    seal = {"commitment": "a" * 64, "profile_hash": "b" * 64, "words": "", "receipt": "c" * 64}
    body = {"version": 1, "source": "aa", "game": 1, "begun_s": 5, "hits": 0, "seal": seal}

    def early() -> list[int]:
        return [row[0] for row in store._db.execute("SELECT early FROM commitment ORDER BY game")]

    keep(store, told("t/commitment/1", body))
    keep(store, told("t/commitment/1", body | {"seal": seal | {"words": "others"}}))
    assert early() == [1]
    (words,) = store._db.execute("SELECT seal FROM commitment").fetchone()
    assert "others" not in words
    hit = {"number": 1, "game": 2, "event_type": "hits", "source": "aa"}
    keep(store, told("t/event", hit), told("t/commitment/2", body | {"game": 2}))
    keep(store, told("t/commitment/3", body | {"game": 3, "hits": 1}))
    keep(store, told("t/commitment/4", body | {"game": 4}, retained=True))
    assert early() == [1, 0, 0, 0]


def test_a_game_of_a_new_journal_is_not_late_because_of_one_with_its_number(store: Store) -> None:
    """A table whose journal is new counts its games from 1 again, with the same source.

    The game of the old journal never ended.
    """
    seal = {"commitment": "a" * 64, "profile_hash": "b" * 64, "words": "", "receipt": "c" * 64}
    old, new = 1_790_000_600, 1_790_001_000
    body = {"source": "aa", "game": 1, "begun_s": old, "hits": 0, "seal": seal}
    hit = {"number": 1, "game": 1, "begun_s": old, "event_type": "hits", "source": "aa"}
    keep(store, told("t/commitment/1", body), told("t/event", hit))
    keep(store, told("t/commitment/1", body | {"begun_s": new}))
    keep(store, told("t/event", hit | {"number": 2, "begun_s": new + 50}))
    keep(store, told("t/commitment/1", body | {"begun_s": new + 50}))
    rows = store._db.execute("SELECT early FROM commitment ORDER BY begun_s").fetchall()
    assert rows == [(1,), (1,), (0,)]

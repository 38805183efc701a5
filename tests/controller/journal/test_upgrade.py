"""Journals of an earlier Rollerdeck and of a later one: kept, brought up to date, taken back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.base import services
from controller.base.errors import NOT_SO, Trouble
from controller.base.paths import backups_of
from controller.games.backups import back_up, restore
from controller.games.journal_replay import replay
from controller.journal.entry import Stamp
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from controller.journal.schema import SCHEMA, copy_before_upgrade, is_newer, schema_of
from controller.table.context import RequestInfo, StartOptions
from controller.workshop.install import service
from tests.controller.workshop.test_service import START, run
from tests.worlds.evening import GAME, Evening, make_old, refusal


def schema(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return schema_of(db)


def make_newer(path: Path) -> None:
    """What an upgrade to the next Rollerdeck leaves: a later schema, and how it was before."""
    target = backups_of(path) / f"schema-{SCHEMA}.sqlite3"
    target.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(target)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        with db:
            db.execute("INSERT INTO meta VALUES ('later', 'yes')")
            db.execute(f"PRAGMA user_version = {SCHEMA + 1}")


async def test_a_journal_is_kept_as_it_was_before_it_is_upgraded(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    make_old(evening.path)
    before = read_entries(evening.path)
    await evening.open()
    await evening.die()
    kept = backups_of(evening.path) / "schema-1.sqlite3"
    assert (schema(evening.path), schema(kept)) == (SCHEMA, 1)
    assert read_entries(kept) == before
    assert [one.name for one in kept.parent.iterdir()] == [kept.name]


async def test_a_journal_without_fingerprints_keeps_its_keys(evening: Evening) -> None:
    table = await evening.open()
    first = await table.new_game(GAME, RequestInfo(Stamp("k", "one")))
    await evening.die()
    with closing(sqlite3.connect(evening.path)) as db, db:
        db.execute("ALTER TABLE entry DROP COLUMN print")
        db.execute("PRAGMA user_version = 3")
    before = read_entries(evening.path).entries
    assert [entry.print for entry in before] == [None] * len(before)
    table = await evening.open()
    kept = backups_of(evening.path) / "schema-3.sqlite3"
    assert (schema(evening.path), schema(kept)) == (SCHEMA, 3)
    # nobody knows what was asked for then, so the answer is that of then
    assert await table.new_game(GAME, RequestInfo(Stamp("k", "another"))) == first
    second = await table.new_game(GAME, RequestInfo(Stamp("l", "one")))
    assert await table.new_game(GAME, RequestInfo(Stamp("l", "one"))) == second
    assert (await refusal(table.new_game(GAME, RequestInfo(Stamp("l", "two")))))[0] == "key_reused"


def make_four(path: Path) -> None:
    """What the release before wrote: larger pages, and a list of all keys, also of none."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "DROP INDEX key_once; CREATE UNIQUE INDEX all_keys ON entry (key);"
            "PRAGMA user_version = 4; PRAGMA journal_mode = DELETE;"
            "PRAGMA page_size = 4096; VACUUM; PRAGMA journal_mode = WAL;"
        )


async def test_a_journal_with_large_pages_gets_small_ones_and_stays_the_same(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.press()
    await evening.die()
    make_four(evening.path)
    before = read_entries(evening.path)
    await evening.open()
    assert read_entries(evening.path) == before
    assert evening.journal.seed(1).hex() == before.entries[0].body["seed"]
    with closing(sqlite3.connect(evening.path)) as db:
        assert db.execute("PRAGMA page_size").fetchone() == (1024,)
        plan = db.execute("EXPLAIN QUERY PLAN SELECT seq FROM entry WHERE key = ?", ("k",))
        assert "key_once" in plan.fetchone()[3]
    await evening.die()
    await evening.open()


async def test_going_back_to_the_release_before_keeps_the_games_played_since(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    table = await evening.open()
    kept = backups_of(evening.path) / "schema-4.sqlite3"
    for _ in range(2):
        await table.new_game(GAME)
        await evening.press()
        await evening.die()
        assert schema(kept) == 4
        assert read_entries(kept) == read_entries(evening.path)
        table = await evening.open()


async def test_the_release_before_gets_the_games_without_seats(evening: Evening) -> None:
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    table = await evening.open()
    kept = backups_of(evening.path) / "schema-4.sqlite3"
    for _ in range(2):  # the second time, the copy ends with an entry of a device
        await table.new_game(GAME)
        code, _ = table.seating.code("Bo", own_only=False)
        await evening.press()
        await table.seating.claim(code, None, None, RequestInfo())
        await evening.die()
        known = [
            (one.seq, "restored" if one.kind == "admitted" else one.kind)
            for one in read_entries(evening.path).entries
        ]
        copied = read_entries(kept).entries
        assert [(one.seq, one.kind) for one in copied] == known
        assert replay(copied, kept).deleted == frozenset()
        table = await evening.open()


@pytest.mark.parametrize(
    "unknown",
    [
        {**GAME, "edition": "classic"},
        {**GAME, "options": {"stacking": "same"}},
        "draws",
    ],
)
async def test_what_the_release_before_cannot_know_keeps_it_from_going_back(
    evening: Evening, unknown: dict[str, Any] | str
) -> None:
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    table = await evening.open()
    folder = backups_of(evening.path)
    (folder / "schema-1.sqlite3").write_bytes((folder / "schema-4.sqlite3").read_bytes())
    before = read_entries(folder / "schema-4.sqlite3")
    await (table.drawing.begin(StartOptions()) if unknown == "draws" else table.new_game(unknown))
    await evening.die()
    # what that release's `service install` does before anything else: it looks for these names
    assert [path.name for path in sorted(folder.iterdir())] == [
        "until-schema-1.sqlite3",
        "until-schema-4.sqlite3",
    ]
    assert read_entries(folder / "until-schema-4.sqlite3") == before
    make_newer(evening.path)
    (folder / f"schema-{SCHEMA}.sqlite3").unlink()
    with pytest.raises(Trouble, match="how they were before it is not kept: install that one"):
        service.take_back(evening.path)
    with closing(sqlite3.connect(evening.path)) as db, db:
        db.execute(f"PRAGMA user_version = {SCHEMA}")
    await evening.open()


async def test_house_options_that_the_release_before_knows_let_it_go_back(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    table = await evening.open()
    await table.new_game({**GAME, "options": {"interlock": "free"}})
    await evening.die()
    kept = backups_of(evening.path) / "schema-4.sqlite3"
    assert read_entries(kept) == read_entries(evening.path)
    await evening.open()


async def test_a_copy_of_another_journal_is_left_alone(evening: Evening, tmp_path: Path) -> None:
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    await evening.open()
    await evening.die()
    kept = backups_of(evening.path) / "schema-4.sqlite3"
    before = read_entries(kept)
    back_up(evening.path, tmp_path / "copy")
    restore(tmp_path / "copy", evening.path)
    table = await evening.open()
    await table.new_game(GAME)
    await evening.die()
    assert read_entries(kept) == before
    await evening.open()


async def test_a_second_upgrade_keeps_the_games_since_the_first(evening: Evening) -> None:
    await evening.begin()
    for games in (1, 2):
        await evening.die()
        make_old(evening.path)
        table = await evening.open()
        kept = backups_of(evening.path) / "schema-1.sqlite3"
        assert sum(one.kind == "game" for one in read_entries(kept).entries) == games
        await table.new_game(GAME)


async def test_a_copy_that_cannot_be_kept_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    make_old(evening.path)
    backups_of(evening.path).write_text("in the way")
    with pytest.raises(Trouble, match=r"cannot be written .*; make room or allow it"):
        Journal.open(evening.path)
    assert schema(evening.path) == 1


async def test_an_older_release_says_that_it_is_one_and_what_to_restore(evening: Evening) -> None:
    await evening.begin()
    await evening.die()
    make_newer(evening.path)
    kept = copy_before_upgrade(evening.path)
    with pytest.raises(Trouble) as refused:
        Journal.open(evening.path)
    assert f"`rollerdeck restore {kept} --journal {evening.path}`" in str(refused.value)
    assert kept is not None
    restore(kept, evening.path)
    await evening.open()


async def test_going_back_takes_the_newest_copy_that_this_release_can_read(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    make_newer(evening.path)
    folder = backups_of(evening.path)
    for other in (1, SCHEMA + 1, SCHEMA + 2):
        (folder / f"schema-{other}.sqlite3").touch()
    assert copy_before_upgrade(evening.path) == folder / f"schema-{SCHEMA}.sqlite3"


def installed(root: Path, *more: str) -> tuple[int, str]:
    done = run("install", "--root", str(root), "--command", START, *more)
    return done.exit_code, done.output


async def test_install_of_an_older_release_takes_the_games_back_and_keeps_the_newer(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    before = read_entries(evening.path).entries
    journal = service.below(tmp_path / "root", services.JOURNAL)
    journal.parent.mkdir(parents=True)
    evening.path.rename(journal)
    make_newer(journal)
    assert is_newer(journal)
    assert "would put the games back" in installed(tmp_path / "root", "--dry-run")[1]
    assert is_newer(journal)
    code, said = installed(tmp_path / "root")
    assert code == 0 and said.startswith("put the games back as they were before the upgrade")
    assert read_entries(journal).entries == before
    assert is_newer(journal.with_name(f"{journal.name}.before-1"))
    assert "games" not in installed(tmp_path / "root")[1]


async def test_going_back_without_a_copy_changes_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    root = tmp_path / "root"
    journal = root / "srv/deck.sqlite3"
    journal.parent.mkdir(parents=True)
    evening.path.rename(journal)
    config = service.below(root, services.CONFIG)
    config.parent.mkdir(parents=True)
    config.write_text('[referee]\njournal = "/srv/deck.sqlite3"\n')
    make_newer(journal)
    (backups_of(journal) / f"schema-{SCHEMA}.sqlite3").unlink()
    done = run("install", "--root", str(root), "--command", START)
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == NOT_SO
    assert str(done.exception).endswith("how they were before it is not kept: install that one.")
    assert not (root / "etc/systemd").exists()

"""``rollerdeck export``, ``backup`` and ``restore``, beside a referee and without one."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.base.errors import Trouble
from controller.cli import LazyGroup, group
from controller.games.backups import back_up
from controller.games.journal_replay import replay
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from rules.scenario import replay as run_scenario
from tests.processes import Running, run
from tests.worlds.evening import GAME, Evening
from tests.worlds.house import House

OTHER = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}


@pytest.fixture
async def journal(evening: Evening) -> Path:
    """Two games, the second in its first round, and a referee that still runs."""
    await evening.begin()
    await evening.press()
    await evening.table.new_game(OTHER)
    await evening.table.command({"do": "turn_up", "card": "blue-2"})
    return evening.path


async def rollerdeck(*words: object) -> Result:
    assert isinstance(group, LazyGroup)
    arguments = [str(word) for word in words]
    return await asyncio.to_thread(CliRunner().invoke, group, arguments)


def trouble(result: Result, exit_code: int) -> str:
    assert isinstance(result.exception, Trouble), result.output
    assert result.exception.exit_code == exit_code
    return str(result.exception)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def names(folder: Path, what: str) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if what in path.name)


def games(path: Path) -> list[tuple[str, ...]]:
    return [game.players for game in replay(read_entries(path).entries, path).games]


async def test_export_prints_the_newest_or_the_named_game(journal: Path) -> None:
    for words, players, commands in (([], "Dee", 1), ([1], "Ann", 2)):
        done = await rollerdeck("export", "--journal", journal, *words)
        assert done.exit_code == 0
        assert f'"players":["{players}"' in done.stdout
        outcome = run_scenario(done.stdout.split("\n"))
        assert (outcome.failure, outcome.lines) == (None, commands + 2)


async def test_export_lists_what_was_not_deleted(journal: Path, evening: Evening) -> None:
    done = await rollerdeck("export", "--list", "--journal", journal)
    first, second = done.stdout.splitlines()
    assert first.startswith("1  ") and first.endswith("  attack  Ann, Bo, Cy: round 1")
    assert second.startswith("2  ") and second.endswith("  attack  Dee, Ed: round 1")
    await evening.table.delete_game(1)
    assert (await rollerdeck("export", "--list", "--journal", journal)).stdout == second + "\n"
    said = trouble(await rollerdeck("export", 1, "--journal", journal), 1)
    assert said == "Game 1 was deleted: restore it on the page first."


async def test_export_of_a_game_that_is_not_there(journal: Path, tmp_path: Path) -> None:
    said = trouble(await rollerdeck("export", 3, "--journal", journal), 1)
    assert said == "There is no game 3: list the games with `rollerdeck export --list`."
    nowhere = tmp_path / "none"
    said = trouble(await rollerdeck("export", "--journal", nowhere), 1)
    assert said.startswith(f"There is no journal {nowhere}: play a game first")
    assert not nowhere.exists()


async def test_a_backup_beside_a_running_referee_is_whole(
    journal: Path, evening: Evening, tmp_path: Path
) -> None:
    target = tmp_path / "copy"
    done = await rollerdeck("backup", target, "--journal", journal)
    assert (done.exit_code, done.stdout) == (0, f"{target} holds 2 games.\n")
    assert read_entries(target).entries == read_entries(journal).entries
    assert names(tmp_path, "copy") == ["copy"]
    said = trouble(await rollerdeck("backup", target, "--journal", journal), 2)
    assert said == f"{target} is there already: name another file."
    await evening.table.command({"do": "undo"})  # nothing was locked


async def test_a_backup_that_cannot_be_written(journal: Path, tmp_path: Path) -> None:
    target = tmp_path / "none" / "copy"
    said = trouble(await rollerdeck("backup", target, "--journal", journal), 2)
    assert said.startswith(f"{target} cannot be written")


async def test_restore_is_refused_while_a_referee_runs(journal: Path, tmp_path: Path) -> None:
    back_up(journal, tmp_path / "copy")
    before = read_entries(journal)
    said = trouble(await rollerdeck("restore", tmp_path / "copy", "--journal", journal), 2)
    assert said.startswith("Another referee is writing the journal")
    assert read_entries(journal) == before


async def test_restore_keeps_what_was_there_and_is_a_journal_of_its_own(
    journal: Path, evening: Evening, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    back_up(journal, copy)
    await evening.table.new_game(GAME)
    await evening.die()
    lost = read_entries(journal)
    done = await rollerdeck("restore", copy, "--journal", journal)
    kept = journal.with_name(journal.name + ".before-1")
    assert done.stdout == f"Restored 2 games.\nThe previous games are in {kept}.\n"
    assert read_entries(kept) == lost and len(games(kept)) == 3
    assert games(journal) == [("Ann", "Bo", "Cy"), ("Dee", "Ed")]
    # a launcher that knows hits of the lost hours must not take them for the restored game's
    assert read_entries(journal).id not in (lost.id, read_entries(copy).id)
    table = await evening.open()
    assert table.record.number == 2


async def test_restore_replaces_the_journal_of_the_configuration(
    journal: Path, evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "elsewhere"))
    copy, file = tmp_path / "copy", tmp_path / "rollerdeck.toml"
    back_up(journal, copy)
    await evening.die()
    file.write_text(f'[referee]\njournal = "{journal}"\n')
    done = await rollerdeck("restore", copy, "--config", file)
    kept = journal.with_name(journal.name + ".before-1")
    assert done.stdout == f"Restored 2 games.\nThe previous games are in {kept}.\n"
    await evening.open()


async def test_restore_replaces_a_damaged_journal(
    journal: Path, evening: Evening, tmp_path: Path
) -> None:
    back_up(journal, tmp_path / "copy")
    await evening.die()
    with closing(sqlite3.connect(journal)) as db, db:
        db.execute("DELETE FROM entry WHERE seq = 2")
    with pytest.raises(Trouble):
        Journal.open(journal)
    await rollerdeck("restore", tmp_path / "copy", "--journal", journal)
    assert len(games(journal)) == 2
    with pytest.raises(Trouble, match="no entry 2"):
        read_entries(journal.with_name(journal.name + ".before-1"))
    await evening.open()


async def test_restore_where_nothing_was(journal: Path, tmp_path: Path) -> None:
    back_up(journal, tmp_path / "copy")
    other = tmp_path / "new" / "journal"
    done = await rollerdeck("restore", tmp_path / "copy", "--journal", other)
    assert done.stdout == "Restored 2 games.\n"
    assert len(games(other)) == 2


@pytest.mark.parametrize("content", [None, b"", b"no journal", b"SQLite format 3\0" + b"x" * 4000])
async def test_what_is_no_backup_is_not_restored(
    journal: Path, evening: Evening, tmp_path: Path, content: bytes | None
) -> None:
    await evening.die()
    source = tmp_path / "copy"
    if content is not None:
        source.write_bytes(content)
    before = digest(journal)
    said = trouble(
        await rollerdeck("restore", source, "--journal", journal), 2 if content is None else 1
    )
    assert str(source) in said
    assert digest(journal) == before
    await evening.open()


@pytest.mark.thorough
def test_the_three_as_processes(house: House) -> None:
    journal = ["--journal", str(house.journal)]
    copy = str(house.folder / "copy")
    with house.play("--simulate"):
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        exported = run("export", *journal)
        assert run("backup", copy, *journal).returncode == 0
        refused = run("restore", copy, *journal)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith("rollerdeck: Another referee is writing the journal")
    file = house.folder / "game.jsonl"
    file.write_text(exported.stdout)
    assert run("replay", str(file)).returncode == 0
    assert run("restore", copy, *journal).returncode == 0
    with Running(house.folder, *house.args, "--simulate") as referee:
        referee.until(house.serves, "page")
        assert house.get("/api/table")["state"]["top"] == "red-5"

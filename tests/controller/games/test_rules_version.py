"""Games of before the rules had versions go on as they were; new games name their version.

The files in ``version_1`` were made with the code of commit da7c07e: a journal of two games, its
state after each game entry and command, and both games exported. In them a hand is set to 0 and
play goes on, ``reload_below`` is 0 and the launcher empty, two names look equal, and more of a card
is counted than the deck has.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rules
from controller.cli import LazyGroup, group
from controller.games.journal_replay import replay, steps
from controller.journal.reading import read_entries
from rules.versions import CURRENT, FIRST
from tests.worlds.evening import GAME, Evening, refusal

BEFORE = Path(__file__).with_name("version_1")
NFC, NFD, ANN, ANN_WITH_JOINER = "Zo\u00e9", "Zoe\u0301", "Ann", "Ann\u200d"


def rollerdeck(*words: object) -> Result:
    assert isinstance(group, LazyGroup)
    return CliRunner().invoke(group, [str(word) for word in words])


def states_of_before() -> list[dict[str, Any]]:
    text = (BEFORE / "states.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
async def old(evening: Evening) -> Evening:
    """The journal of before, not opened yet."""
    shutil.copy(BEFORE / "journal.sqlite3", evening.path)
    return evening


def test_an_old_journal_leads_to_the_states_of_before() -> None:
    path = BEFORE / "journal.sqlite3"
    states = [
        rules.view(record.state)
        for entry, record in steps(read_entries(path).entries, path)
        if entry.kind in ("game", "command") and record.state is not None
    ]
    assert states == states_of_before()
    assert any(state["hands"].get(ANN) == 0 and state["phase"] == "play" for state in states)
    assert any(state["launcher"] == 0 and not state["reload_due"] for state in states)
    assert {NFC, NFD, ANN, ANN_WITH_JOINER} == set(states[0]["hands"])


async def test_an_old_game_goes_on_by_the_rules_of_before_and_the_next_by_those_of_now(
    old: Evening,
) -> None:
    table = await old.open()
    assert old.state == states_of_before()[-1]
    await table.command({"do": "reload"})
    await table.command({"do": "set", "hands": {ANN: 0}})
    assert (old.state["hands"][ANN], old.state["phase"]) == (0, "play")
    before = old.state
    await old.restart()
    assert old.state == before
    names = [NFC, ANN, "Bo"]
    alike = {**GAME, "players": [NFC, NFD], "dealer": NFC}
    assert (await refusal(old.table.new_game(alike)))[0] == "bad_setup"
    await old.table.new_game({**GAME, "players": names, "dealer": NFC})
    await old.table.command({"do": "turn_up", "card": "red-7"})
    await old.table.command({"do": "set", "hands": {"Bo": 0}})
    assert old.state["phase"] == "count"
    before = old.state
    await old.restart()
    assert old.state == before
    assert [one.body["rules"] for one in old.entries("game")[2:]] == [CURRENT]
    assert all("rules" not in one.body for one in old.entries("game")[:2])


async def test_names_in_another_spelling_are_written_as_at_the_table(old: Evening) -> None:
    table = await old.open()
    await table.new_game({**GAME, "players": [NFC, "Bo"], "dealer": "Bo"})
    await table.command({"do": "turn_up", "card": "red-7"})
    await table.command({"do": "set", "hands": {NFD: 3}})
    assert old.entries("command")[-1].body["command"] == {"do": "set", "hands": {NFC: 3}}
    assert old.state["hands"] == {NFC: 3, "Bo": 7}


def test_an_old_journal_is_exported_with_its_version_verified_and_replayed(tmp_path: Path) -> None:
    journal = BEFORE / "journal.sqlite3"
    for number in (1, 2):
        done = rollerdeck("export", "--journal", journal, number)
        assert done.exit_code == 0, done.output
        text = (BEFORE / f"game-{number}.jsonl").read_text(encoding="utf-8")
        assert done.stdout.replace(f',"rules":{FIRST}', "", 1) == text != done.stdout
        file = tmp_path / f"game-{number}.jsonl"
        file.write_text(done.stdout, encoding="utf-8")
        assert rollerdeck("replay", file).exit_code == 0
    by_number = rollerdeck("verify", "--journal", journal, 1)
    assert (by_number.exit_code, by_number.stdout.splitlines()[-1][:22]) == (
        0,
        "The draws are correct:",
    )
    assert rollerdeck("verify", tmp_path / "game-1.jsonl").stdout == by_number.stdout


def test_files_that_were_exported_before_are_still_verified_and_replayed(tmp_path: Path) -> None:
    for number in (1, 2):
        done = rollerdeck("replay", BEFORE / f"game-{number}.jsonl")
        assert done.exit_code == 0, done.output
    assert rollerdeck("verify", BEFORE / "game-1.jsonl").exit_code == 0
    scenario = tmp_path / "scenario.jsonl"
    text = (BEFORE / "game-1.jsonl").read_text(encoding="utf-8")
    scenario.write_text(text.partition("\n")[2], encoding="utf-8")
    assert rollerdeck("replay", scenario).exit_code == 1, "names no version and was not exported"


async def test_the_export_of_a_new_game_names_the_rules_of_now(evening: Evening) -> None:
    await evening.begin()
    await evening.die()
    text = rollerdeck("export", "--journal", evening.path).stdout
    game = json.loads(next(line for line in text.splitlines() if line.startswith("{")))["game"]
    assert game == {**GAME, "rules": CURRENT}
    await evening.open()


def test_the_old_journal_is_one_that_a_release_of_then_wrote() -> None:
    path = BEFORE / "journal.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
    record = replay(read_entries(path).entries, path)
    assert record.begun is not None and record.begun.rules == FIRST

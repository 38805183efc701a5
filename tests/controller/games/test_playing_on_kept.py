"""What is kept of a game that was left and taken up again: its seals, course, export and backup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rules
from controller.base.errors import Trouble
from controller.base.paths import backups_of
from controller.games.backups import back_up, restore
from controller.games.exported import read_exported, scenario
from controller.games.fairness import Fairness
from controller.games.journal_replay import course, fairness_of, replay
from controller.journal.entry import Entry
from controller.journal.reading import read_entries, read_game
from controller.table.context import INTERNAL_REQUEST, StartOptions
from hardware.profile_table import Row
from hardware.profiles import Past
from rules.scenario import replay as run_scenario
from tests.controller.games.left_game import OTHER_GAME, left
from tests.controller.journal.test_upgrade import make_four
from tests.worlds.evening import Evening, refusal


def proof(record_of: Any) -> Fairness:
    found = fairness_of(record_of, superseded=True)
    assert found is not None and found.report is not None
    return found


async def test_its_draws_have_a_seal_of_their_own(evening: Evening) -> None:
    evening.fair = True
    table = await left(evening)
    code = table.commitment
    asked = StartOptions("purple walrus", "0" * 64)
    assert (await refusal(table.play_on(1, INTERNAL_REQUEST, asked)))[0] == "other_seal"
    await table.play_on(1, INTERNAL_REQUEST, replace(asked, commitment=code))
    await evening.press()
    await evening.press()
    first, then = (proof(replay(read_game(evening.path, n), evening.path)) for n in (1, 3))
    assert (then.seal.commitment, then.seal.words) == (code, "purple walrus")
    assert first.seed != then.seed
    assert first.report is not None and then.report is not None
    assert (len(first.report.hits), len(then.report.hits)) == (1, 2)
    assert first.report.in_order and then.report.in_order
    assert then.report.remarks[-1].values == {"game": 1}


async def test_nobody_gets_other_odds_by_leaving(evening: Evening, tmp_path: Path) -> None:
    """The first press after cards gives none, the next one two."""
    evening.fair = True
    evening.drawn = type(evening.drawn)(profile="custom", custom=(Row(0), Row(100, (2,))))
    table = await evening.begin()
    for press, cards in enumerate((0, 2, 0, 2)):
        await evening.press()
        assert evening.hits()[-1][1] == cards
        await table.new_game(OTHER_GAME)
        await table.play_on(2 * press + 1)
        table = await evening.restart()
    assert table.record.past == Past(4, 0)
    for number in (1, 3, 5, 7):
        found = proof(replay(read_game(evening.path, number), evening.path))
        assert found.report is not None and found.report.in_order
        text = scenario(read_game(evening.path, number), evening.path, superseded=True) or ""
        file = tmp_path / f"{number}.jsonl"
        file.write_text(text)
        assert proof(replay(read_exported(file), file)) == found
    file.write_text(text.replace('"dry":1', '"dry":0'))
    forged = proof(replay(read_exported(file), file))
    assert forged.report is not None and not forged.report.in_order


async def test_the_course_tells_each_part_once(evening: Evening) -> None:
    table = await left(evening)
    await table.play_on(1)
    await evening.press()
    first, then = (course(read_game(evening.path, n), evening.path, n == 1) for n in (1, 3))
    assert first is not None and then is not None
    assert [len(one.hits) for one in (first, then)] == [1, 1] == [first.short.hits, then.short.hits]
    assert first.log[-1].seq < then.log[0].seq
    assert (then.log[0].key, then.short.goes_on) == ("log.goes_on", 1)
    assert then.state == evening.state


async def test_an_export_holds_both_parts_and_can_be_verified(
    evening: Evening, tmp_path: Path
) -> None:
    evening.fair = True
    table = await left(evening)
    await table.play_on(1)
    await evening.press()
    await table.new_game(OTHER_GAME)
    await table.play_on(3)
    await evening.press()
    text = scenario(read_game(evening.path, 5), evening.path, superseded=True)
    assert text is not None
    outcome = run_scenario(text.split("\n"))
    assert outcome.failure is None and outcome.state is not None
    assert rules.view(outcome.state) == evening.state
    assert text.count("# goes_on") == 1 == text.count("# intent") == text.count('{"game":{')
    file = tmp_path / "game.jsonl"
    file.write_text(text)
    there = proof(replay(read_exported(file), file))
    here = proof(replay(read_game(evening.path, 5), evening.path))
    assert here.report is not None
    assert there == here and here.report.in_order and len(here.report.hits) == 1


@pytest.mark.parametrize("how", ["twice", "never", "before it began"])
async def test_a_file_that_goes_on_otherwise_is_refused(
    evening: Evening, tmp_path: Path, how: str
) -> None:
    table = await left(evening)
    await table.play_on(1)
    await table.new_game(OTHER_GAME)
    text = scenario(read_game(evening.path, 3), evening.path, superseded=True) or ""
    mark = '# goes_on {"game":1,"presses":1,"dry":0}\n'
    assert text.count(mark) == 1
    file = tmp_path / "game.jsonl"
    changed = {
        "twice": text.replace(mark, mark + mark),
        "never": text.replace(mark, ""),
        "before it began": mark + text,
    }
    file.write_text(changed[how])
    with pytest.raises(Trouble, match=r"No game was left here|A hit stands here without its draw"):
        read_exported(file)


def forged(entries: tuple[Entry, ...], **changes: Any) -> tuple[Entry, ...]:
    """The same entries with another last beginning of a game."""
    *before, last = entries
    assert last.kind == "game"
    body = {**last.body, **changes}
    return (*before, Entry(last.seq, last.game, last.kind, body))


async def test_a_journal_in_which_another_game_would_go_on_is_refused(evening: Evening) -> None:
    table = await left(evening)
    await table.play_on(1)
    last = max(entry.seq for entry in evening.entries("game"))
    entries = read_entries(evening.path).entries[:last]
    assert replay(entries, evening.path).number == 3
    players = {**entries[-1].body["game"], "players": ["Ann", "Bo", "Eve"]}
    on = entries[-1].body["goes_on"]
    assert on == {"game": 1, "presses": 1, "dry": 0}
    others = [{**on, **one} for one in ({"game": 2}, {"game": 3}, {"game": 9}, {"dry": 1})]
    for changes in (*({"goes_on": one} for one in others), {"game": players}):
        with pytest.raises(Trouble, match="cannot go on as this one"):
            replay(forged(entries, **changes), evening.path)
    twice = Entry(last + 1, 4, "game", entries[-1].body)
    with pytest.raises(Trouble, match="cannot go on as this one"):
        replay((*entries, twice), evening.path)


async def test_a_backup_with_both_parts_is_restored_and_counts_one_game(
    evening: Evening, tmp_path: Path
) -> None:
    table = await left(evening)
    await table.play_on(1)
    copy, journal = tmp_path / "copy", tmp_path / "other" / "journal"
    assert back_up(evening.path, copy) == 2
    journal.parent.mkdir()
    assert restore(copy, journal)[0] == 2
    record = replay(read_entries(journal).entries, journal)
    assert record.games == table.record.games and record.state == table.record.state


async def test_the_release_before_gets_what_was_played_until_then(evening: Evening) -> None:
    """It would begin the game anew, so its copy ends before."""
    await evening.begin()
    await evening.die()
    make_four(evening.path)
    table = await evening.open()
    await table.new_game(OTHER_GAME)
    before = table.record.seq
    kept = backups_of(evening.path) / "schema-4.sqlite3"
    await table.play_on(1)
    for _ in range(2):
        await table.command({"do": "set", "scores": {"Ann": 7}})
        table = await evening.restart()
        assert read_entries(kept).entries == read_entries(evening.path).entries[:before]


async def test_a_game_that_cannot_be_read_is_refused_in_a_sentence(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await left(evening)
    stood = table.record

    def damaged(path: Path, number: int) -> tuple[Entry, ...]:
        raise Trouble(f"{path} is damaged.", 1)

    monkeypatch.setattr("controller.games.book.read_game", damaged)
    code, sentence = await refusal(table.play_on(1))
    assert code == "unreadable" and sentence.startswith("Game 1 cannot be read")
    assert table.record == stood

"""A game that was left by beginning another is taken up again where it stood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rules
from controller.base.errors import Trouble
from controller.base.paths import backups_of
from controller.games.backup import back_up, restore
from controller.games.course import course, fairness_of
from controller.games.exported import read_exported, scenario
from controller.games.fairness import Fairness
from controller.games.replay import replay
from controller.games.shelf import taken_up
from controller.journal.entry import Entry, Stamp
from controller.journal.reading import read_entries, read_game
from controller.table.hit import HitStage
from controller.table.pace import Pace
from controller.table.staleness import Tag
from controller.table.surroundings import PLAIN, Asking, Wishes
from controller.table.table import Table
from hardware.profile_table import Row
from hardware.profiles import Past
from rules.scenario import replay as run_scenario
from tests.controller.evening import GAME, PLAY, Evening, Killed, refusal
from tests.controller.test_upgrade import make_four

OTHER = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}
HIT_TWO = {"do": "play", "by": "Bo", "card": "red-hit-2"}


async def left(evening: Evening) -> Table:
    """Cy owes two hits and has pressed for one of them; then somebody begins another game."""
    table = await evening.begin()
    await table.command(HIT_TWO)
    await evening.press()
    await table.new_game(OTHER)
    return table


def numbers(evening: Evening) -> list[int | None]:
    return [one.goes_on for one in evening.table.record.games]


async def test_it_goes_on_where_it_stood(evening: Evening) -> None:
    table = await evening.begin()
    await table.command(HIT_TWO)
    await evening.press()
    stood, offers = table.record.state, rules.legal(table.record.state or pytest.fail())
    await table.new_game(OTHER)
    await table.command({"do": "turn_up", "card": "blue-7"})
    await evening.press()
    await table.play_on(1)
    for record in (table.record, (await evening.restart()).record):
        state = record.state
        assert state is not None and state == stood
        undo = [one.json() for one in offers if one.json()["do"] != "undo"]
        assert [one.json() for one in rules.legal(state)] == undo
        assert numbers(evening) == [None, None, 1]
        assert (record.number, record.played) == (3, 2)
        assert record.log[-1].key == "log.goes_on"
        assert record.log[-1].values == {"game": 1, "names": ["Ann", "Bo", "Cy"]}


async def test_what_a_player_owes_is_still_owed_and_drawn_anew(evening: Evening) -> None:
    table = await left(evening)
    armings, rolled = len(evening.launcher.armings), len(evening.rolled)
    await table.play_on(1)
    assert evening.filled[-1] == evening.state["launcher"]  # another game has used the launcher
    assert evening.rolled[rolled:] == [1]  # the first draw of the new seal
    assert [hits for _, hits in evening.launcher.armings[armings:]] == [3]
    held = evening.state["hands"]["Cy"]
    await evening.press()
    assert evening.state["hands"]["Cy"] == held + 3
    assert evening.state["owed"] == []
    assert evening.balanced()


async def test_nobody_leaves_a_game_in_the_middle_of_a_hit(evening: Evening) -> None:
    table = await left(evening)
    await table.command({"do": "turn_up", "card": "blue-7"})
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    for asked in (table.play_on(1), table.new_game(GAME)):
        assert (await refusal(asked))[0] == "launcher_busy"
    table = await evening.restart()  # nor where only the table can say what came
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM
    assert (await refusal(table.play_on(1)))[0] == "launcher_busy"
    await table.confirm(table.hit.number, 3)
    await table.play_on(1)
    assert [(one["by"], one["hits"]) for one in evening.state["owed"]] == [("Cy", 1)]


async def test_a_game_may_be_left_and_taken_up_again_and_again(evening: Evening) -> None:
    table = await left(evening)
    for goes_on in (1, 3, 5):
        stood = evening.table.record.games[goes_on - 1]
        await table.play_on(goes_on)
        table = await evening.restart()
        await table.command({"do": "set", "scores": {"Ann": goes_on}})
        await table.new_game(OTHER)
        assert (stood.scores["Ann"], stood.round) == (max(0, goes_on - 2), 1)
    assert numbers(evening) == [None, None, 1, None, 3, None, 5, None]
    assert (table.record.played, taken_up(table.record.games)) == (5, {1: 3, 3: 5, 5: 7})
    seen = course(read_game(evening.path, 7), evening.path, left=True)
    assert seen is not None and seen.state["scores"] == {"Ann": 5, "Bo": 0, "Cy": 0}
    assert (await evening.restart()).record.games == table.record.games


@pytest.mark.parametrize("before", ["the hopper is filled", "the hit is armed"])
async def test_killed_in_the_middle_it_goes_on(
    before: str, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await left(evening)

    async def fill(cards: int) -> None:
        raise Killed

    def arm() -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if before == "the hopper is filled":
            patch.setattr(evening, "fill", fill)
        else:
            evening.launcher.before_arm = arm
        with pytest.raises(Killed):
            await table.play_on(1)
    table = await evening.restart()
    assert (table.record.number, evening.filled[-1]) == (3, evening.state["launcher"])
    assert table.hit is not None and table.hit.stage is HitStage.ARMED
    await evening.press()
    assert evening.state["owed"] == [] and evening.balanced()


async def test_what_cannot_go_on_says_why(evening: Evening) -> None:
    table = await left(evening)
    assert await refusal(table.play_on(2)) == (
        "on_the_table",
        "Game 2 is on the table already: go back to the table and play.",
    )
    await table.play_on(1)
    assert await refusal(table.play_on(1)) == (
        "not_left",
        "Game 1 goes on as game 3 already: look for game 3 in the list of past games.",
    )
    await table.delete_game(2)
    for number in (0, 2, 4):
        assert (await refusal(table.play_on(number)))[0] == "no_such_game"
    await table.command({"do": "set", "scores": {"Ann": 499}, "hands": {"Ann": 1}, "turn": "Ann"})
    while evening.state["owed"]:
        await evening.press()
    await table.command({"do": "set", "hands": {"Ann": 1}, "turn": "Ann"})
    await table.command({"do": "play", "by": "Ann", "card": "red-3"})
    for name in ("Bo", "Cy"):
        await table.command({"do": "count", "player": name, "points": 5})
    assert evening.state["phase"] == "game_over"
    await table.new_game(OTHER)
    assert await refusal(table.play_on(3)) == (
        "not_left",
        "Game 3 is over, so it cannot go on: begin a new game.",
    )
    assert table.record.number == 4


async def test_a_game_whose_end_was_undone_goes_on(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME | {"hands": {"Ann": 3, "Bo": 1, "Cy": 2}, "target": 20})
    await table.command({"do": "turn_up", "card": "red-5"})
    await table.command(PLAY)
    for name in ("Ann", "Cy"):
        await table.command({"do": "count", "player": name, "points": 15})
    await table.command({"do": "undo"})
    await table.new_game(OTHER)
    await table.play_on(1)
    assert evening.state["phase"] == "count"
    await table.command({"do": "count", "player": "Cy", "points": 15})
    assert [one.round for one in table.record.rounds] == [1]


async def test_an_undo_does_not_reach_into_what_was_left(evening: Evening) -> None:
    table = await left(evening)
    await table.play_on(1)
    assert (await refusal(table.command({"do": "undo"})))[0] == "nothing_to_undo"
    await table.command({"do": "set", "hands": {"Cy": 4}})
    await table.command({"do": "undo"})
    assert (await refusal(table.command({"do": "undo"})))[0] == "nothing_to_undo"
    assert evening.state["hands"]["Cy"] == 10


async def test_a_repeated_request_is_done_once_and_a_late_one_not(evening: Evening) -> None:
    table = await left(evening)
    saw = Tag(evening.journal.id, table.record.seq)
    asking = Asking(Stamp("tap"), saw)
    seq = await table.play_on(1, asking)
    assert await table.play_on(1, asking) == seq
    await table.new_game(OTHER)
    assert (await refusal(table.play_on(3, Asking(saw=saw))))[0] == "stale"
    assert len(evening.entries("game")) == 4


async def test_it_counts_as_a_new_game_where_few_may_begin(evening: Evening) -> None:
    evening.game_pace = Pace(lambda: 0.0, 3, 60.0)
    table = await left(evening)
    await table.play_on(1)
    code, sentence = await refusal(table.play_on(2))
    assert code == "too_soon" and "60 seconds" in sentence


async def test_hands_that_the_launcher_had_not_dealt_are_dealt(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME, PLAIN, Wishes(deal="launcher"))
    await evening.launcher.heard()
    await evening.press()
    await table.new_game(OTHER)
    await table.play_on(1)
    assert (evening.filled[-1], table.record.next_hand) == (112 - 7, "Cy")
    for name in ("Cy", "Ann"):
        hit = (await evening.restart()).hit
        assert hit is not None and hit.intent.hand and hit.intent.by == name
        await evening.press()
    assert evening.table.hit is None


def proof(record_of: Any) -> Fairness:
    found = fairness_of(record_of, left=True)
    assert found is not None and found.report is not None
    return found


async def test_its_draws_have_a_seal_of_their_own(evening: Evening) -> None:
    evening.fair = True
    table = await left(evening)
    code = table.commitment
    asked = Wishes("purple walrus", "0" * 64)
    assert (await refusal(table.play_on(1, PLAIN, asked)))[0] == "other_seal"
    await table.play_on(1, PLAIN, replace(asked, commitment=code))
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
        await table.new_game(OTHER)
        await table.play_on(2 * press + 1)
        table = await evening.restart()
    assert table.record.past == Past(4, 0)
    for number in (1, 3, 5, 7):
        found = proof(replay(read_game(evening.path, number), evening.path))
        assert found.report is not None and found.report.in_order
        text = scenario(read_game(evening.path, number), evening.path, left=True) or ""
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
    await table.new_game(OTHER)
    await table.play_on(3)
    await evening.press()
    text = scenario(read_game(evening.path, 5), evening.path, left=True)
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
    await table.new_game(OTHER)
    text = scenario(read_game(evening.path, 3), evening.path, left=True) or ""
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
    await table.new_game(OTHER)
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

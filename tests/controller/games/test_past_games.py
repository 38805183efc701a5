"""Past games: kept, listed, looked at, exported, deleted and brought back."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from controller.base.errors import Trouble
from controller.games.exported import scenario
from controller.games.journal_replay import course, replay
from controller.journal.entry import Entry, Stamp
from controller.journal.reading import read_game
from controller.table.context import RequestInfo
from controller.table.hit import HitStage
from rules.scenario import replay as run_scenario
from tests.worlds.evening import GAME, PLAY, Evening, refusal

SMALL = GAME | {"hands": {"Ann": 3, "Bo": 1, "Cy": 2}, "target": 20}
OTHER = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}


async def play_to_the_end(evening: Evening) -> None:
    """Bo wins the round and the game with his first card; something is undone on the way."""
    table = await evening.open()
    await table.new_game(SMALL)
    await table.command({"do": "turn_up", "card": "red-5"})
    await evening.press()
    await table.command({"do": "undo"})
    await table.command({"do": "set", "hands": {"Bo": 2}})
    await table.command({"do": "uno", "by": "Bo"})
    for card in ("red-3", "red-9"):
        await table.command({"do": "set", "turn": "Bo"})
        await table.command({"do": "play", "by": "Bo", "card": card})
    for name in ("Ann", "Cy"):
        await table.command({"do": "count", "player": name, "points": 15})


def numbers(evening: Evening) -> list[int]:
    return [game.number for game in evening.table.record.games]


async def test_every_game_is_kept_as_it_stood(evening: Evening) -> None:
    await play_to_the_end(evening)
    await evening.table.new_game(GAME)
    await evening.table.command({"do": "turn_up", "card": "red-5"})
    await evening.press()
    await evening.table.new_game(OTHER)  # the one before is left in its first round
    first, left, now = evening.table.record.games
    assert (first.over, first.winner, first.scores["Bo"], first.hits) == (True, "Bo", 30, 1)
    assert (left.over, left.winner, left.round, left.hits) == (False, None, 1, 1)
    assert (now.number, now.players) == (3, ("Dee", "Ed"))
    assert first.begun_s > 1_700_000_000
    before = evening.table.record.games
    table = await evening.restart()
    assert table.record.games == before


async def test_an_export_replays_state_for_state(evening: Evening) -> None:
    await play_to_the_end(evening)
    await evening.table.new_game(OTHER)
    entries = read_game(evening.path, 1)
    text = scenario(entries, evening.path, superseded=True)
    assert text is not None
    outcome = run_scenario(text.split("\n"))
    assert outcome.failure is None and outcome.state is not None
    # and at every step on the way
    lines = [line for line in text.split("\n") if line.startswith("{")][:-1]
    steps = [entry for entry in entries if entry.kind in ("game", "command")]
    assert len(steps) == len(lines)
    for upto in range(1, len(lines) + 1):
        there = run_scenario(lines[:upto]).state
        here = replay([e for e in entries if e.seq <= steps[upto - 1].seq], evening.path).state
        assert there is not None and here is not None
        assert rules.view(there) == rules.view(here)


async def test_an_export_of_a_journal_that_was_altered_does_not_hold(evening: Evening) -> None:
    await play_to_the_end(evening)
    text = scenario(read_game(evening.path, 1), evening.path, superseded=True)
    assert text is not None and text.count('"points":15') == 2
    failure = run_scenario(text.replace('"points":15', '"points":16').split("\n")).failure
    assert failure is not None and failure.key == "scenario.differs"


async def test_the_course_has_rounds_hits_and_every_ruling(evening: Evening) -> None:
    await play_to_the_end(evening)
    seen = course(read_game(evening.path, 1), evening.path, superseded=True)
    assert seen is not None
    assert [(one.round, one.scores) for one in seen.rounds] == [(1, {"Ann": 0, "Bo": 30, "Cy": 0})]
    (hit,) = seen.hits
    assert (hit.number, hit.by, hit.owner, hit.requested, hit.cards) == (1, "Bo", "Bo", 3, 3)
    assert seen.log == evening.table.record.log
    assert seen.short == evening.table.record.games[-1]
    assert seen.state == evening.state


async def test_a_round_that_is_undone_or_put_right_is_shown_so(evening: Evening) -> None:
    await play_to_the_end(evening)
    await evening.table.command({"do": "undo"})
    seen = course(read_game(evening.path, 1), evening.path, superseded=True)
    assert seen is not None and seen.rounds == ()
    await evening.table.command({"do": "count", "player": "Cy", "points": 5})
    await evening.table.command({"do": "set", "scores": {"Ann": 7}})
    seen = course(read_game(evening.path, 1), evening.path, superseded=True)
    assert seen is not None
    assert [one.scores for one in seen.rounds] == [{"Ann": 7, "Bo": 20, "Cy": 0}]


async def test_a_deleted_game_can_be_brought_back_at_any_time(evening: Evening) -> None:
    table = await evening.begin()
    await table.new_game(OTHER)
    await table.delete_game(1)
    assert (table.record.deleted, numbers(evening)) == (frozenset({1}), [1, 2])
    table = await evening.restart()
    assert table.record.deleted == {1}
    assert (await refusal(table.delete_game(1)))[0] == "no_such_game"
    await table.restore_game(1, RequestInfo(Stamp("back")))
    assert await table.restore_game(1, RequestInfo(Stamp("back"))) == table.record.seq
    assert (await refusal(table.restore_game(1)))[0] == "no_such_game"
    assert (await evening.restart()).record.deleted == frozenset()


async def test_the_game_on_the_table_is_not_deleted(evening: Evening) -> None:
    table = await evening.open()
    assert (await refusal(table.delete_game(0)))[0] == "no_such_game"
    await table.new_game(GAME)
    code, sentence = await refusal(table.delete_game(1))
    assert (code, sentence) == (
        "on_the_table",
        "This is the current game: begin another game first, then delete this one.",
    )
    assert (await refusal(table.delete_game(2)))[0] == "no_such_game"


async def test_deleting_leaves_an_armed_hit_as_it_is(evening: Evening) -> None:
    table = await evening.begin()
    await table.new_game(GAME)
    await table.command({"do": "turn_up", "card": "red-5"})
    armings = list(evening.launcher.armings)
    await table.delete_game(1)
    assert evening.launcher.armings == armings
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    await table.restore_game(1)  # also while cards are coming
    table = await evening.restart()  # and the journal's last intent is still the launcher's
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM


@pytest.mark.parametrize("body", [{}, {"game": 0}, {"game": "1"}])
async def test_a_deletion_of_nothing_ends_the_start(body: dict[str, Any], evening: Evening) -> None:
    table = await evening.begin()
    await table.command(PLAY)
    with pytest.raises(Trouble, match="has an entry 1 that does not hold"):
        replay([Entry(1, 1, "deleted", body)], evening.path)

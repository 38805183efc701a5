"""The turn clock: when it runs, what it shows, and that nothing follows from it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.games.entries import Intent
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.sightings.memory import Proposal, Question, Sighting
from controller.table.context import Change
from controller.table.hit import DueHit
from controller.table.turns.turn_clock import TurnClock, Wait, wait_of
from controller.voice.narration import Level
from controller.voice.voice import Voice
from controller.web import table_views
from controller.words.catalogue import catalogue
from rules import State
from tests.at_once import AtOnce
from tests.rules.saying import after, play, table, up
from tests.worlds.evening import GAME, PLAY, Evening
from tests.worlds.spoken import Recorder

BO, CY = Wait("Bo", (1,)), Wait("Cy", (1,))
A_MOMENT_S = 0.001

# the clock


@pytest.mark.parametrize("limit_s", [10, 600])
def test_a_time_is_up_at_its_end_and_not_a_moment_before(limit_s: int) -> None:
    clock = TurnClock(limit_s).at(BO, 5.0)
    assert clock.ends_s == 5.0 + limit_s
    assert not clock.is_up(5.0 + limit_s - A_MOMENT_S)
    assert clock.is_up(5.0 + limit_s)
    assert clock.left_s(7.0 + limit_s) == 0


def test_a_time_that_ends_a_little_early_is_up_and_stays_so() -> None:
    """A loop calls up to its clock's resolution early; in virtual time it is then no later."""
    early_s = 15.0 - 1e-9
    clock = TurnClock(10).at(BO, 5.0)
    assert not clock.is_up(early_s)
    assert clock.ended(early_s).is_up(early_s)
    assert clock.ended(early_s).at(BO, 20.0).is_up(20.0)


def test_another_wait_begins_anew_and_the_same_one_goes_on() -> None:
    clock = TurnClock(30).at(BO, 0.0)
    assert clock.at(BO, 10.0) is clock
    assert clock.at(CY, 10.0).left_s(10.0) == 30
    assert clock.at(replace(BO, subject=(2,)), 10.0).left_s(10.0) == 30
    assert clock.at(None, 10.0).at(BO, 12.0).left_s(12.0) == 30


def test_a_wait_that_is_held_goes_on_where_it_stopped() -> None:
    held = TurnClock(30).at(BO, 0.0).at(replace(BO, held=True), 10.0)
    assert (held.ends_s, held.left_s(99.0), held.is_up(99.0)) == (None, 20.0, False)
    assert held.at(BO, 100.0).ends_s == 120.0


def test_a_time_that_is_up_stays_so_while_the_clock_stands_still() -> None:
    held = TurnClock(10).at(BO, 0.0).at(replace(BO, held=True), 10.0)
    assert held.is_up(10.0) and held.at(BO, 50.0).is_up(50.0)


def test_without_a_limit_there_is_no_clock() -> None:
    assert TurnClock(0).at(BO, 0.0) == TurnClock()
    assert not TurnClock().is_up(1.0)


# for whom the table waits

HIT = DueHit(Intent(4, 3, 3, "Bo", "Bo"))
TURN = after(table(), up("red-5"))
OWES = after(table(), up("red-5"), play("Bo", "red-hit-2"))
COLOR = after(table(), up("wild"))
CHALLENGE = after(table(edition="classic"), up("red-5"), play("Bo", "wild-draw-four", color="red"))


def wait(state: State | None, hit: DueHit | None = None, **other: Any) -> Wait | None:
    usual: dict[str, Any] = {"question": None, "launcher_ready": True, "interrupted": False}
    return wait_of(Record(state=state), hit, **{**usual, **other})


def test_it_waits_for_whose_turn_it_is_and_for_who_has_to_press_choose_or_answer() -> None:
    states = (TURN, OWES, COLOR, CHALLENGE)
    assert [state.position.phase for state in states] == ["play", "hits", "color", "challenge"]
    waits = [wait(state) for state in states]
    assert [one and one.player for one in waits] == ["Bo", "Cy", "Bo", "Cy"]


@pytest.mark.parametrize("state", [None, table(), table(dealer=None)])
def test_outside_a_round_it_waits_for_nobody(state: State | None) -> None:
    assert wait(state) is None


@pytest.mark.parametrize("hit", [HIT.running(1), HIT.broken(1), HIT.unknown()])
def test_while_cards_come_or_are_counted_it_waits_for_nobody(hit: DueHit) -> None:
    assert wait(TURN, hit) is None


def test_the_same_player_is_waited_for_anew_after_a_play_that_looks_the_same() -> None:
    two = table(players=["Ann", "Bo"])
    skipped = after(two, up("red-5"), play("Bo", "red-skip"))
    again = after(skipped, play("Bo", "red-skip"))
    first, second = wait(skipped), wait(again)
    assert first is not None and second is not None
    assert first.player == second.player == "Bo" and not first.is_same(second)


def test_a_correction_is_no_other_wait() -> None:
    assert wait(after(TURN, {"do": "set", "hands": {"Ann": 5}})) == wait(TURN)


@pytest.mark.parametrize("hindrance", [{"launcher_ready": False}, {"interrupted": True}])
def test_what_stops_the_game_holds_it(hindrance: dict[str, bool]) -> None:
    held = wait(TURN, None, **hindrance)
    assert held is not None and held.held and held.is_same(wait(TURN))


def test_the_breath_holds_it() -> None:
    held = wait(OWES, HIT.cooling_down())
    assert held is not None and held.held and wait(OWES, HIT.armed()) == wait(OWES)


def test_a_launcher_that_has_no_part_in_the_game_holds_nothing() -> None:
    assert wait(CHALLENGE, launcher_ready=False) == wait(CHALLENGE)


def test_who_is_asked_about_a_card_is_waited_for_and_a_question_to_all_holds_it() -> None:
    question = Question(7, Sighting(1, "wild", 0.0), "Cy", "color", Proposal({}), ())
    asked = wait(TURN, question=question)
    assert asked is not None and (asked.player, asked.held) == ("Cy", False)
    to_all = wait(TURN, question=replace(question, by=None))
    assert to_all is not None and (to_all.player, to_all.held) == ("Bo", True)


# at a table

LIMIT_S = 10


@pytest.fixture
async def clocked(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """An evening in virtual time with a turn clock; its disk takes no time."""
    monkeypatch.setattr("controller.journal.journal.ThreadPoolExecutor", AtOnce)
    evening.turn_clock_s = LIMIT_S
    return evening


def clock(evening: Evening) -> tuple[str, int, bool] | None:
    """Who is waited for, for how long, and whether it runs."""
    shown = table_views.table(evening.table, "").clock
    return None if shown is None else (shown.player, shown.elapsed_ms, shown.runs)


@pytest.mark.looptime
async def test_the_table_says_for_whom_and_how_long_it_has_waited(clocked: Evening) -> None:
    await clocked.open()
    assert clock(clocked) is None
    await clocked.table.new_game(GAME)
    assert clock(clocked) is None
    await clocked.table.command(up("red-5"))
    assert clock(clocked) == ("Bo", 0, True)
    await asyncio.sleep(4)
    assert clock(clocked) == ("Bo", 4000, True)
    await clocked.table.command(PLAY)
    assert clock(clocked) == ("Cy", 0, True)
    await asyncio.sleep(99)
    assert clock(clocked) == ("Cy", 10_000, True)


@pytest.mark.looptime
async def test_the_end_is_told_once_and_nothing_is_written(clocked: Evening) -> None:
    table = await clocked.begin()
    seq, legal = table.record.seq, table_views.table(table, "").legal
    clocked.told.clear()
    await asyncio.sleep(LIMIT_S - A_MOMENT_S)
    assert Change.CLOCK not in clocked.told
    await asyncio.sleep(2 * A_MOMENT_S)
    assert clocked.told.count(Change.CLOCK) == 1
    await asyncio.sleep(100)
    assert clocked.told.count(Change.CLOCK) == 1
    assert (table.record.seq, table_views.table(table, "").legal) == (seq, legal)
    await table.command(PLAY)
    assert clocked.state["top"] == PLAY["card"]


@pytest.mark.looptime
async def test_a_fault_holds_it_and_a_press_begins_it_anew(clocked: Evening) -> None:
    await clocked.begin()
    await asyncio.sleep(4)
    clocked.launcher.set_cover(True)
    await clocked.launcher.heard()
    await asyncio.sleep(100)
    assert clock(clocked) == ("Bo", 4000, False)
    clocked.launcher.set_cover(False)
    await clocked.launcher.heard()
    await clocked.launcher.clear_faults()
    await clocked.launcher.heard()
    await asyncio.sleep(1)
    assert clock(clocked) == ("Bo", 5000, True)
    clocked.launcher.press_until(1)
    await clocked.launcher.heard()
    assert clock(clocked) is None
    clocked.launcher.finish()
    await clocked.launcher.heard()
    assert clock(clocked) == ("Cy", 0, True)


@pytest.mark.looptime
async def test_it_begins_when_the_breath_is_over(clocked: Evening) -> None:
    clocked.breath_s = 2.0
    await clocked.begin()
    await clocked.press()
    assert clock(clocked) == ("Cy", 0, False)
    await asyncio.sleep(5)
    assert clock(clocked) == ("Cy", 3000, True)


@pytest.mark.looptime
async def test_after_a_restart_it_begins_anew(clocked: Evening) -> None:
    await clocked.begin()
    await asyncio.sleep(4)
    await clocked.restart()
    assert clock(clocked) == ("Bo", 0, True)


@pytest.mark.looptime
async def test_another_limit_begins_it_anew_and_none_ends_it(clocked: Evening) -> None:
    table = await clocked.begin()
    await asyncio.sleep(4)
    table.turn_timer.set_limit(LIMIT_S)
    assert clock(clocked) == ("Bo", 4000, True)
    table.turn_timer.set_limit(20)
    assert clock(clocked) == ("Bo", 0, True)
    clocked.told.clear()
    await asyncio.sleep(20 - A_MOMENT_S)
    assert clocked.told == []
    table.turn_timer.set_limit(0)
    assert clock(clocked) is None
    await asyncio.sleep(100)
    assert clocked.told == []


def speak(evening: Evening, level: Level) -> tuple[Recorder, asyncio.Task[None]]:
    """Let the room's voice hear a table; cancel the task."""
    recorder = Recorder()
    voice = Voice(catalogue(), level, recorder)
    evening.changed = lambda _: voice.update(evening.table)
    return recorder, asyncio.create_task(voice.run())


@pytest.mark.looptime
async def test_the_voice_says_once_that_a_time_is_up(clocked: Evening) -> None:
    recorder, speaking = speak(clocked, Level.PLAYS)
    await clocked.begin()
    await asyncio.sleep(LIMIT_S - 1)
    recorder.said.clear()
    await asyncio.sleep(50)
    await clocked.table.command({"do": "set", "hands": {"Ann": 5}})
    await asyncio.sleep(50)
    assert recorder.texts == ["Bo, your time is up."]
    await clocked.table.command(PLAY)
    await asyncio.sleep(8)
    assert "time is up" not in " ".join(recorder.texts[1:])
    speaking.cancel()


@pytest.mark.looptime
async def test_a_voice_that_says_turns_only_says_nothing_of_it(clocked: Evening) -> None:
    recorder, speaking = speak(clocked, Level.TURNS)
    await clocked.begin()
    await asyncio.sleep(100)
    assert "time is up" not in " ".join(recorder.texts)
    speaking.cancel()


@pytest.mark.looptime
async def test_a_game_is_the_same_with_and_without_a_clock(
    tmp_path: Path, clocked: Evening
) -> None:
    without = Evening(tmp_path / "without")
    without.path.parent.mkdir()
    for evening in (clocked, without):
        await evening.begin()
        for command in (PLAY, play("Cy", "red-hit-2"), None, None, play("Bo", "red-1")):
            await asyncio.sleep(LIMIT_S + 1)
            await (evening.press() if command is None else evening.table.command(command))
    assert clocked.entries("command") != []
    for kind in ("game", "command", "intent"):
        assert [_body(one) for one in clocked.entries(kind)] == [
            _body(one) for one in without.entries(kind)
        ]
    assert clocked.state == without.state
    await without.close()


def _body(entry: Entry) -> dict[str, Any]:
    """What an entry says, without what is drawn for each game."""
    return {name: value for name, value in entry.body.items() if name not in ("seed", "seal")}

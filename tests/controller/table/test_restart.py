"""The referee is killed at every point of a hit's life, and its launcher lives on, or does not."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

import rules
from controller.games.record import Record
from controller.journal.entry import Stamp
from controller.journal.reading import read_entries
from controller.table.context import RequestInfo
from controller.table.hit import HitStage
from hardware.launcher import HitEnded
from tests.worlds.evening import GAME, Evening, Killed, LauncherThere, refusal


def same_game(before: Record, after: Record) -> bool:
    assert before.state is not None and after.state is not None
    return rules.view(before.state) == rules.view(after.state) and before.finished == after.finished


async def test_a_restart_finds_everything_as_it_was(evening_after_a_hit: Evening) -> None:
    await evening_after_a_hit.table.command({"do": "play", "by": "Cy", "card": "red-hit-2"})
    before = evening_after_a_hit.table.record
    table = await evening_after_a_hit.restart()
    assert same_game(before, table.record)
    assert table.record.log == before.log
    assert table.hit is not None and (table.hit.number, table.hit.stage) == (2, HitStage.ARMED)
    assert evening_after_a_hit.rolled == [1, 2]


async def test_killed_between_intent_and_arming_it_is_armed(evening_after_a_hit: Evening) -> None:
    def die() -> None:
        raise Killed

    evening_after_a_hit.launcher.before_arm = die
    with pytest.raises(Killed):
        await evening_after_a_hit.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    assert evening_after_a_hit.launcher.rig.core.armed_hit == 0
    table = await evening_after_a_hit.restart()
    assert table.hit is not None
    assert (table.hit.number, table.hit.intent.by, table.hit.stage) == (2, "Ann", HitStage.ARMED)
    assert evening_after_a_hit.rolled == [1, 2]
    await evening_after_a_hit.press()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]


async def test_a_press_while_the_referee_is_dead_moves_nothing(
    evening_after_a_hit: Evening,
) -> None:
    await evening_after_a_hit.die()
    evening_after_a_hit.launcher.press()
    assert evening_after_a_hit.launcher.rig.cards_left == 3
    table = await evening_after_a_hit.open()
    assert table.hit is not None and table.hit.stage is HitStage.ARMED
    await evening_after_a_hit.press()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]
    assert evening_after_a_hit.balanced()


async def test_a_fresh_press_after_a_restart_is_an_ordinary_one(
    evening_after_a_hit: Evening,
) -> None:
    table = await evening_after_a_hit.restart()
    evening_after_a_hit.launcher.press_until(1)
    evening_after_a_hit.launcher.rig.set_fault("jam", True)
    evening_after_a_hit.launcher.finish()
    await evening_after_a_hit.launcher.heard()
    assert table.hit is not None and table.hit.stage is HitStage.BROKEN
    evening_after_a_hit.launcher.unjam()
    await table.clear_faults()
    await evening_after_a_hit.launcher.heard()
    await evening_after_a_hit.press()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]


async def test_a_result_that_was_not_written_down_is_taken_once(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.held_back(True)
    evening_after_a_hit.launcher.press()
    await evening_after_a_hit.die()
    evening_after_a_hit.launcher.held_back(False)
    assert evening_after_a_hit.hits() == [(1, 3)]
    table = await evening_after_a_hit.open()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]
    assert evening_after_a_hit.balanced()
    assert table.hit is not None and (table.hit.number, table.hit.stage) == (3, HitStage.ARMED)


async def test_a_result_that_was_written_but_not_acknowledged_counts_once(
    evening_after_a_hit: Evening,
) -> None:
    await evening_after_a_hit.press()
    result = await evening_after_a_hit.launcher.result(2)
    assert result is not None
    await evening_after_a_hit.restart()
    evening_after_a_hit.launcher.repeat(HitEnded(result))
    await evening_after_a_hit.launcher.heard()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]
    assert evening_after_a_hit.balanced()


async def test_a_hit_cut_short_by_the_death_is_for_the_table_to_count(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    table = await evening_after_a_hit.restart()
    hit = table.hit
    assert hit is not None
    assert (hit.stage, hit.intent.requested) == (HitStage.CONFIRM, 3)
    out = evening_after_a_hit.launcher.rig.cards_left - 3
    assert 1 <= hit.cards_out == out < 3
    play = {"do": "play", "by": "Cy", "card": "red-3"}
    assert await refusal(table.command(play)) == (
        "launcher_busy",
        "First enter how many cards came out for hit 2.",
    )
    await table.clear_faults()
    await evening_after_a_hit.launcher.heard()
    assert (
        evening_after_a_hit.launcher.rig.core.armed_hit == 0
    )  # cleared or not: nothing comes before the word
    await evening_after_a_hit.press()
    assert evening_after_a_hit.launcher.rig.cards_left == 3 + out
    await table.confirm(2, out)
    assert evening_after_a_hit.hits() == [(1, 3), (2, out)]
    assert evening_after_a_hit.balanced()
    assert evening_after_a_hit.launcher.rig.core.armed_hit == 3


async def test_what_waits_for_the_table_still_does_after_another_death(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    await evening_after_a_hit.restart()
    table = await evening_after_a_hit.restart()
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM
    out = table.hit.cards_out
    await table.clear_faults()
    await table.confirm(2, out)
    table = await evening_after_a_hit.restart()
    assert table.hit is not None and (table.hit.number, table.hit.stage) == (3, HitStage.ARMED)
    assert evening_after_a_hit.balanced()


async def test_killed_with_the_rest_of_a_broken_hit_armed(evening_after_a_hit: Evening) -> None:
    evening_after_a_hit.launcher.press_until(1)
    evening_after_a_hit.launcher.rig.set_fault("jam", True)
    evening_after_a_hit.launcher.finish()
    evening_after_a_hit.launcher.unjam()
    await evening_after_a_hit.launcher.heard()
    await evening_after_a_hit.table.clear_faults()
    await evening_after_a_hit.launcher.heard()
    assert evening_after_a_hit.launcher.rig.core.armed_hit == 2
    table = await evening_after_a_hit.restart()
    assert table.hit is not None
    assert (table.hit.stage, table.hit.cards_out) == (HitStage.CONFIRM, 1)


async def test_a_launcher_that_forgot_everything_leaves_it_to_the_table(
    evening_after_a_hit: Evening,
) -> None:
    await evening_after_a_hit.die()
    evening_after_a_hit.launcher = LauncherThere()
    evening_after_a_hit.filled.clear()
    table = await evening_after_a_hit.open()
    assert table.hit is not None
    assert (table.hit.stage, table.hit.cards_out, table.hit.intent.requested) == (
        HitStage.CONFIRM,
        0,
        3,
    )
    assert evening_after_a_hit.launcher.armings == []
    assert evening_after_a_hit.filled == [87]
    await table.confirm(2, 0)
    assert evening_after_a_hit.launcher.rig.core.armed_hit == 3


async def test_killed_before_the_hopper_was_filled_it_is_filled_at_the_start(
    evening_after_a_hit: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(cards: int) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(evening_after_a_hit, "fill", die)
        with pytest.raises(Killed):
            await evening_after_a_hit.table.command({"do": "set", "launcher": 50})
    evening_after_a_hit.filled.clear()
    table = await evening_after_a_hit.restart()
    assert evening_after_a_hit.filled == [50]
    assert table.hit is not None and table.hit.stage is HitStage.ARMED


async def test_a_hit_that_nobody_pressed_is_armed_again_with_its_draw(
    evening_after_a_hit: Evening,
) -> None:
    await evening_after_a_hit.die()
    evening_after_a_hit.launcher = LauncherThere()
    table = await evening_after_a_hit.open()
    before = table.record
    await table.unpressed(2, RequestInfo(Stamp("once")))
    assert same_game(before, table.record)
    assert evening_after_a_hit.launcher.armings == [(2, 3)]
    assert evening_after_a_hit.rolled == [1, 2]
    assert await table.unpressed(2, RequestInfo(Stamp("once"))) == before.seq + 1
    await evening_after_a_hit.press()
    assert evening_after_a_hit.hits() == [(1, 3), (2, 3)]


async def test_nobody_pressed_is_no_word_for_a_hit_that_gave_cards(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    table = await evening_after_a_hit.restart()
    assert table.hit is not None
    assert table.hit.stage is HitStage.CONFIRM
    before = table.record
    for number in (2, 3):
        code, _ = await refusal(table.unpressed(number))
        assert code == "nothing_to_confirm"
    assert table.record == before


async def test_hits_counted_while_the_launcher_was_away_do_not_make_it_forgetful(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.cut()
    await evening_after_a_hit.launcher.heard()
    await evening_after_a_hit.table.confirm(2, 1)
    await evening_after_a_hit.table.confirm(3, 1)  # of which the launcher has never heard
    table = await evening_after_a_hit.restart()
    assert table.hit is not None
    assert (table.hit.number, table.hit.stage) == (4, HitStage.ARMED)


async def test_a_hit_that_was_switched_off_is_for_the_table_to_count(
    evening_after_a_hit: Evening,
) -> None:
    evening_after_a_hit.launcher.press_until(1)
    await evening_after_a_hit.launcher.safe_off()
    evening_after_a_hit.launcher.finish()
    result = await evening_after_a_hit.launcher.result(2)
    assert result is not None and not result.complete and result.fault is None
    table = await evening_after_a_hit.restart()
    assert table.hit is not None
    assert (table.hit.stage, table.hit.cards_out) == (HitStage.CONFIRM, result.delivered)


async def test_what_was_played_after_the_intent_shows_that_it_never_began(
    evening_after_a_hit: Evening,
) -> None:
    def die() -> None:
        raise Killed

    # dead after the play is on disk, before the next intent is: the launcher need not be asked
    evening_after_a_hit.launcher.before_arm = die
    with pytest.raises(Killed):
        await evening_after_a_hit.table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await evening_after_a_hit.die()
    with closing(sqlite3.connect(evening_after_a_hit.path)) as db, db:
        db.execute("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)")
    assert read_entries(evening_after_a_hit.path).entries[-1].kind == "command"
    evening_after_a_hit.launcher = LauncherThere()
    table = await evening_after_a_hit.open()
    assert table.hit is not None
    assert (table.hit.number, table.hit.intent.by, table.hit.stage) == (2, "Ann", HitStage.ARMED)


async def test_keys_outlive_the_referee(evening_after_a_hit: Evening) -> None:
    play = {"do": "play", "by": "Cy", "card": "red-3"}
    seq = await evening_after_a_hit.table.command(play, RequestInfo(Stamp("tap-1")))
    table = await evening_after_a_hit.restart()
    assert await table.command(play, RequestInfo(Stamp("tap-1"))) == seq


async def test_hit_numbers_go_on_over_games_and_restarts(evening_after_a_hit: Evening) -> None:
    table = await evening_after_a_hit.restart()
    await table.new_game(GAME)
    table = await evening_after_a_hit.restart()
    assert not evening_after_a_hit.hit_is_due()
    await table.command({"do": "turn_up", "card": "red-5"})
    assert table.hit is not None and table.hit.number == 3
    assert table.record.number == 2

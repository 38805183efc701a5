"""The live table: armed ahead, one hit at a time, nothing rolled twice, nothing lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import rules
from controller import table as table_module
from controller.arming import draw_by_profile
from controller.hit import Stage
from controller.journal import read_entries
from controller.record import Begun
from hardware.launcher import Fault, HitEnded
from tests.controller.evening import GAME, Evening, refusal, until

PLAY = {"do": "play", "by": "Bo", "card": "red-3"}


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evening = Evening(tmp_path)
    yield evening
    await evening.close()


def state(evening: Evening) -> dict[str, Any]:
    found = evening.table.record.state
    assert found is not None
    return rules.view(found)


async def test_a_hit_is_armed_ahead_and_its_intent_was_on_disk_before(evening: Evening) -> None:
    seen: list[tuple[str, int]] = []

    def look() -> None:
        last = read_entries(evening.path).entries[-1]
        seen.append((last.kind, last.body["hit"]))

    evening.launcher.before_arm = look
    table = await evening.begin()
    assert seen == [("intent", 1)]
    assert evening.launcher.armings == [(1, 3)]
    assert table.hit is not None
    assert (table.hit.stage, table.hit.intent.by, table.hit.intent.owner) == ("armed", "Bo", "Bo")


async def test_a_press_is_counted_durable_and_told_and_the_next_is_armed(evening: Evening) -> None:
    table = await evening.begin()
    evening.told.clear()
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert state(evening)["hands"]["Bo"] == 10
    assert True in evening.told
    assert table.hit is not None
    assert (table.hit.number, table.hit.intent.by, table.hit.stage) == (2, "Cy", Stage.ARMED)
    assert evening.balanced()


async def test_owed_hits_are_pressed_by_who_owes_them(evening: Evening) -> None:
    table = await evening.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    assert table.hit is not None and table.hit.intent.by == "Cy"
    await evening.press()
    assert table.hit.intent.by == "Cy"
    await evening.press()
    assert table.hit.intent.by == "Ann"
    assert state(evening)["hands"] == {"Ann": 7, "Bo": 6, "Cy": 13}


async def test_a_play_disarms_and_the_same_draw_is_armed_for_the_next(evening: Evening) -> None:
    table = await evening.begin()
    await table.command(PLAY)
    assert evening.launcher.armings == [(1, 3), (1, 3)]
    assert evening.rolled == [1]
    assert [entry.body["by"] for entry in evening.entries("intent")] == ["Bo", "Cy"]
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert state(evening)["hands"] == {"Ann": 7, "Bo": 6, "Cy": 10}


async def test_nobody_is_asked_for_more_than_the_launcher_holds(evening: Evening) -> None:
    table = await evening.begin()
    await table.command({"do": "set", "launcher": 2})
    assert evening.launcher.armings[-1] == (1, 2)
    assert evening.entries("intent")[-1].body["draw"] == 3


async def test_with_a_free_interlock_a_press_out_of_order_counts_for_nobody(
    evening: Evening,
) -> None:
    table = await evening.open()
    await table.new_game(GAME | {"options": {"interlock": "free"}})
    await table.command({"do": "turn_up", "card": "wild"})  # Bo has to call a colour first
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert state(evening)["hands"] == {"Ann": 7, "Bo": 7, "Cy": 7}
    assert state(evening)["discrepancy"] == 3
    assert evening.balanced()


async def test_while_cards_come_nothing_else_is_taken(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    assert table.hit is not None
    assert (table.hit.stage, table.hit.out) == (Stage.RUNNING, 1)
    before = table.record
    for command in (PLAY, {"do": "undo"}, {"do": "set", "launcher": 4}):
        code, sentence = await refusal(table.command(command))
        assert (code, sentence) == (
            "launcher_busy",
            "Cards are coming: wait until they are out.",
        )
    assert (await refusal(table.new_game(GAME)))[0] == "launcher_busy"
    assert table.record is before
    evening.launcher.finish()
    await evening.launcher.heard()
    assert evening.hits() == [(1, 3)]


async def test_a_press_that_was_quicker_than_the_play_counts(evening: Evening) -> None:
    evening.draws = {1: 0}
    table = await evening.begin()
    evening.launcher.held_back(True)
    evening.launcher.press()  # over before anybody heard of it
    assert (await refusal(table.command(PLAY)))[0] == "launcher_busy"
    evening.launcher.held_back(False)
    await evening.launcher.heard()
    assert evening.hits() == [(1, 0)]
    assert state(evening)["turn"] == "Cy"


async def test_a_result_that_comes_again_is_ignored(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    result = await evening.launcher.result(1)
    assert result is not None and result.complete
    before = table.record.seq
    evening.launcher.repeat(HitEnded(result), HitEnded(result))
    await evening.launcher.heard()
    assert table.record.seq == before
    assert evening.balanced()


async def jammed_after_one(evening: Evening) -> None:
    evening.launcher.press_until(1)
    evening.launcher.rig.set_fault("jam", True)
    evening.launcher.finish()
    await evening.launcher.heard()


async def test_a_fault_breaks_off_and_the_rest_comes_after_it_is_cleared(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    assert table.hit is not None
    assert (table.hit.stage, table.hit.out) == (Stage.BROKEN, 1)
    assert Fault.JAM in table.launcher.faults
    code, sentence = await refusal(table.command(PLAY))
    assert (code, sentence) == (
        "launcher_busy",
        "Hit 1 broke off: clear the fault, or count its cards.",
    )
    assert (await refusal(table.clear_faults()))[0] == "still_there"
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    assert table.hit.stage is Stage.ARMED and table.hit.number == 1
    # cards are out, so the hit is to be finished: nothing else, and not by hand from far away
    assert (await refusal(table.command(PLAY)))[0] == "launcher_busy"
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.balanced()


async def test_a_broken_hit_can_be_counted_by_the_table(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    assert (await refusal(table.confirm(2, 1)))[0] == "nothing_to_confirm"
    assert (await refusal(table.confirm(1, 1000)))[0] == "bad_count"
    await table.confirm(1, 1)
    assert evening.hits() == [(1, 1)]
    assert evening.entries("command")[-1].body["measured"]["confirmed"] is True
    assert evening.launcher.rig.core.armed_hit == 0
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.number == 2
    assert evening.launcher.rig.core.armed_hit == 2


async def test_the_rest_of_a_hit_can_be_forgone(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    await table.confirm(1, 1)
    assert evening.hits() == [(1, 1)]
    assert evening.launcher.rig.core.armed_hit == 2


async def test_what_the_launcher_counts_itself_is_not_for_the_table(evening: Evening) -> None:
    table = await evening.begin()
    nobody = "No hit with that number waits for a count."
    assert await refusal(table.confirm(1, 3)) == ("nothing_to_confirm", nobody)
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    assert await refusal(table.confirm(1, 3)) == ("nothing_to_confirm", nobody)
    assert (await refusal(table.command({"do": "hit", "by": "Bo", "cards": 3})))[0] == (
        "measured_only"
    )


async def test_a_launcher_that_had_dropped_the_hit_is_armed_again(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.lapse()  # as when the whole machine stood still for a moment
    await evening.press()
    assert evening.launcher.rig.cards_left == 0
    assert table.hit is not None and table.hit.stage is Stage.ARMED
    await evening.press()
    assert evening.hits() == [(1, 3)]


async def test_with_the_link_lost_an_armed_hit_is_neither_played_over_nor_lost(
    evening: Evening,
) -> None:
    table = await evening.begin()
    evening.launcher.cut()
    await evening.launcher.heard()
    assert table.why == "The launcher hung up."
    assert await refusal(table.command(PLAY)) == (
        "no_launcher",
        "The launcher hung up. The button may have been pressed: wait for the launcher, "
        "or say how many cards came for hit 1.",
    )
    evening.launcher.mend()
    await evening.launcher.heard()
    assert table.why == ""
    assert table.hit is not None and table.hit.stage is Stage.ARMED
    await evening.press()
    assert evening.hits() == [(1, 3)]


async def test_with_the_link_lost_hits_are_counted_by_hand_and_plays_go_on(
    evening: Evening,
) -> None:
    table = await evening.begin()
    evening.launcher.cut()
    await evening.launcher.heard()
    await table.confirm(1, 2)
    await table.confirm(2, 0)
    await table.command({"do": "play", "by": "Ann", "card": "red-3"})
    assert evening.hits() == [(1, 2), (2, 0)]
    evening.launcher.mend()
    await evening.launcher.heard()
    assert evening.launcher.rig.core.armed_hit == 3


async def test_a_link_lost_while_cards_come_breaks_the_hit_off(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.press_until(1)
    evening.launcher.cut()
    evening.launcher.finish()
    evening.launcher.mend()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.stage is Stage.BROKEN
    assert table.launcher.faults == (Fault.LINK_LOST,)
    await table.clear_faults()
    await evening.launcher.heard()
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.balanced()


async def test_undoing_a_hit_makes_a_new_one_and_asks_for_the_cards(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    await table.command({"do": "undo"})
    assert state(evening)["discrepancy"] == 3
    assert table.hit is not None
    assert (table.hit.number, table.hit.intent.by) == (2, "Bo")


async def test_a_new_game_has_new_hits(evening: Evening) -> None:
    table = await evening.begin()
    first = table.record.begun
    await table.new_game(GAME)
    assert not evening.hit_is_due()
    assert evening.launcher.rig.core.armed_hit == 0
    await table.command({"do": "turn_up", "card": "red-5"})
    assert table.hit is not None and table.hit.number == 2
    assert evening.rolled == [1, 2]
    assert first is not None and table.record.begun is not None
    assert first.seed != table.record.begun.seed
    assert table.record.number == 2


async def test_a_full_disk_refuses_the_command_and_disarms(evening: Evening) -> None:
    table = await evening.begin()
    before = table.record
    fill_up(evening)
    code, sentence = await refusal(table.command(PLAY))
    assert code == "not_saved"
    assert sentence.startswith("The journal could not be written (")
    assert table.record.state is before.state
    assert table.why == sentence
    assert evening.launcher.rig.core.armed_hit == 0
    make_room(evening)
    await until(lambda: evening.launcher.rig.core.armed_hit == 1)
    assert table.why == ""
    assert evening.rolled == [1]
    await table.command(PLAY)


async def test_a_count_that_the_disk_refuses_is_kept_until_it_takes_it(evening: Evening) -> None:
    table = await evening.begin()
    fill_up(evening)
    await evening.press()
    assert evening.hits() == []
    assert table.hit is not None and table.hit.out == 3
    assert (await refusal(table.command(PLAY)))[0] == "launcher_busy"
    make_room(evening)
    await until(lambda: evening.hits() == [(1, 3)])
    assert evening.balanced()


async def test_a_count_that_the_disk_refused_outlasts_the_launcher(evening: Evening) -> None:
    await evening.begin()
    fill_up(evening)
    await evening.press()
    evening.launcher.cut()
    await evening.launcher.heard()
    make_room(evening)
    await until(lambda: evening.hits() == [(1, 3)])


def fill_up(evening: Evening) -> None:
    """No statement that writes is let through any more, as on a disk that is full."""
    evening.journal._db.execute("PRAGMA query_only = ON")


def make_room(evening: Evening) -> None:
    evening.journal._db.execute("PRAGMA query_only = OFF")


async def test_a_request_under_the_same_key_happens_once(evening: Evening) -> None:
    table = await evening.open()
    game = await table.new_game(GAME, key="g")
    assert await table.new_game(GAME, key="g") == game
    up = await table.command({"do": "turn_up", "card": "red-5"}, key="t")
    assert await table.command({"do": "turn_up", "card": "red-5"}, key="t") == up
    both = await asyncio.gather(table.command(PLAY, key="p"), table.command(PLAY, key="p"))
    assert both[0] == both[1]
    assert state(evening)["hands"]["Bo"] == 6
    assert table.record.number == 1


async def test_a_request_is_done_whole_though_its_asker_gave_up(evening: Evening) -> None:
    table = await evening.begin()
    asked = asyncio.create_task(table.command(PLAY))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.wait([asked])
    await until(lambda: table.hit is not None and table.hit.intent.by == "Cy")
    await evening.press()
    assert evening.balanced()


async def test_refused_by_the_rules_changes_nothing_and_keeps_it_armed(evening: Evening) -> None:
    table = await evening.begin()
    before = table.record
    assert (await refusal(table.command({"do": "play", "by": "Cy", "card": "red-3"})))[0] == (
        "out_of_turn"
    )
    assert (await refusal(table.new_game({"edition": "attack"})))[0] == "bad_setup"
    assert table.record is before
    assert evening.launcher.armings == [(1, 3)]
    assert evening.launcher.rig.core.armed_hit == 1


async def test_before_a_game_there_is_nothing_to_command(evening: Evening) -> None:
    table = await evening.open()
    assert (await refusal(table.command(PLAY)))[0] == "wrong_phase"
    assert evening.launcher.armings == []


async def test_the_launcher_is_filled_when_people_would(evening: Evening) -> None:
    table = await evening.begin()
    assert evening.filled == [90]
    await table.command(PLAY)
    assert evening.filled == [90]
    await table.command({"do": "reload"})
    assert evening.filled == [90, 91]


async def test_the_log_keeps_the_newest(evening: Evening) -> None:
    table = await evening.begin()
    for score in range(210):
        await table.command({"do": "set", "scores": {"Ann": score}})
    assert len(table.record.log) == 200
    assert table.record.log[-1].seq == evening.entries("command")[-1].seq


@pytest.mark.parametrize("profile", ["measured", "sequence", "suspense", "even"])
def test_a_draw_depends_on_seed_number_and_history_alone(profile: Any) -> None:
    one, other = Begun({}, "00" * 32, profile), Begun({}, "01" * 32, profile)

    def game(begun: Begun) -> list[int]:
        draws: list[int] = []
        for hit in range(1, 60):
            draws.append(draw_by_profile(begun, hit, tuple(draws)))
        return draws

    assert game(one) == game(one) != game(other)
    assert sum(game(one)) > 0 and set(game(one)) <= set(range(13))

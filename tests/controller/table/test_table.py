"""The live table: armed ahead, one hit at a time, nothing rolled twice, nothing lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from controller.base import config
from controller.games.entries import Begun
from controller.journal.entry import Stamp
from controller.table.context import Change, RequestInfo
from controller.table.hit import HitStage, draw_by_profile
from hardware.launcher import HitEnded
from hardware.profile_table import Row
from hardware.profiles import Past
from tests.worlds.evening import GAME, PLAY, Evening, refusal, until


async def test_a_press_is_counted_durable_and_told_and_the_next_is_armed(evening: Evening) -> None:
    table = await evening.begin()
    evening.told.clear()
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.state["hands"]["Bo"] == 10
    assert Change.ENTRY in evening.told
    assert table.hit is not None
    assert (table.hit.number, table.hit.intent.by, table.hit.stage) == (2, "Cy", HitStage.ARMED)
    assert evening.balanced()


async def test_owed_hits_are_pressed_by_who_owes_them(evening: Evening) -> None:
    table = await evening.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    assert table.hit is not None and table.hit.intent.by == "Cy"
    await evening.press()
    assert table.hit.intent.by == "Cy"
    await evening.press()
    assert table.hit.intent.by == "Ann"
    assert evening.state["hands"] == {"Ann": 7, "Bo": 6, "Cy": 13}


async def test_a_play_disarms_and_the_same_draw_is_armed_for_the_next(evening: Evening) -> None:
    table = await evening.begin()
    await table.command(PLAY)
    assert evening.launcher.armings == [(1, 3), (1, 3)]
    assert evening.rolled == [1]
    assert [entry.body["by"] for entry in evening.entries("intent")] == ["Bo", "Cy"]
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.state["hands"] == {"Ann": 7, "Bo": 6, "Cy": 10}


@pytest.mark.clause("HOU-1")
async def test_an_answer_arms_the_launcher_for_who_owes_the_sum(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game({**GAME, "options": {"stacking": "same"}})
    await table.command({"do": "turn_up", "card": "red-5"})
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    assert table.hit is not None and table.hit.intent.by == "Cy"
    await table.command({"do": "play", "by": "Cy", "card": "blue-hit-2"})
    assert table.hit is not None and table.hit.intent.by == "Ann"
    await evening.press()
    assert evening.state["turn"] == "Bo"
    assert [(owed["player"], owed["hits"]) for owed in evening.state["owed"]] == [("Ann", 3)]
    await evening.restart()
    assert evening.state["turn"] == "Bo" and evening.state["owed"][0]["reason"] == "HOU-1"


@pytest.mark.clause("HOU-6")
async def test_the_button_is_dead_between_an_own_hit_and_the_play(evening: Evening) -> None:
    evening.draws = {1: 0, 2: 2}
    table = await evening.open()
    options = {"own_hits": "until_cards", "play_after_hit": True}
    await table.new_game({**GAME, "options": options})
    await table.command({"do": "turn_up", "card": "red-5"})
    await evening.press()
    assert table.hit is not None and table.hit.intent.by == "Bo"
    await evening.press()
    assert evening.state["phase"] == "drawn" and not evening.hit_is_due()
    await table.command({"do": "pass", "by": "Bo"})
    assert table.hit is not None and table.hit.intent.by == "Cy"


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
    assert evening.state["hands"] == {"Ann": 7, "Bo": 7, "Cy": 7}
    assert evening.state["discrepancy"] == 3
    assert evening.balanced()


async def test_while_cards_come_nothing_else_is_taken(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    assert table.hit is not None
    assert (table.hit.stage, table.hit.cards_out) == (HitStage.RUNNING, 1)
    before = table.record
    for command in (PLAY, {"do": "undo"}, {"do": "set", "launcher": 4}):
        code, sentence = await refusal(table.command(command))
        assert (code, sentence) == (
            "launcher_busy",
            "Cards are coming out: wait until the launcher has finished.",
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
    assert evening.state["turn"] == "Cy"


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


async def test_undoing_a_hit_makes_a_new_one_and_asks_for_the_cards(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    await table.command({"do": "undo"})
    assert evening.state["discrepancy"] == 3
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
    assert evening.rolled == [1, 1]  # draws are numbered by game, from 1
    assert first is not None and table.record.begun is not None
    assert first.seed != table.record.begun.seed
    assert table.record.number == 2


async def test_a_request_under_the_same_key_happens_once(evening: Evening) -> None:
    table = await evening.open()
    game = await table.new_game(GAME, RequestInfo(Stamp("g")))
    assert await table.new_game(GAME, RequestInfo(Stamp("g"))) == game
    up = await table.command({"do": "turn_up", "card": "red-5"}, RequestInfo(Stamp("t")))
    assert await table.command({"do": "turn_up", "card": "red-5"}, RequestInfo(Stamp("t"))) == up
    same = RequestInfo(Stamp("p"))
    both = await asyncio.gather(table.command(PLAY, same), table.command(PLAY, same))
    assert both[0] == both[1]
    assert evening.state["hands"]["Bo"] == 6
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


async def test_a_changed_configuration_changes_no_running_game(evening: Evening) -> None:
    rows = (Row(30, (4, 5)), Row(100, (12,)))
    evening.drawn = config.LauncherConfig(profile="custom", custom=rows)
    await evening.begin()
    evening.drawn = config.LauncherConfig()
    table = await evening.restart()
    begun = table.record.begun
    assert begun is not None and (begun.profile, begun.custom) == ("custom", rows)


async def test_the_sequence_begins_anew_when_the_cover_is_opened(evening: Evening) -> None:
    evening.drawn = config.LauncherConfig(profile="sequence")
    table = await evening.begin()
    await evening.press()
    await evening.press()
    assert table.record.past == Past(2, 0)
    await evening.open_cover()
    assert table.record.past == Past(0, 0)
    assert table.hit is not None and table.hit.number == 3
    await evening.press()
    assert (await evening.restart()).record.past == Past(1, 0)
    assert len(evening.entries("opened")) == 1


async def test_other_profiles_do_not_mind_the_cover(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    await evening.open_cover()
    assert table.record.past == Past(1, 0)
    assert evening.entries("opened") == []


@pytest.mark.parametrize("profile", ["measured", "sequence", "suspense", "even", "custom"])
def test_a_draw_depends_on_seed_number_and_history_alone(profile: Any) -> None:
    rows = (Row(40, (1, 5)), Row(80, (12,)))
    one, other = Begun({}, "00" * 32, profile, rows), Begun({}, "01" * 32, profile, rows)

    def game(begun: Begun) -> list[int]:
        draws: list[int] = []
        for hit in range(1, 60):
            draws.append(draw_by_profile(begun, hit, Past.of(draws)))
        return draws

    assert game(one) == game(one) != game(other)
    assert sum(game(one)) > 0 and set(game(one)) <= set(range(13))


@pytest.mark.parametrize("do", [[], {}, ["play"], None, 3, "shuffle"])
async def test_a_command_that_there_is_not_is_refused(evening: Evening, do: object) -> None:
    table = await evening.begin()
    before = table.record
    code, _ = await refusal(table.command({"do": do}))
    assert code == "unknown_command"
    assert table.record == before

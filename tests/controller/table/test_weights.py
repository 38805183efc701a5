"""A scale beside the light barrier: what it puts right in a game, and what it asks."""

from __future__ import annotations

import pytest

from controller.games.exported import read_exported, scenario
from controller.games.journal_replay import course, replay
from controller.journal.reading import read_entries
from controller.web import table_views
from hardware.launcher import Weighed
from tests.controller.table.weighing import HELD, Weighing
from tests.worlds.evening import Evening


async def test_a_doubt_is_settled_without_asking(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit(unsure=1)
    assert weighing.doubts() == [(1, "Bo", 1)]
    before = weighing.state
    await weighing.weigh(1, 1, 3)
    assert weighing.doubts() == []
    assert weighing.newest() == "log.weighed"
    assert weighing.state == before
    assert weighing.table.hit is not None and weighing.launcher.rig.core.armed_hit == 2


async def test_a_silent_difference_is_put_right_and_survives_a_restart(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit()
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 11
    assert (weighing.state["launcher"], weighing.state["discrepancy"]) == (HELD - 4, 0)
    last = weighing.table.record.log[-1]
    assert last.key == "log.weighed_more"
    assert last.values == {"hit": 1, "n": 1, "weighed": 4, "counted": 3, "player": "Bo"}
    body = [e.body for e in weighing.entries("command")][-1]
    assert body["weighed"] == {"first_hit": 1, "last_hit": 1, "counted": 3, "weighed": 4}
    state = weighing.state
    await weighing.restart()
    assert weighing.state == state
    await weighing.weigh(1, 1, 5)
    assert weighing.state == state, "not twice, also after a restart"


async def test_a_card_taken_out_by_the_rules_is_no_card_of_a_hit_before_the_next_rest(
    weighing: Weighing,
) -> None:
    await Evening.begin(weighing)  # somebody presses before the scale rests
    await weighing.hit()
    before = weighing.hands
    await weighing.weigh(1, 1, before["Bo"] - 7 + 1)
    assert weighing.hands == before
    await weighing.hit()
    await weighing.weigh(2, 2, 4)  # from here on, hits are judged again
    assert weighing.hands["Cy"] == before["Cy"] + 4


async def test_an_undo_takes_the_correction_back_and_the_scale_does_not_insist(
    weighing: Weighing,
) -> None:
    table = await weighing.begin()
    await weighing.hit(unsure=1)
    await weighing.weigh(1, 1, 4)
    assert table.record.finished[0].found == 1
    await table.command({"do": "undo"})
    assert weighing.hands["Bo"] == 10
    assert weighing.doubts() == [(1, "Bo", 1)]
    assert table.record.finished[0].found == 0
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 10


async def test_nothing_is_said_about_a_hand_that_people_have_counted(weighing: Weighing) -> None:
    table = await weighing.begin()
    await weighing.hit(unsure=1)
    await table.command({"do": "set", "hands": {"Bo": 10}})
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 10
    assert weighing.doubts() == []


async def test_a_hit_that_people_have_counted_stays_as_they_say(weighing: Weighing) -> None:
    table = await weighing.begin()
    weighing.launcher.cut()
    await weighing.launcher.heard()
    await table.confirm(1, 5)
    weighing.launcher.mend()
    await weighing.launcher.heard()
    await weighing.weigh(1, 1, 6)
    assert weighing.hands["Bo"] == 12


async def test_the_card_is_given_to_who_has_the_hand_now(weighing: Weighing) -> None:
    table = await weighing.begin()
    await weighing.hit()
    trade = {"do": "play", "by": "Cy", "card": "red-trade-hands", "target": "Bo"}
    await table.command(trade)
    before = weighing.hands["Cy"]
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Cy"] == before + 1


async def test_hits_of_several_owners_are_asked_about(weighing: Weighing) -> None:
    table = await weighing.begin()
    await weighing.hit()
    await weighing.hit()
    hands = weighing.hands
    await weighing.weigh(1, 2, 7)
    assert weighing.hands == hands
    assert weighing.doubts() == [(1, "Bo", 1), (2, "Cy", 1)]
    await table.command({"do": "set", "hands": {"Bo": hands["Bo"] + 1, "Cy": hands["Cy"]}})
    assert weighing.doubts() == []


async def test_more_cards_than_one_can_hide_are_asked_about(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit()
    await weighing.weigh(1, 1, 5)
    assert weighing.hands["Bo"] == 10
    assert weighing.doubts() == [(1, "Bo", 2)]


@pytest.mark.parametrize("unsure", [0, 1])
async def test_a_card_that_leaves_soon_after_a_hit_was_weighed_is_asked_about(
    weighing: Weighing, unsure: int
) -> None:
    table = await weighing.begin()
    await weighing.hit(unsure)
    await weighing.weigh(1, 1, 3)
    assert weighing.doubts() == []
    await weighing.weigh(None, None, 1)
    assert weighing.hands["Bo"] == 10
    assert weighing.doubts() == [(1, "Bo", 1)]
    await table.command({"do": "set", "hands": {"Bo": 11}})
    assert weighing.doubts() == []
    await weighing.weigh(None, None, 1)
    assert weighing.doubts() == []


async def test_a_hand_that_is_taken_away_after_cards_were_loaded_is_no_card_of_a_hit(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.hit()
    await weighing.weigh(1, 1, 3)
    await weighing.weigh(None, None, -40)
    await weighing.weigh(None, None, 1)
    assert weighing.doubts() == []


async def test_a_card_that_may_belong_to_a_settled_hit_of_somebody_else_is_asked_about(
    weighing: Weighing,
) -> None:
    await weighing.hit_after_a_settled_one()
    hands = weighing.hands
    await weighing.weigh(2, 2, 4)
    assert weighing.hands == hands
    assert weighing.doubts() == [(1, "Bo", 1), (2, "Cy", 1)]


async def test_a_weight_that_is_not_sure_asks_about_a_settled_hit_of_somebody_else_too(
    weighing: Weighing,
) -> None:
    await weighing.hit_after_a_settled_one()
    weighing.launcher.weighed(Weighed(2, 2, 4, 4, 5, None, 0, 0, 0))
    await weighing.launcher.heard()
    assert weighing.doubts() == [(1, "Bo", 1), (2, "Cy", 1)]


async def test_a_hit_that_a_scale_counted_again_is_asked_about_with_that_count(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.hit()
    await weighing.weigh(1, 1, 4)
    await weighing.weigh(None, None, 1)
    assert weighing.hands["Bo"] == 11
    (doubt,) = table_views.table(weighing.table, "").doubts
    assert (doubt.hit, doubt.owner, doubt.cards, doubt.uncertain) == (1, "Bo", 4, 1)


async def test_a_later_hit_keeps_its_doubt_when_an_earlier_one_is_put_right(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.hit()
    for _ in range(3):  # once around the table
        await weighing.hit(unsure=1)
    await weighing.weigh(1, 1, 4)
    assert (4, "Bo", 1) in weighing.doubts()
    assert weighing.hands["Bo"] == 7 + 3 + 1 + 3


async def test_a_word_that_comes_while_somebody_has_pressed_waits(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit()
    weighing.launcher.press_until(1)
    await weighing.launcher.heard()
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 10
    weighing.launcher.finish()
    await weighing.launcher.heard()
    assert weighing.hands["Bo"] == 11
    assert weighing.hits() == [(1, 3), (2, 3)]


async def test_a_word_that_was_not_sure_is_said_again(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit(unsure=1)
    weighing.launcher.weighed(Weighed(1, 1, 3, 3, 4, None, 0, 0, 0))
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 11
    assert weighing.doubts() == []


@pytest.mark.parametrize(("came", "uncertain"), [(3, []), (4, []), (5, [(1, "Bo", 2)])])
async def test_what_a_word_that_was_not_sure_asked_for_is_clear_after_a_sure_word(
    weighing: Weighing, came: int, uncertain: list[tuple[int, str, int]]
) -> None:
    await weighing.begin()
    await weighing.hit()
    weighing.launcher.weighed(Weighed(1, 1, 5, 4, 5, None, 0, 0, 0))
    await weighing.launcher.heard()
    assert weighing.doubts() == [(1, "Bo", 1)]
    await weighing.weigh(1, 1, came)
    assert weighing.doubts() == uncertain
    assert weighing.hands["Bo"] == 10 + (came == 4)


@pytest.mark.parametrize("silent", [0, 1])
async def test_a_hit_that_broke_off_is_judged_by_the_weight_of_all_its_parts(
    weighing: Weighing, silent: int
) -> None:
    await weighing.begin()
    weighing.launcher.press_until(1)
    weighing.launcher.rig.set_fault("jam", True)
    weighing.launcher.finish()
    await weighing.launcher.heard()
    came = weighing.launcher.rig.cards_left
    await weighing.weigh(1, 1, came)
    weighing.launcher.unjam()
    await weighing.table.clear_faults()
    await weighing.launcher.heard()
    await weighing.press()
    assert weighing.hits() == [(1, 3)]
    await weighing.weigh(1, 1, 3 - came + silent)
    assert weighing.hands["Bo"] == 10 + silent


async def test_the_draws_of_a_game_are_checked_with_its_corrected_hits(weighing: Weighing) -> None:
    weighing.fair = True
    table = await weighing.begin()
    while not any(hit.draw for hit in table.record.finished):
        await weighing.hit()
    hit = table.record.finished[-1]
    await weighing.weigh(hit.hit, hit.hit, hit.delivered + 1)
    found = read_entries(weighing.path).entries
    seen = course(found, weighing.path, superseded=True)
    assert seen is not None and seen.fairness is not None and seen.fairness.report is not None
    report = seen.fairness.report
    assert report.in_order
    assert (report.hits[-1].delivered, report.hits[-1].found) == (hit.delivered + 1, 1)
    assert "fairness.weighed" in [remark.key for remark in report.remarks]
    text = scenario(found, weighing.path, superseded=True)
    assert text is not None
    file = weighing.path.with_name("game.jsonl")
    file.write_text(text)
    again = replay(read_exported(file), file)
    assert again.finished[-1].found == 1

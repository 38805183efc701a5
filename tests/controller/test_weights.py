"""A scale beside the light barrier: what it puts right in a game, and what it asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import UNSET

from controller.base.errors import Refused
from controller.games.course import course
from controller.games.exported import read_exported, scenario
from controller.games.replay import replay
from controller.journal.reading import read_entries
from controller.web import shown
from hardware.launcher import HitEnded, LauncherEvent, Weighed
from tests.controller.evening import Evening, until

HELD = 112 - 3 * 7 - 1
"""Cards in the launcher when the first card is turned up."""


class Weighing(Evening):
    """An evening with a launcher that weighs itself; a test says what."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.launcher._scale = True
        self.unsure = 0
        read = self.launcher._read

        def doubting(event: tuple[int, int, int, int]) -> LauncherEvent:
            said = read(event)
            if isinstance(said, HitEnded):
                return HitEnded(replace(said.result, uncertain=self.unsure))
            return said

        self.launcher._read = doubting  # type: ignore[method-assign]

    async def hit(self, unsure: int = 0) -> None:
        self.unsure = unsure
        await self.press()

    async def hit_after_a_settled_one(self) -> None:
        """Bo hits, and the weight settles a doubt about that; then Cy hits."""
        await self.begin()
        await self.hit(unsure=1)
        await self.weigh(1, 1, 3)
        await self.hit()

    async def weigh(
        self,
        first: int | None,
        last: int | None,
        left: int,
        inside: int | None = None,
        about: int = 0,
    ) -> None:
        low, high = (0, 0) if inside is None else (inside - about, inside + about)
        self.launcher.weighed(Weighed(first, last, left, left, left, inside, low, high, 0))
        await self.launcher.heard()
        await until(lambda: not self.table._lock.locked())

    def scale(self) -> shown.ShownScale:
        said = shown.launcher(self.table).scale
        assert isinstance(said, shown.ShownScale)
        return said

    def doubts(self) -> list[tuple[int, str, int]]:
        return [(one.hit, one.owner, one.uncertain) for one in shown.table(self.table, "").doubts]

    def newest(self) -> str:
        return self.table.record.log[-1].key

    @property
    def hands(self) -> dict[str, int]:
        hands = self.state["hands"]
        assert isinstance(hands, dict)
        return hands


@pytest.fixture
async def weighing(tmp_path: Path) -> AsyncIterator[Weighing]:
    evening = Weighing(tmp_path)
    yield evening
    await evening.close()


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
    (doubt,) = shown.table(weighing.table, "").doubts
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


async def test_a_card_that_may_have_been_taken_out_by_hand_is_nobodys(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.hit()
    await weighing.open_cover()
    await weighing.weigh(1, 1, 4)
    assert weighing.hands["Bo"] == 10
    await weighing.hit()
    await weighing.weigh(2, 2, 4)
    assert weighing.hands["Cy"] == 11


async def test_cards_that_somebody_takes_out_or_puts_in_are_shown_with_their_number(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    assert weighing.scale() == shown.ShownScale(None, None)
    await weighing.weigh(None, None, 0, HELD)
    assert weighing.scale() == shown.ShownScale(shown.ShownInside(HELD, HELD, HELD), None)
    await weighing.weigh(None, None, 2, HELD - 2)
    assert weighing.scale().off == shown.ShownOff(-2, -2)
    await weighing.weigh(None, None, -2, HELD, about=1)
    assert weighing.scale().off is None
    assert weighing.hands == {"Ann": 7, "Bo": 7, "Cy": 7}


async def test_a_card_that_somebody_moves_is_noticed_where_the_number_of_all_is_not_sure(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.weigh(None, None, -1, HELD + 1, about=1)
    assert weighing.scale().off == shown.ShownOff(1, 1)
    await weighing.hit()
    assert weighing.scale().off == shown.ShownOff(1, 1)
    await weighing.weigh(None, None, 1, HELD - 3, about=1)
    assert weighing.scale().off is None
    await weighing.weigh(None, None, -1, HELD - 2, about=1)
    await weighing.table.command({"do": "set", "hands": {"Bo": 9}})
    assert weighing.scale().off is None


async def test_a_card_that_was_counted_and_did_not_come_is_shown_and_no_hand_gets_smaller(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.hit()
    await weighing.weigh(1, 1, 2, HELD - 2, about=1)
    assert weighing.scale().off is None
    assert weighing.doubts() == []
    await weighing.hit()
    await weighing.weigh(2, 2, 3, HELD - 5, about=1)
    assert weighing.scale().off == shown.ShownOff(1, 1)
    assert weighing.hands == {"Ann": 7, "Bo": 10, "Cy": 10}


async def test_a_counted_hit_moves_what_is_inside_until_the_next_word(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.hit()
    said = weighing.scale()
    assert said.inside == shown.ShownInside(HELD - 3, HELD - 4, HELD - 2)
    assert said.off is None


async def test_nobody_knows_what_is_inside_after_a_reload_until_the_next_word(
    weighing: Weighing,
) -> None:
    table = await weighing.begin()
    await weighing.weigh(None, None, 0, HELD)
    for by in ("Bo", "Cy"):
        await table.command({"do": "play", "by": by, "card": "red-3"})
    asked = weighing.launcher.asked_to_weigh
    await table.command({"do": "reload"})
    assert weighing.scale() == shown.ShownScale(None, None)
    assert weighing.launcher.asked_to_weigh == asked + 1


async def reloaded(weighing: Weighing, moved: int = 0) -> int:
    """People have to put so many cards in. The number of all is not sure."""
    table = await weighing.begin()
    for by, card in (("Bo", "red-3"), ("Cy", "red-3"), ("Ann", "red-6"), ("Bo", "red-6")):
        await table.command({"do": "play", "by": by, "card": card})
    await weighing.weigh(None, None, 0, HELD, about=2)
    if moved:
        await weighing.weigh(None, None, -moved, HELD + moved, about=2)
    await table.command({"do": "reload"})
    held = weighing.state["launcher"] - HELD
    assert isinstance(held, int) and held == 4
    return held


@pytest.mark.parametrize("short", [-1, 0, 1])
async def test_cards_that_are_put_in_by_the_rules_are_compared_with_their_weight(
    weighing: Weighing, short: int
) -> None:
    cards = await reloaded(weighing)
    await weighing.weigh(None, None, short - cards, HELD + cards - short, about=2)
    off = weighing.scale().off
    assert off == (shown.ShownOff(-short, -short) if short else None)


async def test_cards_that_are_put_in_by_the_rules_may_come_later_and_in_parts(
    weighing: Weighing,
) -> None:
    cards = await reloaded(weighing)
    await weighing.weigh(None, None, 0, HELD, about=2)
    assert weighing.scale().off == shown.ShownOff(-cards - 2, 2 - cards)
    await weighing.weigh(None, None, -1, HELD + 1, about=2)
    await weighing.weigh(None, None, 1 - cards, HELD + cards, about=2)
    assert weighing.scale().off is None
    await weighing.weigh(None, None, -1, HELD + cards + 1, about=2)
    assert weighing.scale().off == shown.ShownOff(1, 1)


async def test_what_moved_before_cards_are_put_in_is_still_known(weighing: Weighing) -> None:
    cards = await reloaded(weighing, moved=1)
    await weighing.weigh(None, None, -cards, HELD + 1 + cards, about=2)
    assert weighing.scale().off == shown.ShownOff(1, 1)


async def unsure(weighing: Weighing, low: int, high: int, inside: int) -> None:
    weighing.launcher.weighed(
        Weighed(None, None, high, low, high, inside, inside - 5, inside + 5, 0)
    )
    await weighing.launcher.heard()


async def test_cards_that_are_put_in_and_not_weighed_to_one_card_are_believed(
    weighing: Weighing,
) -> None:
    cards = await reloaded(weighing)
    await unsure(weighing, -cards, 1 - cards, HELD + cards)
    assert weighing.scale().off is None
    await weighing.weigh(None, None, -cards, HELD + 2 * cards, about=5)
    assert weighing.scale().off == shown.ShownOff(cards, cards), "nobody has told them to"


async def test_what_may_be_a_hand_says_nothing_of_the_cards_that_are_put_in(
    weighing: Weighing,
) -> None:
    cards = await reloaded(weighing)
    await unsure(weighing, -cards, 0, HELD + cards)
    await weighing.weigh(None, None, 1 - cards, HELD + cards - 1, about=2)
    assert weighing.scale().off == shown.ShownOff(-1, -1)


async def test_a_hand_that_goes_and_did_not_come_for_sure_is_no_card(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=2)
    await weighing.weigh(None, None, 9, HELD, about=2)
    await weighing.weigh(None, None, 1, HELD - 1, about=2)
    assert weighing.scale().off == shown.ShownOff(-1, -1)


async def test_more_cards_in_the_launcher_by_hand_are_not_waited_for(weighing: Weighing) -> None:
    table = await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=2)
    await table.command({"do": "set", "hands": {"Bo": 6}, "launcher": HELD + 1})
    await weighing.weigh(None, None, 0, HELD + 1, about=2)
    assert weighing.scale().off is None


async def test_the_draws_of_a_game_are_checked_with_its_corrected_hits(weighing: Weighing) -> None:
    weighing.fair = True
    table = await weighing.begin()
    while not any(hit.draw for hit in table.record.finished):
        await weighing.hit()
    hit = table.record.finished[-1]
    await weighing.weigh(hit.hit, hit.hit, hit.delivered + 1)
    found = read_entries(weighing.path).entries
    seen = course(found, weighing.path, left=True)
    assert seen is not None and seen.fairness is not None and seen.fairness.report is not None
    report = seen.fairness.report
    assert report.in_order
    assert (report.hits[-1].delivered, report.hits[-1].found) == (hit.delivered + 1, 1)
    assert "fairness.weighed" in [remark.key for remark in report.remarks]
    text = scenario(found, weighing.path, left=True)
    assert text is not None
    file = weighing.path.with_name("game.jsonl")
    file.write_text(text)
    again = replay(read_exported(file), file)
    assert again.finished[-1].found == 1


async def test_without_a_scale_nothing_is_shown_and_nothing_can_be_set_to_0(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.press()
    launcher = shown.launcher(evening.table)
    assert launcher.scale is UNSET
    with pytest.raises(Refused, match="no_scale"):
        await evening.table.tare()


async def test_people_say_that_the_launcher_is_empty(weighing: Weighing) -> None:
    await weighing.open()
    await weighing.table.tare()
    assert weighing.launcher.tared == 1

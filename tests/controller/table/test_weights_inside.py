"""What the scale knows of the cards in the launcher, also while people put cards in."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import UNSET

from controller.base.errors import Refused
from controller.web import table_views
from hardware.launcher import Weighed
from tests.controller.table.weighing import HELD, Weighing
from tests.worlds.evening import PLAY, Evening, fill_up, make_room, until


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
    assert weighing.scale() == table_views.ScaleView(None, None)
    await weighing.weigh(None, None, 0, HELD)
    assert weighing.scale() == table_views.ScaleView(
        table_views.WeighedCardsView(HELD, HELD, HELD), None
    )
    await weighing.weigh(None, None, 2, HELD - 2)
    assert weighing.scale().off == table_views.SurplusView(-2, -2)
    await weighing.weigh(None, None, -2, HELD, about=1)
    assert weighing.scale().off is None
    assert weighing.hands == {"Ann": 7, "Bo": 7, "Cy": 7}


async def test_a_card_that_somebody_moves_is_noticed_where_the_number_of_all_is_not_sure(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.weigh(None, None, -1, HELD + 1, about=1)
    assert weighing.scale().off == table_views.SurplusView(1, 1)
    await weighing.hit()
    assert weighing.scale().off == table_views.SurplusView(1, 1)
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
    assert weighing.scale().off == table_views.SurplusView(1, 1)
    assert weighing.hands == {"Ann": 7, "Bo": 10, "Cy": 10}


async def test_a_counted_hit_moves_what_is_inside_until_the_next_word(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.hit()
    said = weighing.scale()
    assert said.inside == table_views.WeighedCardsView(HELD - 3, HELD - 4, HELD - 2)
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
    assert weighing.scale() == table_views.ScaleView(None, None)
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
    assert off == (table_views.SurplusView(-short, -short) if short else None)


async def test_cards_that_are_put_in_by_the_rules_may_come_later_and_in_parts(
    weighing: Weighing,
) -> None:
    cards = await reloaded(weighing)
    await weighing.weigh(None, None, 0, HELD, about=2)
    assert weighing.scale().off == table_views.SurplusView(-cards - 2, 2 - cards)
    await weighing.weigh(None, None, -1, HELD + 1, about=2)
    await weighing.weigh(None, None, 1 - cards, HELD + cards, about=2)
    assert weighing.scale().off is None
    await weighing.weigh(None, None, -1, HELD + cards + 1, about=2)
    assert weighing.scale().off == table_views.SurplusView(1, 1)


@pytest.mark.parametrize("weighed", [False, True])
async def test_a_hit_is_not_judged_by_a_weight_that_has_cards_in_it_which_were_put_in(
    weighing: Weighing, weighed: bool
) -> None:
    cards = await reloaded(weighing)
    if weighed:
        await weighing.weigh(None, None, -cards, HELD + cards)
    await weighing.hit(unsure=1)
    (doubt,) = weighing.doubts()
    # one of them may have come with the hit, and not have been seen
    await weighing.weigh(doubt[0], doubt[0], 3)
    assert weighing.doubts() == ([] if weighed else [doubt])
    # the next hit is weighed alone
    await weighing.hit(unsure=1)
    await weighing.weigh(doubt[0] + 1, doubt[0] + 1, 3)
    assert weighing.doubts() == ([] if weighed else [doubt])


async def test_what_moved_before_cards_are_put_in_is_still_known(weighing: Weighing) -> None:
    cards = await reloaded(weighing, moved=1)
    await weighing.weigh(None, None, -cards, HELD + 1 + cards, about=2)
    assert weighing.scale().off == table_views.SurplusView(1, 1)


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
    assert weighing.scale().off == table_views.SurplusView(cards, cards), "nobody has told them to"


async def test_what_may_be_a_hand_says_nothing_of_the_cards_that_are_put_in(
    weighing: Weighing,
) -> None:
    cards = await reloaded(weighing)
    await unsure(weighing, -cards, 0, HELD + cards)
    await weighing.weigh(None, None, 1 - cards, HELD + cards - 1, about=2)
    assert weighing.scale().off == table_views.SurplusView(-1, -1)


async def test_a_hand_that_goes_and_did_not_come_for_sure_is_no_card(weighing: Weighing) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=2)
    await weighing.weigh(None, None, 9, HELD, about=2)
    await weighing.weigh(None, None, 1, HELD - 1, about=2)
    assert weighing.scale().off == table_views.SurplusView(-1, -1)


async def test_more_cards_in_the_launcher_by_hand_are_not_waited_for(weighing: Weighing) -> None:
    table = await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=2)
    await table.command({"do": "set", "hands": {"Bo": 6}, "launcher": HELD + 1})
    await weighing.weigh(None, None, 0, HELD + 1, about=2)
    assert weighing.scale().off is None


async def test_without_a_scale_nothing_is_shown_and_nothing_can_be_set_to_0(
    evening: Evening,
) -> None:
    await evening.begin()
    await evening.press()
    launcher = table_views.launcher(evening.table)
    assert launcher.scale is UNSET
    with pytest.raises(Refused, match="no_scale"):
        await evening.table.tare()


async def test_people_say_that_the_launcher_is_empty(weighing: Weighing) -> None:
    await weighing.open()
    await weighing.table.tare()
    assert weighing.launcher.tared == 1


async def test_the_launcher_is_said_to_be_empty_only_between_two_requests(
    weighing: Weighing, monkeypatch: pytest.MonkeyPatch
) -> None:
    await weighing.begin()
    disarming, go_on = asyncio.Event(), asyncio.Event()
    disarm = weighing.launcher.disarm

    async def slow_disarm() -> bool:
        disarming.set()
        await go_on.wait()
        return await disarm()

    monkeypatch.setattr(weighing.launcher, "disarm", slow_disarm)
    command = asyncio.create_task(weighing.table.command(PLAY))
    await disarming.wait()
    tare = asyncio.create_task(weighing.table.tare())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    too_soon = weighing.launcher.tared
    go_on.set()
    await command
    await tare
    assert (too_soon, weighing.launcher.tared) == (0, 1)


async def test_a_card_that_did_not_come_is_missing_once_though_the_disk_was_full(
    weighing: Weighing,
) -> None:
    await weighing.begin()
    await weighing.weigh(None, None, 0, HELD, about=1)
    await weighing.hit()
    await weighing.weigh(1, 1, 2, HELD - 2, about=1)
    await weighing.hit()
    fill_up(weighing)
    await weighing.weigh(2, 2, 4, HELD - 6, about=1)
    assert weighing.hands["Cy"] == 10
    make_room(weighing)
    await until(lambda: weighing.hands["Cy"] == 11)
    assert weighing.scale().off == table_views.SurplusView(1, 1)

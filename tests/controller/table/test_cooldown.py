"""The breath between two hits: when a press counts again, and what the table says meanwhile."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any

import pytest

from controller.games.entries import Intent
from controller.table.cooldown import BUTTON_RETRY_S, ButtonCooldown
from controller.table.hit import DueHit, HitStage
from hardware.launcher import (
    ButtonInUse,
    CardLeft,
    FaultsChanged,
    HitResult,
    LinkChanged,
    Pressed,
)
from rules.position import Owed
from tests.at_once import AtOnce
from tests.worlds.evening import PLAY, Evening, LauncherThere, refusal

HIT = DueHit(Intent(4, 3, 3, "Bo", "Bo"))
TWO = Owed(1, 1, 2, "ATK-1")
ONE_LEFT = Owed(1, 1, 1, "ATK-1")
UNTIL_CARDS = Owed(2, 2, None, "ATK-10")
OF_CY = Owed(2, 2, 1, "ATK-8")
BREATH_S = 1.0
A_MOMENT_S = 0.001


def remaining_s(cooldown: ButtonCooldown, now_s: float) -> float:
    return round(cooldown.remaining_s(now_s), 6)


# what is known of the button


def test_a_button_that_nobody_has_used_need_not_rest() -> None:
    assert ButtonCooldown(1.0).remaining_s(0.0) == -inf


def test_the_breath_begins_at_the_end_of_the_hit_or_at_the_latest_press() -> None:
    pressed = ButtonCooldown(1.0).handle(Pressed(1, 4, 0), 10.0)
    assert remaining_s(pressed, 10.4) == 0.6
    ended = pressed.restart(12.0)
    assert remaining_s(ended, 12.0) == 1.0
    again = ended.handle(Pressed(2, None, 0), 12.9)
    assert (remaining_s(again, 13.0), remaining_s(again, 13.9)) == (0.9, 0.0)


@pytest.mark.parametrize("event", [CardLeft(4, 1, 0), FaultsChanged(()), LinkChanged(True)])
def test_nothing_else_begins_it_anew(event: Any) -> None:
    cooldown = ButtonCooldown(1.0).handle(Pressed(3, 4, 0), 10.0)
    assert cooldown.handle(event, 10.5) == cooldown


def test_a_launcher_that_has_restarted_counts_presses_from_the_beginning() -> None:
    cooldown = ButtonCooldown(1.0).handle(Pressed(3, 4, 0), 10.0)
    assert cooldown.handle(LinkChanged(True, restarted=True), 10.5).presses == 0


def test_a_press_that_was_not_heard_begins_it_anew() -> None:
    cooldown = ButtonCooldown(1.0, since_s=10.0, presses=3).in_use(ButtonInUse(5, down=False), 12.0)
    assert (cooldown.presses, remaining_s(cooldown, 12.0)) == (5, 1.0)


def test_a_button_that_is_held_is_looked_at_again_soon() -> None:
    cooldown = ButtonCooldown(1.0, since_s=10.0, presses=3).in_use(ButtonInUse(3, down=True), 12.0)
    assert (cooldown.presses, remaining_s(cooldown, 12.0)) == (3, BUTTON_RETRY_S)


@pytest.mark.parametrize(
    ("before", "after", "due", "applies"),
    [
        ((), (), (), True),
        ((TWO,), (ONE_LEFT,), (ONE_LEFT,), False),
        ((TWO, OF_CY), (ONE_LEFT, OF_CY), (ONE_LEFT, OF_CY), False),
        ((UNTIL_CARDS,), (UNTIL_CARDS,), (UNTIL_CARDS,), False),
        ((ONE_LEFT,), (), (), True),
        ((ONE_LEFT, OF_CY), (OF_CY,), (OF_CY,), True),
        ((ONE_LEFT, ONE_LEFT), (ONE_LEFT,), (ONE_LEFT,), True),  # another card, the same player
        ((TWO,), (ONE_LEFT,), (OF_CY, ONE_LEFT), True),  # somebody was caught meanwhile
        ((TWO,), (ONE_LEFT,), (TWO,), True),  # the hit was taken back
    ],
)
def test_it_does_not_apply_within_an_entry(
    before: tuple[Owed, ...], after: tuple[Owed, ...], due: tuple[Owed, ...], applies: bool
) -> None:
    cooldown = ButtonCooldown(1.0).after_count(before, after).for_owed(due)
    assert cooldown.applies_to(HIT) is applies


def test_another_entry_ends_one_for_good() -> None:
    cooldown = (
        ButtonCooldown(1.0)
        .after_count((TWO,), (ONE_LEFT,))
        .for_owed((OF_CY, ONE_LEFT))
        .for_owed((ONE_LEFT,))
    )
    assert cooldown.applies_to(HIT)


def test_it_does_not_apply_to_the_rest_of_a_hit_nor_where_there_is_none() -> None:
    assert not ButtonCooldown(1.0).applies_to(HIT.broken(1))
    assert not ButtonCooldown(0.0).applies_to(HIT)


# at a table


@pytest.fixture
async def rested(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """An evening in virtual time whose button rests between hits; its disk takes no time."""
    monkeypatch.setattr("controller.journal.journal.ThreadPoolExecutor", AtOnce)
    evening.breath_s = BREATH_S
    return evening


def stage(evening: Evening) -> HitStage | None:
    return evening.table.hit.stage if evening.table.hit else None


def lit(evening: Evening) -> bool:
    return evening.launcher.rig.core.armed_hit != 0


@pytest.mark.looptime
async def test_the_lamp_is_dark_for_as_long_as_the_breath_lasts(rested: Evening) -> None:
    await rested.begin()
    assert lit(rested)  # nobody has pressed yet
    await rested.press()
    assert (stage(rested), lit(rested)) == (HitStage.COOLDOWN, False)
    await asyncio.sleep(BREATH_S - A_MOMENT_S)
    assert (stage(rested), lit(rested)) == (HitStage.COOLDOWN, False)
    await asyncio.sleep(2 * A_MOMENT_S)
    assert (stage(rested), lit(rested)) == (HitStage.ARMED, True)


@pytest.mark.looptime
async def test_a_press_in_the_dark_gives_nothing_and_begins_the_breath_anew(
    rested: Evening,
) -> None:
    await rested.begin()
    await rested.press()
    for _ in range(5):
        await asyncio.sleep(BREATH_S - A_MOMENT_S)
        await rested.press()
    assert (rested.hits(), stage(rested)) == ([(1, 3)], HitStage.COOLDOWN)
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    assert stage(rested) is HitStage.ARMED
    await rested.press()
    assert rested.hits() == [(1, 3), (2, 3)]


@pytest.mark.looptime
async def test_the_pages_are_told_when_the_breath_begins_and_when_it_ends(rested: Evening) -> None:
    seen: list[HitStage | None] = []
    rested.changed = lambda change: seen.append(stage(rested))
    await rested.begin()
    await rested.press()
    assert seen[-1] is HitStage.COOLDOWN
    pushes = len(seen)
    await asyncio.sleep(10 * BREATH_S)
    assert seen[pushes:] == [HitStage.ARMED]


@pytest.mark.looptime
async def test_a_press_on_the_page_has_to_wait_too(rested: Evening) -> None:
    table = await rested.begin()
    table.refuse_press_in_cooldown()
    await rested.press()

    async def touch() -> None:
        table.refuse_press_in_cooldown()

    for _ in range(5):
        await asyncio.sleep(BREATH_S - A_MOMENT_S)
        code, sentence = await refusal(touch())
        assert code == "launcher_busy"
        assert sentence == (
            "The launcher's button does not work for a moment after each use: wait a moment, "
            "then press it."
        )
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    table.refuse_press_in_cooldown()


@pytest.mark.looptime
async def test_the_next_press_of_the_same_card_counts_at_once(rested: Evening) -> None:
    table = await rested.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    await rested.press()
    assert stage(rested) is HitStage.ARMED
    await rested.press()
    assert (rested.hits(), stage(rested)) == ([(1, 3), (2, 3)], HitStage.COOLDOWN)


@pytest.mark.looptime
async def test_a_call_between_two_presses_of_the_same_card_changes_nothing(
    rested: Evening,
) -> None:
    table = await rested.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    await rested.press()
    await table.command({"do": "suggested", "player": "Ann"})
    assert stage(rested) is HitStage.ARMED


@pytest.mark.looptime
async def test_commands_are_taken_during_the_breath(rested: Evening) -> None:
    table = await rested.begin()
    await rested.press()
    await table.command(PLAY | {"by": "Cy"})
    assert stage(rested) is HitStage.COOLDOWN
    assert table.hit is not None and table.hit.intent.by == "Ann"
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    assert stage(rested) is HitStage.ARMED


@pytest.mark.looptime
async def test_the_rest_of_a_hit_that_was_broken_off_is_armed_at_once(rested: Evening) -> None:
    await rested.begin()
    rested.launcher.rig.set_fault("jam", True)
    await rested.press()
    assert stage(rested) is HitStage.BROKEN
    rested.launcher.unjam()
    await rested.launcher.clear_faults()
    await rested.launcher.heard()
    assert stage(rested) is HitStage.ARMED


@pytest.mark.looptime
async def test_the_tables_own_count_of_a_hit_begins_a_breath(rested: Evening) -> None:
    table = await rested.begin()
    rested.launcher.rig.set_fault("jam", True)
    await rested.press()
    await asyncio.sleep(10 * BREATH_S)
    rested.launcher.unjam()
    await table.confirm(1, 2)
    await rested.launcher.clear_faults()
    await rested.launcher.heard()
    assert stage(rested) is HitStage.COOLDOWN


@pytest.mark.looptime
async def test_a_fault_during_the_breath_keeps_the_hit_back(rested: Evening) -> None:
    await rested.begin()
    await rested.press()
    rested.launcher.set_cover(True)
    await rested.launcher.heard()
    assert stage(rested) is HitStage.WAITING
    await asyncio.sleep(10 * BREATH_S)
    assert stage(rested) is HitStage.WAITING
    rested.launcher.set_cover(False)
    await rested.launcher.clear_faults()
    await rested.launcher.heard()
    assert stage(rested) is HitStage.ARMED


@pytest.mark.looptime
async def test_the_breath_ends_while_the_launcher_is_away(rested: Evening) -> None:
    await rested.begin()
    await rested.press()
    rested.launcher.cut()
    await rested.launcher.heard()
    await asyncio.sleep(10 * BREATH_S)
    assert not lit(rested)
    rested.launcher.mend()
    await rested.launcher.heard()
    assert (stage(rested), lit(rested)) == (HitStage.ARMED, True)


@pytest.mark.looptime
async def test_who_leans_on_the_button_keeps_it_dark(rested: Evening) -> None:
    await rested.begin()
    await rested.press()
    rested.launcher.rig.press()
    rested.launcher.wait(50)
    await rested.launcher.heard()
    await asyncio.sleep(5 * BREATH_S)
    assert (stage(rested), lit(rested)) == (HitStage.COOLDOWN, False)
    rested.launcher.rig.release()
    rested.launcher.wait(300)
    await asyncio.sleep(2 * BUTTON_RETRY_S)
    assert stage(rested) is HitStage.ARMED


@pytest.mark.looptime
async def test_after_a_restart_the_button_rests_if_somebody_has_used_it(rested: Evening) -> None:
    await rested.begin()
    await rested.press()
    await asyncio.sleep(2 * BREATH_S)
    await rested.restart()
    assert (stage(rested), lit(rested)) == (HitStage.COOLDOWN, False)
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    assert (stage(rested), lit(rested)) == (HitStage.ARMED, True)


@pytest.mark.looptime
async def test_a_press_on_its_way_comes_before_the_arming(rested: Evening) -> None:
    await rested.begin()
    await rested.press()
    rested.launcher.held_back(True)
    await asyncio.sleep(BREATH_S - A_MOMENT_S)
    rested.launcher.press()
    await asyncio.sleep(2 * A_MOMENT_S)
    assert (stage(rested), lit(rested)) == (HitStage.COOLDOWN, False)
    rested.launcher.held_back(False)
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    assert stage(rested) is HitStage.ARMED


class Older(LauncherThere):
    """A launcher that does not know that an arming can depend on the button."""

    async def arm(
        self, hit: int, count: int, presses: int | None = None
    ) -> HitResult | ButtonInUse | None:
        return await super().arm(hit, count)


@pytest.mark.looptime
async def test_an_older_launcher_has_the_breath_of_the_referees_clock(rested: Evening) -> None:
    rested.launcher = Older()
    await rested.begin()
    await rested.press()
    await asyncio.sleep(BREATH_S - A_MOMENT_S)
    await rested.press()
    assert (rested.hits(), stage(rested)) == ([(1, 3)], HitStage.COOLDOWN)
    await asyncio.sleep(BREATH_S + A_MOMENT_S)
    await rested.press()
    assert rested.hits() == [(1, 3), (2, 3)]

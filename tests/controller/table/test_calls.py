"""What people say while cards are coming: heard, and judged when the cards are out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from controller.journal.entry import Entry, Stamp
from controller.table.context import RequestInfo
from tests.worlds.evening import GAME, Evening, refusal

PLAY = {"do": "play", "by": "Bo", "card": "red-3"}
HINT = {"do": "suggested", "player": "Ann"}
UNO = {"do": "uno", "by": "Bo"}
CATCH = {"do": "catch", "by": "Cy", "player": "Bo"}


@pytest.fixture
async def evening_in_a_hit(evening: Evening) -> Evening:
    """Bo is at one card without a call; Ann's first hit for a hint runs, and closes nothing."""
    table = await evening.open()
    await table.new_game(GAME | {"hands": {"Bo": 2}})
    await table.command({"do": "turn_up", "card": "red-5"})
    await table.command(PLAY)
    await table.command(HINT)
    assert evening.state["uno"] == {"player": "Bo", "called": False}
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    return evening


def said(evening: Evening) -> list[str]:
    return [entry.body["command"]["do"] for entry in evening.entries("command")][3:]


async def asked(evening: Evening, *commands: dict[str, Any]) -> list[asyncio.Task[int]]:
    """Requests that have come in, in this order."""
    tasks = [asyncio.create_task(evening.table.command(one)) for one in commands]
    for _ in range(20):
        await asyncio.sleep(0)
    return tasks


@pytest.mark.clause("COM-12")
async def test_a_call_is_heard_while_cards_are_coming(evening_in_a_hit: Evening) -> None:
    (call,) = await asked(evening_in_a_hit, UNO)
    assert not call.done()
    assert (await refusal(evening_in_a_hit.table.command({"do": "undo"})))[0] == "launcher_busy"
    evening_in_a_hit.launcher.finish()
    assert await call == evening_in_a_hit.entries("command")[-1].seq
    assert said(evening_in_a_hit) == ["hit", "uno"]  # the press came first
    assert evening_in_a_hit.state["uno"] == {"player": "Bo", "called": True}
    assert evening_in_a_hit.balanced()


@pytest.mark.clause("COM-13")
async def test_a_catch_while_cards_are_coming_counts(evening_in_a_hit: Evening) -> None:
    (caught,) = await asked(evening_in_a_hit, CATCH)
    evening_in_a_hit.launcher.finish()
    await caught
    assert evening_in_a_hit.state["owed"][0] == {
        "player": "Bo",
        "by": "Bo",
        "hits": 2,
        "until_fire": False,
        "reason": "COM-13",
    }
    assert evening_in_a_hit.balanced()


@pytest.mark.clause("COM-12")
@pytest.mark.parametrize("calls", [(UNO, CATCH), (CATCH, UNO)])
async def test_of_a_call_and_a_catch_the_first_counts(
    evening_in_a_hit: Evening, calls: tuple[dict[str, Any], ...]
) -> None:
    first, second = await asked(evening_in_a_hit, *calls)
    evening_in_a_hit.launcher.finish()
    await first
    code, _ = await refusal(second)
    assert code in ("already_called", "too_late")
    assert said(evening_in_a_hit) == ["hit", calls[0]["do"]]


async def test_no_call_overtakes_an_earlier_one_while_the_hit_is_written_down(
    evening_in_a_hit: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    while evening_in_a_hit.launcher.rig.cards_left < 3:
        evening_in_a_hit.launcher.go_on()
    await evening_in_a_hit.launcher.heard()
    (first,) = await asked(evening_in_a_hit, CATCH)  # only the hit's end is still to be told
    later: list[asyncio.Task[int]] = []
    write = evening_in_a_hit.journal.write

    async def slow_disk(*entries: Entry) -> None:
        if not later:
            later.extend(await asked(evening_in_a_hit, UNO))
        await write(*entries)

    monkeypatch.setattr(evening_in_a_hit.journal, "write", slow_disk)
    evening_in_a_hit.launcher.finish()
    await first
    assert (await refusal(later[0]))[0] == "too_late"
    assert said(evening_in_a_hit) == ["hit", "catch"]


@pytest.mark.clause("COM-12")
async def test_a_call_is_too_late_where_the_press_under_way_closed_the_window(
    evening_in_a_hit: Evening,
) -> None:
    evening_in_a_hit.launcher.finish()
    await evening_in_a_hit.launcher.heard()
    for _ in range(3):
        await evening_in_a_hit.press()
    evening_in_a_hit.launcher.press_until(1)  # Cy, who is next
    await evening_in_a_hit.launcher.heard()
    (caught,) = await asked(evening_in_a_hit, CATCH)
    evening_in_a_hit.launcher.finish()
    assert (await refusal(caught))[0] == "too_late"


async def test_a_press_that_was_quicker_than_the_call_comes_first(
    evening_in_a_hit: Evening,
) -> None:
    evening_in_a_hit.launcher.finish()
    await evening_in_a_hit.launcher.heard()
    evening_in_a_hit.launcher.held_back(True)
    evening_in_a_hit.launcher.press_until(1)  # nobody has heard of this one yet
    (call,) = await asked(evening_in_a_hit, UNO)
    assert not call.done()
    evening_in_a_hit.launcher.held_back(False)
    evening_in_a_hit.launcher.finish()
    await call
    assert said(evening_in_a_hit) == ["hit", "hit", "uno"]
    assert evening_in_a_hit.balanced()


@pytest.mark.clause("COM-13")
@pytest.mark.parametrize("late", [CATCH | {"by": "Ann"}, UNO], ids=["catch", "uno"])
async def test_who_lost_the_race_is_told_who_was_quicker(
    evening_in_a_hit: Evening, late: dict[str, Any]
) -> None:
    first, second = await asked(evening_in_a_hit, CATCH, late)
    evening_in_a_hit.launcher.finish()
    await first
    sentence = "Somebody was quicker. Cy has caught Bo."
    assert await refusal(second) == ("too_late", sentence)
    # a catch of another play is another matter
    while evening_in_a_hit.state["owed"]:
        await evening_in_a_hit.press()
    await evening_in_a_hit.table.command({"do": "play", "by": "Cy", "card": "red-4"})
    assert "quicker" not in (await refusal(evening_in_a_hit.table.command(late)))[1]


async def test_a_call_under_the_same_key_is_one_call(evening_in_a_hit: Evening) -> None:
    both = [
        asyncio.create_task(evening_in_a_hit.table.command(UNO, RequestInfo(Stamp("k"))))
        for _ in "12"
    ]
    for _ in range(20):
        await asyncio.sleep(0)
    evening_in_a_hit.launcher.finish()
    one, other = await asyncio.gather(*both)
    assert one == other
    assert said(evening_in_a_hit) == ["hit", "uno"]


async def test_a_hit_that_breaks_off_lets_no_call_wait(evening_in_a_hit: Evening) -> None:
    (call,) = await asked(evening_in_a_hit, UNO)
    evening_in_a_hit.launcher.rig.set_fault("jam", True)
    evening_in_a_hit.launcher.finish()
    code, sentence = await refusal(call)
    assert (code, sentence) == (
        "launcher_busy",
        "Hit 1 stopped before its end: clear the fault, or count the cards that came out.",
    )


async def test_a_lost_link_lets_no_call_wait(evening_in_a_hit: Evening) -> None:
    (call,) = await asked(evening_in_a_hit, UNO)
    evening_in_a_hit.launcher.cut()
    assert (await refusal(call))[0] == "launcher_busy"


async def test_a_stopping_referee_lets_no_call_wait(evening_in_a_hit: Evening) -> None:
    (call,) = await asked(evening_in_a_hit, UNO)
    await evening_in_a_hit.table.stop()
    assert (await refusal(call))[0] == "stopping"

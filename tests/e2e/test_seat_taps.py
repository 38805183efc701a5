"""Players' phones at a real referee: a race of two, and a round with one tap for each turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.looking import button
from tests.e2e.phones import SEEN_MS, Phone, Phones, phones
from tests.seeds import soak_seed

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIVE = ("Ann", "Bo", "Cy", "Dora", "Eve")
HANDS = {"Ann": 20, "Bo": 2, "Cy": 20}
POINTS = 40
"""Possible with 1 to 21 cards."""
ONE_TAP = (
    ".own-keys .pick:not([data-card*=discard-all]):not([data-card*=trade-hands]),"
    ".own-keys .wild-color"
)
"""Keys whose tap is a whole turn."""
NUMBER = ".own-keys .pick[data-named=false]"
QUICK = 20
"""So many plays of numbers, one after the other."""
MOST_TURNS = 60
SMALL: dict[str, Any] = {"width": 360, "height": 640}


Tap = tuple[int, Phone, tuple[float, float]]


async def race(
    table: Phones,
    bo: Phone,
    ann: Phone,
    gap_ms: int,
    first: str,
    tap: Callable[[Tap, Tap], Coroutine[Any, Any, None]],
) -> tuple[str, str]:
    """Bo has one card left and calls UNO, Ann catches Bo. Returns what counted, and what the loser
    was told.
    """
    await table.begin(hands=HANDS)
    await table.say(do="play", by="Bo", card="red-3")
    uno, catch = button(bo.page, "UNO"), button(ann.page, "Catch Bo")
    await expect(uno).to_be_enabled()
    await expect(catch).to_be_enabled()
    await table.settled()
    taps = {"uno": (bo, await bo.place(uno)), "catch": (ann, await ann.place(catch))}
    later = "catch" if first == "uno" else "uno"
    before = {word: table.said(word) for word in taps}
    await tap((0, *taps[first]), (gap_ms, *taps[later]))
    await table.settled()
    (done,) = [word for word in taps if table.said(word) > before[word]]
    loser = ann if done == "uno" else bo
    await expect(loser.page.locator(".notices .refusal")).to_be_visible()
    winner = bo if done == "uno" else ann
    assert await winner.notice() == ""
    told = await loser.notice()
    await button(loser.page, "All right").tap()
    return done, told


@pytest.mark.thorough
async def test_one_tap_calls_uno_or_catches_and_who_is_later_is_told(
    tmp_path: Path, browser: Browser
) -> None:
    async with phones(tmp_path, browser, access="seats") as table:
        await table.begin(hands=HANDS)
        bo, ann = await table.sit("Bo"), await table.sit("Ann")
        done, told = await race(table, bo, ann, 300, "uno", table.tap_in_turn)
        assert done == "uno"
        assert told
        await table.pass_time(SEEN_MS)
        done, _ = await race(table, bo, ann, 300, "catch", table.tap_in_turn)
        assert done == "catch"


async def tap_at_once(one: Tap, other: Tap) -> None:
    """Two taps in real time, so that either can come first at the referee."""

    async def tap(at_ms: int, phone: Phone, place: tuple[float, float]) -> None:
        await asyncio.sleep(at_ms / 1000)
        await phone.tap(place)

    await asyncio.gather(tap(*one), tap(*other))


@pytest.mark.soak
async def test_who_comes_first_at_the_referee_counts(tmp_path: Path, browser: Browser) -> None:
    seed = soak_seed()
    races = int(os.environ.get("PAGE_RACES", "100"))
    random = Random(seed)
    counted = {("uno", "uno"): 0, ("uno", "catch"): 0, ("catch", "uno"): 0, ("catch", "catch"): 0}
    async with phones(tmp_path, browser, access="seats") as table:
        await table.begin(hands=HANDS)
        bo, ann = await table.sit("Bo"), await table.sit("Ann")
        for at in range(races):
            await table.pass_time(SEEN_MS)
            first, gap_ms = ("uno", "catch")[at % 2], random.choice((0, 5, 20, 60))
            done, told = await race(table, bo, ann, gap_ms, first, tap_at_once)
            assert told
            counted[first, done] += 1
    print(f"\nSOAK_SEED={seed}: {races} races; (tapped first, counted): {counted}")


async def turn(table: Phones, phone: Phone, random: Random) -> int:
    """Play one card with one tap; presses are the hand's on the launcher. Returns the taps."""
    keys = phone.page.locator(ONE_TAP)
    await expect(keys.first).to_be_visible()
    key = keys.nth(random.randrange(await keys.count()))
    box = await key.bounding_box()
    assert box is not None
    size = phone.page.viewport_size
    assert size is not None
    assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], "a scroll"
    before = table.seq
    await key.tap()
    await table.settled()
    assert table.seq > before, await phone.notice()
    return 1


async def press_all(table: Phones) -> None:
    """Everybody who owes presses the launcher's own button."""
    while table.evening.state["phase"] in ("hits", "reload"):
        if table.evening.state["phase"] == "reload":
            await table.say(do="reload")
        else:
            await table.evening.press()
    await table.settled()


@pytest.mark.thorough
async def test_a_round_of_five_phones_takes_one_tap_for_a_turn_and_one_for_a_count(
    tmp_path: Path, browser: Browser
) -> None:
    random = Random(5)
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        await table.begin(players=[*FIVE], hands=dict.fromkeys(FIVE, 3))
        seats = {name: await table.sit(name, viewport=SMALL) for name in FIVE}
        taps = turns = calls = 0
        while table.evening.state["phase"] == "play":
            name = table.evening.state["turn"]
            if table.evening.state["hands"][name] == 2:
                await button(seats[name].page, "UNO").tap()
                await table.settled()
                calls += 1
                await table.settled()
            taps += await turn(table, seats[name], random)
            turns += 1
            await press_all(table)
            if turns > MOST_TURNS:  # the launcher gave too many cards: now the round may end
                await table.say(do="set", hands=dict.fromkeys(FIVE, 2))
        assert table.evening.state["phase"] == "count"
        counting = [name for name in FIVE if table.evening.state["hands"][name]]
        await asyncio.gather(*(count(seats[name]) for name in counting))
        await table.settled()
        assert table.evening.state["phase"] == "round_over"
        scores = sum(table.evening.state["scores"].values())
        assert scores == POINTS * len(counting)
        assert taps == turns
        print(f"\n{turns} turns with {taps} taps, {calls} calls of UNO, {len(counting)} counts")


async def count(phone: Phone) -> None:
    """Type the points, and send them with one tap."""
    await button(phone.page, "Type the points instead").tap()
    await phone.page.get_by_role("spinbutton", name="Points of your hand").fill(str(POINTS))
    await button(phone.page, f"Send {POINTS} points").tap()


@pytest.mark.thorough
async def test_who_plays_quickly_after_the_one_before_is_not_refused(
    tmp_path: Path, browser: Browser
) -> None:
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        await table.begin(players=[*FIVE], hands=dict.fromkeys(FIVE, 20))
        seats = {name: await table.sit(name) for name in FIVE}
        for _ in range(QUICK):
            name = table.evening.state["turn"]
            await seats[name].page.locator(NUMBER).first.tap()  # as soon as the key is there
            # a fast machine comes round to a phone before a second tap there is another deed
            await seats[name].page.clock.run_for(SEEN_MS)
            await table.settled()
        assert table.said("play") == QUICK
        assert [await phone.notice() for phone in table.all] == [""] * 5


VIBRATES = """() => {
  window.buzzes = [];
  const now = () => performance.timeOrigin + performance.now();
  Navigator.prototype.vibrate = () => window.buzzes.push(now());
}"""


@pytest.mark.soak
async def test_how_long_a_call_takes(tmp_path: Path, browser: Browser) -> None:
    """From the tap on the phone before to the buzz."""
    plays = int(os.environ.get("PAGE_BUZZES", "60"))
    async with phones(tmp_path, browser, access="seats", breath_s=0.0) as table:
        await table.begin(players=[*FIVE], hands=dict.fromkeys(FIVE, 20))
        seats = {name: await table.sit(name) for name in FIVE}
        for phone in table.all:
            await phone.page.evaluate(VIBRATES)
        took_ms = []
        for at in range(plays):
            if at % QUICK == 0:  # the numbers are played out
                await table.begin(players=[*FIVE], hands=dict.fromkeys(FIVE, 20))
                await table.settled()
                for phone in table.all:
                    await phone.page.evaluate("window.buzzes.length = 0")
            name = table.evening.state["turn"]
            await seats[name].page.locator(NUMBER).first.tap()
            await table.settled()
            after = seats[table.evening.state["turn"]].page
            down = max(await seats[name].downs())
            buzzes = await after.evaluate("window.buzzes.splice(0)")
            # a phone whose turn begins a game buzzes once its table is drawn, so perhaps only now
            (buzz,) = (at for at in buzzes if at >= down)
            took_ms.append(buzz - down)
        took_ms.sort()
        half, most = took_ms[len(took_ms) // 2], took_ms[-1]
        print(f"\n{plays} plays, from finger to buzz: half {half:.0f} ms, most {most:.0f} ms")

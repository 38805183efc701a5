"""Phones with seats, a tablet and a TV, whose people all tap at random at the same time.

No deed is done for somebody else, none is lost, none is done twice, every count is right, and
nothing has to be scrolled for.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser

import rules
from tests.e2e.looking import button
from tests.e2e.phones import Phone, Phones, phones
from tests.e2e.test_random_taps import LONGEST_S, SMALL_HAND, TOLD, Judge, try_to
from tests.seeds import soak_seed

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEN = ("Ann", "Bo", "Cy", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
FIVE = TEN[:5]
SCREENS = ((360, 640), (390, 844), (320, 568), (412, 915), (360, 640))
"""Of the five phones, in CSS pixels."""
FAIR = (200, 204, 409, 412)
"""What may be answered to a tap that came too late."""
COMMON = (360, 640)
BREATH_S = 0.3
FEW_INSIDE, MANY_INSIDE = 25, 90
"""Cards that are really in the launcher: below the first, so many are put into it."""
UNDOES = 0.1
"""So often somebody takes back what was done, if that is a key; else no round would end."""
TABLET, TV = (1024, 768), (1920, 1080)
ANYBODYS = ("reload", "next_round", "undo", "turn_up")
"""What names no player."""
AT_ONCE = ("uno", "catch", "undo", "count")
"""Commands that one tap says, whatever the cards are."""
KEYS = """() => {
  const mine = [".own-keys button", ".dock-uno", ".dock-catch", ".dock-undo", ".presser",
    ".at-pile button", ".what button", ".reload", ".deeds button", ".ask button",
    ".own-count [data-send]", ".scores .primary"].join();
  const place = (key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    const [middle, line] = [x + width / 2, y + height / 2];
    const right = x + width > innerWidth + 0.5;
    const away = right || x < 0 || y < 0 || y + height > innerHeight + 0.5;
    const over = !away && !key.contains(document.elementFromPoint(middle, line));
    return { x: middle, y: line, away, over, asks: key.closest(".ask") !== null,
      undoes: key.matches(".dock-undo") };
  };
  const keys = [...document.querySelectorAll(mine)]
    .filter((key) => !key.disabled && key.checkVisibility({ opacityProperty: true })).map(place);
  const { scrollHeight, scrollWidth } = document.documentElement;
  return { keys, far: Math.max(scrollHeight - innerHeight, scrollWidth - innerWidth),
    what: document.querySelector("main").innerText.slice(0, 200),
    counts: document.querySelector(".own-count input")?.value === "" };
}"""
HEARD = """() => {
  window.once = 0;
  addEventListener("click", ({ target }) => {
    const dock = target.closest(".dock-uno, .dock-catch, .dock-undo");
    window.once += dock ?? target.closest(".presser, .own-count [data-send]") ? 1 : 0;
  });
}"""


class Person:
    """Somebody with a phone who taps at random."""

    def __init__(self, phone: Phone, random: Random) -> None:
        self.phone = phone
        self.taps = 0
        self.scrolls: list[str] = []
        """What a tap would have needed a scroll for."""
        self._random = random

    async def act(self, enough: Callable[[], bool]) -> None:
        """Tap until it is enough."""
        while not enough():
            await self._once()
            await asyncio.sleep(self._random.choice((0.0, 0.1, 0.3, 0.7)))

    async def _once(self) -> None:
        page, random = self.phone.page, self._random
        shown = await page.evaluate(KEYS)
        if shown["far"] > 0:
            self.scrolls.append(f"{shown['far']} px too long: {shown['what']}")
        by_sum = button(page, "Type the points instead")
        if await by_sum.count():
            await by_sum.tap()
            return
        if shown["counts"]:
            points = page.get_by_role("spinbutton", name="Points of your hand")
            if await points.count():
                await points.evaluate(TYPE, random.random())
            return
        away = [key for key in shown["keys"] if key["away"] and not key["asks"]]
        self.scrolls += [f"a key is away: {shown['what']}" for _ in away]
        keys = [key for key in shown["keys"] if not key["away"] and not key["over"]]
        if not keys:
            return
        key = random.choice(keys)
        if key["undoes"] and random.random() > UNDOES:
            return
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            await self.phone.tap((key["x"], key["y"]))
            self.taps += 1
            await asyncio.sleep(random.choice((0.03, 0.1, 0.3)))


TYPE = """(field, share) => {
  const [least, most] = [field.min, field.max].map(Number);
  field.value = String(least + Math.floor(share * (most - least + 1)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""


async def keep_hands_small(table: Phones) -> None:
    """Take cards away, so that rounds end, and give the launcher those that it has by the books."""
    while True:
        if table.evening.launcher.rig.cards_left < FEW_INSIDE:
            table.evening.launcher.rig.load(MANY_INSIDE)
        if table.evening.launcher.faults:
            await table.api.post("/api/launcher/clear")
        state = table.evening.state
        if state["phase"] == "play" and min(state["hands"].values()) > SMALL_HAND:
            await try_to(table, do="set", hands=dict.fromkeys(state["hands"], SMALL_HAND))
        await asyncio.sleep(0.05)


AT_THE_TABLET = """() => {
  const keys = [...document.querySelectorAll(":is(.dock-undo, .presser):enabled")];
  return keys.map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
}"""


async def tap_now_and_then(tablet: Phone, random: Random, enough: Callable[[], bool]) -> None:
    """At the tablet somebody takes something back, or presses."""
    while not enough():
        await asyncio.sleep(random.choice((1.0, 3.0)))
        places = await tablet.page.evaluate(AT_THE_TABLET)
        if places:
            await tablet.tap(random.choice(places))


async def admitted(table: Phones, width: int, height: int) -> Phone:
    """A tablet that the host made a table screen."""
    tablet = await table.open(viewport={"width": width, "height": height})
    for cookie in table.api.cookies.jar:
        await tablet.page.context.add_cookies(
            [{"name": cookie.name, "value": str(cookie.value), "url": tablet.page.url}]
        )
    await tablet.page.reload()
    await tablet.page.locator('main[data-role="table"]').wait_for()
    return tablet


def told_for_others(phone: Phone) -> list[dict[str, Any]]:
    """What a phone said in the name of somebody else."""
    return [
        said
        for said in phone.said
        if said["do"] not in ANYBODYS
        and said.get("by" if "by" in said else "player") != phone.player
    ]


async def play(
    folder: Path, browser: Browser, seed: int, rounds: dict[str, int], seats: tuple[str, ...]
) -> str:
    """Rounds of each edition. Returns what happened, in figures."""
    random = Random(seed)
    players = tuple(dict.fromkeys(seats))
    async with phones(folder, browser, access="seats", breath_s=BREATH_S) as table:
        await table.begin(players=[*players], target=100_000)
        people = []
        for at, name in enumerate(seats):
            width, height = SCREENS[at % len(SCREENS)]
            phone = await table.sit(name, viewport={"width": width, "height": height})
            await phone.page.evaluate(TOLD)
            await phone.page.evaluate(HEARD)
            people.append(Person(phone, Random(random.random())))
        await table.open("#tv", viewport={"width": TV[0], "height": TV[1]})
        tablet = await admitted(table, *TABLET)
        judge = Judge(table)
        before = len(table.evening.entries("command"))
        for edition, many in rounds.items():
            await table.begin(players=[*players], target=100_000, edition=edition)

            over = asyncio.Event()

            def enough(last: int = many, over: asyncio.Event = over) -> bool:
                if table.evening.state["round"] > last:
                    over.set()  # also if somebody takes back what began the next round
                return over.is_set()

            async with asyncio.timeout(LONGEST_S), asyncio.TaskGroup() as everybody:
                keeper = everybody.create_task(keep_hands_small(table))
                await asyncio.gather(
                    *(person.act(enough) for person in people),
                    tap_now_and_then(tablet, Random(random.random()), enough),
                )
                keeper.cancel()
            await table.settled()
        await table.settled()
        commands = [entry.body for entry in table.evening.entries("command")[before:]]
        assert sum("measured" not in body for body in commands) == judge.done
        assert table.evening.balanced()
        counts_are_right(people, [body["command"] for body in commands])
        for person in people:
            await nothing_is_lost(person)
        done = [a["seq"] for p in table.all for a in p.answers if "seq" in a and "after" in a]
        assert len(done) == len(set(done)), "a deed was done twice"
        scrolls = {p.phone.player: p.scrolls for p in people if p.scrolls and is_common(p.phone)}
        assert scrolls == {}, scrolls
        longer = sum(len(p.scrolls) for p in people)
        said = dict(Counter(body["command"]["do"] for body in commands))
        return (
            f"{len(seats)} phones, a tablet and a TV: {sum(rounds.values())} rounds, "
            f"{sum(p.taps for p in people)} taps of phones, {judge.done} commands done, "
            f"refused: {judge.refusals}, scrolls on other screens: {longer}, said: {said}"
        )


def is_common(phone: Phone) -> bool:
    """Whether this is a phone of the size on which nothing ever scrolls."""
    size = phone.page.viewport_size
    return size is not None and (size["width"], size["height"]) == COMMON


def counts_are_right(people: list[Person], commands: list[dict[str, Any]]) -> None:
    """Each hand was counted by its own player's phone, as it was typed there."""
    counted = Counter((one["player"], one["points"]) for one in commands if one["do"] == "count")
    sent = Counter(
        (said["player"], said["points"])
        for person in people
        for said in person.phone.said
        if said["do"] == "count"
    )
    assert counted - sent == Counter()
    assert counted


def was_overtaken(answer: dict[str, Any]) -> bool:
    """Whether somebody else's command came between, so that an undo would have been of that one."""
    return bool(answer["status"] == 403 and answer["do"] == "undo")


async def nothing_is_lost(person: Person) -> None:
    """Each tap that says something by itself was sent, or told why not; and none for others."""
    phone = person.phone
    assert told_for_others(phone) == [], told_for_others(phone)
    wrong = [one for one in phone.answers if one["status"] not in FAIR and not was_overtaken(one)]
    assert wrong == [], wrong
    heard, told = await phone.page.evaluate("[window.once, window.told]")
    commands = sum(said["do"] in AT_ONCE for said in phone.said)
    presses = len(phone.asked) - len(phone.said)
    sent = commands + presses
    assert commands <= heard <= sent + told, (phone.player, commands, presses, heard, told)


@pytest.mark.soak
async def test_everybody_acts_at_random_at_the_same_time(tmp_path: Path, browser: Browser) -> None:
    seed = soak_seed()
    rounds = int(os.environ.get("PAGE_ROUNDS", "20"))
    each = dict.fromkeys(rules.EDITIONS, rounds // len(rules.EDITIONS))
    print(f"\nSOAK_SEED={seed}: {each}")
    print(await play(tmp_path, browser, seed, each, FIVE))


@pytest.mark.soak
async def test_eleven_phones_act_at_random(tmp_path: Path, browser: Browser) -> None:
    """Somebody has two phones for one seat."""
    seed = soak_seed()
    rounds = int(os.environ.get("PAGE_ROUNDS_OF_ELEVEN", "1"))
    print(f"\nSOAK_SEED={seed}")
    print(await play(tmp_path, browser, seed, {"attack": rounds}, (*TEN, TEN[0])))

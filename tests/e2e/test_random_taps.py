"""Five phones whose people tap at random: no deed is done twice, none is lost, no refusal lies."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser

import rules
from controller.base.errors import Refused
from controller.decks.face_up import Numbers
from controller.table.actions import type_of
from controller.table.context import INTERNAL_REQUEST, RequestInfo
from controller.words import say
from rules import Refusal
from rules.commands.command_type import Depends
from tests.e2e.phones import Phone, Phones, phones, until
from tests.rules.worded import is_sentence
from tests.seeds import soak_seed
from tests.worlds.evening import LauncherThere

pytestmark = pytest.mark.asyncio(loop_scope="session")

PEOPLE = 5
SMALL_HAND = 2
"""So many plays are a round."""
FEW, MORE = 20, 60
"""Cards in the launcher."""
LONGEST_S = 1200.0
"""On a busy machine."""
KEYS = """() => [...document.querySelectorAll("button:enabled")].filter((key) =>
    key.matches(".dock-undo, .presser")
    || /^(red|yellow|green|blue)-([1-9]|skip|reverse|hit-2)$/.test(key.dataset.card))
  .map((key) => { const { x, y, width, height } = key.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, card: key.dataset.card ?? null }; })
  .filter(({ x, y }) => x > 0 && y > 60 && x < innerWidth && y < innerHeight)"""
"""Keys whose tap is a whole command, where a finger reaches them."""
TOLD = """() => {
  window.told = window.heard = 0;
  addEventListener("click", ({ target }) => { window.heard += target.closest("button") ? 1 : 0; });
  new MutationObserver(() => { window.told += document.querySelector(".notices p") ? 1 : 0; })
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

UNTOUCHABLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".tricks { pointer-events: none; }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Nobody jams the simulated launcher: the play goes on for the whole time."""
LOOK_MS = 250
"""So long somebody looks what becomes of a tap."""
TAPS = """(lookMs) => {
  window.taps = [];
  const looking = window.looking = new Set();
  const look = () => {
    const told = document.querySelector(".notices p")?.textContent.trim();
    for (const tap of looking) if (told && tap.told.at(-1) !== told) tap.told.push(told);
  };
  new MutationObserver(look)
    .observe(document.body, { subtree: true, childList: true, characterData: true });
  addEventListener("pointerdown", ({ target, timeStamp }) => {
    const key = target.closest("button:enabled")?.textContent.trim() ?? null;
    const tap = { key, at: timeStamp, heard: false, told: [] };
    window.taps.push(tap);
    looking.add(tap);
    look();
  }, true);
  addEventListener("pointerup", () => {
    const tap = window.taps.at(-1);
    setTimeout(() => looking.delete(tap), lookMs);
  }, true);
  addEventListener("click", ({ target }) => {
    if (target.closest("button")) window.taps.at(-1).heard = true;
  });
}"""
"""Notes each tap: the key that was on under the finger, whether a view heard of it, and what the
page told meanwhile."""
WINDOW_MS = 600
CHANGED, ONCE = (say(key, {}) for key in ("page.changed", "page.once"))


def unanswered(taps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Taps on a key of which no view heard, and whose person is not told why.

    That two taps are one is said in vain of a tap that comes later after the last that was heard.
    """
    heard_at, found = -inf, []
    for tap in taps:
        if tap["heard"]:
            heard_at = tap["at"]
            continue
        since_ms = tap["at"] - heard_at
        why = (CHANGED, ONCE) if since_ms < WINDOW_MS else (CHANGED,)
        if tap["key"] and not any(told.startswith(why) for told in tap["told"]):
            found.append(tap | {"since_ms": since_ms})
    return found


class Judge:
    """Stands between the table and its rules, and finds out whether each refusal is true."""

    def __init__(self, table: Phones) -> None:
        self.done = 0
        self.refusals: dict[str, int] = {}
        self._table = table.evening.table
        self._carry_out = self._table._actions.command
        self._table._actions.command = self.command  # type: ignore[method-assign]

    async def command(
        self, command: Any, info: RequestInfo = INTERNAL_REQUEST, numbers: Numbers = ()
    ) -> int:
        """Do a command, and look at the refusal while the table is as it was refused."""
        try:
            seq = await self._carry_out(command, info, numbers)
        except Refused as refused:
            self.refusals[refused.code] = self.refusals.get(refused.code, 0) + 1
            self._look_at(refused, command, info)
            raise
        self.done += 1
        return seq

    def _look_at(self, refused: Refused, command: Any, info: RequestInfo) -> None:
        record = self._table.record
        assert is_sentence(say(refused.key, refused.values))
        if refused.code == "launcher_busy":
            assert self._table.hit is not None and self._table.hit.pressed
        elif refused.code == "stale":
            assert info.tag is not None
            saw = info.tag.seq
            since = [one for one in record.moments if one.seq > saw]
            before = [one for one in record.moments if one.seq <= saw][-1]
            assert refused.values["what"]["key"] in {one.done.key for one in since}
            kind = type_of(command)
            assert kind is not None
            if kind.depends is Depends.SITUATION:
                then, now = before.position, since[-1].position
                assert (then.turn, then.top, then.owed, then.seats) != (
                    *(now.turn, now.top, now.owed, now.seats),
                )
        else:
            assert record.state is not None
            found = rules.apply(record.state, command)
            assert isinstance(found, Refusal) and found.code == refused.code


class Button:
    """Stands between the pages and the launcher's button: what does each press that arrives do?"""

    def __init__(self, launcher: LauncherThere) -> None:
        self.presses = 0
        self.accepted: list[tuple[int, int]] = []
        """The hit that each press began, and the cards that left."""
        self._launcher = launcher
        self._press = launcher.press
        launcher.press = self.press  # type: ignore[method-assign]

    def press(self) -> None:
        """Press it, and see what leaves the launcher: nothing, unless a hit is armed."""
        rig = self._launcher.rig
        hit, before = rig.core.armed_hit, rig.cards_left
        self.presses += 1
        self._press()
        left = rig.cards_left - before
        assert hit or not left
        if hit:
            self.accepted.append((hit, left))


async def one_person(phone: Phone, random: Random, enough: Callable[[int], bool]) -> None:
    """Tap at random, until there were enough taps."""
    done = 0
    while not enough(done):
        keys = await phone.page.evaluate(KEYS)
        if not keys:
            await asyncio.sleep(0.05)
            continue
        key = random.choice(keys)
        for _ in range(random.choice((1, 1, 2, 2, 3))):
            await phone.tap((key["x"], key["y"]))
            done += 1
            await asyncio.sleep(random.choice((0.03, 0.1, 0.3)))
        await asyncio.sleep(random.choice((0.0, 0.2, 0.7)))


async def mash(phone: Phone, random: Random, until_s: float) -> None:
    """Tap one key again and again, 50 to 700 ms apart, and then another, until a moment."""
    now_s = asyncio.get_running_loop().time
    while now_s() < until_s:
        keys = await phone.page.evaluate(KEYS)
        no_cards = [key for key in keys if key["card"] is None]  # the launcher's button, and Undo
        key = random.choice(random.choice((keys, no_cards or keys))) if keys else None
        for _ in range(random.randint(1, 15)):
            if key is not None:
                await phone.tap((key["x"], key["y"]))
            await asyncio.sleep(random.uniform(0.05, 0.7))


async def try_to(table: Phones, **command: Any) -> None:
    """Say a command past all phones; one of them may have been quicker."""
    answer = await table.api.post("/api/commands", json=command)
    assert answer.status_code in (200, 409), answer.text


async def keep_playing(table: Phones) -> None:
    """Deal small hands, count them, and begin the next round, for as long as people tap.

    Few cards in the launcher get more.
    """
    rig = table.evening.launcher.rig
    while True:
        if rig.cards_in_hopper < FEW:
            rig.load(MORE)
        state = table.evening.state
        match state["phase"]:
            case "count":
                offers = rules.legal(table.evening.table.record.state)  # type: ignore[arg-type]
                for name in {o.command["player"] for o in offers if o.command["do"] == "count"}:
                    await try_to(table, do="count", player=name, points=1)
            case "round_over":
                await try_to(table, do="next_round")
            case "turn_up":
                await try_to(table, do="turn_up", card="red-5")
            case "reload":
                await try_to(table, do="reload")
            case "play" if min(state["hands"].values()) > SMALL_HAND:
                await try_to(table, do="set", hands=dict.fromkeys(state["hands"], SMALL_HAND))
        await asyncio.sleep(0.02)


async def play(folder: Path, browser: Browser, seed: int, taps: int, rounds: int) -> Judge:
    """Let everybody tap until there were so many taps, and so many rounds."""
    random = Random(seed)
    async with phones(folder, browser) as table:
        await table.come(PEOPLE)
        await table.begin(target=100_000)
        await table.seen()
        judge = Judge(table)
        for phone in table.all:
            await phone.page.evaluate(UNTOUCHABLE)
            await phone.page.evaluate(TOLD)
        entries = len(table.evening.entries("command"))

        def enough(done: int) -> bool:
            return done >= taps // PEOPLE and table.evening.state["round"] > rounds

        async with asyncio.timeout(LONGEST_S), asyncio.TaskGroup() as everybody:
            keeper = everybody.create_task(keep_playing(table))
            await asyncio.gather(
                *(one_person(phone, Random(random.random()), enough) for phone in table.all)
            )
            keeper.cancel()
        await table.settled()
        said = [e.body for e in table.evening.entries("command")[entries:]]
        # no deed twice: as many commands as were carried out, and each hit was pressed for
        assert sum("measured" not in body for body in said) == judge.done
        assert table.evening.balanced()
        for phone in table.all:
            wrong = [one for one in phone.answers if one["status"] not in (200, 204, 409, 412)]
            assert wrong == []
            # none lost: each tap that counted was sent, and who was refused was told
            heard, told = await phone.page.evaluate("[window.heard, window.told]")
            assert len(phone.asked) <= heard <= len(phone.asked) + told
            assert told > 0 or all(one["status"] < 400 for one in phone.answers)
    return judge


@pytest.mark.soak
async def test_no_deed_is_done_twice_and_none_is_lost(tmp_path: Path, browser: Browser) -> None:
    seed = soak_seed()
    taps = int(os.environ.get("PAGE_TAPS", "1000"))
    rounds = int(os.environ.get("PAGE_ROUNDS", "20"))
    print(f"\nSOAK_SEED={seed}: {taps} taps in {rounds} rounds by {PEOPLE} phones")
    judge = await play(tmp_path, browser, seed, taps, rounds)
    print(f"{judge.done} commands were done, refused: {judge.refusals}")
    assert judge.done > taps / 20


@pytest.mark.soak
@pytest.mark.parametrize("people", [1, PEOPLE])
async def test_ten_minutes_of_mashing_starve_no_key(
    tmp_path: Path, browser: Browser, people: int
) -> None:
    seed, for_s = soak_seed(), float(os.environ.get("MASHED_S", "600"))
    print(f"\nSOAK_SEED={seed}: {people} phones are mashed for {for_s} s")
    random = Random(seed)
    async with phones(tmp_path, browser) as table:
        await table.come(people)
        await table.begin(target=100_000)
        await table.seen()
        judge = Judge(table)
        pressed = Button(table.evening.launcher)
        entries = len(table.evening.entries("command"))
        for phone in table.all:
            await phone.page.evaluate(UNTOUCHABLE)
            await phone.page.evaluate(TAPS, LOOK_MS)
        until_s = asyncio.get_running_loop().time() + for_s
        async with asyncio.timeout(for_s + LONGEST_S), asyncio.TaskGroup() as everybody:
            keeper = everybody.create_task(keep_playing(table))
            await asyncio.gather(
                *(mash(phone, Random(random.random()), until_s) for phone in table.all)
            )
            keeper.cancel()
        await table.settled()
        # the last one may still be under way
        await until(lambda: len(table.evening.hits()) == len(pressed.accepted), "each hit's count")
        said = [e.body for e in table.evening.entries("command")[entries:]]
        hits = sum("measured" in body for body in said)
        answers = [one for phone in table.all for one in phone.answers]
        presses = len({one["key"] for one in answers if one["status"] == 204})
        for phone in table.all:
            await phone.page.wait_for_function("() => window.looking.size === 0")
        taps = [await phone.page.evaluate("window.taps") for phone in table.all]
        heard = sum(tap["heard"] for of_phone in taps for tap in of_phone)
        print(f"{judge.done} commands and {hits} hits of {presses} presses")
        print(f"{sum(map(len, taps))} taps, {heard} were heard")
        assert len(said) - hits == judge.done
        # one that finds nothing armed does nothing, as at a real button; every other is one hit
        assert presses == pressed.presses
        assert 0 < hits == len(pressed.accepted)
        assert sorted(pressed.accepted) == sorted(table.evening.hits())
        assert table.evening.balanced()
        assert table.evening.launcher.faults == (), "it gives cards until the end"
        assert [unanswered(of_phone) for of_phone in taps] == [[]] * people

"""A self-test whose Pico is pulled out, twice, on pseudo terminals in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.base.findings import Level
from controller.words import explain
from controller.workshop.selftest import interruptions
from controller.workshop.selftest.figures import PULLS, Figures, Pulled, Surroundings
from controller.workshop.selftest.interruptions import (
    BACK_WITHIN_S,
    PULLED_WITHIN_S,
    ask_pico,
    watch_pulls,
)
from controller.workshop.selftest.verdicts import FOUND_LATE_MS, judge
from firmware_bridge.address import at_serial
from firmware_bridge.client import connect
from hardware.launcher import ChipLoad, LauncherGone
from tests.micropython.plug import Plug
from tests.micropython.workbench import PicoBench, pico

pytestmark = pytest.mark.looptime

PULL = [f"Pull the Pico's plug out now ({nth} of {PULLS})." for nth in (1, 2)]
GONE = "The Pico is gone: put the plug in again."
BACK = "The Pico is back."
ANEW = "The Pico is back, and has restarted."
OUT_US = 5_000_000
"""Longer than what the test allows for finding it again, which this is no part of."""
NODE_STAYS_S = 0.3
ENDS_WITHIN_S = 5.0


class Person:
    """Reads what the test says, and pulls the plug when a sentence asks for it."""

    def __init__(self, bench: PicoBench, plug: Plug) -> None:
        self.read: list[str] = []
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._bench = bench
        self._plug = plug
        self.path = str(plug.path)

    def hear(self, sentence: str) -> None:
        self.read.append(sentence)
        self._said.put_nowait(sentence)

    async def until(self, sentence: str) -> None:
        async with asyncio.timeout(PULLED_WITHIN_S):
            while await self._said.get() != sentence:
                pass

    async def pull(self, lives_on: bool) -> None:
        await self._plug.pull_out()
        if not lives_on:
            self._bench.power_off()

    async def put_in(self, lives_on: bool) -> None:
        if not lives_on:
            self._bench.power_on()
        await self._plug.put_in()

    def keep_node(self) -> None:
        """Where the plug is out, the port has still a name."""
        self._plug.path.touch()

    def take_node(self) -> None:
        self._plug.path.unlink()

    async def out_and_in(self, out_us: int, lives_on: bool) -> None:
        await self.pull(lives_on)
        await self._bench.pass_us(out_us)
        await self.put_in(lives_on)


@asynccontextmanager
async def beside_a_pico(folder: Path) -> AsyncIterator[Person]:
    with pico(folder, 8) as (cable, bench):
        plug = Plug(cable, folder / "launcher")
        await plug.put_in()
        async with bench.living():
            yield Person(bench, plug)
        await plug.close()


async def tried(person: Person, pulls: int = PULLS) -> tuple[ChipLoad | None, tuple[Pulled, ...]]:
    """Both figures of a Pico, as the command asks for them."""
    load = await ask_pico(person.path)
    return load, await watch_pulls(person.path, pulls, person.hear)


def judged(load: ChipLoad | None, pulled: tuple[Pulled, ...]) -> dict[str, tuple[Level, str]]:
    figures = Figures(Surroundings(), pico=load, pulled=pulled)
    return {one.what: (one.level, one.says) for one in judge(figures)}


@pytest.mark.parametrize(
    "lives_on",
    [
        pytest.param(True, id="own supply", marks=pytest.mark.thorough),
        pytest.param(False, id="power from the plug"),
    ],
)
async def test_a_plug_that_is_pulled_twice(lives_on: bool, tmp_path: Path) -> None:
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        for sentence in PULL:
            await person.until(sentence)
            await person.out_and_in(OUT_US, lives_on)
        load, pulled = await asyncio.wait_for(test, ENDS_WITHIN_S)
        # another program can have it then
        await (await connect(at_serial(person.path), "another")).close()
    back = BACK if lives_on else ANEW
    assert person.read == [PULL[0], GONE, back, PULL[1], GONE, back]
    assert [one.restarted for one in pulled] == [not lives_on] * 2
    assert all(one.found_ms is not None and one.found_ms <= FOUND_LATE_MS for one in pulled)
    found = judged(load, pulled)
    assert found["plug"][0] is Level.OK, found
    assert f"it restarted {0 if lives_on else 2} of 2 times" in found["plug"][1]
    assert {"ticks", "stack", "memory"} <= found.keys()


@pytest.mark.thorough
async def test_pulls_that_nobody_was_asked_for_are_no_surprise(tmp_path: Path) -> None:
    """A plug that is pulled again as soon as it is in, before the next sentence is read."""
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        await person.until(PULL[0])
        await person.out_and_in(OUT_US, True)
        await person.until(BACK)
        await person.out_and_in(OUT_US, True)
        _, pulled = await asyncio.wait_for(test, ENDS_WITHIN_S)
    assert person.read == [PULL[0], GONE, BACK, PULL[1], GONE, BACK]
    assert len(pulled) == PULLS


async def test_a_port_that_goes_later_than_the_link_was_out_meanwhile(tmp_path: Path) -> None:
    """As udev lets it: what the person needs is no part of how soon the Pico is found."""
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person, 1))
        await person.until("Pull the Pico's plug out now (1 of 1).")
        await person.pull(True)
        person.keep_node()
        await person.until(GONE)
        await asyncio.sleep(NODE_STAYS_S)
        person.take_node()
        await asyncio.sleep(OUT_US / 1e6)
        await person.put_in(True)
        _, (pulled,) = await asyncio.wait_for(test, ENDS_WITHIN_S)
    assert pulled.found_ms is not None and pulled.found_ms <= FOUND_LATE_MS


@pytest.mark.thorough
@pytest.mark.parametrize("returns", [0, 1])
async def test_a_plug_that_stays_out_ends_the_test_and_loses_no_figures(
    returns: int, tmp_path: Path
) -> None:
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        for sentence in PULL[:returns]:
            await person.until(sentence)
            await person.out_and_in(OUT_US, True)
        await person.until(PULL[returns])
        await person.pull(True)
        load, pulled = await asyncio.wait_for(test, BACK_WITHIN_S + ENDS_WITHIN_S)
        await person.put_in(True)
    assert person.read[-2:] == [GONE, f"The Pico is not back after {BACK_WITHIN_S:g} seconds."]
    assert pulled[-1] == Pulled(None) and len(pulled) == returns + 1
    found = judged(load, pulled)
    says = f"the Pico was not found again after its plug was pulled (pull {returns + 1})"
    assert found["plug"] == (Level.FAIL, says)
    assert {"ticks", "stack", "memory"} <= found.keys()


@pytest.mark.thorough
async def test_a_plug_that_nobody_pulls_ends_the_test(tmp_path: Path) -> None:
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        load, pulled = await asyncio.wait_for(test, PULLED_WITHIN_S + ENDS_WITHIN_S)
    assert person.read == [PULL[0], f"The plug was not pulled within {PULLED_WITHIN_S:g} seconds."]
    assert judged(load, pulled)["plug"] == (Level.WARN, "it was pulled 0 of 2 times")


async def test_a_plug_that_is_out_before_the_pico_answers_is_a_sentence(tmp_path: Path) -> None:
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        await asyncio.sleep(0)
        await person.pull(True)
        with pytest.raises(LauncherGone) as gone:
            await asyncio.wait_for(test, ENDS_WITHIN_S)
        await person.put_in(True)
    assert gone.value.reason.key == "launcher.hung_up"
    assert explain(gone.value.reason).endswith((".", "?"))


@pytest.mark.thorough
async def test_a_link_that_is_lost_while_the_plug_is_in_is_no_pull(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interruptions, "is_there", lambda serial: True)
    async with beside_a_pico(tmp_path) as person:
        test = asyncio.create_task(tried(person))
        await person.until(PULL[0])
        await person.out_and_in(OUT_US, True)
        load, pulled = await asyncio.wait_for(test, ENDS_WITHIN_S)
    assert [one.was_out for one in pulled] == [False]
    says = "the link to the Pico was lost although its plug was in (pull 1)"
    assert judged(load, pulled)["plug"] == (Level.FAIL, says)

"""Free play at a launcher in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from controller.cli.freeplay import FreePlay
from controller.words import advice
from hardware.draws import Draws
from hardware.launcher import Fault
from hardware.profiles import Odds, Past, profile_of
from tests.hardware.mock import MockLauncher

pytestmark = pytest.mark.looptime


class Always:
    """A profile that gives the same each time, and remembers what it was asked with."""

    name = "always"
    figures = ()
    restarts_with_cover = True

    def __init__(self, *counts: int) -> None:
        self._counts = counts
        self.asked: list[Past] = []

    def odds(self, past: Past) -> Odds:
        sure = self._counts[past.presses % len(self._counts)]
        return tuple(float(count == sure) for count in range(13))

    def cards(self, past: Past, draws: Draws) -> int:
        self.asked.append(past)
        return self._counts[past.presses % len(self._counts)]

    def suspense(self, past: Past) -> int:
        return 0


class Table:
    def __init__(self, launcher: MockLauncher, profile: Always) -> None:
        self.launcher = launcher
        self.said: list[str] = []
        self.play = FreePlay(launcher, profile, 1, self.said.append)
        self._playing = asyncio.create_task(self.play.run())

    async def press(self) -> list[str]:
        await self.happened()
        self.launcher.press()
        return await self.happened()

    async def happened(self) -> list[str]:
        """What was said since this was asked last."""
        await asyncio.sleep(0.01)
        said = list(self.said)
        self.said.clear()
        return said

    async def ended(self) -> None:
        async with asyncio.timeout(1):
            await self._playing


@asynccontextmanager
async def table(profile: Always, cards: int = 60) -> AsyncIterator[Table]:
    launcher = MockLauncher(2, cards)
    playing = Table(launcher, profile)
    await playing.play.arm()
    yield playing
    await launcher.close()
    await playing.ended()


async def test_each_press_gives_what_the_profile_says_and_is_told() -> None:
    profile = Always(0, 1, 3)
    async with table(profile) as t:
        assert await t.press() == ["Ding!", "No cards."]
        assert await t.press() == ["Ding!", "  card 1", "1 card."]
        assert await t.press() == ["Ding!", "  card 1", "  card 2", "  card 3", "3 cards."]
        assert t.launcher.rig.cards_left == 4
    assert profile.asked == [Past(0, 0), Past(1, 1), Past(2, 0), Past(3, 0)]


async def test_an_empty_hopper_is_advised_about_and_the_rest_comes_after_it() -> None:
    async with table(Always(4), cards=3) as t:
        said = await t.press()
        assert said[-2:] == ["3 cards.", f"{advice(Fault.EMPTY)} (Type c and Enter to clear it.)"]
        assert await t.press() == ["The button was pressed, but the launcher was not ready for it."]
        await t.play.clear()
        assert await t.happened() == []
        t.launcher.rig.load(20)
        await t.play.clear()
        assert await t.happened() == ["The fault is cleared: press the button."]
        assert await t.press() == ["Ding!", "  card 4", "4 cards."]


async def test_the_sequence_begins_anew_when_the_cover_is_opened() -> None:
    profile = Always(2, 0, 0)
    async with table(profile) as t:
        assert (await t.press())[-1] == "2 cards."
        await t.press()
        assert profile.asked[-1] == Past(2, 1)
        t.launcher.rig.set_fault("cover", True)
        assert advice(Fault.COVER_OPEN) in (await t.press())[0]
        assert profile.asked[-1] == Past(0, 1)
        t.launcher.rig.set_fault("cover", False)
        await t.play.clear()
        await t.happened()
        assert (await t.press())[-1] == "2 cards."


async def test_the_same_seed_gives_the_same_hits() -> None:
    launcher = MockLauncher(0)
    draws = []
    for seed in (5, 5, 6):
        play = FreePlay(launcher, profile_of("measured"), seed, print)
        draws.append([play.draw(hit) for hit in range(1, 40)])
    assert draws[0] == draws[1] != draws[2]
    await launcher.close()

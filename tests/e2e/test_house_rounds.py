"""A round with each house option, tapped on the players' own phones as bots have played it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from rules.house_options import OPTIONS
from tests.e2e.acted import Acting
from tests.e2e.phones import Phones, phones
from tests.worlds.bot_scripts import THREE, round_with, values
from tests.worlds.evening import GAME

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

DECISIONS = [(option, value) for option in OPTIONS for value in values(option)]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def three(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Phones]:
    """A table whose three players have phones."""
    folder = tmp_path_factory.mktemp("three")
    async with phones(folder, browser, access="seats", breath_s=0.0) as table:
        await table.start(**GAME)
        for player in THREE:
            await table.sit(player)
        yield table


@pytest.mark.parametrize(
    ("option", "value"), DECISIONS, ids=[f"{option} {value}" for option, value in DECISIONS]
)
async def test_a_round_with_a_house_option_is_played_by_taps(
    three: Phones, option: str, value: Any
) -> None:
    """Each command of a round in which the option matters is one deed, and none is refused."""
    await Acting(three).play(round_with(option, value))
    assert [phone.errors for phone in three.all] == [[]] * len(THREE)

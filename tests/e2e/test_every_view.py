"""Every view of every kind of device: all words can be read, and the main action is in reach.

``make thorough`` looks at each view in a quarter of the settings in which every pair of view,
players, language, screen, size of text, and folded or not occurs; the product decides which.
``make soak`` looks at every combination. Beside the languages that there are, two are made up: one
that is 40 % longer than English, and one that is written from the right to the left (see
``pseudo.py``). In these, every letter that no catalogue has is found.

The views in dark are laid out as in light: the theme changes colours alone, so one is measured.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.page_server import PageServer
from tests.e2e.pseudo import ACCENTED, speak_pseudo
from tests.e2e.scenes import kinds
from tests.e2e.view_checks import (
    Devices,
    Setting,
    all_settings,
    factors,
    some_settings,
)
from tests.e2e.views import TEXTS_PCT
from tests.seeds import one_in

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVERY_VIEW = [
    pytest.param(kind, view, id=view if view.startswith(kind) else f"{kind}, {view}")
    for kind in kinds()
    for view in factors(kind)["view"]
]
"""Each kind begins its views' names; pytest-xdist keeps a kind together by it."""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def devices(browser: Browser, page_server: PageServer) -> AsyncIterator[Devices]:
    """Devices that know the made-up languages."""
    before = page_server.languages
    speak_pseudo(page_server)
    devices = Devices(browser, page_server)
    yield devices
    await devices.close()
    page_server.languages = before
    page_server.words.clear()


async def faults_of(devices: Devices, kind: str, view: str, settings: Iterable[Setting]) -> str:
    """A line for each fault; after a failure the next view is looked at on new pages."""
    try:
        lines = await devices.faults_of(kind, view, settings)
    except BaseException:
        await devices.close()
        raise
    return "\n".join(lines)


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "view"), EVERY_VIEW)
async def test_a_view_can_be_read_and_tapped_in_its_language(
    devices: Devices, kind: str, view: str
) -> None:
    settings = one_in(4, some_settings(kind, view), view)
    assert await faults_of(devices, kind, view, settings) == ""


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "view"), EVERY_VIEW)
async def test_a_view_can_be_read_and_tapped_in_every_setting(
    devices: Devices, kind: str, view: str
) -> None:
    assert await faults_of(devices, kind, view, all_settings(kind, view)) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("view", ["jam", "play"])
async def test_a_turn_and_a_jam_can_be_read_and_tapped_on_phones(
    devices: Devices, view: str
) -> None:
    for size in ("small-phone", "phone-across"):
        assert await faults_on(devices, "table", view, size, "en") == ""


LOW = ("to confirm", "two faults", "the weight", "refused in doubt")
"""Views whose main action stands below a text, or beside a refusal, on a low screen."""
ONCE_CUT = {
    "the launcher's words between ten players": ("table", "long turn", "tablet"),
    "names of wilds beside what is to be settled": ("phone", "phone, a doubt", "tablet"),
    "whether to sign out a phone": ("seats", "seats, sign out", "small-phone"),
    "two questions to the host": ("seats", "seats, questions to the host", "small-phone-across"),
}


async def faults_on(devices: Devices, kind: str, view: str, size: str, language: str) -> str:
    players = factors(kind)["players"][-1]
    settings = [
        Setting(players, unfolded, language, size, percent)
        for unfolded in (False, True)
        for percent in TEXTS_PCT
    ]
    return await faults_of(devices, kind, view, settings)


@pytest.mark.thorough
@pytest.mark.parametrize("view", LOW)
async def test_long_words_leave_the_main_action_in_reach_on_a_phone_held_across(
    devices: Devices, view: str
) -> None:
    assert await faults_on(devices, "table", view, "small-phone-across", ACCENTED) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", ACCENTED])
@pytest.mark.parametrize(("kind", "view", "size"), ONCE_CUT.values(), ids=ONCE_CUT)
async def test_what_longer_words_once_cut_or_pushed_away(
    devices: Devices, kind: str, view: str, size: str, language: str
) -> None:
    assert await faults_on(devices, kind, view, size, language) == ""

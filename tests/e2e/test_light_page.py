"""A page is light: few requests and bytes to the first table, and no file again after a reload.

The real referee serves the bundle that a wheel carries; once also the modules of a checkout.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

import hatch_build
from controller.web.files import page_files
from controller.web.static_files import PAGE
from tests.e2e.conftest import PATIENCE_MS
from tests.e2e.looking import button
from tests.e2e.phones import Phones, phones
from tests.e2e.transfer import Transfer
from tests.need import missing

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

ROOT = Path(__file__).parents[2]
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_REQUESTS = {"table": 10, "seat": 12}
"""The event stream is one of them; a seat also exchanges its code, and asks again who it is."""
MOST_BYTES = {"table": 200_000, "seat": 150_000, "modules": 350_000}
UNCHANGED_BYTES = 1000
"""Of an answer that a file is as it was: headers alone."""
LATER = {"views/games.js", "views/evenings.js", "views/stats.js", "views/tv.js"}


@pytest.fixture(scope="module")
def bundle() -> Path:
    """The bundle of this tree's page."""
    if hatch_build.node_and_npm() is None:
        missing("node is not on this machine: install the packages `nodejs` and `npm`")
    build_data: dict[str, Any] = {"force_include": {}}
    hatch_build.carry_bundle(ROOT, build_data)
    (folder,) = build_data["force_include"]
    return Path(folder)


@pytest_asyncio.fixture(loop_scope="session")
async def bundled(
    tmp_path: Path, browser: Browser, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Phones]:
    """A table whose referee serves the bundle, as a release does."""
    monkeypatch.setattr(page_files, "BUNDLE", bundle)
    async with phones(tmp_path, browser) as table:
        yield table


async def new_page(browser: Browser, size: ViewportSize) -> tuple[Page, Transfer]:
    """A page of a device that was never here."""
    page = await (await browser.new_context(viewport=size)).new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page, await Transfer.of(page)


def transferred_again(transfer: Transfer) -> set[str]:
    """The files that came whole, although the browser has them."""
    return {path for path, count in transfer.files().items() if count > UNCHANGED_BYTES}


async def loaded(page: Page) -> None:
    await page.locator("main[data-settled]").wait_for()


@pytest.mark.parametrize("device", ["table", "seat"])
async def test_a_page_is_light_and_is_loaded_once(
    bundled: Phones, browser: Browser, device: str
) -> None:
    await bundled.begin()
    address = bundled.address
    if device == "seat":
        answer = await bundled.api.post("/api/seats/codes", json={"player": "Bo"})
        address += f"seat#{answer.raise_for_status().json()['code']}"
    page, transfer = await new_page(browser, PHONE if device == "seat" else TABLET)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    await page.goto(address)
    await page.locator(f'main[data-role="{device}"][data-settled]').wait_for()
    print(device, len(transfer.requests), transfer.bytes, transfer.files())
    assert len(transfer.requests) <= MOST_REQUESTS[device], transfer.requests
    assert transfer.bytes <= MOST_BYTES[device], transfer.received
    assert "/api/events" in transfer.requests

    if device == "seat":
        await page.reload()  # the code has left the address: this one is new to the browser
        await page.locator(f'main[data-role="{device}"][data-settled]').wait_for()
    transfer.begin()
    await page.reload()
    await page.locator(f'main[data-role="{device}"][data-settled]').wait_for()
    print("reloaded", len(transfer.requests), transfer.bytes, transfer.files())
    assert transferred_again(transfer) == set()
    assert errors == []
    await page.context.close()


async def test_what_is_seldom_opened_is_fetched_when_it_is(
    bundled: Phones, browser: Browser
) -> None:
    page, transfer = await new_page(browser, TABLET)
    await page.goto(bundled.address)
    await loaded(page)
    transfer.begin()
    await button(page, "Past games").click()
    await expect(page.get_by_role("heading", name="Past games")).to_be_visible()
    assert [path for path in transfer.files() if path.startswith("/assets/seldom-")]
    await loaded(page)
    transfer.begin()
    await page.goto(f"{bundled.address}#tv")
    await page.locator(".tv").wait_for()
    assert [path for path in transfer.files() if path.endswith(".js")] == []
    await page.context.close()


async def test_the_modules_of_a_checkout_are_compressed_and_loaded_at_once(
    tmp_path: Path, browser: Browser
) -> None:
    async with phones(tmp_path, browser) as table:
        await table.begin()
        page, transfer = await new_page(browser, TABLET)
        await page.goto(table.address)
        await loaded(page)
        print("modules", len(transfer.requests), transfer.bytes)
        modules = {path.removeprefix("/") for path in transfer.files() if path.endswith(".js")}
        assert modules == set(page_files.modules_of(PAGE))
        assert modules & LATER == set()
        assert transfer.bytes <= MOST_BYTES["modules"]
        transfer.begin()
        await page.reload()
        await loaded(page)
        assert {
            path for path, count in transfer.files().items() if count > UNCHANGED_BYTES
        } == set()
        await page.context.close()

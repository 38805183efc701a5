"""The door is told which connections are of admitted devices."""

from __future__ import annotations

import httpx

from controller.table.context import RequestInfo
from controller.web.http import Site
from tests.controller.conftest import evening as evening
from tests.worlds.evening import OWN_WIFI, Evening


async def test_a_connection_is_known_by_the_first_request_of_an_admitted_device(
    evening: Evening,
) -> None:
    table = await evening.begin()
    clients: list[tuple[str, int]] = []
    site = Site(table, None, OWN_WIFI, note_client=clients.append)
    admission = await table.seating._admit("table", None, False, None, RequestInfo())
    transport = httpx.ASGITransport(app=site.app, client=("10.0.0.2", 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as browser:
        await browser.get("/api/table")
        browser.cookies.set(f"rollerdeck-{table.seating.journal}", "x" * 32)
        await browser.get("/api/table")
        assert clients == []
        browser.cookies.set(f"rollerdeck-{table.seating.journal}", admission.secret)
        await browser.get("/api/table")
    assert clients == [("10.0.0.2", 4711)]

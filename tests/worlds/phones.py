"""A table with several browsers, each with an address and cookies of its own."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import httpx

from controller.base.clock import this_boot
from controller.seats import host
from controller.table.context import RequestInfo
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import Evening

CODES = "/api/seats/codes"
CLAIM = "/api/seats/claim"
HOST = "table.local"


def host_link(journal: Path) -> str:
    """What stands in a new link that makes one device a table screen; as `rollerdeck host link`."""
    return host.make_link(journal, time.monotonic, Random(0), this_boot())


class Phones:
    """See above. ``table`` is a table screen."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.all: list[httpx.AsyncClient] = []
        self.table = self._client()

    def phone(self, address: str = "10.0.0.2", **cookies: str) -> httpx.AsyncClient:
        """A browser that has never been here, or one with these cookies."""
        app = self.table.site.app
        transport = httpx.ASGITransport(app=app, client=(address, 4711))
        jar = httpx.Cookies()
        for name, value in cookies.items():
            jar.set(name, value, domain=HOST, path="/")  # as if the referee itself had set it
        phone = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", cookies=jar)
        self.all.append(phone)
        return phone

    async def code(self, player: str, **more: Any) -> str:
        """A code that a table screen makes."""
        made = await self.table.post(CODES, {"player": player, **more})
        assert made.status_code == 200, made.text
        code: str = made.json()["code"]
        return code

    async def seat(self, player: str, phone: httpx.AsyncClient | None = None) -> httpx.AsyncClient:
        """A phone that has this player's seat."""
        phone = phone or self.phone()
        claimed = await phone.post(CLAIM, json={"code": await self.code(player)})
        assert claimed.status_code == 200, claimed.text
        return phone

    async def admit_table(self) -> None:
        """Make ``table`` a table screen where seats act for themselves alone."""
        seating = self.evening.table.seating
        admission = await seating._admit("table", None, False, None, RequestInfo())
        self.table.http.cookies.set(f"rollerdeck-{seating.journal}", admission.secret)

    async def restart(self) -> None:
        """The referee is killed and started again; every browser keeps its cookies."""
        await self.evening.restart()
        await self.rebuild()

    async def rebuild(self) -> None:
        """Serve the table that the evening has opened; ``all`` are the same browsers."""
        kept = [_cookies(one) for one in self.all]
        table = _cookies(self.table.http)
        await self.close()
        self.table = self._client()
        self.table.http.cookies.update(table)
        self.all = [self.phone("10.9.9.9", **cookies) for cookies in kept]

    async def close(self) -> None:
        await self.table.http.aclose()
        for one in self.all:
            await one.aclose()
        self.all = []

    def _client(self) -> Client:
        return Client(self.evening, LocalControl(self.evening))


def _cookies(browser: httpx.AsyncClient) -> dict[str, str]:
    """By name; the referee renews those that a browser was given for every host."""
    return {one.name: one.value or "" for one in browser.cookies.jar}


async def me(phone: httpx.AsyncClient) -> dict[str, Any]:
    """Who the referee says that a browser is."""
    found: dict[str, Any] = (await phone.get("/api/me")).json()
    return found

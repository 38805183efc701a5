"""Several phones at one table: a real referee, a launcher in virtual time, touch screens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, Locator, Page, Request, Response

from controller.seats.host import set_pin
from controller.seats.roster import Access
from controller.web.http import Site
from tests.e2e.looking import HOST, settled
from tests.e2e.page_server import listening
from tests.processes import PATIENCE_S
from tests.worlds.client import LocalControl
from tests.worlds.evening import GAME, OWN_WIFI, Evening

SCREEN: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
LOOK_AGAIN_S = 0.005
BREATH_S = 1.0
PIN = "2468"
"""The host's."""
SEEN_MS = 700
"""After so long, a page takes what it shows as seen, and a tap as another tap: it waits 600 ms."""

WATCH = """() => {
  window.downs = [];
  addEventListener("pointerdown", (event) =>
    window.downs.push(performance.timeOrigin + event.timeStamp), true);
}"""


async def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():  # noqa: ASYNC110 - no event tells of all that is waited for here
                await asyncio.sleep(LOOK_AGAIN_S)
    except TimeoutError:
        raise AssertionError(f"never: {what}") from None


def key_of(request: Request) -> str:
    """By which the referee knows a request that it gets again."""
    return request.headers["idempotency-key"]


@dataclass
class Phone:
    """One browser context with the page open, and what its requests were answered."""

    page: Page
    answers: list[dict[str, Any]] = field(default_factory=list)
    """The body of each answer to a POST, with its ``status``, its request's ``do`` and ``key``."""
    asked: set[str] = field(default_factory=set)
    """The keys of its POSTs: one that is repeated because its answer was lost is one."""
    said: list[dict[str, Any]] = field(default_factory=list)
    """The commands that it sent, each once."""
    player: str = ""
    """Whose seat it has; empty: it acts for everybody."""
    errors: list[str] = field(default_factory=list)
    """Of the page's program."""

    def listen(self) -> None:
        """Note every POST and its answer, and every error."""

        async def note(response: Response) -> None:
            if response.request.method == "POST":
                body = await response.json() if response.status != 204 else {}
                asked = response.request.post_data_json or {}
                told = {"status": response.status, "do": asked.get("do")}
                self.answers.append(body | told | {"key": key_of(response.request)})

        def count(request: Request) -> None:
            if request.method != "POST" or key_of(request) in self.asked:
                return
            self.asked.add(key_of(request))
            if request.url.endswith("/api/commands"):
                self.said.append(request.post_data_json or {})

        self.page.on("request", count)
        self.page.on("response", note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def answered(self) -> set[str]:
        """The keys of the POSTs that were answered."""
        return {one["key"] for one in self.answers}

    async def place(self, key: Locator) -> tuple[float, float]:
        """The middle of a key, where nothing covers it."""
        await key.evaluate("key => key.scrollIntoView({ block: 'center' })")
        box = await key.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def tap(self, at: tuple[float, float]) -> None:
        """One tap of a finger."""
        await self.page.touchscreen.tap(*at)

    async def downs(self) -> list[float]:
        """When fingers went down on this phone, in milliseconds of the machine's clock."""
        return list(await self.page.evaluate("window.downs.splice(0)"))

    async def notice(self) -> str:
        """What the page tells just now; empty: nothing."""
        told = self.page.locator(".notices .refusal")
        if not await told.count():
            return ""
        return (await told.inner_text()).strip()


class Phones:
    """The referee, its launcher, and the phones."""

    def __init__(
        self, evening: Evening, browser: Browser, address: str, api: httpx.AsyncClient
    ) -> None:
        self.evening = evening
        self.api = api
        self.all: list[Phone] = []
        self._browser = browser
        self.address = address

    async def come(self, count: int) -> None:
        """Open the page on more phones, until there are so many."""
        while len(self.all) < count:
            page = await self._new_page()
            await page.goto(self.address)
            await page.evaluate(WATCH)
            phone = Phone(page)
            phone.listen()
            self.all.append(phone)

    async def sit(self, player: str, **screen: Any) -> Phone:
        """Give a player a phone: a table screen makes a code, and the phone opens its address."""
        answer = await self.api.post("/api/seats/codes", json={"player": player})
        code = answer.raise_for_status().json()["code"]
        page = await self._new_page(**screen)
        phone = Phone(page, player=player)
        await page.goto(f"{self.address}seat#{code}")
        await page.locator('main[data-role="seat"][data-settled]').wait_for()
        await page.evaluate(WATCH)
        phone.listen()
        self.all.append(phone)
        return phone

    async def open(self, address: str = "", before: str = "", **screen: Any) -> Phone:
        """Open the page on another device, at an address within it.

        ``before``: a script that runs before those of the page.
        """
        page = await self._new_page(**screen)
        if before:
            await page.add_init_script(before)
        await page.goto(f"{self.address}{address}")
        await page.locator("main[data-settled]").wait_for()
        await page.evaluate(WATCH)
        phone = Phone(page)
        phone.listen()
        self.all.append(phone)
        return phone

    async def _new_page(self, **screen: Any) -> Page:
        """A page on a device of its own, with a clock that the test can move on."""
        page = await (await self._browser.new_context(**SCREEN | screen)).new_page()
        await page.clock.install()
        return page

    async def pass_time(self, ms: int) -> None:
        """Let so much time pass on every phone."""
        await asyncio.gather(*(phone.page.clock.run_for(ms) for phone in self.all))

    @asynccontextmanager
    async def paused(self, *those: Phone) -> AsyncIterator[None]:
        """On these phones, or on all, time passes only as the test lets it."""
        stopped = those or tuple(self.all)
        for phone in stopped:
            now_ms = await phone.page.evaluate("Date.now()")
            await phone.page.clock.pause_at(now_ms / 1000 + 1)
        yield
        for phone in stopped:
            await phone.page.clock.resume()

    async def tap_in_turn(self, *taps: tuple[int, Phone, tuple[float, float]]) -> None:
        """Taps, each so many milliseconds after the first, on a phone at a place."""
        now_ms = 0
        async with self.paused():
            for at_ms, phone, place in taps:
                await self.pass_time(at_ms - now_ms)
                now_ms = at_ms
                await phone.tap(place)

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self.evening.table.record.seq

    def said(self, do: str) -> int:
        """How many commands of that kind the journal has."""
        return sum(entry.body["command"]["do"] == do for entry in self.evening.entries("command"))

    async def say(self, **command: Any) -> None:
        """Say a command past all phones."""
        answer = await self.api.post("/api/commands", json=command)
        assert answer.status_code == 200, answer.text

    async def start(self, **game: Any) -> None:
        """Begin a game."""
        answer = await self.api.post("/api/games", json=game)
        assert answer.status_code == 200, answer.text

    async def begin(self, **game: Any) -> None:
        """Begin a game, and play up to the first turn: Bo's."""
        await self.start(**GAME | game)
        await self.say(do="turn_up", card="red-5")

    async def settled(self) -> None:
        """Wait until every phone is settled at the newest table, and its answers are noted."""
        await asyncio.gather(*(settled(phone.page, self) for phone in self.all))
        await until(lambda: all(phone.asked <= phone.answered() for phone in self.all), "answers")

    async def seen(self) -> None:
        """Wait until people have seen what every phone shows, and forget what was."""
        await self.settled()
        await self.pass_time(SEEN_MS)
        for phone in self.all:
            await phone.downs()
            phone.answers.clear()
            phone.asked.clear()


@asynccontextmanager
async def phones(
    folder: Path, browser: Browser, *, access: Access = "open", breath_s: float = BREATH_S
) -> AsyncIterator[Phones]:
    """A table with no game and no phone at it yet. ``api`` is a table screen."""
    evening = Evening(folder)
    evening.breath_s = breath_s
    evening.access = access
    await evening.open()
    set_pin(evening.path, PIN)
    site = Site(evening.table, LocalControl(evening), OWN_WIFI)
    evening.changed = site.changed
    async with listening(site.app) as port:
        try:
            address = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as api:
                (await api.post("/api/host", json={"pin": PIN})).raise_for_status()
                table = Phones(evening, browser, f"http://{HOST}:{port}/", api)
                yield table
            for phone in table.all:
                await phone.page.context.close()
            assert [phone.errors for phone in table.all] == [[]] * len(table.all)
        finally:
            site.hub.close()  # else the server waits for its streams, also after a failure
    await evening.close()

"""An evening at a real referee with a real simulated launcher, played on the page in a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Locator, Page, expect

from controller.journal.entry import Entry
from controller.journal.reading import read_entries
from controller.journal.schema import Identity, lay
from firmware_bridge.simulator_control import SimulatorControl
from tests.e2e.looking import HOST, button, settled, unfold
from tests.processes import PATIENCE_S, Running, free_port, without_waiting

LOOK_AGAIN_S = 0.01
SECRET = "ab" * 32
"""The journal's, so that the draws of an evening are the same each time."""
CLEAR = re.compile("^Clear the faults?$")
AGAIN_S = 5.0
"""Whoever sees nothing happen for so long presses again."""


async def until(holds: Callable[[], bool], *, or_seen: Locator | None = None) -> None:
    """Look until something holds, or the page shows something."""
    while not holds() and not (or_seen and await or_seen.is_visible()):  # noqa: ASYNC110
        await asyncio.sleep(LOOK_AGAIN_S)


def _with_breath(folder: Path) -> tuple[str, str]:
    """The option for a button that rests so long that even a busy machine taps it meanwhile."""
    file = folder / "breath.toml"
    file.write_text("[referee]\nbreath_ms = 5000\n")
    return "--config", str(file)


class Evening:
    """The launcher, the referee (which can be killed), the page, and what the people at it do."""

    def __init__(
        self, folder: Path, page: Page, breath: bool = False, access: str | None = None
    ) -> None:
        """``breath``: the button rests between hits, as it does at a real table.

        ``access``: who may act; None: as the referee has it where nobody has said.
        """
        self.page = page
        self._options = _with_breath(folder) if breath else without_waiting(folder, access)
        self.control = SimulatorControl(folder / "launcher.sock")
        self.troubles: list[str] = []
        """What went wrong with the launcher so far, by fault."""
        self._folder = folder
        self.journal = folder / "journal.db"
        lay(self.journal, identity=Identity.new()._replace(secret=SECRET))
        self.port = free_port()
        self.address = f"http://{HOST}:{self.port}"
        self._launcher = Running(
            folder, "simulator", "--seed", "7", "--socket", str(folder / "launcher.sock")
        )
        self._launcher.until(lambda: "listens" in self._launcher.said, "launcher")
        try:
            self.referee = self._start()
        except AssertionError:
            self._launcher.end()  # else the next test fails, too, for a process that is left over
            raise

    def _start(self) -> Running:
        referee = Running(
            self._folder,
            *("play", "--port", str(self.port), "--journal", str(self.journal)),
            *("--socket", str(self._folder / "launcher.sock")),
            *self._options,
        )
        referee.until(lambda: "http://" in referee.said, "address")
        return referee

    async def open(self) -> None:
        """Look at the page."""
        await self.page.goto(f"{self.address}/")

    async def kill_the_referee(self) -> None:
        """Kill it, wait until the page has noticed, start another, and wait until it is heard."""
        self.referee.kill()
        lost = self.page.locator('main[data-lost="true"]')
        await lost.wait_for()
        self.referee = self._start()
        await expect(lost).to_have_count(0, timeout=PATIENCE_S * 1000)

    def end(self) -> None:
        """Everything ends in order."""
        assert self.referee.end() == 0, self.referee.said
        assert self._launcher.end() == 0, self._launcher.said

    async def table(self) -> dict[str, Any]:
        """Everything that the page is shown."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as api:
            return dict((await api.get("/api/table")).json())

    async def state(self) -> dict[str, Any]:
        """The referee's own view."""
        return dict((await self.table())["state"])

    async def under_way(self) -> bool:
        """Whether the button was pressed for the hit that is due, and nothing broke it off."""
        hit = (await self.table())["launcher"]["hit"]
        return hit is not None and hit["stage"] == "running"

    async def headline(self, *words: str) -> str:
        """Wait until the page's headline is one of these."""
        heading = self.page.get_by_role("heading", level=1)
        one_of = re.compile("|".join(f"^{re.escape(word)}$" for word in words))
        await expect(heading).to_have_text(one_of, timeout=PATIENCE_S * 1000)
        return await heading.inner_text()

    def said(self, do: str) -> list[Entry]:
        """Commands of that kind in the journal."""
        entries = read_entries(self.journal).entries
        return [e for e in entries if e.kind == "command" and e.body["command"]["do"] == do]

    async def press(self) -> None:
        """One hit until it is booked; what comes in its way is seen to, as the page says."""
        before = len(self.said("hit"))
        press = button(self.page, "Press the launcher")
        async with asyncio.timeout(4 * PATIENCE_S):
            while len(self.said("hit")) == before:
                # pressing on would be the next player's hit as soon as this one is booked
                if not await self.under_way():
                    await expect(press).to_be_enabled()
                    await self.until_no_finger()  # of the press before
                    await press.click()
                with suppress(TimeoutError):  # a press that a busy machine missed is pressed again
                    async with asyncio.timeout(AGAIN_S):
                        await until(lambda: len(self.said("hit")) > before, or_seen=self.trouble())
                await self.see_to_it()
        await settled(self.page, self.said("hit")[-1])

    async def until_no_finger(self) -> None:
        """Wait until nobody holds the button: only then is a press a new one."""
        while (await self.control.truth()).button_down:  # noqa: ASYNC110 - another process decides it
            await asyncio.sleep(LOOK_AGAIN_S)

    def trouble(self) -> Locator:
        """The card of a fault."""
        return self.page.locator("[data-fault]").first

    async def see_to_it(self) -> None:
        """Do what a fault's card advises, where there is one."""
        while await self.trouble().is_visible():
            fault = await self.trouble().get_attribute("data-fault")
            assert fault is not None
            self.troubles.append(fault)
            if fault == "JAM":
                await button(self.page, "Remove stuck card").click()
            await self.page.get_by_role("button", name=CLEAR).click()
            await expect(self.page.locator(f"[data-fault={fault}]")).to_have_count(0)

    async def tap(self, where: Locator, do: str) -> None:
        """Tap what says a command, and wait until the page shows that it was said."""
        before = len(self.said(do))
        await where.click()
        await self.until_said(do, before)

    async def until_said(self, do: str, before: int) -> None:
        """Wait until the page shows that one more of these commands was said."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await until(lambda: len(self.said(do)) > before)
        except TimeoutError:
            page = await self.page.locator("body").aria_snapshot()
            raise AssertionError(f"Nobody said {do}. The page:\n{page}") from None
        await settled(self.page, self.said(do)[-1])

    async def card(self, name: str, do: str = "play") -> None:
        """Tap a card."""
        picker = self.page.get_by_test_id("picker")
        await self.tap(picker.get_by_role("button", name=name, exact=True), do)

    async def set_up(self, *players: str, target: int) -> None:
        """Begin a game; the first player deals."""
        await expect(self.page.get_by_role("textbox", name="Player 1", exact=True)).to_be_visible()
        for at, name in enumerate(players, start=1):
            field = self.page.get_by_role("textbox", name=f"Player {at}", exact=True)
            if not await field.is_visible():
                await button(self.page, "Add a player").click()
            await field.fill(name)
        await self.page.get_by_role("radio", name=players[0], exact=True).check()
        await unfold(self.page, "Rules")
        await self.page.get_by_role("spinbutton", name="Target score").fill(str(target))
        await button(self.page, "Start the game").click()
        await self.headline("Turn up the first card")

    async def hands_are_right(self) -> None:
        """What is in the books truly left the launcher, but for what was said to be in doubt."""
        truth = await self.control.truth()
        hits = [entry.body for entry in self.said("hit")]
        booked = sum(body["command"]["cards"] for body in hits)
        doubtful = sum(body["measured"].get("uncertain", 0) for body in hits)
        assert booked <= truth.cards_left + truth.mouth_counted <= booked + doubtful
        assert truth.dings >= len(hits)

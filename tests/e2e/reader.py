"""Somebody who hears the page: knows nothing but the accessibility tree, and acts on it."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from playwright.async_api import CDPSession, Page

from tests.e2e.looking import drawn
from tests.processes import PATIENCE_S

LOOK_AGAIN_S = 0.02


class Heard(NamedTuple):
    """A node of the tree, as a screen reader says it."""

    role: str
    name: str
    off: bool
    value: str
    node: int
    """What the browser knows it by."""


def _heard(node: dict[str, Any]) -> Heard:
    properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
    said = {what: str(node.get(what, {}).get("value", "")) for what in ("role", "name", "value")}
    off = bool(properties.get("disabled"))
    return Heard(said["role"], said["name"], off, said["value"], node.get("backendDOMNodeId", 0))


class Reader:
    """A screen reader, and the person at its keys."""

    def __init__(self, page: Page, browser: CDPSession) -> None:
        """Take ``Reader.at``."""
        self._page = page
        self._browser = browser

    @classmethod
    async def at(cls, page: Page) -> Reader:
        """Listen to a page."""
        browser = await page.context.new_cdp_session(page)
        await browser.send("DOM.enable")
        await browser.send("Accessibility.enable")
        return cls(page, browser)

    async def all(self) -> list[Heard]:
        """The whole tree, in its order."""
        tree = await self._browser.send("Accessibility.getFullAXTree")
        return [_heard(node) for node in tree["nodes"] if not node["ignored"]]

    async def find(self, role: str, *names: str) -> Heard:
        """Go through the tree until there is something of that role with one of these names."""
        heard: list[Heard] = []
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    heard = await self.all()
                    for one in heard:
                        if one.role == role and not one.off and one.name in names:
                            return one
                    await asyncio.sleep(LOOK_AGAIN_S)
        except TimeoutError:
            told = "\n".join(f"{one.role} {one.name}" for one in heard if one.name)
            raise AssertionError(f"No {role} is called {' or '.join(names)}:\n{told}") from None

    async def hear(self, words: str) -> None:
        """Wait until something says these words, among others."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not any(words in one.name for one in await self.all()):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_AGAIN_S)
        except TimeoutError:
            raise AssertionError(f"Nothing says {words}") from None

    async def do(self, role: str, name: str) -> None:
        """What a screen reader calls the default action: click it, once it has been painted."""
        one = await self.find(role, name)
        await drawn(self._page)
        await self._on(one, "function () { this.click(); }")

    async def type(self, role: str, name: str, text: str) -> None:
        """Go into a field, and write over what is there."""
        await self._on(await self.find(role, name), "function () { this.focus(); this.select(); }")
        await self._browser.send("Input.insertText", {"text": text})

    async def _on(self, one: Heard, function: str) -> None:
        at = await self._browser.send("DOM.resolveNode", {"backendNodeId": one.node})
        await self._browser.send(
            "Runtime.callFunctionOn",
            {"objectId": at["object"]["objectId"], "functionDeclaration": function},
        )

"""What a page asks for, and how many bytes come over the network, by Chromium's own count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Page


@dataclass
class Transfer:
    """The requests of a page since ``begin``; headers count, too."""

    paths: dict[str, str] = field(default_factory=dict)
    """By Chromium's ID of a request."""
    received: dict[str, int] = field(default_factory=dict)
    """Bytes by that ID; a file out of the browser's cache has none."""

    @classmethod
    async def of(cls, page: Page) -> Transfer:
        """Count what this page transfers from now on."""
        transfer = cls()
        session: CDPSession = await page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", transfer._asked)
        session.on("Network.requestServedFromCache", transfer._was_cached)
        session.on("Network.responseReceived", transfer._began)
        session.on("Network.dataReceived", transfer._came)
        session.on("Network.loadingFinished", transfer._finished)
        await session.send("Network.enable")
        return transfer

    def begin(self) -> None:
        """Forget what was counted."""
        self.paths.clear()
        self.received.clear()

    @property
    def bytes(self) -> int:
        """What came in all."""
        return sum(self.received.values())

    @property
    def requests(self) -> list[str]:
        """The paths for which the network was asked."""
        return [self.paths[one] for one in self.received if one in self.paths]

    def files(self) -> dict[str, int]:
        """The bytes of each file; answers of the interface are none."""
        by_path = {self.paths[one]: count for one, count in self.received.items()}
        return {path: count for path, count in by_path.items() if not path.startswith("/api/")}

    def _asked(self, event: dict[str, Any]) -> None:
        self.paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _was_cached(self, event: dict[str, Any]) -> None:
        self.received.pop(event["requestId"], None)
        self.paths.pop(event["requestId"], None)

    def _began(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or response.get("fromPrefetchCache"):
            self.paths.pop(event["requestId"], None)
        elif event["requestId"] in self.paths:
            self.received[event["requestId"]] = int(response["encodedDataLength"])

    def _came(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.received:
            self.received[event["requestId"]] += int(event["encodedDataLength"])

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.received:
            self.received[event["requestId"]] = int(event["encodedDataLength"])

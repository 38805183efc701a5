"""A referee that readers talk to, without a network: it says what a test wants it to say."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from controller.readers.http_client import Headers, Response, Unreachable
from controller.readers.pairing import Pairing
from controller.readers.reports import Health, SeenCard

PAIRED = Pairing("http://table:8080", "rollerdeck-abc=secret")


def answer(body: object, status: int = 200, **headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, named, msgspec.json.encode(body))


def refusal(code: str, status: int, sentence: str = "No.") -> Response:
    return answer({"code": code, "sentence": sentence, "key": "refusal.x"}, status)


PLAYED = answer({"meaning": "played", "card": "red-7", "by": "Ann"})


class PretendedReferee:
    """Answers as it is told to, else that every card was played. ``None``: it is away."""

    def __init__(self) -> None:
        self.answers: list[Response | None] = []
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.answering: Callable[[str, dict[str, Any]], Response | None] | None = None
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        asked = msgspec.json.decode(body) if body else {}
        self.asked.append((path, dict(headers), asked))
        await asyncio.sleep(0.01)
        if self.answering is not None:
            found = self.answering(path, asked)
        elif path != "/api/sightings":
            found = answer({})
        else:
            found = self.answers.pop(0) if self.answers else PLAYED
        if found is None:
            raise Unreachable("nobody is there")
        return found

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        while line := await self.lines.get():
            yield line
        raise Unreachable("it hung up")

    def of(self, path: str) -> list[dict[str, Any]]:
        return [asked for where, _, asked in self.asked if where == path]

    @property
    def sent(self) -> list[dict[str, Any]]:
        return self.of("/api/sightings")


class Log:
    """Keeps what is noted."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.sentences: list[str] = []

    def __call__(
        self, event: str, sentence: str, level: int = logging.INFO, **fields: object
    ) -> None:
        assert sentence.endswith(".")
        self.events.append(event)
        self.sentences.append(sentence)


class Hand:
    """Lays cards under a reader at chosen moments."""

    def __init__(self) -> None:
        self._news: asyncio.Queue[SeenCard | Health | None] = asyncio.Queue()

    def lay(self, number: int, deck: str | None = None) -> None:
        now_s = asyncio.get_running_loop().time()
        self._news.put_nowait(SeenCard(number, deck, now_s, {"kind": "simulated"}))

    def feel(self, key: str) -> None:
        self._news.put_nowait(Health(key))

    def leave(self) -> None:
        self._news.put_nowait(None)

    async def source(self) -> AsyncIterator[SeenCard | Health]:
        while (news := await self._news.get()) is not None:
            yield news

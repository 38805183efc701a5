"""A referee that a publisher follows, without a network: it shows what a test wants it to show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from controller.readers.http_client import Headers, Response, Unreachable
from controller.web.table_views import GAMES_AT_ONCE

LAUNCHER: dict[str, Any] = {
    "name": "simulator",
    "link": "up",
    "why": None,
    "simulated": True,
    "faults": [],
    "hit": None,
}
JOURNAL = "1f0c9a3b5d7e2468"


class PretendedTable:
    """A table with Ann, Bo and Cy."""

    def __init__(self) -> None:
        self.seq = 1
        self.journal = JOURNAL
        self.log: list[dict[str, Any]] = []
        self.launcher = dict(LAUNCHER)
        self.edition = "attack"
        self.phase = "play"
        self.turn = "Bo"
        self.game = 1
        self.past: list[dict[str, Any]] = []
        self.away = False
        self.asked = 0
        self.hits = 12
        self.begun_s = 1780000000
        self.sealed: Any = None
        """What fixes the draws of the game on the table."""
        self.scenario = ""
        self.busy = False
        """The referee cannot give a scenario now."""
        self.scenario_after_s = 0.0
        """How long the referee takes to give one."""
        self._streams: list[asyncio.Queue[bytes | None]] = []
        self.say("log.game", names=["Ann", "Bo", "Cy"])

    @property
    def table(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "tag": f"{self.journal}-{self.seq}",
            "launcher": self.launcher,
            "log": self.log[-200:],
            "log_after": 0,
            "state": {
                "edition": self.edition,
                "phase": self.phase,
                "round": 2,
                "turn": self.turn,
                "direction": "left",
                "top": "red-5",
                "color": "red",
                "hands": {"Ann": 7, "Bo": 6, "Cy": 1},
                "scores": {"Ann": 10, "Bo": 0, "Cy": 55},
                "launcher": 90,
                "discard": 3,
                "winner": "Cy" if self.phase == "game_over" else None,
            },
            "fairness": {"game": {"seal": self.sealed} if self.sealed else None},
        }

    @property
    def games(self) -> list[dict[str, Any]]:
        over = self.phase == "game_over"
        now = {
            "number": self.game,
            "edition": self.edition,
            "players": ["Ann", "Bo", "Cy"],
            "begun_s": self.begun_s,
            "round": 2,
            "over": over,
            "winner": "Cy" if over else None,
            "scores": {"Ann": 10, "Bo": 0, "Cy": 55},
            "hits": self.hits,
            "goes_on": None,
            "on_table": True,
            "deleted": False,
        }
        return [now, *self.past]

    def say(self, key: str, *others: str, clause: str = "", **values: Any) -> None:
        """An entry of the journal with a ruling, or with several."""
        self.seq += 1
        for one in (key, *others):
            line = {"seq": self.seq, "key": one, "clause": clause, "values": values}
            self.log.append(line)
        self.tell()

    def tell(self) -> None:
        """Send every stream the table, its log from the newest entry on."""
        newest = [line for line in self.log if line["seq"] == self.seq]
        table = self.table | {"log": newest, "log_after": self.seq - 1 if newest else self.seq}
        self._send(b"table", table if len(self.log) > len(newest) else self.table)

    def jam(self) -> None:
        self.launcher = {**LAUNCHER, "faults": ["JAM"]}
        self._send(b"launcher", {**self.launcher, "tag": f"{self.journal}-{self.seq}"})

    def leave(self) -> None:
        """The referee is gone."""
        self.away = True
        for stream in self._streams:
            stream.put_nowait(None)

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        if path.endswith("/scenario"):
            await asyncio.sleep(self.scenario_after_s)
            return Response(503 if self.busy else 200, {}, self.scenario.encode())
        address, _, before = path.partition("?before=")
        assert (method, address) == ("GET", "/api/games")
        self.asked += 1
        await asyncio.sleep(0)
        wanted = [one for one in self.games if not before or one["number"] < int(before)]
        return Response(200, {}, msgspec.json.encode(wanted[:GAMES_AT_ONCE]))

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        assert path == "/api/events"
        if self.away:
            raise Unreachable("nobody is there")
        stream: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._streams.append(stream)
        for line in _event(b"table", self.table):
            yield line
        try:
            while (line_or_end := await stream.get()) is not None:
                yield line_or_end
        finally:
            self._streams.remove(stream)
        raise Unreachable("it hung up")

    def _send(self, name: bytes, body: dict[str, Any]) -> None:
        for stream in self._streams:
            for line in _event(name, body):
                stream.put_nowait(line)


def _event(name: bytes, body: dict[str, Any]) -> tuple[bytes, ...]:
    return b"event: " + name, b"data: " + msgspec.json.encode(body), b""

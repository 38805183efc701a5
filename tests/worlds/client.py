"""Somebody at a table's HTTP interface, and at its launcher's button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from controller.base.config import Config, Referee
from controller.network.way_in import WayIn
from controller.web.evenings.name_removal import forget_here
from controller.web.http import DEFAULTS, Site
from controller.web.past import Reader, read_here
from controller.words import say
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import LauncherGone
from tests.worlds.evening import GAME, OWN_WIFI, Evening


class LocalControl(SimulatorControl):
    """Controls the launcher of an evening in this process."""

    def __init__(self, evening: Evening) -> None:
        self.launcher = evening.launcher
        self.gone = False

    async def press(self, hold_ms: int = 0) -> None:
        if self.gone:
            raise LauncherGone("launcher.no_hand", {"path": "nowhere"})
        self.launcher.press()

    async def jam(self) -> None:
        self.launcher.rig.set_fault("jam", True)

    async def unjam(self) -> None:
        self.launcher.unjam()


class Mouth:
    """A voice that counts what it was asked to say, and keeps the settings that it was given."""

    def __init__(self) -> None:
        self.asked = self.tests = 0
        self.adjusted: list[Referee] = []

    def say_test(self) -> None:
        self.tests += 1

    def adjust(self, referee: Referee) -> None:
        self.adjusted.append(referee)

    def repeat_last(self) -> None:
        self.asked += 1


class Client:
    """Asks a table over its HTTP interface, without a network."""

    def __init__(
        self,
        evening: Evening,
        control: LocalControl | None,
        way_in: WayIn = OWN_WIFI,
        *,
        mute: bool = False,
        read: Reader = read_here,
        documents: Path | None = None,
        config: Config = DEFAULTS,
    ) -> None:
        self.evening = evening
        self.control = control
        self.mouth: Mouth | None = None if mute else Mouth()
        self.site = Site(
            evening.table,
            control,
            way_in,
            read=read,
            forget=forget_here,
            voice=self.mouth,
            documents=documents,
            config=config,
        )
        evening.changed = self.site.changed
        transport = httpx.ASGITransport(app=self.site.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://table.local")

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.http.post(path, json={} if body is None else body, headers=sent)

    async def table(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.http.get("/api/table")).json()
        return found

    async def start_game(self) -> None:
        assert (await self.post("/api/games", GAME)).status_code == 200
        up = await self.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        assert up.status_code == 200


def refused(answer: httpx.Response, status: int, code: str, sentence: str | None = None) -> None:
    """It is a refusal with this code, which says what its key and values say."""
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), body
    assert set(body) == {"code", "sentence", "clause", "key", "values"}
    assert body["sentence"] == say(body["key"], body["values"])
    assert body["sentence"].endswith((".", "?"))
    assert sentence is None or body["sentence"] == sentence

"""An evening at which everything happens that can: sense and nonsense, faults, lost links, deaths.

Everything that the referee answers and pushes meanwhile is looked at by ``Strings``.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from controller.table.hit import HitStage
from controller.table.rate_limit import RateLimit
from controller.web.http import Site
from controller.web.past import read_here
from controller.web.requests import MAX_BODY_BYTES, MAX_EFFECTS
from hardware.launcher import FaultsChanged
from hardware.portable import faults
from rules import COMMANDS, legal
from tests.controller.games.test_salvage import lose
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import next_command
from tests.soak.random_games import random_game
from tests.worlds.client import LocalControl
from tests.worlds.evening import OWN_WIFI, Evening, fill_up, make_room
from tests.worlds.strings import Strings

STEPS = 40
GAMES = 3
"""How many may begin in an evening, so that some evenings ask for more."""

STRANGER = "evil.example"
NAMES = ("Ann", "Bo", "Cy", "José María", "O'Neil {n}", "<b>Eve</b>", "小明", "The card is stuck.")
ODD: tuple[Any, ...] = (
    *(None, 3, -1, 10**50, True),
    *([1], {"Zed": 1}),
    *("", " Bo", "Zed", "red-7", "pink", "\x1b"),
)
LONG_RULE = {"text": "All hit.", "effects": [{"hits": 1, "who": "others"}] * (MAX_EFFECTS + 1)}
WRONG_GAMES: tuple[Any, ...] = (
    [],
    {},
    {"edition": "attac", "players": ["Ann", "Bo"]},
    {"edition": "attack", "players": ["Ann"]},
    {"edition": "attack", "players": ["Ann", "Ann"]},
    {"edition": "attack", "players": ["Ann", "Bo"], "colour": 1},
    {"edition": "attack", "players": ["Ann", "Bo"], "options": {"interlok": "free"}},
    {"edition": "attack", "players": ["Ann", "Bo"], "commitment": "0" * 64},
    {"edition": "attack", "players": ["Ann", "Bo"], "words": 5},
    {"edition": "attack", "players": ["A" * 41, "Bo"]},
    {"edition": "attack", "players": ["Ann", "Bo"], "words": "w" * 201},
    {"edition": "attack", "players": ["Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"]},
    {
        "edition": "attack",
        "players": ["Ann", "Bo"],
        "deck": dict.fromkeys(map(str, range(2000)), 1),
    },
    {"edition": "extreme", "players": ["Ann", "Bo"], "options": {"customizable": [LONG_RULE]}},
)


@dataclass
class Evenings:
    """What came of many evenings."""

    strings: Strings = field(default_factory=Strings)
    codes: Counter[str] = field(default_factory=Counter)
    faults: set[str] = field(default_factory=set)

    async def play(self, folder: Path, seed: int) -> None:
        """One more, in a folder of its own."""
        folder.mkdir()  # noqa: ASYNC240 - nobody waits
        one = WildEvening(folder, Random(seed), self.strings)
        await one.play()
        self.codes += one.codes
        self.faults |= one.faults


class WildEvening:
    """One evening. The same random numbers: the same evening."""

    def __init__(self, folder: Path, random: Random, strings: Strings) -> None:
        self.evening = Evening(folder)
        self.evening.fair = True
        self.evening.secret = random.randbytes(32).hex()
        self.evening.game_limit = RateLimit(lambda: 0.0, GAMES, 60.0)
        self.evening.launcher.rig.load(40)
        self.random = random
        self.strings = strings
        self.codes: Counter[str] = Counter()
        self.faults: set[str] = set()
        strings.typed([STRANGER, OWN_WIFI.wifi and [OWN_WIFI.wifi.ssid, OWN_WIFI.wifi.password]])
        self._hearing: asyncio.Task[None] | None = None

    async def play(self) -> None:
        """All of it, and a look back at every game."""
        await self._begin()
        try:
            await self._post("/api/games", self._game())
            for _ in range(STEPS):
                await self.random.choices(*self._deeds)[0]()
                self.faults |= {fault.value for fault in self.evening.launcher.faults}
                if self.random.random() < 0.3:
                    await self._put_right()
            await self._look_back()
            await self._damage()
            await self._stop()
        finally:
            await self._end()

    @property
    def _deeds(self) -> tuple[list[Callable[[], Awaitable[Any]]], list[int]]:
        deeds: dict[Callable[[], Awaitable[Any]], int] = {
            self._play_on: 30,
            self._say_anything: 12,
            self._say_nonsense: 8,
            self._say_late: 2,
            self._press: 14,
            self._mischief: 6,
            self._corner: 2,
            self._clear: 4,
            self._count: 4,
            self._lose_something: 3,
            self._ask_wrongly: 4,
            self._look_back: 1,
            self._new_game: 1,
        }
        return list(deeds), list(deeds.values())

    async def _begin(self) -> None:
        await self.evening.open()
        self.evening.journal._written().execute("PRAGMA synchronous = OFF")  # no power is cut here
        self.site = Site(self.evening.table, LocalControl(self.evening), OWN_WIFI, read=read_here)
        self.evening.changed = self.site.changed
        transport = httpx.ASGITransport(app=self.site.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://table.local")
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        async for event in self.site.hub.listen():
            name, _, data = event.decode().rpartition("data: ")
            self.strings.look(json.loads(data), f"push {name.split()[-1]}")

    async def _end(self) -> None:
        await self.http.aclose()
        if self._hearing is not None:
            self._hearing.cancel()
            with suppress(asyncio.CancelledError):
                await self._hearing

    async def _damage(self) -> None:
        """An entry is gone from the disk, which is found by whoever looks back."""
        lose(self.evening.path, "seq = 2")
        await self._get("/api/games/1/scenario")  # which nobody looked at before, so it is read

    async def _stop(self) -> None:
        await self.evening.table.stop()
        await self._post("/api/commands", {"do": "undo"})
        await self.evening._end()

    async def _post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        self.strings.typed(body)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._look(await self.http.post(path, json=body, headers=sent))

    async def _get(self, path: str) -> httpx.Response:
        return self._look(await self.http.get(path))

    def _look(self, answer: httpx.Response) -> httpx.Response:
        if answer.headers.get("content-type") == "application/json" and answer.content:
            said = answer.json()
            where = f"{answer.request.method} {answer.request.url.path.rstrip('0123456789')}"
            self.strings.look(said, where)
            self.codes[said["code"] if answer.status_code >= 400 else "taken"] += 1
        return answer

    async def _say(self, command: Any) -> None:
        await self._post("/api/commands", command)
        await asyncio.sleep(0)

    async def _play_on(self) -> None:
        """Some moves in a row, as people play while nothing is wrong."""
        for _ in range(self.random.randrange(1, 8)):
            state, hit = self.evening.table.record.state, self.evening.table.hit
            if (
                state is None
                or not self.evening.launcher.link_up
                or not self.evening.table.is_saved
            ):
                return
            if state.position.owed and hit is not None:
                await self._press()
            else:
                await self._say(next_command(state, self.random.choice, ("hit",)))

    async def _say_anything(self) -> None:
        state = self.evening.table.record.state
        if state is not None:
            await self._say(self.random.choice(alphabet(state, self.random.choice)))

    async def _say_nonsense(self) -> None:
        """A command with one member too many, too few, or with a value that cannot be."""
        state = self.evening.table.record.state
        offers = legal(state) if state is not None else []
        command: Any = dict(self.random.choice(offers).command) if offers else {"do": "play"}
        do = self.random.choice(sorted(COMMANDS))
        member = self.random.choice(["do", "colour", *COMMANDS[do].members, *command])
        command = self.random.choice([command, {"do": do}])
        if self.random.random() < 0.7:
            command[member] = self.random.choice(ODD)
        else:
            command.pop(member, None)
        await self._say(command)

    async def _say_late(self) -> None:
        """Somebody means the table of some moments ago, and uses one tap's key for another."""
        tag = (await self._get("/api/table")).headers["etag"]
        await self._play_on()
        await self._post("/api/commands", {"do": "undo"}, If_Match=tag)
        if (state := self.evening.table.record.state) is not None:
            key = str(self.random.random())
            for seat in state.position.seats[:2]:
                turn = {"do": "set", "turn": seat.name}
                await self._post("/api/commands", turn, Idempotency_Key=key)

    async def _press(self) -> None:
        await self._post("/api/simulator/press")
        await self.evening.launcher.heard()

    async def _mischief(self) -> None:
        """Something goes wrong with the launcher."""
        await self._owe()
        launcher, rig = self.evening.launcher, self.evening.launcher.rig
        what = self.random.choice(
            (
                *("jam", "slip", "blocked", "blind", "double_feed"),
                *("cover", "empty", "dead", "lapse", "overrun"),
            )
        )
        if what == "empty":
            rig.unload()
            launcher.press()
        elif what == "dead":
            rig.unload()
            rig.load(1)
            rig.set_fault("blind", True)
            launcher.press()
        elif what == "cover":
            launcher.set_cover(True)
        elif what == "overrun":  # which the simulated mechanism seldom comes to
            rig.core.faults |= faults.OVERRUN
            launcher.repeat(FaultsChanged(launcher.faults))
        elif what == "lapse":
            self._begin_hit()
            launcher.lapse()
            launcher.finish()
        else:
            rig.set_fault(what, True)
            launcher.press()
        await launcher.heard()

    def _begin_hit(self) -> None:
        """Press, and stop the world when the first card is coming, if any is."""
        launcher, hit = self.evening.launcher, self.evening.table.hit
        if hit is None or hit.stage is not HitStage.ARMED or not hit.intent.requested:
            return
        before = launcher.rig.cards_left
        launcher.rig.tap()
        for _ in range(2000):
            if launcher.rig.cards_left > before or launcher.rig.next_event_us() is None:
                return
            launcher.go_on()

    async def _put_right(self) -> None:
        """Somebody does all that there is to do, and clears the faults."""
        launcher, rig = self.evening.launcher, self.evening.launcher.rig
        for name in ("jam", "slip", "blocked", "blind", "double_feed"):
            rig.set_fault(name, False)
        launcher.set_cover(False)
        if not rig.cards_in_hopper:
            rig.load(40)
        launcher.finish()
        if not launcher.link_up:
            launcher.mend()
        make_room(self.evening)
        await launcher.heard()
        await self._clear()
        hit = self.evening.table.hit
        if hit is not None and hit.pressed:
            await self._post("/api/launcher/confirm", {"hit": hit.number, "cards": hit.cards_out})

    async def _clear(self) -> None:
        """Somebody clears the faults, whatever is still wrong."""
        await self._post("/api/launcher/clear")
        await self.evening.launcher.heard()

    async def _count(self) -> None:
        """The table counts a hit by hand, which may or may not wait for it."""
        hit = self.evening.table.hit
        number = hit.number if hit is not None and self.random.random() < 0.8 else 99
        if self.random.random() < 0.3:
            await self._post("/api/launcher/unpressed", {"hit": number})
        else:
            cards = self.random.choice((0, 1, 3, 12, 1000))
            await self._post("/api/launcher/confirm", {"hit": number, "cards": cards})

    async def _lose_something(self) -> None:
        match self.random.randrange(4):
            case 0:
                self.evening.launcher.cut()
                await self.evening.launcher.heard()
            case 1:
                fill_up(self.evening)
            case 2:
                self._begin_hit()
                self.evening.launcher.cut()
                await self.evening.launcher.heard()
            case 3:
                await self._end()
                make_room(self.evening)
                await self.evening.die()
                await self._begin()

    async def _ask_wrongly(self) -> None:
        match self.random.randrange(11):
            case 0:
                await self._get("/api/nonsense")
            case 1:
                self._look(await self.http.delete("/api/commands"))
            case 2:
                self._look(await self.http.get("/api/table", headers={"Host": STRANGER}))
            case 3:
                await self._post("/api/launcher/clear", Origin="http://evil.example")
            case 4:
                self._look(await self.http.post("/api/commands", content=b"{"))
            case 5:
                big = b" " * (MAX_BODY_BYTES + 1)
                self._look(await self.http.post("/api/commands", content=big))
            case 6:
                await self._post("/api/launcher/confirm", {"hit": self.random.choice(ODD)})
            case 7:
                await self._post("/api/launcher/clear", {"why": 1})
            case 8:
                await self._post("/api/games", self.random.choice(WRONG_GAMES))
            case 9:
                number = self.random.choice(("1", "2", "77", "x"))
                deed = self.random.choice(("delete", "restore", "play_on"))
                await self._post(f"/api/games/{number}/{deed}", {})
            case 10:
                await self._post("/api/commands", {"do": "undo"}, Idempotency_Key="k" * 65)

    async def _owe(self) -> None:
        """Somebody has to hit, which is when launchers fail."""
        state = self.evening.table.record.state
        if state is not None and state.position.turn is not None:
            color = state.position.color or "red"
            by = state.position.name(state.position.turn)
            await self._say({"do": "set", "hands": {by: 7}})
            for card in (f"{color}-hit-2", f"{color}-draw-two"):
                await self._say({"do": "play", "by": by, "card": card})

    async def _corner(self) -> None:
        """What chance seldom brings about: plays that lack something, and an empty launcher."""
        state = self.evening.table.record.state
        if state is None or state.position.turn is None:
            return
        by, color = state.position.name(state.position.turn), state.position.color or "red"
        await self._say({"do": "set", "hands": {by: 1}})
        under = {"with": [f"{color}-1"]}
        await self._say({"do": "play", "by": by, "card": f"{color}-discard-all", **under})
        other = next(seat.name for seat in state.position.seats if seat.name != by)
        swap = {"do": "play", "by": by, "card": f"{color}-trade-hands", "target": other}
        await self._say(swap)
        await self._say({"do": "set", "hands": {by: 7}})
        lacking = (f"{color}-trade-hands", f"{color}-grab-2-towers", "wild")
        for card in self.random.sample(lacking, len(lacking)):
            await self._say({"do": "play", "by": by, "card": card})
        await self._say({"do": "play", "by": by, "card": "wild", "color": "pink"})
        for do in ("pass", "uno", "uno"):
            await self._say({"do": do, "by": by})
        await self._say({"do": "set", "launcher": 0})
        await self._say({"do": "draw", "by": by, "cards": 1})
        await self._say({"do": "reload"})
        await self._owe()

    async def _look_back(self) -> None:
        for path in ("/api/table", "/api/games", "/api/join", "/api/editions", "/healthz"):
            await self._get(path)
        for number in range(1, self.evening.table.record.number + 1):
            await self._get(f"/api/games/{number}")
        await self._get("/api/games/99")

    async def _new_game(self) -> None:
        """Somebody begins another game, and the others go on with theirs, sometimes."""
        await self._post("/api/games", self._game())
        if self.random.random() < 0.5:
            left = self.evening.table.record.number - 1
            await self._post(f"/api/games/{left}/play_on", {})
        for do in ("reload", "undo"):
            await self._say({"do": do})

    def _game(self) -> dict[str, Any]:
        game = random_game(self.random)
        names = self.random.sample(NAMES, self.random.randint(2, 5))
        game |= {"players": names, "dealer": self.random.choice(names)}
        if self.random.random() < 0.3:
            del game["dealer"]
        if self.random.random() < 0.5:
            game["hands"] = {name: self.random.randint(1, 3) for name in names}
        game["target"] = self.random.choice((1, 100))
        game["words"] = self.random.choice(("", "purple walrus", "It is what it is."))
        game["deal"] = self.random.choice(("people", "launcher"))
        return game

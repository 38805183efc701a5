"""People at the table and their devices: what they do, and their habits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from controller.sightings.simulated import FAULTS
from tests.rules.table_talk import next_command
from tests.world import seats
from tests.world.games import NAMES, new_game
from tests.world.network import Answer, Lost, Stream, Tap

if TYPE_CHECKING:
    from tests.world.scene import World

GIVES_UP_S = 20.0
"""As the page: so long a request is sent again."""
NOT_NOW = (429, 503)
HABITS = ("sleeps", "reloads", "leaves", "sits down", "is signed out", "presses")
READER_FAULTS = (*["none"] * 6, *sorted(FAULTS))


class Person:
    """One device, and whoever holds it."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.name = "table screen" if number == 0 else f"phone {number}"
        self.hosts = number == 0
        self.client = (f"192.168.4.{number + 2}", 40_000 + number)
        self.stream = Stream(world, self.client)
        self.cookie = ""
        self.seat: str | None = None
        self.device = 0
        """Its number, once it has a seat."""
        self.left = False

    async def live(self) -> None:
        """Look and act until the world is over, or until this person leaves."""
        random, world = self.world.random, self.world
        while not self.left:
            await asyncio.sleep(random.uniform(0.2, 1.6))
            if self.hosts and world.referee.access == "seats" and not self.cookie:
                await seats.become_table_screen(self)
            if not self.hosts and world.referee.access == "seats" and random.random() < 0.1:
                await seats.sit_down(self)
            if not self.stream.open:
                self.stream.close()
                self.stream = Stream(world, self.client)
                self.stream.start()
                await asyncio.sleep(0.1)
            if world.calm:
                await self._do_what_is_due()
            elif random.random() < 0.05:
                await self._habit()
            else:
                await self._act()

    # habits

    async def _habit(self) -> None:
        world, random = self.world, self.world.random
        habit = random.choice(HABITS)
        world.say(self.name, habit)
        world.counts[f"habit: {habit}"] += 1
        if habit == "sleeps":
            self.stream.sleep(True)
            await asyncio.sleep(random.uniform(1, 8))
            self.stream.sleep(False)
            if random.random() < 0.5:
                self.stream.close()
        elif habit == "reloads":
            self.stream.close()
        elif habit == "leaves":
            self.left = not self.hosts and random.random() < 0.3
            if self.left:
                self.stream.close()
        elif habit == "sits down":
            await seats.sit_down(self)
        elif habit == "is signed out":
            await self._lose_seat()
        else:
            world.press(self.name)

    async def _lose_seat(self) -> None:
        """The table screen signs this device out, while it taps."""
        if self.seat is None or self.stream.table is None or not self.world.referee.up:
            return
        signing_out = self.world.people[0].once("/api/seats/sign_out", {"device": self.device})
        recount = {"do": "set", "hands": {self.seat: 2}}
        taps = (self._tap("/api/commands", recount) for _ in range(3))
        answer, *_ = await asyncio.gather(signing_out, *taps)
        if answer is not None and answer.status == 200:
            self.seat = None

    # what is due

    async def _act(self) -> None:
        if not await self._do_what_is_due() and self.world.referee.up:
            await self._say_something()

    async def _do_what_is_due(self) -> bool:
        """What the table waits for. Returns False if it waits for a move."""
        world, table = self.world, self.stream.table
        if table is None or not self.stream.open:
            return True
        launcher, hit = table["launcher"], table["launcher"]["hit"]
        if launcher["faults"] and launcher["link"] == "up":
            world.put_right()
            await self.once("/api/launcher/clear", {})
            return True
        if hit is None:
            return world.calm
        if hit["stage"] == "armed":
            plays = (table["state"] or {}).get("phase") == "play"  # a card may be laid instead
            if world.random.random() < (0.3 if plays else 0.8):
                world.press(self.name)
                return True
        elif hit["stage"] in ("confirm", "broken"):
            await self._count(hit)
            return True
        return hit["stage"] == "running" or world.calm

    async def _count(self, hit: dict[str, Any]) -> None:
        """Count the cards of a hit, once nothing moves."""
        machine, number = self.world.machine, hit["number"]
        machine.board.now_us()
        if not machine.rests:
            return
        self.world.put_right()
        if machine.rig.card_in_mouth and not machine.rig.core.mouth_counted:
            return  # it is falling out just now: nobody counts before it lies there
        cards = machine.cards_of(number)
        if number not in machine.pressed and not cards and not hit["out"]:
            await self._tap("/api/launcher/unpressed", {"hit": number})
        elif hit["stage"] == "confirm" or self.world.random.random() < 0.5:
            await self._tap("/api/launcher/confirm", {"hit": number, "cards": cards})

    async def _say_something(self) -> None:
        world, random = self.world, self.world.random
        life, table = world.referee.life, self.stream.table
        assert life is not None and table is not None
        question = (table.get("sightings") or {}).get("pending")
        if question is not None and random.random() < 0.7:
            await self._answer(question)
            return
        state, drawing = life.record.state, life.record.drawing
        if drawing is not None and random.random() < 0.95:
            await self._draw(asked=drawing.asked is not None)
            return
        is_over = state is not None and state.position.phase == "game_over"
        if state is None or (is_over and random.random() < 0.6) or random.random() < 0.01:
            if self.hosts and random.random() < 0.1:
                await self._tap("/api/draws", {})
            elif self.hosts:
                game = new_game(random)
                await self._tap("/api/games", game if world.club is None else {**game, "target": 1})
            return
        saw = {"if-match": f'"{table["tag"]}"'}
        hurries = 0.1 if world.club is None else 0.4  # so that rounds and games come to an end
        turn = (table["state"] or {}).get("turn")
        if self.hosts and turn is not None and random.random() < hurries:
            leaves = world.club is not None and random.random() < 0.5
            hurry = {"do": "leave", "player": turn} if leaves else {"do": "set", "hands": {turn: 1}}
            await self._tap("/api/commands", hurry, saw)
            return
        if random.random() < 0.2:
            player = random.choice(NAMES[:2])
            command: dict[str, Any] = {"do": "set", "scores": {player: world.mark()}}
        else:
            command = next_command(state, random.choice, ("hit",))
            if "scores" in command:
                return
        if not seats.may(self, "/api/commands", command) and random.random() < 0.7:
            return  # mostly, people know what is theirs to do
        if world.reads and command["do"] in ("play", "turn_up") and random.random() < 0.7:
            await self._lay(command["card"])
        else:
            await self._tap("/api/commands", command, saw)

    async def _lay(self, card: str) -> None:
        """Lay a card under the reader in place of a tap."""
        world = self.world
        fault = world.random.choice(READER_FAULTS)
        world.say(self.name, f"lays {card} ({fault})")
        world.counts["laid"] += 1
        world.laid[card] += 1
        if world.reader is not None and world.random.random() < 0.5 and world.reader.lay(card):
            return
        await self.once("/api/simulator/lay", {"card": card, "fault": fault})

    async def _answer(self, question: dict[str, Any]) -> None:
        """Answer what the referee asks about a card."""
        yes = self.world.random.random() < 0.6
        self.world.say(self.name, f"says {'yes' if yes else 'no'} to {question['why']}")
        self.world.counts["questions about cards"] += 1
        answer = {"pending": question["number"], "yes": yes}
        await self.once("/api/sightings/answer", answer)

    async def _draw(self, *, asked: bool) -> None:
        """Somebody wants cards without a game, or the session ends."""
        random = self.world.random
        hit = self.stream.table and self.stream.table["launcher"]["hit"]
        if random.random() < 0.1:
            await self._tap("/api/draws/end", None)
        elif asked and hit and random.random() < 0.3:
            await self._tap("/api/draws/cancel", {"hit": hit["number"]})
        elif not asked:
            cards = random.choice((None, None, 0, 3, 12))
            await self._tap("/api/draws/ask", {"player": random.choice(NAMES), "cards": cards})

    # requests

    async def _tap(
        self, path: str, body: dict[str, Any] | None, headers: dict[str, str] | None = None
    ) -> None:
        """Tap a button: once, or twice by mistake."""
        world = self.world
        tap = world.new_tap(path, body, dict(headers or {}), self.cookie)
        tap.device = self.device
        tap.may = seats.may(self, path, body or {})
        world.say(self.name, f"{path.removeprefix('/api/')} {body}")
        if world.random.random() < 0.15:
            world.counts["taps doubled"] += 1
            await asyncio.gather(self._send(tap), self._send(tap))
        else:
            await self._send(tap)

    async def _send(self, tap: Tap) -> None:
        """Send a request until it is answered, as the page does."""
        world = self.world
        until_s = world.loop.time() + GIVES_UP_S
        while world.loop.time() < until_s and not world.over:
            headers = {**tap.headers, "idempotency-key": tap.key}
            known = tap.seq
            try:
                answer = await world.network.ask(self.client, "POST", tap.path, tap.body, headers)
            except Lost:
                world.counts["unanswered"] += 1
                await asyncio.sleep(0.3)
                continue
            if answer.status == 200:
                world.acknowledge(tap, answer.json["seq"])
                return
            if answer.status in NOT_NOW:
                await asyncio.sleep(0.5)
                continue
            world.refused(self.name, tap, known, answer)
            return

    async def ask(self, path: str, body: Any) -> Answer:
        """Send a request once. Raises ``Lost``."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        return await self.world.network.ask(self.client, "POST", path, body, headers)

    async def once(self, path: str, body: Any) -> Answer | None:
        """Send a request once; None: nobody knows what became of it."""
        try:
            return await self.ask(path, body)
        except Lost:
            return None

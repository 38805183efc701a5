"""The launcher of the world: the simulated mechanism, its program, and the truth about both."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from firmware_bridge.address import Streams
from firmware_bridge.simulated_board import ControlRequest, SimulatedBoard
from firmware_bridge.simulator import Simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import LauncherGone
from hardware.mechanism.rig import Rig
from hardware.portable.settings import Settings
from tests.world.loop import Process
from tests.world.scale import SHARE_OF_SCALES, WorldScale
from tests.world.wire import End, Line, connected

if TYPE_CHECKING:
    from tests.world.scene import World


class Program(Protocol):
    """What drives the motor, and speaks for it."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a caller until it ends."""

    def act(self, request: ControlRequest) -> object:
        """Carry out what hands do at the mechanism."""


LEASE_S = 0.25
FINISH_S = 0.4
"""A card that is moving gets at most so much more."""
ROUNDING_S = 0.001
MOVES_CARDS = ("load", "unload", "fill", "pull")


class Machine:
    """A rig that lasts, and a program on it that comes and goes."""

    def __init__(self, world: World, line: Line, cards: int) -> None:
        self.world = world
        self.line = line
        self.settings = Settings()
        self.rig = Rig(world.random.getrandbits(32), cards, self.settings)
        self.rig.on_drive = self._driven
        random = Random(f"scale {world.seed}")
        weighs = random.random() < SHARE_OF_SCALES
        self.scale = WorldScale(self.rig, random.getrandbits(32)) if weighs else None
        """What weighs it; None: nothing does."""
        self.board = SimulatedBoard(self.rig, self.settings, world.loop.time, scale=self.scale)
        self.truth: Counter[int] = Counter()
        """Cards that truly left under the number of each hit."""
        self.overlapped: Counter[int] = Counter()
        """Of these, those that lay on another one."""
        self.doubts: Counter[int] = Counter()
        """How many more the launcher thought possible, at most, under the number of each hit."""
        self.stuck: dict[int, bool] = {}
        """Whether a card stuck out when the hit with this number ended, or broke off last."""
        self.pressed: set[int] = set()
        """Hits that a press began."""
        self.handled_s = 0.0
        """When hands last put cards in or took some out: a scale cannot tell them apart."""
        self.unbraked: set[int] = set()
        """Hits in which the program ended while the roller turned."""
        self.doubted = False
        """Cards cling together, or a hand is in the beam: no sensor can tell how many came."""
        self.boots = 0
        self.silent_until_s = 0.0
        """Until then nothing gets over the line."""
        self._lines: list[End] = []
        self.process: Process | None = None
        self.simulator: Program | None = None
        self._last_hit = 0
        self._under_way = 0
        self._out = 0
        self._back_in = 0
        self._looks = True
        """Whether cards that leave are booked; not while a hand takes one and puts it back."""
        self._heard_s = 0.0
        self._began_s = 0.0
        self._late_cards = 0
        self._on_since_s: float | None = None
        advance = self.rig._run_to

        def watched(at_us: int) -> None:
            advance(at_us)
            self._look()

        self.rig._run_to = watched  # type: ignore[method-assign]  # sees each card as it leaves

    @property
    def up(self) -> bool:
        """Whether its program runs."""
        return self.process is not None and not self.process.dead

    def start(self) -> None:
        """Start the program."""
        self.boots += 1
        self.process = Process(f"driver {self.boots}")
        self.process.on_death.append(self._died)
        self.board.now_us()
        self.rig.restart()
        if self.scale is not None:
            self.scale.restart(self.board)
        self.process.context().run(self._start)

    def _start(self) -> None:
        self.simulator = Simulator(self.board, boot=f"boot{self.boots}")

    def kill(self) -> None:
        """Its program is gone, and with it everything that drives the motor."""
        if self.process is not None:
            self.process.die()

    def _died(self) -> None:
        self.board.now_us()
        if self.rig.roller_turns:
            self.unbraked.add(self._last_hit)
        if self._sticks_out:
            self.rig.pull()  # whoever got it takes it, before a program that knows nothing of it
        self.rig.restart()
        self.simulator = None

    async def dial(self, caller: Process) -> Streams:
        """Connect a caller."""
        await asyncio.sleep(0.001)
        if not self.up:
            raise ConnectionRefusedError
        assert self.process is not None and self.simulator is not None
        mine, its = connected(
            caller,
            self.process,
            self.line,
            self.world.random,
            self.world.fault,
            self._hear,
            lambda: self.silent_until_s,
        )
        self.world.loop.create_task(
            self.simulator.serve(*its), context=self.process.context()
        ).add_done_callback(_look_away)
        self._lines = [mine[1], its[1]]
        return mine

    def cut_lines(self) -> None:
        """The connection to the caller breaks."""
        for end in self._lines:
            end.close()

    def _hear(self) -> None:
        self._heard_s = self.world.loop.time()
        self._late_cards = 0

    def act(self, do: str, **members: Any) -> object:
        """Somebody does something at the mechanism."""
        if do in MOVES_CARDS:
            self.handled_s = self.world.loop.time()
        request = ControlRequest(do, **members)  # type: ignore[arg-type]
        if self.up:
            assert self.process is not None and self.simulator is not None
            return self.process.context().run(self.simulator.act, request)
        return self.board.apply(request)

    def cards_of(self, hit: int) -> int:
        """What people count when they look at the cards of a hit."""
        self.board.now_us()
        return self.truth[hit]

    def tidy_up(self, jammed: bool) -> None:
        """Somebody takes a card out that sticks, or puts it back if nobody has counted it."""
        self.board.now_us()
        if jammed:
            self._back_in += self._sticks_out
            self.act("fault", name="jam", on=False)
        if self.rig.card_in_mouth and not self.rig.core.mouth_counted and self.rests:
            self._looks = False
            if self.act("pull") == {"cards": 1}:  # else it was on its way out by itself
                self._back_in -= 1
                self.act("load", cards=1)
            self._looks = True
        self._look()

    @property
    def rests(self) -> bool:
        """Whether nothing moves."""
        return not self.rig.core.ejecting and not self.rig.roller_turns

    @property
    def _sticks_out(self) -> bool:
        return self.rig.core.mouth_counted and self.rig.card_in_mouth

    def _look(self) -> None:
        """Book each card that has left to the hit that is under way, or was last."""
        if not self._looks:
            return
        hit = self.rig.core.hit_under_way
        now_s = self.rig.now_us / 1e6
        if hit and not self._under_way:
            self._began_s, self._late_cards = now_s, 0
        if hit or self._under_way:
            self._note_doubt(hit or self._under_way)
        if self._under_way and not hit:
            self._ended(self._under_way)
        self._under_way = hit
        if hit:
            self._last_hit = hit
            self.pressed.add(hit)
        # a card that sticks out and was counted is the players' already (LCH-1)
        out = self.rig.cards_left + self._back_in + self._sticks_out
        if out != self._out:
            self.truth[self._last_hit] += out - self._out
            self._out = out
            self._card_left(now_s)
        if hit:
            self.world.counts["ticks under way"] += 1

    def _note_doubt(self, hit: int) -> None:
        record = self.rig.core.result(hit)
        if record is not None and record.uncertain > self.doubts[hit]:
            self.doubts[hit] = record.uncertain

    def _ended(self, hit: int) -> None:
        """A hit is over, or has broken off: then what broke it off is latched."""
        self.stuck[hit] = self.rig.card_in_mouth
        record = self.rig.core.result(hit)
        if record is not None:
            self.world.promise(
                record.fault & ~self.rig.core.faults == 0,
                f"hit {hit} broke off by fault {record.fault}, which is not latched",
            )

    def _card_left(self, now_s: float) -> None:
        silent_s = now_s - max(self._heard_s, self._began_s)
        if self.rig.alone and self.rig.alone[-1] < 1.0:
            self.overlapped[self._last_hit] += 1
        elif silent_s > LEASE_S + ROUNDING_S:
            self._late_cards += 1
            self.world.promise(
                self._late_cards <= 1 or self.doubted,
                f"{self._late_cards} cards left later than the lease after the caller's last word",
            )

    def _driven(self, now_us: int, pct: int) -> None:
        now_s = now_us / 1e6
        if pct and self._on_since_s is None:
            self._on_since_s = now_s
        if not pct and self._on_since_s is not None:
            silent_s = now_s - max(self._heard_s, self._on_since_s)
            self._on_since_s = None
            most_s = LEASE_S + FINISH_S + ROUNDING_S
            self.world.promise(
                silent_s <= most_s,
                f"the motor ran for {silent_s:.3f} s after the last word of its caller",
            )


class WorldControl(SimulatorControl):
    """What the referee does at its simulated launcher."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    async def _ask(self, do: str, **members: object) -> dict[str, Any]:
        await asyncio.sleep(0.001)
        if not self._machine.up:
            raise LauncherGone("launcher.no_hand", {"path": "the world"})
        answer = self._machine.act(do, **members)
        assert isinstance(answer, dict)
        return answer


def _look_away(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()

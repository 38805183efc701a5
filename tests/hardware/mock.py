"""A launcher without a transport: the same loop and mechanism in virtual time, for tests.

About 2,500 hits a second of the default profile on one core.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Final

from hardware.bench.replayed_run import faults_of, result_of
from hardware.launcher import (
    MAX_CARDS_A_HIT,
    ButtonInUse,
    Capabilities,
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Pressed,
    Reason,
    ScaleReading,
    Traced,
    TraceEntry,
    Weighed,
)
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import NEW_DECK, Rig, simulated_turntable
from hardware.portable import core, ticks
from hardware.portable.settings import FULL_PCT, LOWEST_PCT, Settings
from hardware.portable.trace import NAMES
from hardware.portable.turntable import NOBODY

_REST_US: Final = 2_000_000
"""From one press to the next: people take this time, too, and the motor cools."""


class MockLauncher:
    """Implements `hardware.launcher.Launcher` on a rig. Nothing in it ever waits for real.

    Virtual time stands still, except while cards come and where ``press`` says.
    """

    def __init__(
        self,
        seed: int = 0,
        cards: int = NEW_DECK,
        settings: Settings | None = None,
        parameters: Parameters | None = None,
        seats: int = 0,
        scale: bool = False,
    ) -> None:
        """``seats``: how many its turntable has; 0: there is no turntable.

        ``scale``: it has one, which says what ``weighed`` is told.
        """
        self.rig = Rig(seed, cards, settings, parameters)
        """The simulated launcher: its button, its faults, its true count of cards."""
        self.turntable = simulated_turntable(seats)
        """Its turntable."""
        self.tared = 0
        """How often it was told that it holds no card."""
        self.asked_to_weigh = 0
        """How often a word of its scale was asked for."""
        self._seats = seats
        self._scale = scale
        self._happened: asyncio.Queue[LauncherEvent | None] = asyncio.Queue()
        self._ejects = 0
        self._closed = False

    @property
    def capabilities(self) -> Capabilities:
        """What a simulated launcher has."""
        return Capabilities(
            name="mock",
            simulated=True,
            turntable=self._seats > 0,
            lamp=True,
            hopper_switch=True,
            cover_switch=True,
            scale=self._scale,
        )

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The latched faults."""
        return faults_of(self.rig.core.faults)

    @property
    def link_up(self) -> bool:
        """Until it is closed."""
        return not self._closed

    async def events(self) -> AsyncIterator[LauncherEvent]:
        """Everything that happened since the start, until ``close``. One reader."""
        while (event := await self._happened.get()) is not None:
            yield event

    async def arm(
        self, hit: int, count: int, presses: int | None = None
    ) -> HitResult | ButtonInUse | None:
        """See `hardware.launcher.Launcher.arm`."""
        self._open()
        if hit < 1:
            raise ValueError("A hit's number is 1 or more.")
        if not 0 <= count <= MAX_CARDS_A_HIT:
            raise ValueError(f"A hit gives 0 to {MAX_CARDS_A_HIT} cards.")
        self._run_until_still()
        expected_presses = core.ANY_PRESSES if presses is None else presses
        answer = self.rig.core.arm(self.rig.ticks_us, hit, count, expected_presses)
        self._took_effect()
        if answer == core.IN_USE:
            return ButtonInUse(self.rig.core.presses, self.rig.core.button_down)
        return None if answer == core.ARMED else self._last_result(hit, count, answer)

    async def disarm(self) -> bool:
        """See `hardware.launcher.Launcher.disarm`."""
        self._open()
        done = self.rig.core.disarm(self.rig.ticks_us)
        self._took_effect()
        return done

    async def result(self, hit: int) -> HitResult | None:
        """See `hardware.launcher.Launcher.result`."""
        self._open()
        record = self.rig.core.result(hit)
        return None if record is None else result_of(record)

    async def eject(self, count: int, duty_pct: int | None = None) -> HitResult:
        """See `hardware.launcher.Launcher.eject`; the ejection is over when this returns."""
        self._open()
        if not 1 <= count <= MAX_CARDS_A_HIT:
            raise ValueError(f"An ejection is 1 to {MAX_CARDS_A_HIT} cards.")
        if duty_pct is not None and not LOWEST_PCT <= duty_pct <= FULL_PCT:
            raise ValueError(f"A duty is {LOWEST_PCT} to {FULL_PCT} %.")
        self._run_until_still()
        self._ejects += 1
        tried_pct = core.USUAL if duty_pct is None else duty_pct
        answer = self.rig.core.eject(self.rig.ticks_us, -self._ejects, count, tried_pct)
        self._took_effect()
        self._run_until_still()
        return self._last_result(-self._ejects, count, answer)

    async def clear_faults(self) -> tuple[Fault, ...]:
        """See `hardware.launcher.Launcher.clear_faults`."""
        self._open()
        self._run_until_still()
        still = self.rig.core.clear_faults(self.rig.ticks_us)
        self._took_effect()
        self._turn()
        return faults_of(still)

    async def trace(self, on: bool) -> Mapping[str, int]:
        """See `hardware.launcher.Launcher.trace`."""
        self._open()
        self.rig.core.trace.watch(self.rig.ticks_us, on)
        self._tell()
        return dict(vars(self.rig.core.settings))

    async def tare(self) -> None:
        """One more of ``tared``, if it has a scale."""
        self._open()
        self.tared += self._scale

    async def weigh(self) -> None:
        """One more of ``asked_to_weigh``, if it has a scale."""
        self._open()
        self.asked_to_weigh += self._scale

    async def reading(self) -> ScaleReading | None:
        """None: its scale says only what a test lets it say."""
        self._open()
        return None

    async def ding(self) -> None:
        """One more of ``rig.dings``."""
        self._open()
        self.rig.core.ding()

    async def lamp(self, on: bool) -> None:
        """See ``rig.core.lamp_asked``."""
        self._open()
        self.rig.core.lamp(on)

    async def suspense(self, level: int) -> None:
        """See ``rig.core.suspense_level``."""
        self._open()
        self.rig.core.suspense(level)

    async def face(self, seat: int) -> bool:
        """See `hardware.launcher.Launcher.face`; if it may turn, it has turned on return."""
        self._open()
        if not self.turntable.face(seat):
            return False
        self._run_until_still()
        self._turn()
        return True

    async def keep(self, on: bool) -> None:
        """No other caller can take this launcher."""
        self._open()

    async def safe_off(self) -> None:
        """See `hardware.launcher.Launcher.safe_off`."""
        self._open()
        self.rig.core.safe_off(self.rig.ticks_us)
        self.turntable.face(NOBODY)
        self._took_effect()

    async def close(self) -> None:
        """Disarm, switch the motor off, and end ``events``."""
        if self._closed:
            return
        await self.safe_off()
        self._run_until_still()
        self._closed = True
        self._happened.put_nowait(LinkChanged(False, Reason("launcher.let_go")))
        self._happened.put_nowait(None)

    def weighed(self, word: Weighed) -> None:
        """Let its scale say this."""
        assert self._scale, "a launcher without a scale says nothing of weights"
        self._happened.put_nowait(word)

    def press(self) -> None:
        """Press and release the button; returns when the hit is over and everything is still."""
        self.rig.tap()
        self._step(self.rig.now_us)
        self._run_until_still()
        self._step(self.rig.now_us + _REST_US)

    def tap(self, hold_ms: int = 120) -> None:
        """Press now, and release after a while; what follows takes the time of ``wait``."""
        self.rig.tap(hold_ms * 1000)
        self._step(self.rig.now_us)

    def wait(self, wait_ms: int) -> None:
        """Let time pass."""
        self._step(self.rig.now_us + wait_ms * 1000)

    def _run_until_still(self) -> None:
        while self.rig.core.ejecting or self.rig.roller_turns:
            self.rig.core.beat(self.rig.ticks_us)
            more = self.rig.step()
            assert more, "a hit under way always has something ahead"
            self._tell()

    def _turn(self) -> None:
        """Turn to the seat that it was last asked to face."""
        self.turntable.tick(self.rig.ticks_us, self.rig.core.may_turn)
        while self.turntable.turning and self.rig.core.may_turn:
            self._step(self.rig.now_us + self.turntable.due_in_us(self.rig.ticks_us))
            self.turntable.tick(self.rig.ticks_us, self.rig.core.may_turn)

    def _step(self, to_us: int) -> None:
        self.rig.core.beat(self.rig.ticks_us)
        self.rig.advance(to_us)
        self._tell()

    def _took_effect(self) -> None:
        self.rig.settle()
        self._tell()

    def _tell(self) -> None:
        trace = self.rig.core.trace
        while (entry := trace.take()) is not None:
            kind, at, value = entry
            at_us = self.rig.now_us - ticks.diff(self.rig.ticks_us, at)
            traced = TraceEntry(NAMES[kind], at_us, value)
            self._happened.put_nowait(Traced((traced,), trace.lost))
        while (event := self.rig.core.take_event()) is not None:
            self._happened.put_nowait(self._read(event))

    def _read(self, event: tuple[int, int, int, int]) -> LauncherEvent:
        kind, at, value, more = event
        at_ms = (self.rig.now_us - ticks.diff(self.rig.ticks_us, at)) // 1000
        if kind == core.EVENT_PRESS:
            return Pressed(presses=more, hit=value or None, at_ms=at_ms)
        if kind == core.EVENT_CARD:
            return CardLeft(hit=value, nth=more, at_ms=at_ms)
        if kind == core.EVENT_ENDED:
            record = self.rig.core.result(value)
            assert record is not None, "a hit that just ended is among the last"
            return HitEnded(result_of(record))
        return FaultsChanged(faults_of(value))

    def _last_result(self, hit: int, count: int, answer: int) -> HitResult:
        record = self.rig.core.result(hit)
        if answer == core.ENDED and record is None:
            raise LauncherGone("launcher.forgotten")
        result = HitResult(hit, count, 0, False) if record is None else result_of(record)
        if answer != core.FAULTED:
            return result
        return replace(result, fault=self.faults[0])

    def _open(self) -> None:
        if self._closed:
            raise LauncherGone("launcher.let_go")

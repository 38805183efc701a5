"""Each kind of launcher on a stand: the abstraction, its control, and the truth about its cards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.driver import Driver
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.gpio.pins import EdgesName, Pins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.launcher import Fault, Launcher, LauncherEvent
from tests.hardware.gpio.header import Header
from tests.hardware.gpio.lgpio_module import lgpio_on_header
from tests.hardware.gpio.rpigpio_module import rpigpio_on_header
from tests.hardware.gpio.workbench import Workbench
from tests.hardware.mock import MockLauncher
from tests.processes import PATIENCE_S

SEED = 5
LONGEST_HIT_S = 5
"""In virtual time, which costs nothing: with every retry, a hit is over by then."""
LONGEST_TURN_S = 10
MOCK_STEP_MS = 10
KNOWN_S = 0.1
"""By then a launcher knows of a fault that its motor driver reports, also on a slow line."""


class Stand(Protocol):
    """What the contract needs of a launcher, whatever is behind it."""

    launcher: Launcher
    simulated: bool

    async def press(self) -> None:
        """Press and let go; returns when everything is still again."""

    async def tap(self, hold_ms: int) -> None:
        """Press, and let go after a while; returns at once."""

    async def later(self, wait_ms: int) -> None:
        """Let time pass."""

    async def load(self, cards: int) -> None: ...
    async def jam(self, on: bool) -> None: ...
    async def motor_fault(self, on: bool) -> None:
        """Let the motor driver report a fault, or no longer; it returns when that is known."""

    async def cards_left(self) -> int: ...
    async def dings(self) -> int: ...
    async def motor_ever_on(self) -> bool: ...
    def faults(self) -> tuple[Fault, ...]: ...
    def link_up(self) -> bool: ...
    async def events(self) -> list[LauncherEvent]:
        """What the launcher told since this was asked last."""

    def stop_listening(self) -> None:
        """From now on somebody else reads the launcher's events, which have one reader."""


class Turning(Stand, Protocol):
    """A stand with a turntable."""

    async def facing(self) -> int | None:
        """The seat that it truly faces, once it has had the time to turn; None: it turns yet."""


MakeStand = Callable[[int], AbstractAsyncContextManager[Stand]]
MakeTurning = Callable[[int, int], AbstractAsyncContextManager[Turning]]


class Reader:
    """Collects events as they come, as a caller's task would."""

    def __init__(self, launcher: Launcher) -> None:
        self._heard: list[LauncherEvent] = []
        self._task = asyncio.create_task(self._read(launcher))

    async def _read(self, launcher: Launcher) -> None:
        async for event in launcher.events():
            self._heard.append(event)

    async def take(self) -> list[LauncherEvent]:
        await asyncio.sleep(0.01)
        heard, self._heard = self._heard, []
        return heard

    def stop(self) -> None:
        self._task.cancel()

    async def ended(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.wait([self._task])
        assert self._task.cancelled() or self._task.exception() is None


class Listening:
    """What is heard of a launcher, whatever it stands on."""

    def __init__(self, launcher: Launcher) -> None:
        self.launcher = launcher
        self._reader = Reader(launcher)

    def faults(self) -> tuple[Fault, ...]:
        return self.launcher.faults

    def link_up(self) -> bool:
        return self.launcher.link_up

    async def events(self) -> list[LauncherEvent]:
        return await self._reader.take()

    def stop_listening(self) -> None:
        self._reader.stop()

    async def later(self, wait_ms: int) -> None:
        await asyncio.sleep(wait_ms / 1000)

    async def ended(self) -> None:
        await self._reader.ended()


class MockStand(Listening):
    simulated = True

    def __init__(self, launcher: MockLauncher) -> None:
        super().__init__(launcher)
        self._mock = launcher

    async def press(self) -> None:
        self._mock.press()

    async def tap(self, hold_ms: int) -> None:
        self._mock.tap(hold_ms)

    async def later(self, wait_ms: int) -> None:
        # the loop's time and the mock's go on side by side
        for _ in range(0, wait_ms, MOCK_STEP_MS):
            self._mock.wait(MOCK_STEP_MS)
            await asyncio.sleep(MOCK_STEP_MS / 1000)

    async def load(self, cards: int) -> None:
        self._mock.rig.load(cards)

    async def jam(self, on: bool) -> None:
        self._mock.rig.set_fault("jam", on)
        self._mock.rig.advance(self._mock.rig.now_us + 1_000_000)

    async def motor_fault(self, on: bool) -> None:
        self._mock.rig.set_fault("motor_fault", on)
        await self.later(MOCK_STEP_MS)

    async def cards_left(self) -> int:
        return self._mock.rig.cards_left

    async def dings(self) -> int:
        return self._mock.rig.dings

    async def facing(self) -> int | None:
        return None if self._mock.turntable.turning else self._mock.turntable.seat

    async def motor_ever_on(self) -> bool:
        return self._mock.rig.motor_on or self._mock.rig.roller_turns


class GpioStand(Listening):
    """The driver on pins, in the loop's time; see ``Workbench``."""

    simulated = False

    def __init__(self, launcher: Launcher, bench: Workbench) -> None:
        super().__init__(launcher)
        self._bench = bench

    async def press(self) -> None:
        self._bench.touch(lambda rig: rig.tap(40_000))
        await asyncio.sleep(LONGEST_HIT_S)

    async def tap(self, hold_ms: int) -> None:
        self._bench.touch(lambda rig: rig.tap(hold_ms * 1000))
        await asyncio.sleep(0.001)

    async def load(self, cards: int) -> None:
        self._bench.touch(lambda rig: rig.load(cards))
        await asyncio.sleep(0.001)

    async def jam(self, on: bool) -> None:
        self._bench.touch(lambda rig: rig.set_fault("jam", on))
        await asyncio.sleep(1)

    async def motor_fault(self, on: bool) -> None:
        self._bench.touch(lambda rig: rig.set_fault("motor_fault", on))
        await asyncio.sleep(KNOWN_S)

    async def cards_left(self) -> int:
        return self._bench.rig.cards_left

    async def dings(self) -> int:
        await asyncio.sleep(0.001)
        return self._bench.dings

    async def facing(self) -> int | None:
        await asyncio.sleep(LONGEST_TURN_S)
        turntable = self._bench.pins.turntable
        seat, between = divmod(
            self._bench.turntable_steps * turntable.seats, turntable.steps_a_turn
        )
        return None if between else seat

    async def motor_ever_on(self) -> bool:
        return self._bench.motor_runs > 0


class WireStand(Listening):
    simulated = True

    def __init__(self, launcher: Launcher, control: SimulatorControl) -> None:
        super().__init__(launcher)
        self._control = control

    async def press(self) -> None:
        await self.tap(40)
        await asyncio.sleep(LONGEST_HIT_S)

    async def tap(self, hold_ms: int) -> None:
        await self._control.press(hold_ms)

    async def load(self, cards: int) -> None:
        await self._control.load(cards)

    async def jam(self, on: bool) -> None:
        await (self._control.jam() if on else self._control.unjam())

    async def motor_fault(self, on: bool) -> None:
        await self._control.fault("motor_fault", on)
        await asyncio.sleep(KNOWN_S)

    async def cards_left(self) -> int:
        return (await self._control.truth()).cards_left

    async def dings(self) -> int:
        return (await self._control.truth()).dings

    async def facing(self) -> int | None:
        await asyncio.sleep(LONGEST_TURN_S)
        return (await self._control.truth()).seat

    async def motor_ever_on(self) -> bool:
        return bool((await self._control.truth()).motor_runs_ms)


@asynccontextmanager
async def mock_stand(cards: int, seats: int = 0) -> AsyncIterator[Turning]:
    launcher = MockLauncher(SEED, cards, seats=seats)
    stand = MockStand(launcher)
    yield stand
    await launcher.close()
    await stand.ended()


@asynccontextmanager
async def simulator_stand(path: Path, cards: int, seats: int = 0) -> AsyncIterator[Turning]:
    simulator = await start_simulator(path, cards, SEED, seats=seats)
    try:
        launcher = await connect(at_socket(path), "contract")
        stand = WireStand(launcher, SimulatorControl(path))
        yield stand
        await launcher.close()
        await stand.ended()
    finally:
        await simulator.close()


Library = Literal["mock", "lgpio", "rpigpio"]
"""What gpiozero uses: its own mock pins, or a library in whose place a module stands."""


@contextmanager
def _on_header(library: Library) -> Iterator[tuple[Header, Any] | None]:
    if library == "mock":
        yield None
        return
    modules = {"lgpio": lgpio_on_header, "rpigpio": rpigpio_on_header}
    with modules[library]() as (noted, factory):
        yield noted.header, factory


@asynccontextmanager
async def gpio_stand(
    edges: EdgesName, library: Library, path: Path, cards: int, seats: int = 0
) -> AsyncIterator[Turning]:
    with _on_header(library) as on_header:
        async with _driven(edges, on_header, path, cards, seats) as stand:
            yield stand


@asynccontextmanager
async def _driven(
    edges: EdgesName, library: tuple[Header, Any] | None, path: Path, cards: int, seats: int
) -> AsyncIterator[Turning]:
    turntable = TurntablePins()
    if seats:
        turntable = TurntablePins(
            kind="step_dir", gpios=(12, 13), seats=seats, steps_a_turn=200, deg_per_s=90
        )
    pins = Pins(edges=edges, hopper=5, cover=6, motor_fault=19, turntable=turntable)
    bench = Workbench(cards, pins, seed=SEED, library=library)
    driver = Driver(bench.board)
    await driver.start(path)
    try:
        launcher = await connect(at_socket(path), "contract")
        stand = GpioStand(launcher, bench)
        yield stand
        await launcher.close()
        await stand.ended()
    finally:
        await driver.close()
        bench.close()
    assert bench.failures == []

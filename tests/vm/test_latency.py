"""How soon the driver reacts to an edge, beside programs that do nothing else: a report.

Times are those of the virtual machine, whose processor runs one instruction a nanosecond: no Pi's
figures, but all from one run.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ctypes import c_uint64
from functools import partial
from itertools import pairwise
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from hardware.portable.settings import Settings
from tests.bench.figures import quantile
from tests.processes import Running, free_port
from tests.vm.guest import bare
from tests.vm.guest.launcher import PATIENCE_S, LineLauncher, end, start, until
from tests.vm.guest.lines import PRIORITY, Lines, pi_chip
from tests.vm.guest.mechanism import WIRED
from tests.vm.guest.stages import STAGES, note

pytestmark = [pytest.mark.on_lines, pytest.mark.soak]

SAMPLES: Final = 40
HITS_A_REST: Final = 10
"""Half a second of the motor each: it has not used up its on-time by then."""
RESTED_S: Final = 1.1e-6 * Settings.cooldown_us
CALLERS: Final = 2
LOOK_S: Final = 0.000_05
SEED: Final = 4
WARM: Final = 10
"""Presses until Python has put quicker instructions into what it runs often (PEP 659)."""
Reactions = dict[str, list[float]]


@pytest.fixture(autouse=True)
def before_others() -> Iterator[None]:
    """Let the clock of a test be read before anything else is done."""
    alone = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK  # not the programs that it starts
    os.sched_setscheduler(0, alone, os.sched_param(PRIORITY))
    yield
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


async def test_where_the_time_from_a_press_to_the_motor_goes(tmp_path: Path) -> None:
    moments_ns = RawArray(c_uint64, len(STAGES))
    cold: list[float] = []
    warm: list[list[float]] = []
    scatter = random.Random(SEED)
    with pi_chip() as lines:
        at_rest(lines)
        launcher = LineLauncher(tmp_path, lines)
        with running(launcher.start_driver(partial(note, moments_ns))):
            client = await connect(at_socket(launcher.socket), "latency")
            for hit in range(1, 1 + WARM + SAMPLES // 2):
                assert await client.arm(hit, 1) is None
                await asyncio.sleep(scatter.uniform(0.03, 0.05))
                at_ns = time.monotonic_ns()
                until_after(lines, WIRED.button, False, lambda: launcher.motor() == [True, False])
                await asyncio.sleep(0.01)  # until the driver has told its moments
                ended_us = [(ns - at_ns) / 1000 for ns in (at_ns, *moments_ns)]
                stages_us = [after - ns for ns, after in pairwise(ended_us)]
                cold = cold or stages_us
                if hit > WARM:
                    warm.append(stages_us)
                await client.safe_off()
                lines.put(WIRED.button, True)
                await asyncio.sleep(RESTED_S)
            await client.close()
    print(f"\n{'thousand instructions until':40}{'first':>8}{'later':>8}")
    for nth, name in enumerate(STAGES):
        print(f"{name:40}{cold[nth]:8.0f}{median(each[nth] for each in warm):8.0f}")
    print(f"{'in all':40}{sum(cold):8.0f}{median(sum(each) for each in warm):8.0f}")


async def test_reactions_with_the_referee_idle_and_busy(tmp_path: Path) -> None:
    measured: dict[str, Reactions] = {}
    with referee(tmp_path) as port:
        measured["idle"] = await reactions(tmp_path)
        with ExitStack() as callers:
            for _ in range(CALLERS):
                callers.enter_context(running(start(keep_busy, port)))
            measured["busy"] = await reactions(tmp_path)
    print(f"\n{'reaction, ms (' + str(SAMPLES) + ' each)':44}{'referee idle':>16}{'busy':>16}")
    print(f"{'':44}{'p50':>8}{'p99':>8}{'p50':>8}{'p99':>8}")
    for name in measured["idle"]:
        idle, busy = measured["idle"][name], measured["busy"][name]
        shown = (quantile(each, share) for each in (idle, busy) for share in (0.5, 0.99))
        print(f"{name:44}" + "".join(f"{ms:8.2f}" for ms in shown))
        assert len(idle) == len(busy) == SAMPLES


@contextmanager
def referee(folder: Path) -> Iterator[int]:
    """A referee with a launcher of its own, in the middle of a round; its port."""
    port = free_port()
    files = ("--socket", str(folder / "its.sock"), "--journal", str(folder / "journal.db"))
    with Running(folder, "play", "--simulate", "--host", "127.0.0.1", "--port", str(port), *files):
        until(lambda: ask(port, "GET", "/healthz"), "referee")
        game = '{"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}'
        assert ask(port, "POST", "/api/games", game)
        yield port


def ask(port: int, method: str, path: str, body: str | None = None) -> bool:
    """Whether the referee answered well."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        client.request(method, path, body, {"Content-Type": "application/json"})
        return client.getresponse().status == 200
    except OSError:
        return False
    finally:
        client.close()


def keep_busy(port: int) -> None:
    """Ask for the table again and again."""
    while True:
        ask(port, "GET", "/api/table")


async def reactions(folder: Path) -> Reactions:
    """All of them once, one after the other."""
    found: Reactions = {}
    with pi_chip() as lines:
        at_rest(lines)
        launcher = LineLauncher(folder, lines)
        with running(launcher.start_driver()):
            on_ms, brake_ms = await driver_reactions(launcher)
        found["driver: press to motor on"] = on_ms
        found["driver: end of a card to brake"] = brake_ms
        for name, react in (("gpiod loop", bare.gpiod_loop), ("gpiozero callback", bare.gpiozero)):
            at_rest(lines)
            with running(start(react, lines.device, WIRED.button, WIRED.lamp)):
                found[f"bare {name}: press to lamp on"] = bare_reactions(lines)
    return found


@contextmanager
def running(process: BaseProcess) -> Iterator[None]:
    """Kill it afterwards."""
    try:
        yield
    finally:
        end(process)


def at_rest(lines: Lines) -> None:
    for name, gpio in WIRED.inputs.items():
        lines.put(gpio, name in ("button", "motor_fault"))


async def driver_reactions(there: LineLauncher) -> tuple[list[float], list[float]]:
    """Hits of one card each: a press, the brake ahead of the card's end, and one at its end.

    A card that stops under the first brake is pulled back: at the second try the motor stops when
    it has ended, and not before.
    """
    scatter = random.Random(SEED)
    client = await connect(at_socket(there.socket), "latency")
    turns: Callable[[list[bool]], bool] = lambda how: there.motor() == how  # noqa: E731
    forward, backward = [True, False], [False, True]
    on_ms, brake_ms = [], []
    for hit in range(1, SAMPLES + 1):
        assert await client.arm(hit, 1) is None
        await asyncio.sleep(scatter.uniform(0.03, 0.05))
        on_ms.append(until_after(there.lines, WIRED.button, False, lambda: turns(forward)))
        await asyncio.sleep(0.03)
        there.lines.put(WIRED.button, True)
        there.lines.put(WIRED.card_sensor, True)
        await after(lambda: turns(backward))
        await asyncio.sleep(0.12)  # as far as it had come
        there.lines.put(WIRED.card_sensor, False)
        await after(lambda: turns(forward))
        await asyncio.sleep(0.03)
        there.lines.put(WIRED.card_sensor, True)
        await asyncio.sleep(0.1)  # a whole one, which is not to bounce any more
        assert turns(forward), "braked ahead"
        brake_ms.append(
            until_after(there.lines, WIRED.card_sensor, False, lambda: not turns(forward))
        )
        ended = None
        while ended is None or not ended.complete:
            await asyncio.sleep(0.02)
            ended = await client.result(hit)
        assert ended.delivered == 1, ended
        if hit % HITS_A_REST == 0:
            await asyncio.sleep(RESTED_S)
    await client.close()
    return on_ms, brake_ms


async def after(so: Callable[[], bool]) -> None:
    """Wait until something holds, while the lease lives."""
    async with asyncio.timeout(PATIENCE_S):
        while not so():  # noqa: ASYNC110 (what a line shows is no event)
            await asyncio.sleep(0.001)


def bare_reactions(lines: Lines) -> list[float]:
    """A press lights the lamp, a release puts it out."""
    scatter = random.Random(SEED)
    found = []
    # a first press that nobody counts: until the program listens
    until(lambda: blinks(lines), "bare program")
    for _ in range(SAMPLES):
        time.sleep(scatter.uniform(0.03, 0.05))
        lit = lambda: lines.high(WIRED.lamp)  # noqa: E731
        found.append(until_after(lines, WIRED.button, False, lit))
        lines.put(WIRED.button, True)
        until(lambda: not lines.high(WIRED.lamp), "lamp off")
    return found


def blinks(lines: Lines) -> bool:
    lines.put(WIRED.button, False)
    time.sleep(0.02)
    lit = lines.high(WIRED.lamp)
    lines.put(WIRED.button, True)
    time.sleep(0.02)
    return lit


def until_after(lines: Lines, gpio: int, high: bool, so: Callable[[], bool]) -> float:
    """Drive an input, and wait until an output is so; milliseconds."""
    at_s = time.monotonic()
    lines.put(gpio, high)
    while not so():
        assert time.monotonic() < at_s + 10, "no reaction"
        time.sleep(LOOK_S)
    return (time.monotonic() - at_s) * 1000

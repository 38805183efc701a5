"""The real driver on real lines with the mechanism behind them, each a process of its own."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import msgspec

from controller import cli
from firmware_bridge.simulator_control import control_path
from tests.vm.guest import mechanism
from tests.vm.guest.lines import Lines, pi_chip

PATIENCE_S: Final = 60.0
# Forked from a process that has loaded everything already, so that no test waits for that; but for
# lgpio, whose thread would stay behind.
_forks = get_context("forkserver")
_forks.set_forkserver_preload(
    [
        "controller.cli.driver",
        "firmware_bridge.client",
        "firmware_bridge.driver",
        "gpiod",
        "gpiozero",
        "hardware.gpio.gpiod_edges",
        "tests.vm.guest.launcher",
    ]
)


def start(do: Callable[..., object], *arguments: object) -> BaseProcess:
    """Run a function in a process of its own."""
    process = _forks.Process(target=do, args=arguments, daemon=True)
    process.start()
    return process


def until(holds: Callable[[], Any], what: str) -> Any:
    """Wait until something holds, and return it."""
    deadline = time.monotonic() + PATIENCE_S
    while not (found := holds()):
        assert time.monotonic() < deadline, f"no {what} within {PATIENCE_S:.0f} s"
        time.sleep(0.001)
    return found


def end(process: BaseProcess, number: int = signal.SIGKILL) -> None:
    """Send a signal and wait for the end."""
    assert process.pid is not None
    with suppress(ProcessLookupError):
        os.kill(process.pid, number)
        os.kill(process.pid, signal.SIGCONT)  # or one that was stopped would not hear of it
    process.join(PATIENCE_S)
    assert not process.is_alive(), f"{process.name} does not end"


def command(*arguments: str) -> None:
    """Be ``rollerdeck`` with these arguments."""
    sys.argv = ["rollerdeck", *arguments]
    cli.main()


class LineLauncher:
    """A chip, a mechanism that lives, and a driver that may die and be started again."""

    def __init__(self, folder: Path, lines: Lines, more: str = "") -> None:
        """``more``: sections of the configuration beside ``[pins]``."""
        self.lines = lines
        self.socket = folder / "launcher.sock"
        self._config = folder / "rollerdeck.toml"
        pins = msgspec.to_builtins(mechanism.WIRED)
        wired = {key: pins[key] for key in ("hopper", "cover", "motor_fault", "buzzer_hz")}
        self._config.write_text(
            more + "[pins]\n" + "".join(f"{key} = {value}\n" for key, value in wired.items())
        )
        self.driver: BaseProcess | None = None

    def start_driver(self, be: Callable[..., object] = command) -> BaseProcess:
        """Start ``rollerdeck driver``, or what is to ``be`` it; returns when it listens."""
        self.socket.unlink(missing_ok=True)
        files = ("--config", str(self._config), "--socket", str(self.socket))
        self.driver = start(be, "driver", *files)
        until(self.socket.is_socket, "driver")
        return self.driver

    def motor(self) -> list[bool]:
        """The motor's lines, as the kernel shows them."""
        pins = mechanism.WIRED
        return [self.lines.high(getattr(pins, name)) for name in pins.driver.inputs]


@contextmanager
def line_launcher(folder: Path, cards: int, seed: int) -> Iterator[LineLauncher]:
    """Everything of it, until the block ends."""
    with pi_chip() as lines:
        launcher = LineLauncher(folder, lines)
        where = (lines.folder, lines.device, launcher.socket, cards, seed)
        behind = start(mechanism.run, *where)
        try:
            until(control_path(launcher.socket).is_socket, "mechanism")
            launcher.start_driver()
            yield launcher
        finally:
            if launcher.driver is not None:
                end(launcher.driver, signal.SIGTERM)
            end(behind)

"""The options of the bench's commands: which launcher, and where to record what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from pathlib import Path
from typing import Any

import click

from controller.base import paths, services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, NOT_SO, STOPPED, WRONG_USAGE, Trouble
from controller.cli.options.click_parts import path_option
from controller.cli.options.foreground import stop_signals, typed_lines
from controller.cli.options.launcher_commands import launcher_address, reach, serial_option
from controller.words import explain
from controller.workshop.bench.guide import LostMeanwhile, Stopped, T, Work, session
from controller.workshop.bench.instrument import BenchTrouble
from firmware_bridge.address import LauncherAddress, at_socket
from firmware_bridge.client import RemoteLauncher, SessionOptions
from hardware.bench.recording import RecordingTrouble
from hardware.launcher import LauncherGone


@dataclass(frozen=True)
class Reached:
    """The launcher that a command was given: its options, and what they come to."""

    file: Path | None
    path: Path | None
    serial: str | None
    record: Path | None
    unwritten: list[RecordingTrouble] = field(default_factory=list)
    """Why the recording was not written at the end, which was said."""

    @cached_property
    def by_service(self) -> bool:
        """Whether it is the launcher of the installed driver, unless a configuration names one."""
        own = at_socket(self.path or paths.socket_path())
        meant = own if self.path else services.launcher_address(own)
        return not self.serial and meant.socket == services.SOCKET

    @cached_property
    def config(self) -> Config:
        """The named configuration, else that of the services or of this user."""
        return load(self._named_file)

    @property
    def config_file(self) -> Path:
        """Where that configuration is, or would be."""
        return self._named_file or paths.config_path()

    @property
    def _named_file(self) -> Path | None:
        return services.config_file(self.file) if self.by_service else self.file

    @property
    def address(self) -> LauncherAddress:
        """Where the launcher is; that of the services is at their socket, also if on a Pico."""
        where = self.config.launcher.where
        named = self.file is not None and where is not None and not where.serial
        if self.by_service and not named:
            return at_socket(services.SOCKET)
        return launcher_address(self.serial, self.path, False, self.config)

    @property
    def on_pico(self) -> bool:
        """Whether the launcher is on a Pico."""
        return bool(self.address.serial or (self.by_service and self.config.serial))

    @property
    def pico_calibration(self) -> Path:
        """Where the calibration of a launcher on a Pico is kept."""
        return services.pico_calibration_of(services.CONFIG if self.by_service else self.file)

    def do(self, work: Work[T], as_in_games: bool = False) -> T:
        """Do some work at the launcher. Raises Trouble for every way in which that can fail.

        ``as_in_games``: it counts strictly if the configuration says so.
        """

        def take(caller: str) -> Awaitable[RemoteLauncher]:
            strict = as_in_games and self.config.launcher.strict
            # the driver then lets go of the scale, so that a bench can read it
            options = SessionOptions(instead=True, strict=strict, weighs=False)
            return reach(self.address, caller, self.config.pico, options, self.pico_calibration)

        async def run() -> T:
            async with stop_signals() as stop:
                lines, lost, at = typed_lines(), self.unwritten.append, self.address.socket
                return await session(take, at, work, lines, click.echo, stop, self.record, lost)

        try:
            return asyncio.run(run())
        except Stopped:
            saved = "no calibration" if self.record else "nothing"
            raise Trouble(f"Stopped: the motor is off, and {saved} was saved.", STOPPED) from None
        except BenchTrouble as trouble:
            raise Trouble(str(trouble), NOT_SO) from None
        except RecordingTrouble as trouble:
            raise Trouble(str(trouble), WRONG_USAGE) from None
        except LostMeanwhile as gone:
            lost = explain(gone.reason).rstrip(".")
            raise Trouble(
                f"The connection to the launcher was lost ({lost}): check the launcher and start "
                "again.",
                NO_HARDWARE,
            ) from None
        except LauncherGone as gone:
            raise Trouble(explain(gone.reason), NO_HARDWARE) from None


def at_a_launcher(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of all commands that need a launcher; they are passed as ``at``."""

    @wraps(function)
    def with_launcher(
        *,
        file: Path | None,
        path: Path | None,
        serial: str | None,
        record: Path | None,
        **others: Any,
    ) -> None:
        at = Reached(file, path, serial, record)
        function(at=at, **others)
        if at.unwritten:
            raise SystemExit(WRONG_USAGE)

    for option in (
        click.option(
            "--record",
            type=click.Path(path_type=Path),
            help="Write every change of the launcher's inputs and motor into this file.",
        ),
        path_option(
            "--socket",
            "path",
            paths.socket_path(),
            "Unix socket of the launcher's driver or simulator.",
        ),
        serial_option,
        path_option("--config", "file", paths.config_path(), "Configuration file."),
    ):
        with_launcher = option(with_launcher)
    return with_launcher

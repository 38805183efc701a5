"""What a launcher's process reports, and to whom: whoever starts the process passes them in."""

from __future__ import annotations

import logging
from typing import Protocol


class Note(Protocol):
    """Logs what happens in a service."""

    def __call__(
        self, event: str, sentence: str, level: int = logging.INFO, **fields: object
    ) -> None:
        """``event`` is its name for programs, ``fields`` are figures and codes."""


class ServiceManager(Protocol):
    """Is told how the process is doing. Nothing here raises or waits."""

    @property
    def watchdog_s(self) -> float:
        """The process is killed after this long without ``alive``; 0: nobody watches it."""

    def ready(self) -> None:
        """The launcher can be reached."""

    def alive(self) -> None:
        """All is well."""

    def status(self, sentence: str) -> None:
        """What it is doing now."""

    def stopping(self) -> None:
        """It ends by itself."""


class Unmanaged:
    """The service manager of a process that was started by hand: there is none."""

    watchdog_s = 0.0

    def ready(self) -> None:
        """Nobody is told."""

    def alive(self) -> None:
        """Nobody is told."""

    def status(self, sentence: str) -> None:
        """Nobody is told."""

    def stopping(self) -> None:
        """Nobody is told."""


def unlogged(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
    """Log nothing."""

"""What the launcher is told besides hits: whom to face, how close cards are, that it is needed."""

from __future__ import annotations

from contextlib import suppress

import rules
from controller.games.record import Record
from hardware.launcher import Launcher, LauncherGone
from hardware.profiles import profile_of


class Gestures:
    """Asks for what has changed, and for nothing twice; what is not done harms no game."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self.forget()

    def forget(self) -> None:
        """Take nothing for shown any more: the launcher may be another one."""
        self._seat: int | None = None
        self._level: int | None = None
        self._kept = False

    async def make(self, record: Record) -> None:
        """Face whose turn it is, or who is being hit (LCH-4), and set the level of suspense.

        While a game is on no bench gets the launcher.
        """
        if not self._launcher.link_up:
            return
        with suppress(LauncherGone):
            await self._keep(
                record.state is not None and record.state.position.phase != "game_over"
            )
            if record.state is None or record.begun is None:
                return
            await self._face(seat_of(record))
            profile = profile_of(record.begun.profile, record.begun.custom)
            level = profile.suspense(record.past)
            if level != self._level:
                await self._launcher.suspense(level)
                self._level = level

    async def _keep(self, on: bool) -> None:
        if on != self._kept:
            await self._launcher.keep(on)
            self._kept = on

    async def _face(self, seat: int | None) -> None:
        if seat is None or seat == self._seat or not self._launcher.capabilities.turntable:
            return
        await self._launcher.face(seat)
        self._seat = seat


def seat_of(record: Record) -> int | None:
    """Where sits whom the launcher faces: 0 is the first player named, 1 the next on the left.

    A place that somebody left stays empty, and who joins sits down after the last. None: it
    faces nobody, or somebody beyond the tenth place.
    """
    assert record.state is not None
    position = record.state.position
    name = record.next_hand
    facing = position.facing if name is None else position.number(name)
    return facing if facing is not None and facing < rules.MAX_PLAYERS else None

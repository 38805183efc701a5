"""Cues for the launcher besides hits: whom to face, the suspense, that it is in use."""

from __future__ import annotations

from contextlib import suppress

import rules
from controller.games.record import Record
from hardware.launcher import Launcher, LauncherGone
from hardware.profiles import profile_of


class Cues:
    """Sends the launcher each cue once, when it has changed. No game depends on it."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self.reset()

    def reset(self) -> None:
        """Send all cues again next time: it may be another launcher now."""
        self._seat: int | None = None
        self._level: int | None = None
        self._is_kept = False

    async def send(self, record: Record) -> None:
        """Face the player whose turn it is or who is being hit (LCH-4), and set the suspense.

        While a game is being played or cards are drawn, the launcher is kept from the bench.
        """
        if not self._launcher.link_up:
            return
        with suppress(LauncherGone):
            state, sealed = record.state, record.sealed
            playing = state is not None and state.position.phase != "game_over"
            await self._send_keep(playing or record.drawing is not None)
            if state is not None:
                await self._send_face(facing_seat(record))
            if sealed is None:
                return
            profile = profile_of(sealed.profile, sealed.custom)
            level = profile.suspense(record.past)
            if level != self._level:
                await self._launcher.suspense(level)
                self._level = level

    async def _send_keep(self, on: bool) -> None:
        if on != self._is_kept:
            await self._launcher.keep(on)
            self._is_kept = on

    async def _send_face(self, seat: int | None) -> None:
        if seat is None or seat == self._seat or not self._launcher.capabilities.turntable:
            return
        await self._launcher.face(seat)
        self._seat = seat


def facing_seat(record: Record) -> int | None:
    """The seat that the launcher faces: 0 is the first player named, 1 the next on the left.

    The seat of a player who left stays empty, and a player who joins gets the seat after the last.
    None: the launcher faces nobody, or somebody beyond the tenth seat.
    """
    assert record.state is not None
    position = record.state.position
    name = record.next_hand
    facing = position.facing if name is None else position.number(name)
    return facing if facing is not None and facing < rules.MAX_PLAYERS else None

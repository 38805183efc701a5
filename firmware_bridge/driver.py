"""A launcher on pins behind the wire: the process that drives the motor, and does nothing else.

It logs what it tells its caller, and keeps its memory in RAM, so that it never waits for a memory
card.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_bridge.device import Device
from firmware_bridge.messages import fault_names
from firmware_bridge.notices import OVERLOADED, READ_AGAIN, Advise, Notices, unadvised
from firmware_bridge.reports import Note, ServiceManager, Unmanaged, unlogged
from firmware_bridge.sockets import Server
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.scale_readings import Reading, ScaleFeed
from hardware.launcher import HitResult
from hardware.portable.nau7802 import HIGHEST

if TYPE_CHECKING:
    from firmware_bridge.device import Board, Connection

MCL_CURRENT, MCL_FUTURE = 1, 2
"""Flags of mlockall(2), from Linux's asm-generic/mman.h: the pages of now, and those to come."""
LIMIT_MIB = 96
"""What the driver's unit lets it lock (`LimitMEMLOCK=`). Once it is locked, the kernel gives it no
more memory than this (mmap(2), EAGAIN), so it cannot take what the machine needs."""

PRIORITY = 10
"""Above all programs that are not real-time, below the kernel's own interrupt threads (50)."""

LATE_S = 0.1
"""A beat that is later than this does not count: limits and lease are no longer kept in time."""

OVERLOADED_US = 5_000_000
"""A hand pushes or slaps for less long; a scale that stays at the end of its range is told of."""

BEATS = 4
"""Beats within the watchdog's time: if so many in a row are late, the process is killed."""


class NotingDevice(Device):
    """A device that logs what it tells its caller, and who that is."""

    def __init__(self, board: Board, boot: str, note: Note, advise: Advise) -> None:
        super().__init__(board, boot)
        self._note = note
        self._notices = Notices(note, advise)

    def pump(self) -> None:
        """As in a device; also log a lease that ran out."""
        trips = self._trips
        super().pump()
        if self._trips != trips:
            sentence = "The caller fell silent and lost its lease: the motor is off."
            self._note("lease_trip", sentence, logging.WARNING, trips=self._trips)

    def lost(self, end: Connection) -> None:
        """As in a device; also log that nobody holds the launcher."""
        held = end is self._holder
        super().lost(end)
        if held:
            self._note("caller_left", "Nobody holds the launcher: its caller hung up.")

    def _tell(self, event: dict[str, Any]) -> None:
        super()._tell(event)
        if event["is"] == "ended":
            result = event["result"]
            times = tuple(result["card_times_ms"])
            self._notices.hit(HitResult(**result | {"card_times_ms": times}))
        elif event["is"] == "faults":
            self._notices.faults(event["faults"])

    def _take(self, end: Connection, message: dict[str, Any], now_us: int) -> None:
        super()._take(end, message, now_us)
        self._note("caller_came", f"The launcher is held by {self._caller}.", caller=self._caller)

    def _bye(self, ticks: int) -> None:
        super()._bye(ticks)
        self._note("caller_left", "Nobody holds the launcher: its caller said goodbye.")


def mlockall(flags: int) -> None:
    """Call Linux's function of this name, which Python lacks; raises OSError."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).mlockall(flags) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def lock_memory(lock: Callable[[int], None] = mlockall) -> str | None:
    """Keep all memory of this process in RAM; returns a sentence where that was refused.

    Without it, the kernel may take away pages that it can read again from the memory card. It also
    may move pages to swap. A process that needs such a page waits for the card, whatever its
    priority.
    """
    try:
        lock(MCL_CURRENT | MCL_FUTURE)
    # AttributeError: a system without mlockall; the others: one that has no ctypes
    except (OSError, AttributeError, ImportError, MemoryError) as error:
        reason = getattr(error, "strerror", None) or "mlockall cannot be called"
        return (
            f"The driver's memory is not locked ({reason}): it may wait for the memory card. Allow "
            f"it with LimitMEMLOCK={LIMIT_MIB}M in its unit, or a memlock of {LIMIT_MIB * 1024} in "
            "limits.conf."
        )
    return None


class Driver:
    """Serves a board between ``start`` and ``close``; wakes when it is due and at every edge.

    ``note`` logs what happens, in which ``advise`` words a fault. ``manager`` is told that the
    board works, for as long as it does so in time.
    """

    def __init__(
        self,
        board: GpioBoard,
        note: Note = unlogged,
        manager: ServiceManager | None = None,
        advise: Advise = unadvised,
        scale: Sequence[str] | None = None,
        boot: str = "",
    ) -> None:
        """``scale``: the command that reads it, see ``hardware.gpio.scale_readings``; None: none.

        It runs for a caller that understands what a scale says. A bench reads the scale itself.
        ``boot`` tells this start of the driver from all others; empty: it is drawn.
        """
        self._board = board
        self._note = note
        self._manager = manager or Unmanaged()
        self._device = NotingDevice(board, boot or secrets.token_hex(4), note, advise)
        self._server = Server(self._device, self._moved)
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.TimerHandle | None = None
        self._scale = None
        self._scale_trouble = ""
        self._overloaded_us: int | None = None
        if scale is not None and board.scale is not None:
            self._scale = ScaleFeed(scale, self._weighed, self._not_weighed, self._idle)

    async def start(self, path: Path) -> None:
        """Listen at ``path``; raises CannotListen."""
        await self._server.start(path)
        self._board.watch(asyncio.get_running_loop(), self._wake)
        self._wake()
        self._beat_soon()
        self._manager.ready()
        self._note("ready", "The launcher can be reached.")

    async def close(self) -> None:
        """Motor off, everybody hung up on, the socket gone, the pins let go."""
        if self._beating is not None:
            self._beating.cancel()
        self._manager.stopping()
        try:
            self._device.safe_off()
        finally:
            self._board.close()
        # Only now, because the process of a bus that hangs lets its parent wait.
        if self._scale is not None:
            self._scale.close()
            self._scale = None
        self._note("stopped", "The driver stops: the motor is off.")
        await self._server.close()
        # Only now, because closing a connection makes the device move once more.
        if self._timer is not None:
            self._timer.cancel()
        gc.enable()

    def _beat_soon(self) -> None:
        if self._manager.watchdog_s:
            loop = asyncio.get_running_loop()
            due_s = loop.time() + self._manager.watchdog_s / BEATS
            self._beating = loop.call_at(due_s, self._beat, due_s)

    def _beat(self, due_s: float) -> None:
        """Tick the board, as its own timer would, and tell the watchdog if that was in time."""
        late_s = asyncio.get_running_loop().time() - due_s
        self._wake()
        if self._board.works and late_s <= LATE_S:
            self._manager.alive()
        self._beat_soon()

    def _wake(self) -> None:
        try:
            self._device.pump()
            self._server.flush()
        finally:
            # Whatever went wrong, a motor that turns needs its ticks.
            self._moved()

    def _moved(self) -> None:
        """The board may have something to do sooner now: sleep until then."""
        # A garbage collection may take longer than a card takes to pass.
        if self._board.core.ejecting:
            gc.disable()
        else:
            gc.enable()
        self._manager.status(self._doing())
        if self._timer is not None:
            self._timer.cancel()
        due = self._board.due()
        loop = asyncio.get_running_loop()
        self._timer = None if due is None else loop.call_at(due, self._wake)
        if self._scale is not None and self._device.weighs != self._scale.wanted:
            self._scale.want(self._device.weighs)
            if not self._scale.wanted:
                self._lose_scale()

    def _weighed(self, reading: Reading) -> None:
        if -HIGHEST <= reading.counts < HIGHEST:
            self._overloaded_us = None
            if self._scale_trouble:
                self._scale_trouble = ""
                self._note("scale", READ_AGAIN)
        elif self._overloaded_us is None:
            self._overloaded_us = reading.at_us
        elif reading.at_us - self._overloaded_us >= OVERLOADED_US:
            self._say_trouble(OVERLOADED)
        if self._board.weigh(reading.at_us, reading.counts):
            self._wake()

    def _not_weighed(self, trouble: ScaleTrouble) -> None:
        """Say once what is wrong with the scale; the launcher works as without it."""
        self._overloaded_us = None
        self._say_trouble(str(trouble))
        self._lose_scale()

    def _say_trouble(self, sentence: str) -> None:
        if sentence != self._scale_trouble:
            self._scale_trouble = sentence
            self._note("scale", sentence, logging.WARNING)

    def _lose_scale(self) -> None:
        if self._board.scale is not None:
            self._board.scale.lost()
        self._wake()

    def _idle(self) -> bool:
        return not self._board.core.ejecting

    def _doing(self) -> str:
        core = self._board.core
        if not self._board.works:
            return "The launcher's pins failed."
        if core.ejecting:
            return "Cards are coming."
        if core.faults:
            return f"Stopped: {', '.join(fault_names(core.faults))}."
        return f"Armed for hit {core.armed_hit}." if core.armed_hit else "Idle."


def hurry() -> str | None:
    """Ask for real-time priority; returns a sentence where it was not given."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    except (OSError, AttributeError):
        return (
            "No real-time priority: other programs can make the driver late. Allow it with "
            f"LimitRTPRIO={PRIORITY} in its unit, or an rtprio of {PRIORITY} in limits.conf."
        )
    return None

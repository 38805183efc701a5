"""A device that logs what it tells its caller, who that is, and a lease that ran out.

A module of its own: the referee logs hits and faults too, but has no use for a device.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from firmware_bridge.device import Device
from firmware_bridge.notices import Advise, Notices
from firmware_bridge.reports import Note
from hardware.launcher import HitResult

if TYPE_CHECKING:
    from firmware_bridge.device import Board, Connection


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

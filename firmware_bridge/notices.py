"""What is logged about a launcher: its hits and faults, who holds it, its lease."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from firmware_bridge.device import Device
from firmware_bridge.reports import Note
from hardware.launcher import HitResult

if TYPE_CHECKING:
    from firmware_bridge.device import Board, Connection


Advise = Callable[[str], str]
"""The sentence for a fault: what happened and what to do."""


def unadvised(fault: str) -> str:
    """Say only that there is one."""
    return f"the launcher has stopped for {fault}."


class Notices:
    """Logs what is new. An event that is repeated after a reconnect is not."""

    def __init__(self, note: Note, advise: Advise) -> None:
        self._note = note
        self._advise = advise
        self._latched: frozenset[str] = frozenset()
        self._last: HitResult | None = None

    def hit(self, result: HitResult) -> None:
        """A hit ended, or was broken off."""
        if result == self._last:
            return
        self._last = result
        hit, cards, fault = result.hit, result.delivered, str(result.fault or "")
        ms = result.card_times_ms[-1] if result.card_times_ms else 0
        figures: dict[str, Any] = {
            "hit": hit,
            "requested": result.requested,
            "cards": cards,
            "uncertain": result.uncertain,
            "ms": ms,
            "fault": fault,
        }
        if result.complete:
            doubt = f", perhaps {result.uncertain} more" if result.uncertain else ""
            self._note("hit_ended", f"Hit {hit} ended: {cards} cards in {ms} ms{doubt}.", **figures)
        else:
            why = f": {fault}" if fault else ""
            sentence = f"Hit {hit} broke off after {cards} of {result.requested} cards{why}."
            self._note("hit_broken_off", sentence, logging.WARNING, **figures)

    def faults(self, faults: Collection[str]) -> None:
        """These are latched now."""
        for fault in faults:
            if fault not in self._latched:
                sentence = f"{fault}: {self._advise(fault)}"
                self._note("fault", sentence, logging.WARNING, fault=fault)
        if self._latched and not faults:
            self._note("faults_cleared", "The faults were cleared.")
        self._latched = frozenset(faults)


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

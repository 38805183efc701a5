"""What is logged about a launcher, by its driver and by its referee: its hits and its faults."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any

from firmware_bridge.reports import Note
from firmware_bridge.scale_words import AT_A_PICO, READ_AGAIN
from hardware.launcher import HitResult, ScaleFault

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
        self._scale: ScaleFault | None = None

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
            amount = "1 card" if cards == 1 else f"{cards} cards"
            self._note("hit_ended", f"Hit {hit} ended: {amount} in {ms} ms{doubt}.", **figures)
        else:
            reason = f": {fault}" if fault else ""
            sentence = f"Hit {hit} broke off after {cards} of {result.requested} cards{reason}."
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

    def scale(self, trouble: ScaleFault | None) -> None:
        """What is wrong with the scale of a launcher on a Pico now; None: nothing."""
        if trouble == self._scale:
            return
        self._scale = trouble
        if trouble is None:
            self._note("scale", READ_AGAIN)
        else:
            self._note("scale", AT_A_PICO[trouble], logging.WARNING)

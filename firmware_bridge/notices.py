"""What is logged about a launcher, by its driver and its referee: its hits, its faults, its scale.

Of a scale that cannot be read: what happened, and what to do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any

from firmware_bridge.reports import Note
from hardware.launcher import HitResult, ScaleFault

READ_AGAIN = "The scale can be read again."

OVERLOADED = (
    "The scale is overloaded: it is at the end of its range. Take away what presses on it, check "
    "that the bar's arrow points down, and check the four wires of the load cell."
)

_CHIP = "The scale's chip at the Pico"
_SWITCH = "check its supply and its cable, and switch it off and on."
AT_A_PICO = {
    ScaleFault.NO_ANSWER: (
        "No chip answers at the pins of the Pico's scale: check the four wires of the scale's "
        "board (3.3 V, ground, SDA, SCL)."
    ),
    ScaleFault.BUS_HELD: (
        "Something holds the pins of the Pico's scale low: check SDA and SCL for a short circuit, "
        "and switch the scale's board off and on."
    ),
    ScaleFault.OTHER_CHIP: (
        "The chip at the pins of the Pico's scale is no NAU7802: connect the scale's board, or set "
        "pico.scale_data and pico.scale_clock to where it is."
    ),
    ScaleFault.NOT_STARTED: f"{_CHIP} did not start: {_SWITCH}",
    ScaleFault.CALIBRATION_HANGS: f"{_CHIP} did not finish its calibration: {_SWITCH}",
    ScaleFault.NOT_CALIBRATED: (
        f"{_CHIP} cannot calibrate itself: check the four wires of the load cell."
    ),
    ScaleFault.NO_READINGS: f"{_CHIP} gives no readings: {_SWITCH}",
    ScaleFault.OVERLOADED: OVERLOADED,
    ScaleFault.UNKNOWN: (
        "The Pico cannot read its scale, and gives a reason that this version does not know: "
        "update Rollerdeck."
    ),
}
"""The same as a Pi's driver says of its own chip, see ``hardware.gpio.nau7802``."""


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

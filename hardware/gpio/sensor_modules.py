"""Card sensors by the names under which they are sold: which level says card, and how to wire them.

docs/wiring.md ("Sensor modules") has the source of every row, and what no source says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

SensorName = Literal[
    "phototransistor",
    "fc-03",
    "h206",
    "ks0009",
    "h2010",
    "adafruit-2167",
    "adafruit-2168",
    "adafruit-3985",
    "adafruit-3986",
    "fc-51",
    "tcrt5000-low",
    "tcrt5000-high",
    "sen0019",
    "sen0164",
]
OWN_CIRCUIT: SensorName = "phototransistor"
"""The circuit of docs/wiring.md: an LED, a phototransistor and two resistors."""
Output = Literal["supply", "open"]
"""What drives the output high: ``supply``: the module, to the voltage of its own supply; ``open``:
nothing, the output only switches to ground, so a resistor has to pull it to 3.3 V."""


@dataclass(frozen=True, slots=True)
class SensorModule:
    """A kind of card sensor."""

    card_is_high: bool
    """The level of the output while a card is in the beam, or reflects it."""
    output: Output
    needs_5v: bool = False
    """It does not work with a supply of 3.3 V."""

    @property
    def is_5v_at_the_output(self) -> bool:
        """Whether the output goes to 5 V, which no input of a Pi or Pico withstands."""
        return self.needs_5v and self.output == "supply"

    @property
    def pulled_down(self) -> bool:
        """Whether the input is pulled down: towards the level that says card.

        A torn cable then says card, and the motor stays off. A level converter, which an output of
        5 V needs, pulls the input up by itself.
        """
        return not self.card_is_high and not self.is_5v_at_the_output

    @property
    def torn_says_clear(self) -> bool:
        """Whether a torn cable looks like a sensor without a card, so that nobody notices it."""
        return self.card_is_high == self.pulled_down


_LM393_HIGH = SensorModule(card_is_high=True, output="supply")
_LM393_LOW = SensorModule(card_is_high=False, output="supply")
_BREAK_BEAM = SensorModule(card_is_high=False, output="open")
_T_SLOT = SensorModule(card_is_high=True, output="open", needs_5v=True)

SENSOR_MODULES: Mapping[SensorName, SensorModule] = MappingProxyType(
    {
        OWN_CIRCUIT: SensorModule(card_is_high=True, output="open"),
        "fc-03": _LM393_HIGH,
        "h206": _LM393_HIGH,
        "ks0009": _LM393_HIGH,
        "h2010": _LM393_LOW,
        "adafruit-2167": _BREAK_BEAM,
        "adafruit-2168": _BREAK_BEAM,
        "adafruit-3985": _T_SLOT,
        "adafruit-3986": _T_SLOT,
        "fc-51": _LM393_LOW,
        "tcrt5000-low": _LM393_LOW,
        "tcrt5000-high": _LM393_HIGH,
        "sen0019": SensorModule(card_is_high=False, output="supply", needs_5v=True),
        "sen0164": SensorModule(card_is_high=False, output="open", needs_5v=True),
    }
)

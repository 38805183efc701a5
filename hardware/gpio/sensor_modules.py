"""Card sensors by the names under which they are sold: which level says card, and how to wire them.

docs/parts.md is made from this table; docs/wiring.md says what no source says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
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
    about: str = ""
    """What it is."""
    sources: tuple[str, ...] = ()
    """Where its row comes from; empty: our own drawing."""

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
_T_SLOT = SensorModule(
    card_is_high=True,
    output="open",
    needs_5v=True,
    sources=(
        'opencircuit.shop, "T-Slot Photo Interrupter" (what its connection L does we did not find)',
    ),
)
_OF_BREAK_BEAM = (
    'Adafruit, example program "IR Breakbeam sensor demo": low while the beam is broken',
    "mauser.es, article 095-1728: 3.3 V or 5 V, open collector, 10 kΩ from white to red",
)

_SPEED_SENSOR = replace(
    _LM393_HIGH,
    about="slot of 5 mm with a comparator LM393, sold as a speed sensor",
    sources=(
        'ebuildelectronics.odoo.com, "Speed Sensor Module, Tacho-generator Counter"',
        'highlight.com.np, "Photoelectric Beam Speed Sensor Module"',
        'sensoresdepresion.top, "Sensor de Velocidad lm393" (the name FC-03)',
        "arduino.stackexchange.com, question 65432: one tooth gave several pulses; 100 nF from the "
        "output to ground helped",
    ),
)

SENSOR_MODULES: Mapping[SensorName, SensorModule] = MappingProxyType(
    {
        OWN_CIRCUIT: SensorModule(
            card_is_high=True, output="open", about="the circuit of the drawing, the default"
        ),
        "fc-03": _SPEED_SENSOR,
        "h206": replace(
            _SPEED_SENSOR, about=f"{_SPEED_SENSOR.about} (of this name we found no description)"
        ),
        "ks0009": replace(
            _LM393_HIGH,
            about="keyestudio KS0009, a slot (that it drives its output high is assumed)",
            sources=(
                'wiki.keyestudio.com, "Ks0009 keyestudio Photo Interrupter Module": the example '
                "takes a high output as an interrupted beam",
            ),
        ),
        "h2010": replace(
            _LM393_LOW,
            about="SunFounder speed module, a slot H2010 with an inverting driver",
            sources=('SunFounder, Pico-4wd car, `speed_intro.rst`: "Output 0 when blocked"',),
        ),
        "adafruit-2167": replace(
            _BREAK_BEAM, about="Adafruit IR break beam, LEDs of 3 mm", sources=_OF_BREAK_BEAM
        ),
        "adafruit-2168": replace(
            _BREAK_BEAM, about="Adafruit IR break beam, LEDs of 5 mm", sources=_OF_BREAK_BEAM
        ),
        "adafruit-3985": replace(
            _T_SLOT, about="Adafruit T-slot photo interrupter, with or without a cable, 5 to 24 V"
        ),
        "adafruit-3986": replace(
            _T_SLOT, about="Adafruit T-slot photo interrupter, with or without a cable, 5 to 24 V"
        ),
        "fc-51": replace(
            _LM393_LOW,
            about="reflective, with a comparator LM393, sold as FC-51 or obstacle sensor",
            sources=(
                'fisicasimple.com, "Sensor LM393 infrarrojo": low at an obstacle, but in some '
                "batches high",
                'codrey.com, "RPM & Infrared Tach": 10 kΩ between output and supply',
            ),
        ),
        "tcrt5000-low": replace(
            _LM393_LOW,
            about="TCRT5000 and LM393, low at a card",
            sources=(
                "SunFounder, 3in1 kit, `component_track_module.rst`: 0 at white, 1 at black",
                'robot-r-us.com.sg, "TCRT5000 infrared reflective line tracking sensor module"',
            ),
        ),
        "tcrt5000-high": replace(
            _LM393_HIGH,
            about="TCRT5000 and LM393, high at a card",
            sources=(
                'communica.co.za, "Obstacle Avoidance/Line Tracking Sensor"',
                'sinoning.com, "2-way tracking sensor module TCRT5000"',
            ),
        ),
        "sen0019": SensorModule(
            card_is_high=False,
            output="supply",
            needs_5v=True,
            about="DFRobot SEN0019, reflective",
            sources=("wiki.dfrobot.com, SEN0019: 0 V at an obstacle, else about 4 V",),
        ),
        "sen0164": SensorModule(
            card_is_high=False,
            output="open",
            needs_5v=True,
            about="DFRobot SEN0164, reflective, answers within 2 ms",
            sources=("wiki.dfrobot.com, SEN0164",),
        ),
    }
)

"""Motor drivers as truth tables: what the levels at their inputs make the motor do.

docs/parts.md is made from this table; docs/wiring.md says of which data sheets we could not read
the table itself.

In every row of `coast` all inputs are low, so a driver lets go of its motor while a Pi starts, and
when the process is gone. Two drivers with PHASE and ENABLE brake it instead, unless their nSLEEP is
at a pin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Literal, get_args

DriverName = Literal[
    "drv8833", "drv8835", "drv8838", "drv8871", "tb6612", "l298n", "bts7960", "mosfet"
]
MotorInput = Literal["motor_in1", "motor_in2", "motor_pwm", "motor_standby", "motor_sleep"]
MOTOR_INPUTS: tuple[MotorInput, ...] = get_args(MotorInput)


class PinLevel(Enum):
    """The level of an input."""

    LOW = 0
    HIGH = 1
    PWM = 2
    """Pulses with the motor's duty."""


PinLevels = tuple[PinLevel, ...]
L, H, P = PinLevel.LOW, PinLevel.HIGH, PinLevel.PWM


@dataclass(frozen=True, slots=True)
class MotorDriver:
    """A kind of driver. A row has a level for each of ``inputs``; None: it cannot do that.

    A board lowers the inputs in the order that ``falls`` says, and raises them in the opposite one,
    so that no row turns the motor the wrong way on the way to another.
    """

    inputs: tuple[MotorInput, ...]
    forward: PinLevels
    coast: PinLevels
    reverse: PinLevels | None = None
    brake: PinLevels | None = None
    sleeps: bool = False
    """It has an input nSLEEP, which needs no pin: see ``with_sleep``."""
    least_mv: int = 0
    """The motor's supply in millivolts, at least."""
    most_mv: int = 0
    """The same, at most; 0: it depends on the part."""
    part: str = ""
    """The name on the chip."""
    terminals: tuple[str, ...] = ()
    """What the chip or its usual board calls each of ``inputs``."""
    most_ma: int = 0
    """The motor's current by the maker, in milliamperes; 0: it depends on the part."""
    peak_ma: int = 0
    """The same for moments; 0: no source says it."""
    source: str = ""
    """The data sheet, and the name of its table."""
    note: str = ""
    """What else to do at this board, in Markdown."""

    def row(self, pct: int, braking: bool) -> PinLevels:
        """Levels for a duty in percent (negative: reverse); with 0, to brake or to coast.

        If the driver cannot do that, it coasts.
        """
        if pct > 0:
            return self.forward
        if pct < 0:
            return self.reverse or self.coast
        return self.brake if braking and self.brake else self.coast

    @property
    def falls(self) -> tuple[int, ...]:
        """The places of the inputs in the order in which a board lowers them.

        What enables the others falls first. Of two inputs for the ends of the motor the one for
        forward falls first: between brake and coast, no card is fed for a moment.
        """
        ends = [
            index for index, name in enumerate(self.inputs) if name in ("motor_in1", "motor_in2")
        ]
        others = [index for index in range(len(self.inputs)) if index not in ends]
        return (*reversed(others), *ends)

    def pulsed(self, index: int) -> bool:
        """Whether the input at this place ever gets pulses."""
        return P in (self.forward[index], self.reverse[index] if self.reverse else L)

    def with_sleep(self) -> MotorDriver:
        """The same driver with nSLEEP at a pin: it sleeps whenever the motor is let go."""
        return replace(
            self,
            inputs=(*self.inputs, "motor_sleep"),
            terminals=(*self.terminals, "nSLEEP"),
            forward=(*self.forward, H),
            coast=(*self.coast, L),
            reverse=self.reverse and (*self.reverse, H),
            brake=self.brake and (*self.brake, H),
        )


_IN_IN = MotorDriver(
    ("motor_in1", "motor_in2"), forward=(P, L), coast=(L, L), reverse=(L, P), brake=(H, H)
)
"""An input for each end of the motor."""
_PHASE_ENABLE = MotorDriver(
    ("motor_in1", "motor_pwm"), forward=(L, P), coast=(L, L), reverse=(H, P), brake=(L, L)
)
"""PHASE (low: forward) and ENABLE (low: it brakes)."""

MOTOR_DRIVERS: Mapping[DriverName, MotorDriver] = MappingProxyType(
    {
        "drv8833": replace(
            _IN_IN,
            sleeps=True,
            least_mv=2_700,
            most_mv=10_800,
            part="DRV8833",
            terminals=("AIN1", "AIN2"),
            most_ma=1_500,
            source='Texas Instruments SLVSAR1, "Bridge control and decay modes" (fast decay), '
            '"H-bridge logic", "PWM control of motor speed"',
            note="It has the pins nSLEEP and nFAULT.",
        ),
        "drv8835": replace(
            _PHASE_ENABLE,
            most_mv=11_000,
            part="DRV8835",
            terminals=("PHASE", "ENABLE"),
            most_ma=1_500,
            source='Texas Instruments SLVSB18, "PHASE/ENABLE mode"',
            note="Connect MODE to 3.3 V; with MODE low, set `drv8833`.",
        ),
        "drv8838": replace(
            _PHASE_ENABLE,
            sleeps=True,
            most_mv=11_000,
            part="DRV8838",
            terminals=("PHASE (PH)", "ENABLE (EN)"),
            most_ma=1_700,
            source='Texas Instruments SLVSBA4, table 2, "DRV8838 Device Logic"',
            note="It has the pin nSLEEP.",
        ),
        "drv8871": replace(
            _IN_IN,
            least_mv=6_500,
            most_mv=45_000,
            part="DRV8871",
            terminals=("IN1", "IN2"),
            peak_ma=3_600,
            source='Texas Instruments SLVSCY9, table 1, "H-Bridge Control"',
        ),
        "tb6612": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm", "motor_standby"),
            forward=(H, L, P, H),
            coast=(L, L, L, L),
            reverse=(L, H, P, H),
            brake=(H, H, H, H),
            least_mv=2_500,
            most_mv=13_500,
            part="TB6612FNG",
            terminals=("AIN1", "AIN2", "PWMA", "STBY"),
            most_ma=1_200,
            peak_ma=3_200,
            source='Toshiba, "H-SW control function"',
        ),
        "l298n": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm"),
            forward=(H, L, P),
            coast=(L, L, L),
            reverse=(L, H, P),
            brake=(L, L, H),
            least_mv=7_000,  # the chip itself works with less; the motor does not
            most_mv=46_000,
            part="L298",
            terminals=("IN1", "IN2", "ENA"),
            most_ma=2_000,
            source='STMicroelectronics, figure "Bidirectional DC motor control"',
            note="Take the jumper of ENA off.",
        ),
        # between its pulses it brakes: a low IN switches the low side on
        "bts7960": MotorDriver(
            ("motor_in1", "motor_in2", "motor_standby"),
            forward=(P, L, H),
            coast=(L, L, L),
            reverse=(L, P, H),
            brake=(L, L, H),
            least_mv=5_500,
            most_mv=27_500,
            part="BTS7960",
            terminals=("RPWM", "LPWM", "R_EN and L_EN"),
            most_ma=43_000,
            source='Infineon, "Truth Table"',
            note="Connect INH of both half bridges (R_EN and L_EN) to each other.",
        ),
        "mosfet": MotorDriver(
            ("motor_in1",), forward=(P,), coast=(L,), part="a MOSFET", terminals=("gate",)
        ),
    }
)

"""Motor drivers as truth tables: what the levels at their inputs make the motor do.

From the data sheets:

- DRV8833 (Texas Instruments SLVSAR1): "H-bridge logic" and "PWM control of motor speed", fast decay
- DRV8835 (Texas Instruments SLVSB18), MODE high: "PHASE/ENABLE mode"
- DRV8838 (Texas Instruments SLVSBA4): table 2, "DRV8838 Device Logic"
- DRV8871 (Texas Instruments SLVSCY9): table 1, "H-Bridge Control"
- TB6612FNG (Toshiba): "H-SW control function"
- L298 (STMicroelectronics): figure "Bidirectional DC motor control"
- BTS7960 (Infineon), two half bridges with INH at one pin: "Truth Table"

docs/wiring.md says of which of these we could not read the table itself.

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
        ends = [nth for nth, name in enumerate(self.inputs) if name in ("motor_in1", "motor_in2")]
        others = [nth for nth in range(len(self.inputs)) if nth not in ends]
        return (*reversed(others), *ends)

    def pulsed(self, nth: int) -> bool:
        """Whether the input at this place ever gets pulses."""
        return P in (self.forward[nth], self.reverse[nth] if self.reverse else L)

    def with_sleep(self) -> MotorDriver:
        """The same driver with nSLEEP at a pin: it sleeps whenever the motor is let go."""
        return replace(
            self,
            inputs=(*self.inputs, "motor_sleep"),
            forward=(*self.forward, H),
            coast=(*self.coast, L),
            reverse=self.reverse and (*self.reverse, H),
            brake=self.brake and (*self.brake, H),
        )


def _in_in(least_mv: int, most_mv: int, sleeps: bool = False) -> MotorDriver:
    """A driver with an input for each end of the motor."""
    return MotorDriver(
        ("motor_in1", "motor_in2"),
        forward=(P, L),
        coast=(L, L),
        reverse=(L, P),
        brake=(H, H),
        sleeps=sleeps,
        least_mv=least_mv,
        most_mv=most_mv,
    )


def _phase_enable(most_mv: int, sleeps: bool = False) -> MotorDriver:
    """A driver with PHASE (motor_in1, low: forward) and ENABLE (motor_pwm); low, it brakes."""
    return MotorDriver(
        ("motor_in1", "motor_pwm"),
        forward=(L, P),
        coast=(L, L),
        reverse=(H, P),
        brake=(L, L),
        sleeps=sleeps,
        most_mv=most_mv,
    )


MOTOR_DRIVERS: Mapping[DriverName, MotorDriver] = MappingProxyType(
    {
        "drv8833": _in_in(2_700, 10_800, sleeps=True),
        "drv8835": _phase_enable(11_000),
        "drv8838": _phase_enable(11_000, sleeps=True),
        "drv8871": _in_in(6_500, 45_000),
        "tb6612": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm", "motor_standby"),
            forward=(H, L, P, H),
            coast=(L, L, L, L),
            reverse=(L, H, P, H),
            brake=(H, H, H, H),
            least_mv=2_500,
            most_mv=13_500,
        ),
        "l298n": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm"),
            forward=(H, L, P),
            coast=(L, L, L),
            reverse=(L, H, P),
            brake=(L, L, H),
            least_mv=7_000,
            most_mv=46_000,
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
        ),
        "mosfet": MotorDriver(("motor_in1",), forward=(P,), coast=(L,)),
    }
)

"""Motor drivers as truth tables: what the levels at their inputs make the motor do.

From the data sheets: DRV8833 (Texas Instruments SLVSAR1, table "H-bridge logic" and "PWM control of
motor speed", fast decay), TB6612FNG (Toshiba, "H-SW control function"), L298 (STMicroelectronics,
figure "Bidirectional DC motor control"). In every row of `coast` all inputs are low, so a driver
lets go of its motor while a Pi starts, and when the process is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Literal

DriverName = Literal["drv8833", "tb6612", "l298n", "mosfet"]
MotorInput = Literal["motor_in1", "motor_in2", "motor_pwm", "motor_standby"]


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
    """A kind of driver. A row has a level for each of ``inputs``; None: it cannot do that."""

    inputs: tuple[MotorInput, ...]
    forward: PinLevels
    coast: PinLevels
    reverse: PinLevels | None = None
    brake: PinLevels | None = None

    def row(self, pct: int, braking: bool) -> PinLevels:
        """Levels for a duty in percent (negative: reverse); with 0, to brake or to coast.

        If the driver cannot do that, it coasts.
        """
        if pct > 0:
            return self.forward
        if pct < 0:
            return self.reverse or self.coast
        return self.brake if braking and self.brake else self.coast

    def pulsed(self, nth: int) -> bool:
        """Whether the input at this place ever gets pulses."""
        return P in (self.forward[nth], self.reverse[nth] if self.reverse else L)


MOTOR_DRIVERS: Mapping[DriverName, MotorDriver] = MappingProxyType(
    {
        "drv8833": MotorDriver(
            ("motor_in1", "motor_in2"), forward=(P, L), coast=(L, L), reverse=(L, P), brake=(H, H)
        ),
        # standby comes last, because it enables the other inputs
        "tb6612": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm", "motor_standby"),
            forward=(H, L, P, H),
            coast=(L, L, L, L),
            reverse=(L, H, P, H),
            brake=(H, H, H, H),
        ),
        "l298n": MotorDriver(
            ("motor_in1", "motor_in2", "motor_pwm"),
            forward=(H, L, P),
            coast=(L, L, L),
            reverse=(L, H, P),
            brake=(L, L, H),
        ),
        "mosfet": MotorDriver(("motor_in1",), forward=(P,), coast=(L,)),
    }
)

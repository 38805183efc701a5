"""How a turntable is wired, and at which angles its seats are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hardware.portable.turntable import Turntable

Gpio = Annotated[int, Meta(ge=2, le=27)]
"""GPIO 0 and 1 are for the EEPROM of an add-on board; the header's last GPIO is 27."""
TurntableKind = Literal["none", "servo", "step_dir", "coils"]

GPIOS: Mapping[TurntableKind, int] = MappingProxyType(
    {"none": 0, "servo": 1, "step_dir": 2, "coils": 4}
)
"""How many pins each kind takes."""

MOST_STEPS_A_S = 1_000
"""The driver takes one step a tick, besides everything else that it does."""


class TurntablePins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[pins.turntable]``: the [turntable](turntable.md), which turns the launcher to a player."""

    kind: TurntableKind = "none"
    """Its motor; ``step_dir``: a stepper whose driver has inputs for step and direction;
    ``coils``: a small stepper whose four coils are switched one by one."""
    gpios: tuple[Gpio, ...] = ()
    """Pins of the motor: one for a servo, step and direction, or the four coils in order."""
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    """Seats around it, spread evenly over the servo's range or the stepper's full turn."""
    seats_deg: Annotated[tuple[Annotated[int, Meta(ge=0, le=360)], ...], Meta(max_length=10)] = ()
    """Angle of each seat to the left of home, if they are not spread evenly."""
    deg_per_s: Annotated[int, Meta(ge=1, le=360)] = 60
    """Speed; a stepper makes at most 1000 steps a second, at a Pico 500."""
    servo_min_us: Annotated[int, Meta(ge=400, le=2_600)] = 1_000
    """Length of the servo's pulse at home."""
    servo_max_us: Annotated[int, Meta(ge=400, le=2_600)] = 2_000
    """Length of its pulse at the other end; shorter than at home: it turns the other way."""
    servo_range_deg: Annotated[int, Meta(ge=10, le=360)] = 90
    """How far the servo turns from one end to the other."""
    steps_a_turn: Annotated[int, Meta(ge=20, le=20_000)] = 4_096
    """Steps (of coils: half steps) that turn the launcher once around."""
    home: Annotated[int, Meta(ge=0, le=27)] = 0
    """Pin of a switch that is low while a stepper is at home; 0: there is none, and home is where
    it is when the driver starts."""
    enable: Annotated[int, Meta(ge=0, le=27)] = 0
    """Pin of ENABLE of a stepper's driver with step and direction, low while the motor has current;
    0: it always has."""

    @property
    def steps_for_360_deg(self) -> int:
        """Steps of a full turn; a servo's step is a degree."""
        return 360 if self.kind == "servo" else self.steps_a_turn

    @property
    def step_us(self) -> int:
        """From one step to the next."""
        return max(1, 360_000_000 // (self.deg_per_s * self.steps_for_360_deg))

    @property
    def stops(self) -> list[int]:
        """The position of each seat, in steps from home."""
        return [round(deg * self.steps_for_360_deg / 360) for deg in self._seats_deg()]

    @property
    def home_steps(self) -> int:
        """How many steps back home is at most; 0: it is at home already."""
        return self.steps_for_360_deg if self.home else 0

    def turntable(self) -> Turntable:
        """The turntable as the driver moves it."""
        return Turntable(self.stops, self.step_us, self.home_steps)

    def complaint(self, at: str = "pins", most_steps_a_s: int = MOST_STEPS_A_S) -> str | None:
        """Say which keys of the configuration cannot be used, and why; None: all is well.

        ``at``: the table that this one is in; ``most_steps_a_s``: a stepper's limit.
        """
        needed = GPIOS[self.kind]
        if len(self.gpios) != needed:
            return f"{at}.turntable.gpios: kind {self.kind} takes {needed}, not {len(self.gpios)}"
        if self.enable and self.kind != "step_dir":
            return f"{at}.turntable.enable: only kind step_dir has such an input; remove it"
        if self.kind == "none":
            return None
        if self.kind == "servo":
            if self.home:
                return f"{at}.turntable.home: a servo needs no home switch; remove it"
            if self.servo_min_us == self.servo_max_us:
                return f"{at}.turntable.servo_min_us and servo_max_us are the same"
            if max(self._seats_deg()) > self.servo_range_deg:
                return (
                    f"{at}.turntable.seats_deg: this servo reaches {self.servo_range_deg} degrees "
                    "(servo_range_deg)"
                )
        elif self.deg_per_s * self.steps_a_turn > 360 * most_steps_a_s:
            max_deg_per_s = 360 * most_steps_a_s // self.steps_a_turn
            return (
                f"{at}.turntable.deg_per_s: {most_steps_a_s} steps a second are the most, which "
                f"is {max_deg_per_s} with these steps_a_turn"
            )
        return None

    def _seats_deg(self) -> list[float]:
        if self.seats_deg:
            return list(self.seats_deg)
        if self.kind == "servo":
            apart = self.servo_range_deg / (self.seats - 1)
        else:
            apart = 360 / self.seats
        return [seat * apart for seat in range(self.seats)]

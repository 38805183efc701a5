"""The figures of a simulated scale under a launcher, and the source of or reason for each.

Nothing here was measured on real parts. A figure with the name of a part is from its data sheet.
The other figures are estimates, with the reason beside each. The ranges in which machines differ
are wider than their reasons need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

GAIN = 128
"""Both chips amplify by this before they convert, and convert into 24 bits."""
HIGHEST_COUNT = 2**23 - 1

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Chip:
    """A converter for bridges of strain gauges."""

    samples_per_s: int
    noise_nv: float
    """Root mean square of one reading, at its input, with a gain of 128."""
    settle_samples: int = 4
    """After a step at the input, so many readings pass until one is fully settled. HX711 data
    sheet: 400 ms at 10 readings a second and 50 ms at 80. A filter like this forms a mean over
    these readings."""


NAU7802 = Chip(40, 100.0)
"""Nuvoton gives a noise comparable with the HX711's. 100 nV is the HX711's 50 nV at 10 readings a
second, times the root of 4: white noise grows with the root of the bandwidth."""
HX711 = Chip(10, 50.0)
"""Data sheet: 50 nV at 10 readings a second."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with strain gauges. Cheap bars of 1 to 10 kg have nearly the same data sheets."""

    capacity_g: float
    mv_per_v: float = 1.0
    """Output at full load divided by the supply. Both chips compare the output with the same
    supply, so the supply itself cancels out, except in the noise."""
    creep: float = 0.0005
    """Share of a new load that the output still creeps by: data sheets say 0.03 to 0.1 % in some
    minutes."""
    creep_tau_s: float = 120.0
    zero_per_k: float = 0.00005
    """Share of the capacity by which the zero moves with each kelvin: data sheets say 0.02 to
    0.1 % in ten kelvin."""
    safe_overload: float = 1.5
    """Beyond this share of the capacity, the bar stays bent a little. Data sheets: 120 to 150 %."""
    bent: float = 0.2
    """By this share of what exceeds the safe overload, the zero moves for good. A guess: makers
    promise nothing beyond the safe overload."""

    @property
    def counts_per_g(self) -> float:
        """Counts of the chip for a gram."""
        return self.mv_per_v / 1000.0 / self.capacity_g * GAIN * 2**24


BAR_2_KG = Bar(2_000.0)
BAR_5_KG = Bar(5_000.0)


@dataclass(frozen=True, slots=True)
class ScaleParameters:
    """Masses in g, and forces too: a force of 1 g is 9.8 mN. Noise is a root mean square."""

    # what lies on it
    card_g: float = 1.8
    """A deck of 52 cards of 63 by 88 mm has 94 to 100 g, which is 1.81 to 1.92 g a card: some
    330 g/m². A card of 56 by 87 mm would have 1.6 g of this board, and 1.46 g of board with
    300 g/m². The deck of the toy is taken to be the heavier, with 1.8 g."""
    card_spread: float = 0.01
    """Differences between the cards of a deck, as a share: board is made to about 3 % of its mass
    per area between rolls, and a deck is cut from few sheets."""
    launcher_g: float = 900.0
    """A case of plastic, a gear motor, four AA cells with 23 g each, and the plate on the bar."""

    chip: Chip = NAU7802
    bar: Bar = BAR_5_KG
    supply_v: float = 3.0
    """The regulator of the NAU7802 gives 2.4 to 4.5 V, and less than its own supply of 3.3 V."""
    stop: bool = True
    """A screw under the bar's end carries whatever exceeds 120 % of the capacity."""

    # what shakes it
    ambient_g: float = 0.03
    """Steps on the floor and voices, as they differ from one reading to the next: a launcher of
    1 kg that moves with 0.3 mm/s² pulls with this force. A quiet room has about 0.1 mm/s²."""
    sway_g: float = 0.03
    """Draughts and a table that gives way, which change slowly, so that no mean takes them out. A
    breath of air of 0.1 m/s on 0.02 m² pushes with 0.01 g, and one of 0.2 m/s with 0.05 g."""
    sway_tau_s: float = 0.4
    motor_g: float = 30.0
    """While the roller turns: an imbalance of 0.1 g at 1 mm and 100 turns a second gives 4 g, and
    cards that start and stop 20 g more."""
    ring_tau_s: float = 0.08
    """How fast a shaken launcher comes to rest on its bar: 1 kg on a bar of 5 kg that gives way by
    0.5 mm rings at 50 Hz, and rubber feet take it out within some waves."""
    kelvin_a_minute: float = 0.1
    """How fast the bar gets warmer or colder at most: a room that is aired, a motor that warms."""
    warming_s: float = 300.0
    """After this time, the temperature changes at another speed."""

    # what people do to it
    finger_g: Range = (150.0, 600.0)
    """A finger on the button. Tactile switches need 100 to 260 g, and people press harder."""
    slap_g: Range = (3_000.0, 12_000.0)
    """The peak of a hand that hits the button: 0.3 kg at 1 m/s that stop within 5 mm."""
    slap_us: int = 25_000
    slaps: float = 0.03
    """Share of the presses that are slaps. It is a party game."""
    hand_g: Range = (5.0, 300.0)
    """A hand that stays on the launcher, or reaches into the mouth."""
    tremor: float = 0.05
    """By this share, the force of a hand differs from reading to reading."""
    hands: float = 0.05
    """Share of the presses after which the hand stays on the launcher for a while."""
    hand_us: tuple[int, int] = (200_000, 2_500_000)
    bumps: float = 0.02
    """Share of the hits after which somebody bumps the table."""
    bump_g: Range = (20.0, 300.0)
    """How hard it shakes the launcher at first."""
    bump_shift_g: float = 0.1
    """By how much the zero moves with each bump: feet, plate and cable lie a little otherwise. A
    bend in a cable of 3 mm pushes with some tenths of a gram."""
    leans: float = 0.005
    """Share of the hits after which a card lies on the launcher's foot or leans on it. With a foot
    that is smaller than the case, it is rare."""
    lean_share: Range = (0.05, 1.0)
    """The part of its weight that the launcher then carries."""
    lean_us: tuple[int, int] = (500_000, 6_000_000)
    """For how long, until somebody takes the card."""
    hangs: float = 0.3
    """Share of the cards sticking out of the mouth that touch something."""
    hang_share: Range = (0.5, 1.0)
    """The part of its weight that the launcher then still carries."""
    turn_shift_g: float = 0.5
    """By how much the zero moves when a turntable turns: the cable pulls from another side, and the
    launcher's middle of mass lies over another corner (data sheets: 0.05 % of the load)."""

    # how soon people press again
    same_player_us: tuple[int, int] = (300_000, 2_000_000)
    """The owner of several presses: as fast as a finger can, or after a look at the cards. While
    the launcher still feeds, nothing is armed."""
    other_player_us: tuple[int, int] = (2_100_000, 6_000_000)
    """Another player: the referee waits 1 s after the hit (`referee.breath_ms`), and people take
    their cards, look at them, play one and reach for the button."""


@dataclass(frozen=True, slots=True)
class WeighedMachine:
    """One scale, and what its bench run found."""

    parameters: ScaleParameters
    card_mg: int
    """The mass of a card as it was calibrated."""
    noise_mg: int
    """What one reading differed by while everything was at rest."""


_CALIBRATION_OFF = 0.01
"""With 52 cards on the bar, the bench finds their mass to better than one in hundred. But another
deck may lie in the launcher by now."""
LABELLED = 0.25
"""Share of the machines whose cards have got labels since the calibration."""
LABEL = 0.025
"""By this share a label makes a card heavier: paper of 80 g/m² and 20 by 25 mm has 0.04 g."""

_RANGES: Mapping[str, Mapping[str, Range]] = {
    "new": {"ambient_g": (0.01, 0.04), "sway_g": (0.01, 0.04), "motor_g": (5.0, 30.0)},
    # frayed and dirty cards differ more, and worn bearings shake more
    "worn": {
        "card_spread": (0.008, 0.015),
        "ambient_g": (0.01, 0.04),
        "sway_g": (0.01, 0.04),
        "motor_g": (20.0, 60.0),
    },
    "weak_supply": {"ambient_g": (0.01, 0.04), "sway_g": (0.01, 0.04), "motor_g": (5.0, 30.0)},
    # the table wobbles, the cable is stiff, and the bar lies beside the motor
    "badly_built": {
        "ambient_g": (0.03, 0.08),
        "sway_g": (0.02, 0.06),
        "motor_g": (20.0, 100.0),
        "ring_tau_s": (0.05, 0.15),
        "bump_shift_g": (0.1, 0.4),
        "kelvin_a_minute": (0.1, 0.3),
        "leans": (0.005, 0.02),
    },
}


def weighed(kind: str, seed: int) -> WeighedMachine:
    """The scale of one machine of a kind (see `hardware.mechanism.presets.PRESETS`)."""
    random = Random(f"scale {kind} {seed}")  # noqa: S311 -- it builds scales; it decides nothing
    drawn: dict[str, Any] = {k: random.uniform(*ends) for k, ends in _RANGES[kind].items()}
    bar = random.choice((BAR_2_KG, BAR_5_KG))
    creep, zero = random.uniform(0.0003, 0.001), random.uniform(0.00002, 0.0001)
    calibrated_g = random.uniform(1.7, 1.9)
    card_g = calibrated_g * (1.0 + random.uniform(-_CALIBRATION_OFF, _CALIBRATION_OFF))
    if random.random() < LABELLED:
        card_g *= 1.0 + LABEL
    built = replace(
        ScaleParameters(card_g=card_g, bar=replace(bar, creep=creep, zero_per_k=zero)), **drawn
    )
    return WeighedMachine(
        built, round(1000.0 * calibrated_g), round(1000.0 * reading_noise_g(built))
    )


def reading_noise_g(parameters: ScaleParameters) -> float:
    """What a reading at rest differs by: the chip's own noise, and what shakes the table."""
    bar = parameters.bar
    nv_per_g = parameters.supply_v * bar.mv_per_v * 1e6 / bar.capacity_g
    chip_g = parameters.chip.noise_nv / nv_per_g
    return float((chip_g**2 + parameters.ambient_g**2 + parameters.sway_g**2) ** 0.5)

"""The pile as a value: which card lies where, and what a hand changes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from tests.readers.rendering.cards import Face, face


@dataclass(frozen=True)
class Laid:
    """A card that lies on the table. Places are in mm from the middle of the pile."""

    number: int
    sheet: int
    x_mm: float
    y_mm: float
    turn_deg: float

    @property
    def face(self) -> Face:
        """Its picture."""
        return face(self.number, self.sheet)

    @property
    def markers(self) -> tuple[tuple[float, float], ...]:
        """Where its markers' centres are."""
        return tuple(self.place(*marker) for marker in self.face.markers)

    def place(self, right_mm: float, down_mm: float) -> tuple[float, float]:
        """Where a point of the card is."""
        turn = math.radians(self.turn_deg)
        return (
            self.x_mm + right_mm * math.cos(turn) - down_mm * math.sin(turn),
            self.y_mm + right_mm * math.sin(turn) + down_mm * math.cos(turn),
        )


@dataclass(frozen=True)
class Pile:
    """From the lowest card to the top one."""

    cards: tuple[Laid, ...] = ()

    @property
    def top(self) -> Laid | None:
        """The card that was laid last."""
        return self.cards[-1] if self.cards else None

    def with_card(self, card: Laid) -> Pile:
        """The pile after a play."""
        return Pile((*self.cards, card))

    def without_top(self) -> Pile:
        """The pile after its top card was taken up."""
        return Pile(self.cards[:-1])

    def nudged(self, random: np.random.Generator) -> Pile:
        """Somebody touches the pile: a few of its upper cards shift."""
        many = int(random.integers(1, 4))
        towards, far = random.uniform(0, 2 * math.pi), random.uniform(5, 25)
        moved = tuple(
            replace(
                card,
                x_mm=card.x_mm + far * math.cos(towards),
                y_mm=card.y_mm + far * math.sin(towards),
                turn_deg=card.turn_deg + float(random.normal(0, 6)),
            )
            for card in self.cards[-many:]
        )
        return Pile((*self.cards[: len(self.cards) - len(moved)], *moved))


def laid(
    number: int, sheet: int, scatter_mm: float, aligned: bool, random: np.random.Generator
) -> Laid:
    """Where the next card comes to lie."""
    turn = random.normal(0, 12) + 180 * int(random.integers(2)) if aligned else None
    return Laid(
        number,
        sheet,
        float(random.normal(0, scatter_mm)),
        float(random.normal(0, scatter_mm)),
        float(random.uniform(0, 360) if turn is None else turn),
    )

"""Shows frames to the part of the reader that decides, and remembers what it says."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.state import Findings, State
from controller.readers.camera.deciding.watching import PATIENT, VOTES, step, wants_markers
from controller.readers.camera.marker import Card, Marker
from tests.readers.camera.laid import lay


class Watched:
    """Frames one after the other; remembers what was said."""

    def __init__(self) -> None:
        self.state = State()
        self.said: list[int | None] = []

    def frame(
        self,
        *cards: Card,
        still: bool = True,
        hand: bool = False,
        labels: tuple[Marker, ...] = (),
        covered: bool = False,
        stirred: bool | None = None,
        dazzled: bool = False,
    ) -> None:
        """``covered``: where a marker is not in sight, no light hides it."""
        lit = frozenset(card.number for card in cards if len(card.markers) < 2 and not covered)
        markers = tuple(marker for card in cards for marker in card.markers)
        found = Findings(0.0, still, hand)
        if wants_markers(self.state, still, hand):
            found = replace(found, markers=markers, labels=labels, lit=lit)
            found = replace(found, stirred=stirred, dazzled=dazzled)
        self.state, seen = step(self.state, found)
        self.said += [card.number for card in seen]

    def rest(
        self,
        *cards: Card,
        frames: int = 6,
        labels: tuple[Marker, ...] = (),
        covered: bool = False,
        stirred: bool | None = None,
        dazzled: bool = False,
    ) -> list[int | None]:
        """Something moves, and then the cards lie still; what is said about it.

        While no card is known, the reader waits for longer.
        """
        frames += 0 if self.state.pile.cards else PATIENT - VOTES
        self.said = []
        self.frame(still=False)
        for _ in range(frames):
            self.frame(*cards, labels=labels, covered=covered, stirred=stirred, dazzled=dazzled)
        return self.said


def one(card: Card, nth: int = 0) -> Card:
    """Only one of its markers can be seen."""
    return Card(card.number, card.markers[nth : nth + 1])


def tilted(card: Card, flat: float) -> Card:
    """As a camera sees it that looks from aside: not so high, by this factor."""
    return Card(card.number, tuple(_flat(marker, flat) for marker in card.markers))


def _flat(marker: Marker, flat: float) -> Marker:
    one, two, three, four = ((x, flat * y) for x, y in marker.corners)
    return replace(marker, corners=(one, two, three, four))


def old(card: Card) -> Card:
    """Nothing has changed where it lies."""
    return Card(card.number, tuple(replace(marker, fresh=False) for marker in card.markers))


def new(card: Card) -> Card:
    return Card(card.number, tuple(replace(marker, fresh=True) for marker in card.markers))


A, B, C = lay(1, (0, 0)), lay(2, (4, 6), 25), lay(3, (-3, 5), 80)
D = lay(4, (6, -4), 130)

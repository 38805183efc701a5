"""A game as the house wants it: who plays which edition, with which deck and options."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.edition import Card, Edition

MIN_PLAYERS = 2
MAX_PLAYERS = 10
"""COM-1."""
HAND = 7
"""COM-3."""
DEFAULT_TARGET = 500
"""COM-16, in points."""
MAX_FIGURE = 1_000_000_000
"""Of points and counts: more is a slip of the finger, and every sum stays within 64 bits."""
MAX_RELOAD_BELOW = 60
"""LCH-5, in cards."""


class Options(Struct, frozen=True):
    """The house options of the rulebook that the known editions have a use for."""

    sticking_to: str = "owner"
    reload_below: int = 12
    interlock: str = "strict"
    first_all_hit_skips: bool = False
    last_card_hits: bool = False
    points: Mapping[str, int] = {}


class Setup(Struct, frozen=True):
    """A game object, checked. ``deck`` has the copies of each card that is in the game."""

    edition: Edition
    players: tuple[str, ...]
    dealer: str | None
    scoring: str
    target: int
    options: Options
    deck: Mapping[str, int]
    hands: Mapping[str, int]
    """First hands that are not of seven cards, by player."""

    def __repr__(self) -> str:
        return f"<Setup {self.edition.id} {' '.join(self.players)}>"

    @property
    def size(self) -> int:
        """How many cards there are in all."""
        return sum(self.deck.values())

    def card(self, name: str) -> Card:
        """The card of that name, which must be in the deck."""
        return self.edition.cards[name]

    def points(self, card: str) -> int:
        """What a card left in a hand counts, house option included."""
        kind = self.edition.cards[card].kind
        return self.options.points.get(kind.id, kind.points)

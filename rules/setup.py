"""A game as the house wants it: who plays which edition, with which deck and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from rules.edition import Card, Edition, Kind
from rules.versions import CURRENT, REVISED

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
MAX_RULES = 3
"""House rules on cards (EXT-5)."""


class Options(Struct, frozen=True):
    """The house options of the rulebook; each edition has a use for some of them."""

    sticking_to: str = "owner"
    reload_below: int = 12
    interlock: str = "strict"
    first_all_hit_skips: bool = False
    last_card_hits: bool = False
    extreme_hit_skips_next: bool = False
    draw_from: str = "pile"
    stacking: str = "none"
    jump_in: bool = False
    sevens_swap: bool = False
    zeros_rotate: bool = False
    own_hits: str = "once"
    play_after_hit: bool = False
    points: Mapping[str, int] = {}


class Setup(Struct, frozen=True):
    """A game object, checked."""

    edition: Edition
    players: tuple[str, ...]
    dealer: str | None
    scoring: str
    target: int
    options: Options
    deck: Mapping[str, int]
    """The copies of each card that is in the game."""
    hands: Mapping[str, int]
    """First hands that are not of seven cards, by player."""
    written: tuple[Kind, ...] = ()
    """The cards with a house rule on them, as kinds of their own (EXT-5)."""
    rules: int = CURRENT
    """The version of the rules."""
    size: int = 0
    """How many cards there are in all, summed up here once for all."""
    launcher: bool = True
    """Whether a launcher gives the cards (PGR-1), found out here once for all."""
    reload_below: int = 1
    """A reload is due when fewer cards are left (LCH-5; PGR-12), found out here once for all."""
    jump_in: bool = False
    """The house option (HOU-2), which every play asks for, found out here once for all."""
    revised: bool = True
    """Whether the rules are those of version 2 or a later one, found out here once for all."""

    def __post_init__(self) -> None:
        force_setattr(self, "size", sum(self.deck.values()))
        launcher = self.edition.launcher or self.options.draw_from == "launcher"
        force_setattr(self, "launcher", launcher)
        force_setattr(self, "jump_in", self.options.jump_in)
        force_setattr(self, "revised", self.rules >= REVISED)
        if launcher:
            least = 1 if self.revised else 0
            force_setattr(self, "reload_below", max(least, self.options.reload_below))

    def __repr__(self) -> str:
        return f"<Setup {self.edition.id} {' '.join(self.players)}>"

    @property
    def due(self) -> str:
        """What a player can owe: a hit is one press, a draw one card."""
        return "hit" if self.edition.launcher else "draw"

    @property
    def blanks(self) -> int:
        """How many of the cards that can have a house rule on them have none (EXT-5)."""
        fit = (name for name in self.deck if "rule" in self.card(name).kind.takes)
        return sum(self.deck[name] for name in fit) - len(self.written)

    def kind(self, play: Mapping[str, Any]) -> Kind:
        """The kind of card that is played, with what is written on it."""
        kind = self.edition.cards[play["card"]].kind
        return self.written[play["rule"] - 1] if "rule" in play and "rule" in kind.takes else kind

    def card(self, name: str) -> Card:
        """The card of that name, which must be in the deck."""
        return self.edition.cards[name]

    def points(self, card: str) -> int:
        """What a card left in a hand counts, house option included."""
        kind = self.edition.cards[card].kind
        return self.options.points.get(kind.id, kind.points)

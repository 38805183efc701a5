"""What an edition of the game is: kinds of cards as data, and what each of them sets off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rules.ruling import Ruling

COLORS = ("red", "yellow", "green", "blue")

Effect = Callable[["Ruling"], None]
"""Carries out what a card sets off: for ``ruling.player``, with ``ruling.turn`` already at next."""


def nothing(ruling: Ruling) -> None:
    """Set nothing off."""


class Rule(Struct, frozen=True):
    """An effect and the clause of the rulebook that it carries out.

    ``goes_back``: of a first card up, that it does not stay on the pile.
    """

    clause: str
    effect: Effect = nothing
    goes_back: bool = False


class Last(Enum):
    """Whether a card's effect is carried out when it is the last one of a hand (COM-15)."""

    VOID = "void"
    CARRIED_OUT = "carried out"
    HOUSE_OPTION = "where the house option last_card_hits says so"
    FORBIDDEN = "nobody goes out with it"


class Kind(Struct, frozen=True):
    """All cards with the same number or symbol.

    ``copies`` are of each colour, of a wild in all. ``play`` is the rule for the card played,
    ``first`` the one for the first card up. ``asks`` are the members that a play must bring beside
    the called colour of a wild, ``takes`` those that it may bring.
    """

    id: str
    name: str
    points: int
    copies: int
    play: Rule
    first: Rule
    wild: bool = False
    number: int | None = None
    last: Last = Last.VOID
    asks: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """Every member that a play of this kind must bring beside player and card."""
        return ("color", *self.asks) if self.wild else self.asks


class Card(Struct, frozen=True):
    """One face: a kind, and a colour unless it is a wild. ``name`` is its notation."""

    name: str
    kind: Kind
    color: str | None

    @property
    def title(self) -> str:
        """The card as people say it."""
        return self.kind.name if self.color is None else f"{self.color} {self.kind.name}"


class Edition(Struct, frozen=True):
    """A game in a box: its kinds of cards, and the commands that it has a use for."""

    id: str
    name: str
    kinds: tuple[Kind, ...]
    commands: frozenset[str]
    cards: Mapping[str, Card]
    """Every face by its notation, in the order of the sheet."""

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"

    @property
    def deck(self) -> dict[str, int]:
        """How many copies of each face are in the box."""
        return {name: card.kind.copies for name, card in self.cards.items()}

    @property
    def points(self) -> dict[str, int]:
        """What a card left in a hand counts, by kind."""
        return {kind.id: kind.points for kind in self.kinds}


def edition(id: str, name: str, kinds: Iterable[Kind], commands: Iterable[str]) -> Edition:
    """Make an edition out of its kinds."""
    kinds = tuple(kinds)
    cards = [
        Card(kind.id if color is None else f"{color}-{kind.id}", kind, color)
        for kind in kinds
        for color in ((None,) if kind.wild else COLORS)
    ]
    return Edition(id, name, kinds, frozenset(commands), {card.name: card for card in cards})


def numbers(copies: int = 2) -> tuple[Kind, ...]:
    """The number cards 1 to 9 of every colour; each counts its face value."""
    return tuple(
        Kind(str(n), str(n), n, copies, Rule("COM-4"), Rule("COM-3"), number=n)
        for n in range(1, 10)
    )

"""What an edition of the game is: kinds of cards as data, and what each of them sets off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import force_setattr, replace

if TYPE_CHECKING:
    from rules.ruling import Ruling

COLORS = ("red", "yellow", "green", "blue")
ANY = ""
"""The language of a name that is the same in all of them."""

Effect = Callable[["Ruling"], None]
"""Carries out what a card sets off: for ``ruling.player``, with ``ruling.turn`` already at next."""


def nothing(ruling: Ruling) -> None:
    """Set nothing off."""


class Step(Struct, frozen=True):
    """A part of what a card sets off, as people are told of it."""

    name: str
    """Of the vocabulary: ``skip``; of hits also who owes them: ``hits.turn``."""
    hits: int | None = None
    """How many; None: it is no number of hits."""


class Rule(Struct, frozen=True):
    """An effect and the clause of the rulebook that it carries out.

    Of a first card up alone: ``goes_back``, it does not stay on the pile; ``color_only``, who
    begins matches its colour, not its kind.
    """

    clause: str
    effect: Effect = nothing
    goes_back: bool = False
    color_only: bool = False
    steps: tuple[Step, ...] = ()
    """The effects that make it up, in their order, without those of house options."""


class Last(Enum):
    """Whether a card's effect is carried out when it is the last one of a hand (COM-15)."""

    VOID = auto()
    CARRIED_OUT = auto()
    HOUSE_OPTION = auto()
    """Where the house option ``last_card_hits`` says so."""
    AS_CHOSEN = auto()
    """Unless its player says ``carry_out: false``."""
    FORBIDDEN = auto()
    """Nobody goes out with it."""


class Kind(Struct, frozen=True):
    """All cards with the same number or symbol.

    ``copies`` are of each colour, of a wild in all. ``play`` is the rule for the card played,
    ``first`` the one for the first card up. The player of a wild calls a colour, of one with
    ``target`` chooses another player, of one with ``towers`` takes that many. ``takes`` are
    members that a play may bring besides; a kind that takes a ``rule`` can have a house rule
    written on it.
    """

    id: str
    points: int
    copies: int
    play: Rule
    first: Rule
    wild: bool = False
    number: int | None = None
    last: Last = Last.VOID
    target: bool = False
    towers: int = 0
    takes: tuple[str, ...] = ()
    stacks: int = 0
    """How many hits or draws of next's it adds to a stack (HOU-1); 0: it is no part of one."""
    challengeable: bool = False
    """Whether who has to draw for it may demand to see the hand that it came from (PGR-7)."""
    also: tuple[str, ...] = ()
    """Clauses that bear on it as well: as the last card, of two players, with a tower."""
    icon: str | None = None
    """What a simulated deck has on it: on real cards the player sees it (DECK-4)."""
    picture: str = ""
    """What the page draws on it: a shape, or a shape and the text on it, as ``burst:2``.

    Left out: the shape with the kind's own id.
    """
    described: bool = False
    """Whether a house's box describes it: then people are told its steps, not a clause."""
    plain: bool = True
    """Whether its play needs nothing but the card, found out here once for all."""

    def __post_init__(self) -> None:
        if not self.picture:
            force_setattr(self, "picture", self.id)
        force_setattr(self, "plain", not (self.wild or self.target or self.towers))


class Card(Struct, frozen=True):
    """One face: a kind, and a colour unless it is a wild; ``name`` is its notation."""

    name: str
    kind: Kind
    color: str | None


class Edition(Struct, frozen=True):
    """A game in a box: its kinds of cards, and the house options that it has a use for.

    ``commands`` are those that only exist in editions that name them.
    """

    id: str
    kinds: tuple[Kind, ...]
    commands: frozenset[str]
    options: frozenset[str]
    points_clause: str
    launcher: bool
    """Whether cards are hit out of a launcher; else they are drawn from a pile (PGR-1)."""
    cards: Mapping[str, Card]
    """Every face by its notation, in the order of the sheet."""
    box: Mapping[str, Any] | None = None
    """What describes a house's own box (DECK-7); None: the edition is one of this version's."""
    names: Mapping[str, Mapping[str, str]] = {}
    """What a house calls its box and its cards: texts by language, ``ANY`` for every language, by
    key of the catalogue."""

    def __repr__(self) -> str:
        return f"<Edition {self.id}>"

    @property
    def has_towers(self) -> bool:
        """Whether there are towers to take (PGR-9)."""
        return any("icon" in kind.takes for kind in self.kinds)

    @property
    def deck(self) -> dict[str, int]:
        """How many copies of each face are in the box."""
        return {name: card.kind.copies for name, card in self.cards.items()}

    @property
    def points(self) -> dict[str, int]:
        """What a card left in a hand counts, by kind."""
        return {kind.id: kind.points for kind in self.kinds}


COMMON_OPTIONS = ("points", "stacking", "jump_in", "sevens_swap")
"""House options of every edition."""
LAUNCHER_OPTIONS = (
    "sticking_to",
    "reload_below",
    "interlock",
    "last_card_hits",
    "own_hits",
    "play_after_hit",
)
"""House options of every edition with a launcher."""
PILE_OPTIONS = ("draw_from", "reload_below")
"""House options of every edition with a draw pile."""
ZEROS_OPTIONS = ("zeros_rotate",)
"""House options of every edition that has a 0."""


def edition(
    id: str,
    kinds: Iterable[Kind],
    points_clause: str,
    commands: Iterable[str] = (),
    options: Iterable[str] = (),
    launcher: bool = True,
) -> Edition:
    """Make an edition out of its kinds; ``options`` are those that only this one has."""
    kinds = tuple(kinds)
    zeros = ZEROS_OPTIONS if any(kind.number == 0 for kind in kinds) else ()
    usual = LAUNCHER_OPTIONS if launcher else PILE_OPTIONS
    return Edition(
        id,
        kinds,
        frozenset(commands),
        frozenset((*COMMON_OPTIONS, *usual, *options, *zeros)),
        points_clause,
        launcher,
        faces(kinds),
    )


def faces(kinds: Iterable[Kind]) -> dict[str, Card]:
    """Every face of these kinds by its notation, in their order."""
    cards = [
        Card(kind.id if color is None else f"{color}-{kind.id}", kind, color)
        for kind in kinds
        for color in ((None,) if kind.wild else COLORS)
    ]
    return {card.name: card for card in cards}


def change_number(box: Edition, number: int, change: Callable[[Kind], Kind]) -> Edition:
    """The edition with other cards in place of those of that number."""
    kinds = tuple(change(kind) if kind.number == number else kind for kind in box.kinds)
    return replace(box, kinds=kinds, cards=faces(kinds))


def numbers(
    effect: Effect = nothing,
    icons: Mapping[int, str] | None = None,
    also: tuple[str, ...] = (),
    zeros: int = 0,
) -> tuple[Kind, ...]:
    """The number cards: of every colour so many ``zeros``, two each of 1 to 9.

    Each counts its face value.
    """
    takes = () if icons is None else ("icon",)
    return tuple(
        Kind(
            id=str(n),
            points=n,
            copies=2 if n else zeros,
            play=Rule("COM-4", effect),
            first=Rule("COM-3"),
            number=n,
            takes=takes,
            also=also,
            icon=(icons or {}).get(n),
            picture=f"text:{n}",
        )
        for n in range(0 if zeros else 1, 10)
    )

"""What is remembered of cards that were seen, and what is looked at in a game. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from controller.decks.lying import NOTHING, Lying, Numbers
from controller.sightings.meanings import Meaning
from rules import Offer
from rules.position import Position

Why = Literal[
    "confirm",
    "again",
    "taken_up",
    "reload",
    "unread",
    "color",
    "target",
    "towers",
    "cards",
    "rule",
    "carry_out",
    "icon",
]
"""What people are asked about a card."""

SIDE_ISSUES = frozenset({"taken_up", "reload"})
"""Questions that no later card has to wait for."""

MOST_WAITING = 8
"""So many cards wait until a question is answered or cards have come."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card that a reader has seen."""

    number: int | None
    """None: it could not be read."""
    card: str | None
    """Its notation."""
    at_s: float
    """When it was seen, by the referee's clock."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command that follows from what was seen, and the numbers of the cards that it shows."""

    command: Mapping[str, Any]
    numbers: Numbers = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A card about which people are asked."""

    number: int
    """Of the question. The next question has the next one."""
    seen: Seen
    by: str | None
    """Whose card it is; None: nobody's alone."""
    why: Why
    order: Order
    """What is done after a yes; where people have to choose, what they have to complete."""
    pile: tuple[str, ...]
    """The pile when it was seen: once another card lies there, the question is void."""
    needs: tuple[str, ...] = ()
    """The members of the command that people have to choose."""
    under: tuple[Seen, ...] = ()
    """The cards that were laid with it."""
    was_unread: bool = False
    """Before, a card was laid that could not be read. It may be this one."""

    @property
    def blocks(self) -> bool:
        """Whether later cards wait for the answer."""
        return self.why not in SIDE_ISSUES


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people should hear of: an entry of the catalogue."""

    number: int
    key: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Watch:
    """All that is remembered. A restart of the referee forgets it."""

    pending: Pending | None = None
    waiting: tuple[Seen, ...] = ()
    laid: tuple[Seen, ...] = ()
    """Cards of the hand that is counted."""
    chosen: str | None = None
    """Whose hand the table wants to count."""
    last: Notice | None = None
    asked: int = 0
    """The number of the newest question."""
    told: int = 0
    """The number of the newest notice."""
    known: tuple[Seen, ...] = ()
    """Cards that lie in the pile, and that the journal does not know the numbers of."""
    taken_back: frozenset[int] = frozenset()
    """Cards whose play was undone: they may still lie there."""
    old_top: int | None = None
    """The top card of the round before."""
    played_s: float = float("-inf")
    """When the last card was seen that was played."""
    tapped_s: float = float("-inf")
    """When somebody last tapped a play."""

    @property
    def known_numbers(self) -> frozenset[int | None]:
        """The numbers of ``known``."""
        return frozenset(one.number for one in self.known)

    def tell(self, key: str, **values: Any) -> Watch:
        """Let people hear of something."""
        return replace(self, last=Notice(self.told + 1, key, values), told=self.told + 1)

    def ask(
        self,
        seen: Seen,
        by: str | None,
        why: Why,
        order: Order,
        pile: tuple[str, ...],
        needs: tuple[str, ...] = (),
    ) -> Watch:
        """Ask people about a card."""
        pending = Pending(self.asked + 1, seen, by, why, order, pile, needs)
        return replace(self, pending=pending, asked=self.asked + 1)


@dataclass(frozen=True, slots=True)
class Stand:
    """The game at the moment."""

    position: Position
    offers: Callable[[], tuple[Offer, ...]]
    """What may be said now; it takes a while to find that out."""
    lying: Lying = NOTHING
    before: Lying | None = None
    """What lay there before the last command, if that was a play."""
    dealing: bool = False
    """The launcher still deals opening hands."""
    icon_of: Callable[[int], str | None] = lambda number: None
    """The icon on a number card, or an empty text where it has none; None: that is not known."""
    confirm: bool = False
    """The table wants to be asked before each play."""

    @property
    def turn(self) -> str | None:
        """Whose turn it is."""
        turn = self.position.turn
        return None if turn is None else self.position.name(turn)

    def nameless(self, watch: Watch, card: str | None) -> int:
        """How many such cards lie in the pile without a number: somebody tapped them."""
        pile = self.position.pile
        numbers = self.lying.pile or (None,) * len(pile)
        lie = sum(one == (card, None) for one in zip(pile, numbers, strict=True))
        return max(0, lie - sum(one.card == card for one in watch.known))

    @property
    def waits(self) -> bool:
        """Whether something else comes before the next play."""
        position = self.position
        if not position.in_round:
            return False
        due = bool(position.owed) or position.choosing or position.round_winner is not None
        return due or position.awaits_color


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a card means, what is remembered now, and what is to be done."""

    watch: Watch
    meaning: Meaning
    by: str | None = None
    order: Order | None = None
    seen: Seen | None = field(default=None)
    """Of the card that the order plays."""

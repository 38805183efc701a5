"""What the referee remembers of seen cards, and what it looks at in a game. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from controller.decks.face_up import NO_NUMBERS, FaceUpNumbers, Numbers
from controller.sightings.reader_book import Meaning
from rules import Offer
from rules.position import Position

QuestionKind = Literal[
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
class Sighting:
    """A card that a reader has seen."""

    number: int | None
    """None: it could not be read."""
    card: str | None
    """Its notation."""
    at_s: float
    """When it was seen, by the referee's clock."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command that follows from what was seen, and the numbers of the cards that it shows."""

    command: Mapping[str, Any]
    numbers: Numbers = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A card about which people are asked."""

    number: int
    """Of the question. The next question has the next one."""
    sighting: Sighting
    by: str | None
    """Whose card it is; None: nobody's alone."""
    kind: QuestionKind
    proposal: Proposal
    """What is done after a yes; where people have to choose, what they have to complete."""
    pile: tuple[str, ...]
    """The pile when it was seen: once another card lies there, the question is void."""
    needs: tuple[str, ...] = ()
    """The members of the command that people have to choose."""
    under: tuple[Sighting, ...] = ()
    """The cards that were laid with it."""
    was_unread: bool = False
    """Before, a card was laid that could not be read. It may be this one."""

    @property
    def blocks(self) -> bool:
        """Whether later cards wait for the answer."""
        return self.kind not in SIDE_ISSUES


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people should hear of: an entry of the catalogue."""

    number: int
    key: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReaderMemory:
    """All that is remembered of seen cards. A restart of the referee forgets it."""

    question: Question | None = None
    """What people are asked now."""
    waiting: tuple[Sighting, ...] = ()
    """Cards that are judged later, oldest first; at most ``MOST_WAITING``."""
    hand_cards: tuple[Sighting, ...] = ()
    """Cards of the hand that is counted."""
    hand_owner: str | None = None
    """Whose hand the table has chosen to count; None: it has chosen nobody's."""
    notice: Notice | None = None
    """The newest notice."""
    question_number: int = 0
    """The number of the newest question."""
    notice_number: int = 0
    """The number of the newest notice."""
    unrecorded: tuple[Sighting, ...] = ()
    """Cards that lie in the pile, and that the journal does not know the numbers of."""
    undone_numbers: frozenset[int] = frozenset()
    """Cards whose play was undone: they may still lie there."""
    previous_top: int | None = None
    """The number of the top card of the round before."""
    last_play_s: float = float("-inf")
    """When the last card was seen that was played."""
    last_tap_s: float = float("-inf")
    """When somebody last tapped a play."""

    @property
    def unrecorded_numbers(self) -> frozenset[int | None]:
        """The numbers of ``unrecorded``."""
        return frozenset(sighting.number for sighting in self.unrecorded)

    @property
    def blocking(self) -> Question | None:
        """The question for whose answer later cards wait; None: they need not wait."""
        return self.question if self.question is not None and self.question.blocks else None

    def notify(self, key: str, **values: Any) -> ReaderMemory:
        """Return a memory with a new notice: an entry of the catalogue, and its values."""
        number = self.notice_number + 1
        return replace(self, notice=Notice(number, key, values), notice_number=number)

    def without_game(self) -> ReaderMemory:
        """Return a memory of no card, because its game has left the table.

        The notice stays, and numbers go on: nobody's late answer is taken for another question's.
        """
        return ReaderMemory(
            notice=self.notice,
            question_number=self.question_number,
            notice_number=self.notice_number,
        )

    def ask(
        self,
        sighting: Sighting,
        by: str | None,
        kind: QuestionKind,
        proposal: Proposal,
        pile: tuple[str, ...],
        needs: tuple[str, ...] = (),
    ) -> ReaderMemory:
        """Return a memory with a new question, instead of the one before. See ``Question``."""
        number = self.question_number + 1
        question = Question(number, sighting, by, kind, proposal, pile, needs)
        return replace(self, question=question, question_number=number)


@dataclass(frozen=True, slots=True)
class GameView:
    """The game at the moment, as far as seen cards depend on it."""

    position: Position
    offers: Callable[[], tuple[Offer, ...]]
    """The legal commands; computed by the first call, which takes a while."""
    face_up: FaceUpNumbers = NO_NUMBERS
    previous: FaceUpNumbers | None = None
    """What lay there before the last command, if that was a play."""
    dealing: bool = False
    """The launcher still deals opening hands."""
    icon_of: Callable[[int], str | None] = lambda number: None
    """The icon on a number card, or an empty text where it has none; None: that is not known."""
    confirm: bool = False
    """The table wants to be asked before each play."""

    @property
    def turn(self) -> str | None:
        """The name of the player whose turn it is; None: nobody's."""
        turn = self.position.turn
        return None if turn is None else self.position.name(turn)

    def unnumbered(self, memory: ReaderMemory, card: str | None) -> int:
        """How many cards with this face lie in the pile without a number: somebody tapped them."""
        pile = self.position.pile
        numbers = self.face_up.pile or (None,) * len(pile)
        tapped = sum(pair == (card, None) for pair in zip(pile, numbers, strict=True))
        return max(0, tapped - sum(sighting.card == card for sighting in memory.unrecorded))

    @property
    def is_play_blocked(self) -> bool:
        """Whether something else has to come before the next play: a hit, a choice, a colour."""
        position = self.position
        if not position.in_round:
            return False
        due = bool(position.owed) or position.choosing or position.round_winner is not None
        return due or position.awaits_color


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a card means, what is remembered now, and what is to be done."""

    memory: ReaderMemory
    meaning: Meaning
    by: str | None = None
    """Whose card it is; None: nobody's alone."""
    proposal: Proposal | None = None
    """What is to be done; None: nothing."""
    sighting: Sighting | None = field(default=None)
    """Of the card that the proposal plays."""

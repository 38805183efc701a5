"""Which numbered cards lie face up, as far as readers have seen them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from rules.position import Position

CardNumber = Annotated[int, Meta(ge=0, le=249)]
"""Of a card of a deck: there are 250 markers."""

Numbers = tuple[CardNumber | None, ...]
"""Of several cards. None: nobody has seen this one's number."""

STAGES_BESIDE_PILE = ("dealer", "turn_up", "count")
"""Stages in which cards are shown beside the pile: draws for the deal, first cards up that go back
into the deck (ATK-7), and hands."""


class FaceUpNumbers(Struct, frozen=True, gc=False):
    """The numbers of the cards that lie face up."""

    pile: Numbers = ()
    """As long as the pile; empty if no number in it is known."""
    beside_pile: frozenset[int] = frozenset()
    """Of cards beside the pile: drawn for the deal, turned up and gone back, or of hands that were
    counted."""

    @property
    def top(self) -> int | None:
        """The number of the top card; None: it is not known, or there is none."""
        return self.pile[-1] if self.pile else None

    @property
    def numbers(self) -> frozenset[int]:
        """All numbers that are known."""
        return self.beside_pile.union(number for number in self.pile if number is not None)

    def after(self, before: Position, after: Position, shown: Numbers) -> FaceUpNumbers:
        """The numbers after a command that led from ``before`` to ``after``.

        ``shown``: the numbers of the cards that it shows, in its order; may be empty.
        """
        if self is NO_NUMBERS and not shown:
            return self
        same = after.pile is before.pile or after.pile == before.pile
        pile = self.pile if same else self._pile_after(before.pile, after.pile, shown)
        beside_pile = self._beside_pile_after(before, after, shown if same else ())
        if not beside_pile and all(number is None for number in pile):
            return NO_NUMBERS
        return FaceUpNumbers(pile, beside_pile)

    def _pile_after(self, old: Sequence[str], new: Sequence[str], shown: Numbers) -> Numbers:
        numbers = self.pile or (None,) * len(old)
        if new[: len(old)] == old:
            added = len(new) - len(old)
            numbers_seen = shown[-added:]
            unseen = added - len(numbers_seen)
            return (*numbers, *(None,) * unseen, *numbers_seen)
        if new and old[-len(new) :] == new:  # a reload leaves the top card
            return numbers[-len(new) :]
        return ()

    def _beside_pile_after(
        self, before: Position, after: Position, shown: Numbers
    ) -> frozenset[int]:
        if after.stage not in STAGES_BESIDE_PILE or (after.stage == "dealer" and not after.drawn):
            return frozenset()
        numbers = self.beside_pile if after.stage == before.stage else frozenset[int]()
        return numbers.union(number for number in shown if number is not None)


NO_NUMBERS = FaceUpNumbers()
"""No number is known."""

"""Where the cards of a deck are while bots play with it, by their numbers."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from controller.decks.deck import Deck
from tests.controller.sightings.read_tally import Command


class NumberedCards:
    """Which of a deck's cards lie face up on the pile, and which do not."""

    def __init__(self, deck: Deck, rng: Random) -> None:
        """``rng`` says which of several cards with the same face somebody lays."""
        self._deck = deck
        self._rng = rng
        self._free: defaultdict[str, list[int]] = defaultdict(list)
        """The numbers of the cards of each face that do not lie face up."""

    def gather(self, top: int | None = None) -> None:
        """All cards but this one, which stays on the pile, are among the others again."""
        self._free.clear()
        for number, card in zip(self._deck.numbers, self._deck.cards, strict=True):
            if number != top:
                self._free[card].append(number)

    def take(self, card: str) -> int:
        """The number of a card of this face that somebody lays."""
        free = self._free[card]
        return free.pop(self._rng.randrange(len(free)))

    def numbers_of(self, command: Command) -> list[int]:
        """The numbers of the cards of a play, in the order in which they are laid."""
        top = self.take(command["card"])
        under = [self.take(card) for card in command.get("with", ())]
        is_seen = under and "towers" not in command and "icon" not in command  # else put under it
        return [top, *under, top] if is_seen else [top]

"""The cards themselves, as they lie on a table: the truth that the referee never sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from rules.position import Position
from rules.setup import Setup

if TYPE_CHECKING:
    from random import Random


class Broken(Exception):
    """One of ``CHECKS`` does not hold: which one, and what was found in its place."""

    def __init__(self, check: str, evidence: Mapping[str, Any]) -> None:
        super().__init__(check, evidence)
        self.check = check
        self.evidence = evidence


def face(card: str) -> str:
    """The card's notation, without the house rule that is written on it."""
    return card.partition("#")[0]


def rule(card: str) -> int:
    """Which house rule is written on the card, from 1; 0: none (EXT-5)."""
    return int(card.partition("#")[2] or 0)


def box(setup: Setup) -> list[str]:
    """Every card of the deck; ``wild-customizable#1`` has the first house rule on it."""
    cards: list[str] = []
    unwritten = len(setup.written)
    for name, copies in setup.deck.items():
        marked = min(copies, unwritten) if "rule" in setup.card(name).kind.takes else 0
        first = len(setup.written) - unwritten + 1
        unwritten -= marked
        cards += [f"{name}#{number}" for number in range(first, first + marked)]
        cards += [name] * (copies - marked)
    return cards


class Cards:
    """Stock (launcher or draw pile, the next card last), pile (its top card last) and hands.

    They are nowhere until they are gathered or dealt.
    """

    def __init__(self, setup: Setup, random: Random) -> None:
        self._box = box(setup)
        self._all = dict(Counter(self._box))
        self._random = random
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.hands: list[list[str]] = []

    def gather(self, players: int) -> None:
        """Shuffle all cards into the stock."""
        self.stock = self._box.copy()
        self._random.shuffle(self.stock)
        self.pile = []
        self.hands = [[] for _ in range(players)]

    def deal(self, counts: Sequence[int]) -> None:
        """Give everybody that many (COM-3)."""
        self.gather(len(counts))
        for seat, count in enumerate(counts):
            self.give(seat, count)

    def give(self, seat: int, count: int) -> None:
        """Cards leave the stock, into a hand."""
        for _ in range(count):
            self.hands[seat].append(self.stock.pop())

    def turn_up(self) -> None:
        """The next card starts the pile."""
        self.pile.append(self.stock.pop())

    def shuffle(self) -> None:
        """What was to be turned up went back (ATK-7)."""
        self._random.shuffle(self.stock)

    def lay(self, seat: int, cards: Iterable[str]) -> None:
        """Cards leave a hand, onto the pile; the last one lies on top."""
        for card in cards:
            self.hands[seat].remove(card)
            self.pile.append(card)

    def trade(self, seat: int, other: int) -> None:
        """Two players swap hands."""
        hands = self.hands
        hands[seat], hands[other] = hands[other], hands[seat]

    def rotate(self, order: Sequence[int]) -> None:
        """Each of these seats passes its hand to the one behind it, the last to the first."""
        hands = [self.hands[seat] for seat in order]
        for seat, hand in zip((*order[1:], order[0]), hands, strict=True):
            self.hands[seat] = hand

    def reload(self) -> None:
        """The pile except its top card is shuffled and laid under the stock (LCH-5)."""
        under = self.pile[:-1]
        self._random.shuffle(under)
        self.stock = under + self.stock
        self.pile = self.pile[-1:]

    def check_all_there(self) -> None:
        """Raise ``Broken`` unless every card of the box is somewhere, once."""
        # as plain dictionaries: counters compare themselves card by card, in slow motion
        if dict(Counter(chain(self.stock, self.pile, *self.hands))) != self._all:
            raise Broken("conserved", {"pile": self.pile, "stock": self.stock, "hands": self.hands})

    def check_ledger(self, position: Position) -> None:
        """Raise ``Broken`` unless the referee's counts are what lies there."""
        # only where cards are written on do names differ from faces
        if position.pile != tuple(self.pile) and position.pile != tuple(map(face, self.pile)):
            raise Broken("counted", {"pile": self.pile, "told": position.pile})
        ledger = (position.launcher, [seat.hand for seat in position.seats])
        cards = (len(self.stock), [len(hand) for hand in self.hands])
        if cards != ledger:
            raise Broken("counted", {"stock_and_hands": cards, "told": ledger})

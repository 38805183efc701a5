"""The pile as the reader knows it, and what it has seen in single frames."""

from __future__ import annotations

from dataclasses import dataclass

from controller.readers.camera.marker import NUDGED_MM, Card


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards that are known to lie there."""

    cards: tuple[Card, ...] = ()
    """In the order in which they came, each as it was seen last."""
    visible: frozenset[int] = frozenset()
    """Those that could be seen before something moved."""
    top: int | None = None
    moved: bool = True
    """Something has moved since the top card was last decided."""
    empty: bool = False
    """No card could be seen since then: the pile may have been taken away."""
    judged: bool = False
    """Since something moved, all frames have voted once, and no card came."""
    unread: bool = False
    """The top card lost a marker from sight, and no card came: one may lie there that is unread."""
    hidden: bool = False
    """A card that came unread may lie under the top card now."""
    ordered: int = 0
    """So many of the last cards surely lie directly on each other."""
    stale: frozenset[int] = frozenset()
    """Those that were covered when others were moved: they may have been moved, too."""

    def find(self, number: int) -> Card | None:
        """The card as it was seen last."""
        return next((card for card in self.cards if card.number == number), None)

    @property
    def uppermost(self) -> Card | None:
        """The top card if it was in sight; if none is known, one that was in sight whole."""
        if self.top is not None:
            return self.find(self.top) if self.top in self.visible else None
        whole = [card for card in self.cards if len(card.markers) == 2]
        return next((card for card in reversed(whole) if card.number in self.visible), None)


@dataclass(frozen=True, slots=True)
class Glances:
    """The numbers of cards that were seen in at least one frame."""

    ever: frozenset[int]
    """In the last frames."""
    met: frozenset[int]
    """Since something moved, where the picture has changed."""
    before: frozenset[int]
    """Briefly, before the last movement. They decide where nothing else does."""
    before_settled: frozenset[int] = frozenset()
    """Those of them that were seen before the reader last knew what lies there."""
    unread: bool = False
    """Since something moved, a label that cannot be read was seen where the picture has changed."""
    unread_in_place: bool = False
    """Since something moved, such a label was seen where a known card has a marker."""
    stirred: bool = False
    """The rest of the card that was the top one shows that this card was moved."""
    stayed: bool = False
    """It shows that this card still lies where it lay."""
    shifted: frozenset[int] = frozenset()
    """Known cards that were seen to be moved since then."""
    uncovered: frozenset[int] = frozenset()
    """Cards of which no marker need be covered: one that was not read is lit, or unreadable."""
    dazzled: bool = False
    """Since something moved, two lights came that can hide both markers of a card."""
    bare: bool = False
    """Before something moved, no card was in sight, and nothing that looks like a label."""


def with_top(pile: Pile, detected: tuple[Card, ...], top: Card | None) -> Pile:
    """The pile with what was seen; what came unnoticed lies under what was there."""
    now = {card.number: card for card in detected}
    unnoticed = _unnoticed(pile, detected, top)
    cards = (*unnoticed, *(now.get(card.number, card) for card in pile.cards))
    ordered = _ordered(pile, detected, unnoticed, top)
    if top is not None:
        last = {card.number for card in cards[len(cards) - ordered :]} | {top.number}
        cards, ordered = (*(card for card in cards if card.number != top.number), top), len(last)
    number = top.number if top is not None else pile.top
    unread = pile.hidden or (pile.unread and top is not None)
    return Pile(
        cards,
        frozenset(now),
        number,
        # where the top card cannot be seen, another one may lie on it that was not read yet
        moved=number not in now,
        # which card came unread is known once it is seen
        hidden=unread and not (unnoticed or pile.empty),
        ordered=ordered,
        stale=pile.stale - now.keys(),
    )


def _unnoticed(pile: Pile, detected: tuple[Card, ...], top: Card | None) -> tuple[Card, ...]:
    """The cards that are in sight, but were neither known nor laid now."""
    return tuple(card for card in detected if pile.find(card.number) is None and card is not top)


def _ordered(
    pile: Pile, detected: tuple[Card, ...], unnoticed: tuple[Card, ...], top: Card | None
) -> int:
    """How many of the last cards still surely lie directly on each other, without ``top``."""
    # what came unnoticed, or may lie there unread, or was laid again, can lie on any of them
    if unnoticed or pile.unread or pile.empty:
        return 0
    again = any(_can_lie_anew(pile, card) for card in detected if card is not top)
    return 0 if again else pile.ordered


def _can_lie_anew(pile: Pile, card: Card) -> bool:
    """Whether this card of the pile can have been taken out and laid again."""
    before = pile.find(card.number)
    if before is None or card.number in pile.visible or card.fresh is False:
        return False
    return card.moved_from(before, NUDGED_MM)

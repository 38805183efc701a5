"""Which of the cards that can be seen came to lie on top: by history first, then by place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.readers.camera.marker import Card


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards that are known to lie there."""

    lying: tuple[Card, ...] = ()
    """In the order in which they came, each as it was seen last."""
    visible: frozenset[int] = frozenset()
    """Those that could be seen before something moved."""
    top: int | None = None
    moved: bool = True
    """Something has moved since the top card was last decided."""
    empty: bool = False
    """No card could be seen since then: the pile may have been taken away."""

    def known(self, number: int) -> Card | None:
        """The card as it was seen last."""
        return next((card for card in self.lying if card.number == number), None)


def decide(
    pile: Pile,
    seen: tuple[Card, ...],
    ever: frozenset[int],
    glimpsed: frozenset[int],
    complete: bool,
) -> tuple[Pile, Card | None]:
    """Take in what the still frames agree on; return the card that came to lie on top.

    ``ever``: the numbers that any of the frames shows. ``glimpsed``: those that were seen briefly
    before the last movement; they decide where nothing else does. ``complete``: as many frames
    as can vote have voted; before that, cards can be missing.
    """
    if not seen:
        return (replace(pile, empty=True) if complete and pile.lying else pile), None
    new = _newly_laid(pile, seen)
    if len(new) > 1:
        new = _above(new) or [card for card in new if card.number not in glimpsed]
    if len(new) == 1:
        return _with_top(pile, seen, new[0]), new[0]
    if not complete:
        return pile, None
    return _taken_up(pile, seen, ever)


def _newly_laid(pile: Pile, seen: tuple[Card, ...]) -> list[Card]:
    if not pile.moved:
        return []  # nothing can have come
    return [
        card
        for card in seen
        if _seen_to_come(card)
        and _may_come(pile, card)
        and not any(card.lies_under(other) for other in seen if other is not card)
    ]


def _seen_to_come(card: Card) -> bool:
    """Whether the picture has changed there; when the reader begins, nobody knows that.

    Of a pile that lay there already, a corner that sticks out can be all that can be read.
    """
    return len(card.markers) == 2 if card.fresh is None else card.fresh


def _above(cards: list[Card]) -> list[Card]:
    """The one under which all others lie, if there is one."""
    return [
        card
        for card in cards
        if all(other.lies_under(card) for other in cards if other is not card)
    ]


def _may_come(pile: Pile, card: Card) -> bool:
    """Whether this card can have been laid now: it did not lie there, or it was laid again."""
    before = pile.known(card.number)
    if before is None:
        return True
    if (card.number == pile.top and not pile.empty) or card.number in pile.visible:
        return False
    if pile.empty:
        return card.moved_from(before)
    if len(card.markers) < 2:
        return False
    # one that lies as it lay before can have come to light because others were taken away
    return card.moved_from(before)


def _taken_up(pile: Pile, seen: tuple[Card, ...], ever: frozenset[int]) -> tuple[Pile, Card | None]:
    """Find out whether the top card was taken away: all frames have voted, and no card came."""
    gone = pile.known(pile.top) if pile.top is not None else None
    if gone is None or gone.number in ever or not pile.moved:
        return _with_top(pile, seen, None), None
    lying = tuple(card for card in pile.lying if card.number != gone.number)
    under = next((card for card in seen if lying and card.number == lying[-1].number), None)
    if under is None or not any(
        marker.fresh and gone.holds(marker.centre) for marker in under.markers
    ):
        return _with_top(pile, seen, None), None
    return _with_top(replace(pile, lying=lying, top=None), seen, under), under


def _with_top(pile: Pile, seen: tuple[Card, ...], top: Card | None) -> Pile:
    """The pile with what was seen; what came unnoticed lies under what was there."""
    now = {card.number: card for card in seen}
    known = {card.number for card in pile.lying}
    unnoticed = tuple(card for card in seen if card.number not in known and card is not top)
    lying = (*unnoticed, *(now.get(card.number, card) for card in pile.lying))
    if top is not None:
        lying = (*(card for card in lying if card.number != top.number), top)
    number = top.number if top is not None else pile.top
    # where the top card cannot be seen, another one may lie on it that was not read yet
    return Pile(lying, frozenset(now), number, moved=number not in now, empty=False)

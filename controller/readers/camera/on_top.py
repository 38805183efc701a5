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
    judged: bool = False
    """Since something moved, all frames have voted once, and no card came."""
    unread: bool = False
    """The top card lost a marker from sight, and no card came: one may lie there that is unread."""

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
        new = _above(pile, new) or [card for card in new if card.number not in glimpsed]
    if not complete and any(_unsure(pile, seen, number) for number in ever - glimpsed):
        return pile, None
    if len(new) == 1:
        return _with_top(pile, seen, new[0]), new[0]
    if not complete:
        return pile, None
    return _taken_up(pile, seen, ever)


def _unsure(pile: Pile, seen: tuple[Card, ...], number: int) -> bool:
    """Whether a card can have come, too, of which too few frames have shown a marker so far."""
    return pile.known(number) is None and all(card.number != number for card in seen)


def _newly_laid(pile: Pile, seen: tuple[Card, ...]) -> list[Card]:
    if not pile.moved:
        return []  # nothing can have come
    return [
        card
        for card in seen
        if _seen_to_come(card)
        and _may_come(pile, card)
        and not any(_lies_under(pile, card, other) for other in seen if other is not card)
    ]


def _seen_to_come(card: Card) -> bool:
    """Whether the picture has changed there; when the reader begins, nobody knows that.

    Of a pile that lay there already, a corner that sticks out can be all that can be read.
    """
    return len(card.markers) == 2 if card.fresh is None else card.fresh


def _lies_under(pile: Pile, card: Card, other: Card) -> bool:
    # a card that came unread can be the one that is in sight as a whole now
    return card.lies_under(other, surely=pile.unread)


def _above(pile: Pile, cards: list[Card]) -> list[Card]:
    """The one under which all others lie, if there is one."""
    return [
        card
        for card in cards
        if all(_lies_under(pile, other, card) for other in cards if other is not card)
    ]


def _may_come(pile: Pile, card: Card) -> bool:
    """Whether this card can have been laid now: it did not lie there, or it was laid again."""
    before = pile.known(card.number)
    if before is None:
        return True
    visible = card.number in pile.visible
    if not pile.empty and (visible or card.number == pile.top):
        return False
    if visible and card.number == pile.top:
        return False  # a glare hid it, and somebody moved it
    if len(card.markers) < 2 and (visible or not pile.empty):
        return False
    # one that lies as it lay before can have come to light because others were taken away
    return card.moved_from(before)


def _taken_up(pile: Pile, seen: tuple[Card, ...], ever: frozenset[int]) -> tuple[Pile, Card | None]:
    """Find out whether the top card was taken away: all frames have voted, and no card came."""
    known = pile.known(pile.top) if pile.top is not None else None
    in_sight = next((card.markers for card in seen if known and card.number == known.number), ())
    lost = known is not None and len(in_sight) < len(known.markers)
    unread = (pile.moved and lost) or (pile.unread and len(in_sight) < 2)
    after = replace(_with_top(pile, seen, None), judged=True, unread=unread)
    if known is None or known.number in ever or not pile.moved or pile.judged:
        return after, None
    lying = tuple(card for card in pile.lying if card.number != known.number)
    under = next((card for card in seen if lying and card.number == lying[-1].number), None)
    if under is None or not _uncovered(under, lying[-1], known):
        return after, None
    return _with_top(replace(pile, lying=lying, top=None), seen, under), under


def _uncovered(under: Card, before: Card, gone: Card) -> bool:
    """Whether this card came to light because the one on it was taken away.

    If somebody only nudges the pile, one corner comes to light, or the card moves.
    """
    if len(under.markers) < 2 or under.moved_from(before):
        return False
    return any(marker.fresh and gone.holds(marker.centre) for marker in under.markers)


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

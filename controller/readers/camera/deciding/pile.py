"""What a card that is laid changes in the pile that is known."""

from __future__ import annotations

from controller.readers.camera.deciding.state import Pile
from controller.readers.camera.marker import NUDGED_MM, Card


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

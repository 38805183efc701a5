"""Whether the top card was taken up: then the card below it is the top card again."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.pile import Pile, with_top
from controller.readers.camera.marker import Card


def taken_up(
    pile: Pile, detected: tuple[Card, ...], ever: frozenset[int], *, sure: bool
) -> tuple[Pile, Card | None]:
    """Find out whether the top card was taken away: all frames have voted, and no card came.

    ``sure``: no other card can have come.
    """
    top = pile.find(pile.top) if pile.top is not None else None
    after = replace(
        with_top(pile, detected, None), judged=True, unread=_may_be_unread(pile, detected, top)
    )
    if top is None or top.number in ever or not pile.moved or pile.judged or not sure:
        return after, None
    cards = tuple(card for card in pile.cards if card.number != top.number)
    under = _card_under(cards, detected, top)
    if under is None or after.ordered < 2:
        return after, None
    ordered = after.ordered - 2
    return with_top(replace(pile, cards=cards, top=None, ordered=ordered), detected, under), under


def _may_be_unread(pile: Pile, detected: tuple[Card, ...], top: Card | None) -> bool:
    """Whether a card that was not read may lie on the top card."""
    if top is None:
        return pile.unread
    in_sight = next((card.markers for card in detected if card.number == top.number), ())
    lost = len(in_sight) < len(top.markers)
    return (pile.moved and lost) or (pile.unread and len(in_sight) < 2)


def _card_under(cards: tuple[Card, ...], detected: tuple[Card, ...], top: Card) -> Card | None:
    """The last of these cards, if it came to light because the top card was taken away."""
    under = next((card for card in detected if cards and card.number == cards[-1].number), None)
    return under if under is not None and _uncovered(under, cards[-1], top) else None


def _uncovered(under: Card, before: Card, top: Card) -> bool:
    """Whether this card came to light because the one on it was taken away.

    If somebody only nudges the pile, one corner comes to light, or the card moves.
    """
    if len(under.markers) < 2 or under.moved_from(before):
        return False
    return any(marker.fresh and top.holds(marker.centre) for marker in under.markers)

"""Whether the top card was taken up: then the card below it is the top card again."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.pile import with_top
from controller.readers.camera.deciding.state import Pile, State
from controller.readers.camera.marker import Card


def taken_up(state: State, *, sure: bool) -> tuple[Pile, Card | None]:
    """Find out whether the top card was taken away: all frames have voted, and no card came.

    ``sure``: no other card can have come.
    """
    pile, detected = state.pile, state.cards
    top = pile.find(pile.top)
    unread = _may_be_unread(pile, detected, top)
    after = replace(with_top(pile, detected, None), judged=True, unread=unread)
    if top is None or not pile.moved or pile.judged or not sure or after.ordered < 2:
        return after, None
    cards = tuple(card for card in pile.cards if card is not top)
    under = _card_under(cards, detected, top)
    if under is None or any(marker.number == top.number for marker in state.read):
        return after, None
    below = replace(pile, cards=cards, top=None, ordered=after.ordered - 2)
    return with_top(below, detected, under), under


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

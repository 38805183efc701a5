"""What a card that is laid, or taken up, changes in the pile that is known."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.state import Pile, State
from controller.readers.camera.marker import NUDGED_MM, Card


def with_seen(pile: Pile, detected: tuple[Card, ...]) -> Pile:
    """The pile with what was seen; what came unnoticed lies under what was there."""
    now = {card.number: card for card in detected}
    unnoticed = tuple(card for card in detected if pile.find(card.number) is None)
    again = any(_can_lie_anew(pile, card) for card in detected)
    return Pile(
        (*unnoticed, *(now.get(card.number, card) for card in pile.cards)),
        frozenset(now),
        pile.top,
        # where the top card cannot be seen, another one may lie on it that was not read yet
        moved=pile.top not in now,
        # which card came unread is known once it is seen
        hidden=pile.hidden and not (unnoticed or pile.empty),
        # what came unnoticed, or may lie there unread, or was laid again, can lie on any of them
        ordered=0 if unnoticed or pile.unread or pile.empty or again else pile.ordered,
        stale=pile.stale - now.keys(),
    )


def with_top(pile: Pile, detected: tuple[Card, ...], top: Card) -> Pile:
    """The pile with what was seen, and with one of these cards on top."""
    others = tuple(card for card in detected if card is not top)
    seen = with_seen(replace(pile, hidden=pile.hidden or pile.unread), others)
    ordered = {card.number for card in seen.cards[len(seen.cards) - seen.ordered :]} | {top.number}
    return replace(
        seen,
        cards=(*(card for card in seen.cards if card.number != top.number), top),
        visible=seen.visible | {top.number},
        top=top.number,
        moved=False,
        ordered=len(ordered),
        stale=seen.stale - {top.number},
    )


def _can_lie_anew(pile: Pile, card: Card) -> bool:
    """Whether this card of the pile can have been taken out and laid again."""
    before = pile.find(card.number)
    if before is None or card.number in pile.visible or card.fresh is False:
        return False
    return card.moved_from(before, NUDGED_MM)


def taken_up(state: State, *, sure: bool) -> tuple[Pile, Card | None]:
    """Find out whether the top card was taken away: all frames have voted, and no card came.

    Then the card below it is the top card again. ``sure``: no other card can have come.
    """
    pile, top = state.pile, state.pile.find(state.pile.top)
    unread = _may_be_unread(state, top)
    after = replace(with_seen(pile, state.cards), judged=True, unread=unread)
    if top is None or not pile.moved or pile.judged or not sure or after.ordered < 2:
        return after, None
    cards = tuple(card for card in pile.cards if card is not top)
    under = state.find(cards[-1].number)
    if under is None or top.number in state.read_numbers or not _uncovered(under, cards[-1], top):
        return after, None
    below = replace(pile, cards=cards, top=None, ordered=after.ordered - 2)
    return with_top(below, state.cards, under), under


def _may_be_unread(state: State, top: Card | None) -> bool:
    """Whether a card that was not read may lie on the top card."""
    pile = state.pile
    if top is None:
        return pile.unread
    seen = state.find(top.number)
    in_sight = len(seen.markers) if seen is not None else 0
    return (pile.moved and in_sight < len(top.markers)) or (pile.unread and in_sight < 2)


def _uncovered(under: Card, before: Card, top: Card) -> bool:
    """Whether this card came to light because the one on it was taken away.

    If somebody only nudges the pile, one corner comes to light, or the card moves.
    """
    if len(under.markers) < 2 or under.moved_from(before):
        return False
    return any(marker.fresh and top.holds(marker.centre) for marker in under.markers)

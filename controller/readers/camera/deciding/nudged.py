"""Whether cards of the pile were only moved, or came to light: such a card was not laid."""

from __future__ import annotations

from collections.abc import Sequence

from controller.readers.camera.deciding.state import STIRRED, Pile, State
from controller.readers.camera.marker import NUDGED_MM, Card, Marker


def may_have_moved(state: State, card: Card) -> bool:
    """Whether this card can have lain there, and was only moved together with others.

    It cannot if it is seen to lie on the top card, and all cards on the pile were read.
    """
    pile = state.pile
    is_known = pile.ordered and not pile.unread
    lies_on_top = is_known and any(
        other.number == pile.top and other is not card and other.lies_under(card, surely=True)
        for other in state.cards
    )
    return not lies_on_top and (state.stirred >= STIRRED or bool(state.shifted - {card.number}))


def may_come_to_light(state: State, card: Card) -> bool:
    """Whether this card of the pile may lie where it lay, and what covered it was taken away.

    Nobody knows where that is if the pile was moved while the card was covered. If the top card is
    still in sight or place, nothing was taken away. If it covers another card that was in sight, it
    came.
    """
    pile = state.pile
    stayed = state.stayed >= STIRRED and not state.stirred
    if pile.empty or stayed or not state.is_known(card):
        return False
    if pile.top is None:
        return True
    if pile.top != card.number and state.find(pile.top):
        return False
    covers = any(
        marker.number not in (pile.top, card.number) and card.holds(marker.centre)
        for marker in state.covered
    )
    return card.number in pile.stale and not covers


def shifted(pile: Pile, detected: Sequence[Card]) -> frozenset[int]:
    """The numbers of those that lie elsewhere now, or came to light because others do."""
    return frozenset(card.number for card in detected if card.fresh and _stirred(pile, card))


def moved_glimpses(before: Sequence[Marker], now: Sequence[Marker]) -> frozenset[int]:
    """The numbers of cards that are not known, but were seen, and lie elsewhere now.

    ``before``: where they were seen before something moved.
    """
    return frozenset(
        marker.number
        for marker in now
        if marker.fresh
        and (places := tuple(glimpse for glimpse in before if glimpse.number == marker.number))
        and Card(marker.number, (marker,)).moved_from(Card(marker.number, places), NUDGED_MM)
    )


def _stirred(pile: Pile, card: Card) -> bool:
    before = pile.find(card.number)
    if before is None:
        return False
    # a light that went away uncovers cards, too
    uncovered = card.number not in pile.visible and not all(marker.shone for marker in card.markers)
    return uncovered or card.moved_from(before, NUDGED_MM)

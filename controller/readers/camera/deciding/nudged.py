"""Whether cards of the pile were only moved, or came to light: such a card was not laid."""

from __future__ import annotations

from collections.abc import Sequence

from controller.readers.camera.deciding.pile import Glances, Pile
from controller.readers.camera.marker import NUDGED_MM, Card, Marker


def may_have_moved(pile: Pile, detected: tuple[Card, ...], card: Card, glances: Glances) -> bool:
    """Whether this card can have lain there, and was only moved together with others.

    It cannot if it is seen to lie on the top card, and all cards on the pile were read.
    """
    if pile.empty or _lies_on_top_card(pile, detected, card):
        return False
    others = [other for other in detected if other is not card]
    brief = (glances.met & pile.visible) - {other.number for other in detected}
    if brief and pile.find(card.number) is not None:
        return True
    return glances.stirred or bool(glances.shifted - {card.number}) or nudged(pile, others)


def _lies_on_top_card(pile: Pile, detected: tuple[Card, ...], card: Card) -> bool:
    """Whether the card is seen to lie on the top card, and all cards on the pile were read."""
    if not pile.ordered or pile.unread:
        return False
    return any(
        other.number == pile.top and other is not card and other.lies_under(card, surely=True)
        for other in detected
    )


def may_come_to_light(pile: Pile, detected: tuple[Card, ...], card: Card) -> bool:
    """Whether this card of the pile may lie where it lay, and what covered it was taken away.

    Nobody knows where that is if the pile was moved while the card was covered. If the top card is
    still in sight, nothing was taken away. If it covers another card that was in sight, it came.
    """
    if pile.empty or pile.find(card.number) is None:
        return False
    if any(other.number == pile.top and other is not card for other in detected):
        return False
    if pile.top is None:
        return True
    return card.number in pile.stale and not _covers(pile, detected, card)


def _covers(pile: Pile, detected: Sequence[Card], card: Card) -> bool:
    """Whether this card lies where a card below the top one had a marker that is no longer seen."""
    return any(
        card.holds(marker.centre) and not any(other.shows(marker) for other in detected)
        for below in pile.cards
        if below.number in pile.visible - {pile.top, card.number}
        for marker in below.markers
    )


def hidden(pile: Pile, detected: Sequence[Card]) -> frozenset[int]:
    """The numbers of those that are known to lie there, below others, and are not in sight."""
    top = pile.uppermost
    return frozenset(card.number for card in pile.cards if card is not top) - {
        card.number for card in detected
    }


def nudged(pile: Pile, detected: Sequence[Card]) -> bool:
    """Whether the cards that lay there lie elsewhere now: a play covers, and uncovers nothing."""
    return bool(shifted(pile, detected))


def shifted(pile: Pile, detected: Sequence[Card]) -> frozenset[int]:
    """The numbers of those that lie elsewhere now, or came to light because others do."""
    return frozenset(card.number for card in detected if card.fresh and _stirred(pile, card))


def moved_glimpses(before: Sequence[Marker], now: Sequence[Marker]) -> frozenset[int]:
    """The numbers of cards that are not known, but were seen, and lie elsewhere now.

    ``before``: where they were seen before something moved.
    """
    moved = set()
    for marker in now:
        places = tuple(glimpse for glimpse in before if glimpse.number == marker.number)
        card = Card(marker.number, (marker,))
        if places and marker.fresh and card.moved_from(Card(marker.number, places), NUDGED_MM):
            moved.add(marker.number)
    return frozenset(moved)


def was_moved(pile: Pile, card: Card) -> bool:
    """Whether this card was in sight before something moved, and lies elsewhere now."""
    before = pile.find(card.number)
    if before is None or card.number not in pile.visible:
        return False
    return bool(card.fresh) and card.moved_from(before, NUDGED_MM)


def _stirred(pile: Pile, card: Card) -> bool:
    before = pile.find(card.number)
    if before is None:
        return False
    # a light that went away uncovers cards, too
    uncovered = card.number not in pile.visible and not all(marker.shone for marker in card.markers)
    return uncovered or card.moved_from(before, NUDGED_MM)

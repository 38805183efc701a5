"""Which of the cards that can be seen came to lie on top: by history first, then by place."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.nudged import (
    hidden,
    may_come_to_light,
    may_have_moved,
    nudged,
    was_moved,
)
from controller.readers.camera.deciding.pile import Glances, Pile, with_top
from controller.readers.camera.deciding.taken_up import taken_up
from controller.readers.camera.marker import Card, Marker

BEYOND_MM = 9.0
"""A card covers a part of a marker whose middle is so far beyond its edge, at most."""
COVERED_BEYOND = 2
"""One marker alone can be lost for other reasons."""


def decide(
    pile: Pile, detected: tuple[Card, ...], glances: Glances, *, complete: bool, late: bool
) -> tuple[Pile, Card | None]:
    """Take in what the still frames agree on; return the card that came to lie on top.

    ``complete``: as many frames as can vote have voted; before that, cards can be missing.
    ``late``: if it is not clear by now which of two cards came, it will not become clear.
    """
    if not detected:
        return _emptied(pile, glances, complete=complete), None
    pile = _with_stale(pile, detected, glances)
    new = _newly_laid(pile, detected, glances)
    unsure = _may_hide_another(pile, detected, new, glances)
    if len(new) == 1 and not unsure and not _may_have_come_unread(pile, detected, new[0], glances):
        return with_top(pile, detected, new[0]), new[0]
    if not complete or (new and not late):
        return pile, None
    after, top = taken_up(pile, detected, glances.ever, sure=not new and not unsure)
    if new and not _is_any_covered(new, glances):
        # what came can be read, only nobody knows in which order
        return replace(after, unread=glances.unread), top
    return replace(after, unread=glances.unread or after.unread), top


def _emptied(pile: Pile, glances: Glances, *, complete: bool) -> Pile:
    """The pile after no frame has shown a card: it may have been taken away."""
    in_sight = glances.unread_in_place or glances.ever
    return replace(pile, empty=True) if complete and pile.cards and not in_sight else pile


def _with_stale(pile: Pile, detected: tuple[Card, ...], glances: Glances) -> Pile:
    """The pile with those that may have been moved while they were covered."""
    if pile.judged:
        return pile
    if glances.stirred or any(was_moved(pile, card) for card in detected):
        return replace(pile, stale=pile.stale | hidden(pile, detected))
    return pile


def _is_any_covered(new: list[Card], glances: Glances) -> bool:
    """Whether another marker of one of them is covered: what covers it lies on this card."""
    return any(len(card.markers) < 2 and card.number not in glances.uncovered for card in new)


def _may_hide_another(
    pile: Pile, detected: tuple[Card, ...], new: list[Card], glances: Glances
) -> bool:
    """Whether another card that was not read can have come with the new ones, or on them."""
    if glances.dazzled or _is_any_covered(new, glances):
        return True
    # what cannot be read may be the upper card, too
    if glances.unread and not (len(new) == 1 and _lies_on_labels(new[0], glances)):
        return True
    return any(_unsure(pile, detected, number) for number in glances.met - glances.before)


def _lies_on_labels(card: Card, glances: Glances) -> bool:
    """Whether a card came last, though there are labels that came, too, and cannot be read.

    It did if both its markers are in sight, and came with the last movement as far as known. But a
    card that was seen before this movement can have come with an earlier one.
    """
    fresh = [marker.fresh for marker in card.markers]
    whole = len(fresh) == 2 and True in fresh and False not in fresh
    return whole and card.number not in glances.before


def _unsure(pile: Pile, detected: tuple[Card, ...], number: int) -> bool:
    """Whether a card can have come, too, of which too few frames have shown a marker so far."""
    return pile.find(number) is None and all(card.number != number for card in detected)


def _newly_laid(pile: Pile, detected: tuple[Card, ...], glances: Glances) -> list[Card]:
    """The cards that can have come to lie on top now; where all is clear, this is one."""
    if not pile.moved:
        return []  # nothing can have come
    candidates = _candidates(pile, detected)
    new = _uppermost(pile, detected, candidates, glances)
    if any(_may_have_lain_there(pile, detected, card, glances) for card in new):
        return []
    if len(new) != 1 or len(new[0].markers) == 2 or (glances.bare and not pile.cards):
        return new  # it is in sight whole, or lies on the table
    if _may_be_corner(pile, detected):
        return []
    # another one that only seems to lie under it can be the upper one: its marker may be unreadable
    return [card for card in candidates if card.number not in glances.before]


def _may_be_corner(pile: Pile, detected: tuple[Card, ...]) -> bool:
    """Whether one marker can be a corner that came to light.

    So it is of a card that lay there unread, or was moved with the pile.
    """
    if pile.top is None or nudged(pile, detected):
        return True
    return (pile.unread or pile.empty) and not _unread_came_to_light(pile, detected)


def _may_have_lain_there(
    pile: Pile, detected: tuple[Card, ...], card: Card, glances: Glances
) -> bool:
    """Whether this card may have been moved with the pile, or have come to light."""
    if may_have_moved(pile, detected, card, glances):
        return True
    return not glances.stayed and may_come_to_light(pile, detected, card)


def _candidates(pile: Pile, detected: tuple[Card, ...]) -> list[Card]:
    """The cards that can have been laid, whichever of them lies on top."""
    came = [card for card in detected if _seen_to_come(pile, card) and _may_come(pile, card)]
    # of a card that lay in a glare nobody knows whether it came; of another one it is known
    return [card for card in came if card.fresh] or [
        card for card in came if _lies_over_all(pile, card, detected)
    ]


def _uppermost(
    pile: Pile, detected: tuple[Card, ...], candidates: list[Card], glances: Glances
) -> list[Card]:
    """Those of the candidates on which no other card is seen to lie."""
    new = [
        card
        for card in candidates
        if not any(_lies_under(pile, card, other) for other in detected if other is not card)
    ]
    if len(new) < 2:
        return new
    return _above(pile, new) or [card for card in new if card.number not in glances.before]


def _lies_over_all(pile: Pile, card: Card, detected: tuple[Card, ...]) -> bool:
    """Whether all other cards that can have come, too, are seen to lie under this one."""
    return all(
        other.lies_under(card, surely=True)
        for other in detected
        if other is not card and pile.find(other.number) is None
    )


def _may_have_come_unread(
    pile: Pile, detected: tuple[Card, ...], card: Card, glances: Glances
) -> bool:
    """Whether this card can have come unread before, and another one lies on it unread now.

    That is so if it was seen before the last movement, or if something now covers markers that
    this card does not reach. But if both markers of this card came since the reader last knew what
    lies there, a hand held the card or covered a part of it, unless no card at all was in sight.
    """
    before = glances.before_settled if card.came_whole and not pile.empty else glances.before
    if card.number in before and (pile.unread or pile.empty):
        return True
    if not pile.unread:
        return False
    if card.fresh is None:
        return True
    if _unread_came_to_light(pile, detected):
        return False
    covered = _covered_markers(pile, detected)
    return sum(not card.holds(marker.centre, -BEYOND_MM) for marker in covered) >= COVERED_BEYOND


def _covered_markers(pile: Pile, detected: tuple[Card, ...]) -> list[Marker]:
    """The markers that were in sight before something moved, and are not any more."""
    return [
        marker
        for below in pile.cards
        if below.number in pile.visible
        for marker in below.markers
        if not any(card.shows(marker) for card in detected)
    ]


def _unread_came_to_light(pile: Pile, detected: tuple[Card, ...]) -> bool:
    """Whether the card that came unread can be read now: it lay in the light that has gone."""
    return any(card.fresh is None and pile.find(card.number) is None for card in detected)


def _seen_to_come(pile: Pile, card: Card) -> bool:
    """Whether the picture has changed there; when the reader begins, nobody knows that.

    Where nothing has changed at one of two markers, only the other one came to light, unless this
    marker lies exactly where another card has one: they look alike. Of a pile that lay there
    already, a corner that sticks out can be all that can be read.
    """
    if card.fresh is not None:
        same = [marker for marker in card.markers if marker.fresh is False]
        return card.fresh and all(_covers_marker(pile, marker) for marker in same)
    return len(card.markers) == 2 and not any(marker.rest_lay_there for marker in card.markers)


def _covers_marker(pile: Pile, marker: Marker) -> bool:
    others = [
        other for card in pile.cards if card.number != marker.number for other in card.markers
    ]
    return any(marker.near(other.centre, marker.side_px / 2) for other in others)


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
    before = pile.find(card.number)
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
    return card.moved_from(before) or (card.came_whole and card.shifted_from(before))

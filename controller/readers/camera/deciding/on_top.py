"""Which of the cards that can be seen came to lie on top: by history first, then by place."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.nudged import may_come_to_light, may_have_moved, shifted
from controller.readers.camera.deciding.pile import taken_up, with_top
from controller.readers.camera.deciding.state import STIRRED, Pile, State
from controller.readers.camera.marker import Card, Marker

BEYOND_MM = 9.0
"""A card covers a part of a marker whose middle is so far beyond its edge, at most."""
COVERED_BEYOND = 2
"""One marker alone can be lost for other reasons."""


def decide(state: State) -> tuple[Pile, Card | None]:
    """The pile as the still frames show it, and the card that came to lie on top."""
    if not state.cards:
        return _emptied(state), None
    state = replace(state, pile=_with_stale(state))
    new = _newly_laid(state)
    top = new[0] if len(new) == 1 else None
    in_doubt = any(doubt(state, top) for doubt in DOUBTS)
    if top is not None and not in_doubt:
        return with_top(state.pile, state.cards, top), top
    if not state.complete or (new and not state.late):
        return state.pile, None
    after, top = taken_up(state, sure=not new and not in_doubt)
    return replace(after, unread=after.unread or state.label), top


def _emptied(state: State) -> Pile:
    """The pile after the frames agree on no card: it may have been taken away."""
    is_away = state.complete and not (state.unread_in_place or state.read)
    return replace(state.pile, empty=True) if is_away and state.pile.cards else state.pile


def _with_stale(state: State) -> Pile:
    """The pile with those below others that may have been moved while they were covered."""
    pile, top = state.pile, state.pile.uppermost
    is_moved = state.stirred >= STIRRED or bool(shifted(pile, state.cards) & pile.visible)
    if pile.judged or not is_moved:
        return pile
    below = (card.number for card in pile.cards if card is not top)
    return replace(pile, stale=frozenset(below) - {card.number for card in state.cards})


def _newly_laid(state: State) -> list[Card]:
    """The cards that can have come to lie on top now; where all is clear, this is one."""
    if not state.pile.moved:
        return []  # nothing can have come
    candidates = _candidates(state)
    new = _uppermost(state, candidates)
    if any(may_have_moved(state, card) or may_come_to_light(state, card) for card in new):
        return []
    if len(new) != 1 or len(new[0].markers) == 2 or (state.bare and not state.pile.cards):
        return new  # it is in sight whole, or lies on the table
    if _may_be_corner(state):
        return []
    # another one that only seems to lie under it can be the upper one: its marker may be unreadable
    return candidates


def _may_be_corner(state: State) -> bool:
    """Whether one marker can be a corner that came to light.

    So it is of a card that lay there unread, or was moved with the pile.
    """
    if state.pile.top is None or shifted(state.pile, state.cards):
        return True
    return (state.pile.unread or state.pile.empty) and not _unread_came_to_light(state)


def _candidates(state: State) -> list[Card]:
    """The cards that can have been laid, whichever of them lies on top."""
    pile = state.pile
    came = [card for card in state.cards if _seen_to_come(pile, card) and _may_come(pile, card)]
    # of a card that lay in a glare nobody knows whether it came; of another one it is known
    known = [card for card in came if card.fresh]
    return known or [card for card in came if _lies_over_all(state, card)]


def _uppermost(state: State, candidates: list[Card]) -> list[Card]:
    """Those of the candidates on which no other card is seen to lie."""
    # a card that came unread can be the one that is in sight as a whole now
    surely = state.pile.unread
    new = [
        card
        for card in candidates
        if not any(card.lies_under(other, surely) for other in state.cards if other is not card)
    ]
    return new if len(new) < 2 else [card for card in new if card.number not in state.glimpsed]


def _lies_over_all(state: State, card: Card) -> bool:
    """Whether all other cards that can have come, too, are seen to lie under this one."""
    others = [other for other in state.cards if other is not card and not state.is_known(other)]
    return all(other.lies_under(card, surely=True) for other in others)


def _unread_came_to_light(state: State) -> bool:
    """Whether the card that came unread can be read now: it lay in the light that has gone."""
    return any(card.fresh is None and not state.is_known(card) for card in state.cards)


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
    others = [other for other in pile.markers if other.number != marker.number]
    return any(marker.near(other.centre, marker.side_px / 2) for other in others)


def _may_come(pile: Pile, card: Card) -> bool:
    """Whether this card can have been laid now: it did not lie there, or it was laid again."""
    before = pile.find(card.number)
    if before is None:
        return True
    visible, is_top = card.number in pile.visible, card.number == pile.top
    if visible + is_top + (not pile.empty) > 1:
        return False  # also where a glare hid the top card, and somebody moved it
    # one that lies as it lay before can have come to light because others were taken away
    return card.came_whole and card.shifted_from(before)


def _is_dazzled(state: State, top: Card | None) -> bool:
    """Whether two lights can hide it."""
    return state.dazzled


def _is_half_covered(state: State, top: Card | None) -> bool:
    """Whether it covers the other marker of the card that seems to lie on top."""
    return top is not None and not state.is_other_marker_known(top)


def _is_glimpsed(state: State, top: Card | None) -> bool:
    """Whether it is one of which too few frames have shown a marker so far."""
    return any(
        state.pile.find(number) is None and state.find(number) is None
        for number in state.met - state.glimpsed
    )


def _has_label(state: State, top: Card | None) -> bool:
    """Whether a label that cannot be read is its.

    A card came last, though there are labels that came, too, if both its markers are in sight, and
    came with the last movement as far as known. But if it was seen before this movement, it can
    have come with an earlier one.
    """
    if top is not None and len(top.markers) == 2 and top.fresh and top.number not in state.glimpsed:
        return False
    return state.label


def _came_first(state: State, top: Card | None) -> bool:
    """Whether the card that seems to lie on top came unread before, and it lies on this one.

    That is so if this one was seen before the last movement, or if something now covers markers
    that it does not reach. But if both markers of it came since the reader last knew what lies
    there, a hand held the card or covered a part of it, unless no card at all was in sight.
    """
    pile = state.pile
    if top is None or not (pile.unread or pile.empty):
        return False
    is_known_whole = top.came_whole and not pile.empty
    if top.number in (state.glimpsed_before_settled if is_known_whole else state.glimpsed):
        return True
    beyond = [not top.holds(marker.centre, -BEYOND_MM) for marker in state.covered]
    return pile.unread and (top.fresh is None or sum(beyond) >= COVERED_BEYOND)


DOUBTS = (_is_dazzled, _is_half_covered, _is_glimpsed, _has_label, _came_first)
"""Each says whether another card, which was not read, can have come with the one that seems to lie
on top, or on it; None: with none that was read."""

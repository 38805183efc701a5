"""Which card came to lie on top: from what the frames show, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.readers.camera.deciding.nudged import moved_glimpses, shifted
from controller.readers.camera.deciding.on_top import decide
from controller.readers.camera.deciding.state import OF_FRAMES, Findings, State
from controller.readers.camera.height import is_held, is_steep, plausible
from controller.readers.camera.marker import Card, Marker
from controller.readers.reports import Figure, SeenCard

VOTES = 3
"""A card counts as seen if it is in ``VOTES`` of the last ``OF_FRAMES`` still frames."""
AGAIN = 2
"""A card's other marker counts if it is in so many of them."""
PATIENT = 7
"""Where nobody knows how large a card is that lies there, because none is known, or because the
camera looks from aside: so many still frames show that nobody holds it above the table."""
LOOKED = 10
"""After so many still frames there is nothing new to be found, until something moves."""
GLIMPSES = 100
"""So many of the newest glimpses are kept, however long nothing is said."""
AGAIN_EVERY = 10
"""Even then, one of so many frames is looked at, to know how well the camera sees."""


def interrupted(state: State) -> State:
    """After a time without frames: something may have moved."""
    pile, is_settled = state.pile, settled(state)
    glimpsed = frozenset() if state.reported else state.glimpsed | state.ever
    return State(
        replace(pile, moved=True, judged=False),
        top_before=pile.find(pile.top) if pile.top in pile.visible else None,
        glimpsed=glimpsed,
        glimpsed_before_settled=glimpsed
        if is_settled
        else state.glimpsed_before_settled & glimpsed,
        glimpses=() if state.reported else (*state.glimpses, *state.marks)[-GLIMPSES:],
        bare=not state.sight if is_settled else state.bare,
    )


def settled(state: State) -> bool:
    """Whether the pile is known, as far as it can be known, and nothing has moved since."""
    return not state.pile.moved or state.late


def wants_markers(state: State, still: bool, hand: bool) -> bool:
    """Whether the markers of the next frame are worth their time."""
    return still and not hand and (state.still < LOOKED or state.still % AGAIN_EVERY == 0)


def step(state: State, findings: Findings) -> tuple[State, tuple[SeenCard, ...]]:
    """Take in a frame; return which cards came to lie on top."""
    if not findings.still:
        return interrupted(state), ()
    if findings.hand or findings.markers is None:
        return replace(state, still=state.still + 1), ()
    now = _remember(state, findings, plausible(state.pile.cards, findings.markers))
    if _is_early(now):
        return now, ()
    brief = tuple(Card(marker.number, (marker,)) for marker in now.votes[-1])
    moved = shifted(now.pile, (*now.cards, *brief)) | moved_glimpses(now.glimpses, now.votes[-1])
    return _report(replace(now, shifted=now.shifted | moved), findings.at_s)


def _remember(state: State, findings: Findings, markers: tuple[Marker, ...]) -> State:
    """The state with what a frame shows. ``markers``: those that can be markers of cards."""
    votes, labels = (*state.votes, markers)[-OF_FRAMES:], findings.labels
    changed = [label for label in labels if label.fresh is not False]
    unknown = [marker for marker in markers if state.pile.find(marker.number) is None]
    return replace(
        state,
        votes=votes,
        cards=_agreed(votes),
        still=state.still + 1,
        ever=state.ever | _numbers(markers),
        marks=(*state.marks, *_unmet((*state.marks, *state.glimpses), unknown)),
        met=state.met | {marker.number for marker in markers if marker.fresh is not False},
        labels=(*state.labels, *_unmet(state.labels, changed)),
        unread_in_place=state.unread_in_place or _is_in_place(state, labels),
        stirred=state.stirred + (findings.stirred is True),
        stayed=state.stayed + (findings.stirred is False),
        lit=state.lit | findings.lit,
        dazzled=state.dazzled or findings.dazzled,
        sight=state.sight or bool(findings.markers or labels),
    )


def _unmet(met: Sequence[Marker], markers: Sequence[Marker]) -> list[Marker]:
    """The markers without those that were at their places before."""
    return [
        marker
        for marker in markers
        if not any(other.number == marker.number and marker.meets(other) for other in met)
    ]


def _is_in_place(state: State, labels: Sequence[Marker]) -> bool:
    """Whether one of these labels is where a known card has a marker."""
    return any(label.meets(marker) for label in labels for marker in state.pile.markers)


def _is_early(state: State) -> bool:
    """Whether a card may only be held above the table: nobody holds one still for long."""
    size_is_unknown = not state.pile.cards or is_steep(state.votes[-1])
    if state.still < PATIENT and size_is_unknown:
        return True
    held = [card for card in state.cards if card.number not in state.pile.visible]
    return state.still < LOOKED and any(is_held(state.pile.cards, card) for card in held)


def _report(state: State, at_s: float) -> tuple[State, tuple[SeenCard, ...]]:
    """Decide which of the cards that the frames agree on came to lie on top, and report it."""
    pile, top = decide(state)
    if top is None:
        doubtful = state.doubtful or (state.complete and _has_new(state))
        return _unread(replace(state, pile=pile, doubtful=doubtful), at_s)
    now = replace(state, pile=pile, reported=True)
    if state.reported:
        return now, ()  # it became readable after it was told as unreadable
    evidence: dict[str, Figure] = {
        "kind": "camera",
        "votes": sum(top.number in _numbers(vote) for vote in now.votes),
        "frames": len(now.votes),
        "markers": len(top.markers),
        "side_px": round(max(marker.side_px for marker in top.markers)),
    }
    return now, (SeenCard(top.number, None, at_s, evidence),)


def _has_new(state: State) -> bool:
    """Whether a card came. What lay there when the reader began is nobody's play."""
    return (
        state.pile.moved
        and bool(state.pile.cards)
        and any(card.fresh is not False and not state.is_known(card) for card in state.cards)
    )


def _unread(state: State, at_s: float) -> tuple[State, tuple[SeenCard, ...]]:
    """Say once that something covers the top card and cannot be read."""
    before = state.top_before
    # one marker of two is easily lost in a glare
    is_covered = (
        before is not None and state.pile.top == before.number and state.find(before.number) is None
    )
    enough = state.late and state.complete and not state.reported
    if not enough or not (state.doubtful or is_covered):
        return state, ()
    return replace(state, reported=True), (SeenCard(None, None, at_s, {"kind": "camera"}),)


def _agreed(votes: Sequence[tuple[Marker, ...]]) -> tuple[Card, ...]:
    """The cards of which enough frames show the same marker, with all markers of these frames."""
    places_of: dict[int, list[list[Marker]]] = {}
    for vote in reversed(votes):
        for marker in vote:
            places = places_of.setdefault(marker.number, [])
            place = next((place for place in places if marker.meets(place[0])), None)
            if place is None:
                places.append([marker])
            else:
                place.append(marker)
    return tuple(
        # of each place, the newest frame comes first
        Card(number, tuple(place[0] for place in places if len(place) >= AGAIN)[:2])
        for number, places in places_of.items()
        if any(len(place) >= VOTES for place in places)
    )


def _numbers(vote: tuple[Marker, ...]) -> set[int]:
    return {marker.number for marker in vote}

"""Which card came to lie on top: from what the frames show, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from controller.readers.camera.deciding.nudged import moved_glimpses, shifted
from controller.readers.camera.deciding.on_top import decide
from controller.readers.camera.deciding.pile import Glances, Pile
from controller.readers.camera.height import is_held, is_steep, plausible
from controller.readers.camera.labels import unexplained
from controller.readers.camera.marker import Card, Marker
from controller.readers.reports import Figure, SeenCard

VOTES = 3
OF_FRAMES = 5
"""A card counts as seen if it is in ``VOTES`` of the last ``OF_FRAMES`` still frames."""
AGAIN = 2
"""A card's other marker counts if it is in so many of them."""
PATIENT = 7
"""Where nobody knows how large a card is that lies there, because none is known, or because the
camera looks from aside: so many still frames show that nobody holds it above the table."""
UNREAD_AFTER = 8
"""After so many still frames, something that covers the top card will not be read any more."""
LOOKED = 10
"""After so many still frames there is nothing new to be found, until something moves."""
STIRRED = 2
"""So many frames have to show that the former top card was moved, or that it still lies there."""
LABEL_SIDES = 1.5
"""So near to where a card's other marker should be, an unread label can be this marker."""
GLIMPSES = 100
"""So many of the newest glimpses are kept, however long nothing is said."""
AGAIN_EVERY = 10
"""Even then, one of so many frames is looked at, to know how well the camera sees."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a frame."""

    at_s: float
    still: bool
    """Nothing has moved since the frame before."""
    hand: bool
    """Something reaches from the picture's edge over the table."""
    markers: tuple[Marker, ...] | None = None
    """None: nobody looked for them."""
    labels: tuple[Marker, ...] = ()
    """What looks like a marker, but cannot be read."""
    stirred: bool | None = None
    """Whether the rest of the card that was the top one is elsewhere now; None: not known."""
    lit: frozenset[int] = frozenset()
    """Cards with a marker that a light hides, or that is beside the picture."""
    dazzled: bool = False
    """Two lights came that can hide both markers of a card."""


@dataclass(frozen=True, slots=True)
class State:
    """What is remembered from frame to frame."""

    pile: Pile = field(default_factory=Pile)
    votes: tuple[tuple[Marker, ...], ...] = ()
    """The markers of the last still frames, since something moved."""
    still: int = 0
    """How many frames have been still since something moved."""
    top_before: Card | None = None
    """The top card as it was seen before something moved."""
    reported: bool = False
    """A card was reported since then."""
    ever: frozenset[int] = frozenset()
    """Cards that any frame has shown since then."""
    met: frozenset[int] = frozenset()
    """Cards that any frame has shown since then where something has changed."""
    glimpsed: frozenset[int] = frozenset()
    """Cards that were seen too briefly before the last movement: they did not come with it."""
    glimpsed_before_settled: frozenset[int] = frozenset()
    """Those of them that were seen before the reader last knew what lies there."""
    marks: tuple[Marker, ...] = ()
    """Where cards were seen since then that are not known to lie there."""
    glimpses: tuple[Marker, ...] = ()
    """Where ``glimpsed`` ones were seen before something moved."""
    labels: tuple[Marker, ...] = ()
    """What looked like a marker since then, where something has changed, and could not be read."""
    stirred: int = 0
    """How many frames since then have shown that the card which was the top one was moved."""
    stayed: int = 0
    """How many have shown that it still lies there."""
    lit: frozenset[int] = frozenset()
    """Cards with a marker that a light has hidden since then, or that is beside the picture."""
    dazzled: bool = False
    """Since then, two lights came that can hide both markers of a card."""
    shifted: frozenset[int] = frozenset()
    """Known cards that were seen to be moved since then."""
    unread_in_place: bool = False
    """Where a known card has a marker, a label was seen since then that could not be read."""
    doubtful: bool = False
    """Cards came of which nobody knows which one lies on top."""
    sight: bool = False
    """Since something moved, a marker was seen, or something that looks like one."""
    bare: bool = False
    """Before something moved, there was nothing like that for a while."""


def interrupted(state: State) -> State:
    """After a time without frames: something may have moved."""
    pile = state.pile
    top = pile.find(pile.top) if pile.top is not None and pile.top in pile.visible else None
    glimpsed = frozenset() if state.reported else state.glimpsed | state.ever
    before_settled = glimpsed if settled(state) else state.glimpsed_before_settled & glimpsed
    moved = replace(pile, moved=True, judged=False)
    glimpses = () if state.reported else (*state.glimpses, *state.marks)[-GLIMPSES:]
    bare = not state.sight if settled(state) else state.bare
    return State(
        moved,
        top_before=top,
        glimpsed=glimpsed,
        glimpsed_before_settled=before_settled,
        glimpses=glimpses,
        bare=bare,
    )


def settled(state: State) -> bool:
    """Whether the pile is known, as far as it can be known, and nothing has moved since."""
    return not state.pile.moved or state.still >= UNREAD_AFTER


def wants_markers(state: State, still: bool, hand: bool) -> bool:
    """Whether the markers of the next frame are worth their time."""
    if not still or hand:
        return False
    return state.still < LOOKED or state.still % AGAIN_EVERY == 0


def step(state: State, findings: Findings) -> tuple[State, tuple[SeenCard, ...]]:
    """Take in a frame; return which cards came to lie on top."""
    if not findings.still:
        return interrupted(state), ()
    if findings.hand or findings.markers is None:
        return replace(state, still=state.still + 1), ()
    now = _remember(state, findings, plausible(state.pile.cards, findings.markers))
    agreed = _agreed(now.votes)
    if _is_early(now, agreed):
        return now, ()
    brief = tuple(Card(marker.number, (marker,)) for marker in now.votes[-1])
    moved = shifted(now.pile, (*agreed, *brief)) | moved_glimpses(now.glimpses, now.votes[-1])
    return _report(replace(now, shifted=now.shifted | moved), agreed, findings.at_s)


def _remember(state: State, findings: Findings, markers: tuple[Marker, ...]) -> State:
    """The state with what a frame shows. ``markers``: those that can be markers of cards."""
    labels = findings.labels
    return replace(
        state,
        votes=(*state.votes, markers)[-OF_FRAMES:],
        still=state.still + 1,
        ever=state.ever | _numbers(markers),
        marks=(*state.marks, *_new_marks(state, markers)),
        met=state.met | {marker.number for marker in markers if marker.fresh is not False},
        labels=(*state.labels, *_not_met(state.labels, labels)),
        unread_in_place=state.unread_in_place
        or any(_on_known(state.pile, label) for label in labels),
        stirred=state.stirred + (findings.stirred is True),
        stayed=state.stayed + (findings.stirred is False),
        lit=state.lit | findings.lit,
        dazzled=state.dazzled or findings.dazzled,
        sight=state.sight or bool(findings.markers or labels),
    )


def _is_early(state: State, agreed: Sequence[Card]) -> bool:
    """Whether a card may only be held above the table: nobody holds one still for long."""
    size_is_unknown = not state.pile.cards or is_steep(state.votes[-1])
    if state.still < PATIENT and size_is_unknown:
        return True
    return state.still < LOOKED and any(_held(state.pile, card) for card in agreed)


def _report(
    state: State, agreed: tuple[Card, ...], at_s: float
) -> tuple[State, tuple[SeenCard, ...]]:
    """Decide which of the cards that the frames agree on came to lie on top, and report it."""
    complete, late = len(state.votes) == OF_FRAMES, state.still >= UNREAD_AFTER
    glances = _glances(state, agreed)
    pile, top = decide(state.pile, agreed, glances, complete=complete, late=late)
    if top is None:
        came = any(_is_new(state.pile, card) for card in agreed)
        doubtful = state.doubtful or (complete and state.pile.moved and came)
        return _unread(replace(state, pile=pile, doubtful=doubtful), agreed, at_s)
    now = replace(state, pile=_without_held(state.pile, pile, top))
    if now.reported:
        return now, ()  # it became readable after it was told as unreadable
    evidence: dict[str, Figure] = {
        "kind": "camera",
        "votes": sum(top.number in _numbers(vote) for vote in now.votes),
        "frames": len(now.votes),
        "markers": len(top.markers),
        "side_px": round(max(marker.side_px for marker in top.markers)),
    }
    return replace(now, reported=True), (SeenCard(top.number, None, at_s, evidence),)


def _glances(state: State, agreed: Sequence[Card]) -> Glances:
    """What single frames have shown."""
    read = [marker for vote in state.votes for marker in vote]
    # of a card that came unread, and comes to light now, a part can lie in a light, too
    lit = frozenset() if state.pile.hidden else state.lit
    return Glances(
        frozenset(marker.number for marker in read),
        state.met,
        state.glimpsed,
        state.glimpsed_before_settled,
        unexplained(state.labels, agreed, read, state.pile.cards),
        state.unread_in_place,
        stirred=state.stirred >= STIRRED,
        stayed=state.stayed >= STIRRED and not state.stirred,
        shifted=state.shifted,
        uncovered=lit | {card.number for card in agreed if _is_uncovered(card, read, state.labels)},
        dazzled=state.dazzled,
        bare=state.bare,
    )


def _unread(
    state: State, agreed: Sequence[Card], at_s: float
) -> tuple[State, tuple[SeenCard, ...]]:
    """Say once that something covers the top card and cannot be read."""
    before = state.top_before
    enough = state.still >= UNREAD_AFTER and len(state.votes) == OF_FRAMES
    if not enough or state.reported or not (state.doubtful or _covered(before, state, agreed)):
        return state, ()
    return replace(state, reported=True), (SeenCard(None, None, at_s, {"kind": "camera"}),)


def _covered(before: Card | None, state: State, agreed: Sequence[Card]) -> bool:
    """Whether the top card can no longer be seen. One marker of two is easily lost in a glare."""
    if before is None or state.pile.top != before.number:
        return False
    return all(card.number != before.number for card in agreed)


def _is_uncovered(card: Card, read: Sequence[Marker], labels: Sequence[Marker]) -> bool:
    """Whether a card's other marker is in sight, too, even if too few frames show its number."""
    marker = card.markers[0]
    has_partner = any(other.number == card.number and not _near(marker, other) for other in read)
    label = any(label.near(marker.partner, LABEL_SIDES * marker.side_px) for label in labels)
    return len(card.markers) > 1 or has_partner or label


def _is_new(pile: Pile, card: Card) -> bool:
    # what lay there when the reader began is nobody's play
    return bool(pile.cards) and card.fresh is not False and pile.find(card.number) is None


def _held(pile: Pile, card: Card) -> bool:
    return card.number not in pile.visible and is_held(pile.cards, card)


def _without_held(before: Pile, pile: Pile, top: Card) -> Pile:
    """The pile without the only card that was known before, if it was only held above the table."""
    if len(before.cards) != 1 or before.cards[0].number in {*pile.visible, top.number}:
        return pile
    (first,) = before.cards
    if not is_held((top,), first):
        return pile
    cards = tuple(card for card in pile.cards if card.number != first.number)
    return replace(pile, cards=cards, ordered=min(pile.ordered, 1))


def _agreed(votes: Sequence[tuple[Marker, ...]]) -> tuple[Card, ...]:
    """The cards of which enough frames show the same marker, with all markers of these frames."""
    places_of: dict[int, list[list[Marker]]] = {}
    for vote in reversed(votes):
        for marker in vote:
            places = places_of.setdefault(marker.number, [])
            place = next((place for place in places if _near(marker, place[0])), None)
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


def _new_marks(state: State, markers: Sequence[Marker]) -> list[Marker]:
    """The markers of cards that are not known to lie there, at places that are new."""
    unknown = [marker for marker in markers if state.pile.find(marker.number) is None]
    before = [*state.marks, *state.glimpses]
    return [
        marker
        for marker in unknown
        if not any(mark.number == marker.number and _near(marker, mark) for mark in before)
    ]


def _not_met(met: Sequence[Marker], labels: Sequence[Marker]) -> list[Marker]:
    """The labels where something has changed, without those that an earlier frame has shown."""
    changed = [label for label in labels if label.fresh is not False]
    return [label for label in changed if not any(_near(label, other) for other in met)]


def _on_known(pile: Pile, label: Marker) -> bool:
    return any(_near(label, marker) for card in pile.cards for marker in card.markers)


def _near(first: Marker, second: Marker) -> bool:
    (x, y), (other_x, other_y) = first.centre, second.centre
    return abs(x - other_x) + abs(y - other_y) < first.side_px


def _numbers(vote: tuple[Marker, ...]) -> set[int]:
    return {marker.number for marker in vote}

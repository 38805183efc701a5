"""Which card came to lie on top: from what the frames show, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from controller.readers.camera.height import held
from controller.readers.camera.marker import Card, Marker
from controller.readers.camera.on_top import Pile, decide
from controller.readers.seen import Figure, Seen

VOTES = 3
OF_FRAMES = 5
"""A card counts as seen if it is in ``VOTES`` of the last ``OF_FRAMES`` still frames."""
UNREAD_AFTER = 8
"""After so many still frames, something that covers the top card will not be read any more."""
LOOKED = 10
"""After so many still frames there is nothing new to be found, until something moves."""
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
    said: bool = False
    """Something was said since then."""
    glimpsed: frozenset[int] = frozenset()
    """Cards that were seen too briefly before the last movement: they did not come with it."""
    doubtful: bool = False
    """Cards came of which nobody knows which one lies on top."""


def interrupted(state: State) -> State:
    """After a time without frames: something may have moved."""
    pile = state.pile
    top = pile.known(pile.top) if pile.top is not None and pile.top in pile.visible else None
    brief = frozenset(number for vote in state.votes for number in _numbers(vote))
    glimpsed = frozenset() if state.said else state.glimpsed | brief
    return State(replace(pile, moved=True, judged=False), top_before=top, glimpsed=glimpsed)


def settled(state: State) -> bool:
    """Whether the pile is known, as far as it can be known, and nothing has moved since."""
    return not state.pile.moved or state.still >= LOOKED


def wants_markers(state: State, still: bool, hand: bool) -> bool:
    """Whether the markers of the next frame are worth their time."""
    if not still or hand:
        return False
    return state.still < LOOKED or state.still % AGAIN_EVERY == 0


def step(state: State, found: Findings) -> tuple[State, tuple[Seen, ...]]:
    """Take in a frame; return which cards came to lie on top."""
    if not found.still:
        return interrupted(state), ()
    if found.hand or found.markers is None:
        return replace(state, still=state.still + 1), ()
    votes = (*state.votes, found.markers)[-OF_FRAMES:]
    agreed = _agreed(votes)
    now = replace(state, votes=votes, still=state.still + 1)
    if now.still < LOOKED and any(_held(state.pile, card) for card in agreed):
        return now, ()  # nobody holds a card so still for so long
    ever = frozenset(number for vote in votes for number in _numbers(vote))
    complete = len(votes) == OF_FRAMES
    pile, top = decide(state.pile, agreed, ever, state.glimpsed, complete)
    now = replace(now, pile=pile)
    if top is None:
        if complete and state.pile.moved and not now.doubtful:
            now = replace(now, doubtful=any(_came(state.pile, card) for card in agreed))
        return _unread(now, agreed, found.at_s)
    if now.said:
        return now, ()  # it became readable after it was told as unreadable
    evidence: dict[str, Figure] = {
        "kind": "camera",
        "votes": sum(any(marker.number == top.number for marker in vote) for vote in votes),
        "frames": len(votes),
        "markers": len(top.markers),
        "side_px": round(max(marker.side_px for marker in top.markers)),
    }
    return replace(now, said=True), (Seen(top.number, None, found.at_s, evidence),)


def _unread(state: State, agreed: Sequence[Card], at_s: float) -> tuple[State, tuple[Seen, ...]]:
    """Say once that something covers the top card and cannot be read."""
    before = state.top_before
    enough = state.still >= UNREAD_AFTER and len(state.votes) == OF_FRAMES
    if not enough or state.said or not (state.doubtful or _covered(before, state, agreed)):
        return state, ()
    return replace(state, said=True), (Seen(None, None, at_s, {"kind": "camera"}),)


def _covered(before: Card | None, state: State, agreed: Sequence[Card]) -> bool:
    """Whether the top card can no longer be seen. One marker of two is easily lost in a glare."""
    if before is None or state.pile.top != before.number:
        return False
    return all(card.number != before.number for card in agreed)


def _came(pile: Pile, card: Card) -> bool:
    # what lay there when the reader began is nobody's play
    return bool(pile.lying) and card.fresh is not False and pile.known(card.number) is None


def _held(pile: Pile, card: Card) -> bool:
    return card.number not in pile.visible and held(pile.lying, card)


def _agreed(votes: Sequence[tuple[Marker, ...]]) -> tuple[Card, ...]:
    """The cards that enough frames show, with the markers of the newest of these frames."""
    counts = Counter(number for vote in votes for number in _numbers(vote))
    cards = []
    for number, many in counts.items():
        if many < VOTES:
            continue
        newest = next(vote for vote in reversed(votes) if number in _numbers(vote))
        markers = tuple(marker for marker in newest if marker.number == number)
        cards.append(Card(number, _steady(markers, votes)))
    return tuple(cards)


def _steady(markers: tuple[Marker, ...], votes: Iterable[tuple[Marker, ...]]) -> tuple[Marker, ...]:
    """A card's markers in all frames, each once: one of two can be missing in the newest."""
    found = list(markers)
    for vote in votes:
        for marker in vote:
            if marker.number == markers[0].number and not any(
                _near(marker, other) for other in found
            ):
                found.append(marker)
    return tuple(found[:2])


def _near(one: Marker, two: Marker) -> bool:
    (x, y), (other_x, other_y) = one.centre, two.centre
    return abs(x - other_x) + abs(y - other_y) < one.side_px


def _numbers(vote: tuple[Marker, ...]) -> set[int]:
    return {marker.number for marker in vote}

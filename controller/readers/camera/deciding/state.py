"""What is known: the pile, and what frames have shown of it since something moved."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.readers.camera.labels import unexplained
from controller.readers.camera.marker import Card, Marker

OF_FRAMES = 5
"""So many of the last still frames vote."""
UNREAD_AFTER = 8
"""After so many still frames, something that covers the top card will not be read any more."""
STIRRED = 2
"""So many frames have to show that the former top card was moved, or that it still lies there."""
LABEL_SIDES = 1.5
"""So near to where a card's other marker should be, an unread label can be this marker."""


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
class Pile:
    """The cards that are known to lie there."""

    cards: tuple[Card, ...] = ()
    """In the order in which they came, each as it was seen last."""
    visible: frozenset[int] = frozenset()
    """Those that could be seen before something moved."""
    top: int | None = None
    moved: bool = True
    """Something has moved since the top card was last decided."""
    empty: bool = False
    """No card could be seen since then: the pile may have been taken away."""
    judged: bool = False
    """Since something moved, all frames have voted once, and no card came."""
    unread: bool = False
    """The top card lost a marker from sight, and no card came: one may lie there that is unread."""
    hidden: bool = False
    """A card that came unread may lie under the top card now."""
    ordered: int = 0
    """So many of the last cards surely lie directly on each other."""
    stale: frozenset[int] = frozenset()
    """Those that were covered when others were moved: they may have been moved, too."""

    def find(self, number: int | None) -> Card | None:
        """The card as it was seen last."""
        return next((card for card in self.cards if card.number == number), None)

    @property
    def markers(self) -> list[Marker]:
        """Those of its cards."""
        return [marker for card in self.cards for marker in card.markers]

    @property
    def uppermost(self) -> Card | None:
        """The top card if it was in sight; if none is known, one that was in sight whole."""
        if self.top is not None:
            return self.find(self.top) if self.top in self.visible else None
        whole = [card for card in self.cards if len(card.markers) == 2]
        return next((card for card in reversed(whole) if card.number in self.visible), None)


@dataclass(frozen=True, slots=True)
class State:
    """What is remembered from frame to frame; "since then" is since something moved."""

    pile: Pile = field(default_factory=Pile)
    votes: tuple[tuple[Marker, ...], ...] = ()
    """The markers of the last still frames since then."""
    cards: tuple[Card, ...] = ()
    """The cards that enough of these frames agree on."""
    still: int = 0
    """How many frames have been still since then."""
    top_before: Card | None = None
    """The top card as it was seen before."""
    reported: bool = False
    """A card was reported since then."""
    ever: frozenset[int] = frozenset()
    """Cards that any frame has shown since then."""
    met: frozenset[int] = frozenset()
    """Cards that any frame has shown since then where something has changed."""
    glimpsed: frozenset[int] = frozenset()
    """Cards that were seen too briefly before: they did not come with the last movement."""
    glimpsed_before_settled: frozenset[int] = frozenset()
    """Those of them that were seen before the reader last knew what lies there."""
    marks: tuple[Marker, ...] = ()
    """Where cards were seen since then that are not known to lie there."""
    glimpses: tuple[Marker, ...] = ()
    """Where ``glimpsed`` ones were seen before."""
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
    """Cards that were seen to be moved since then."""
    unread_in_place: bool = False
    """Where a known card has a marker, a label was seen since then that could not be read."""
    doubtful: bool = False
    """Cards came of which nobody knows which one lies on top."""
    sight: bool = False
    """Since then, a marker was seen, or something that looks like one."""
    bare: bool = False
    """Before, there was nothing like that for a while."""

    @property
    def complete(self) -> bool:
        """Whether as many frames as can vote have voted; before that, cards can be missing."""
        return len(self.votes) == OF_FRAMES

    @property
    def late(self) -> bool:
        """Whether what is not clear by now will not become clear."""
        return self.still >= UNREAD_AFTER

    @property
    def read(self) -> list[Marker]:
        """The markers that the last frames have shown."""
        return [marker for vote in self.votes for marker in vote]

    @property
    def read_numbers(self) -> set[int]:
        """The numbers of these markers."""
        return {marker.number for marker in self.read}

    @property
    def label(self) -> bool:
        """Whether a label came that cannot be read, and belongs to no card that was read."""
        return unexplained(self.labels, self.cards, self.read, self.pile.cards)

    @property
    def covered(self) -> list[Marker]:
        """The markers that were in sight before something moved, and are not any more."""
        return [
            marker
            for below in self.pile.cards
            if below.number in self.pile.visible
            for marker in below.markers
            if not any(card.shows(marker) for card in self.cards)
        ]

    def find(self, number: int | None) -> Card | None:
        """The card, if enough frames agree on it."""
        return next((card for card in self.cards if card.number == number), None)

    def is_known(self, card: Card) -> bool:
        """Whether this card is known to lie there, or to have lain there."""
        return self.pile.find(card.number) is not None

    def is_other_marker_known(self, card: Card) -> bool:
        """Whether nothing need cover a card's other marker: it was seen, or a light hides it."""
        if len(card.markers) > 1:
            return True
        # of a card that came unread, and comes to light now, a part can lie in a light, too
        if card.number in self.lit and not self.pile.hidden:
            return True
        (marker,) = card.markers
        if any(other.number == card.number and not marker.meets(other) for other in self.read):
            return True
        return any(
            label.near(marker.partner, LABEL_SIDES * marker.side_px) for label in self.labels
        )

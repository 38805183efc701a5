"""From frames to cards: one frame after the other, each looked at as little as possible."""

from __future__ import annotations

from collections.abc import Collection

from controller.readers.camera.deciding.state import Findings, State
from controller.readers.camera.deciding.watching import interrupted, settled, step, wants_markers
from controller.readers.camera.detecting import (
    Detection,
    Detector,
    Mirroring,
    Region,
    check_mirroring,
)
from controller.readers.camera.light import Picture, in_light
from controller.readers.camera.look import (
    GROUND_AFTER,
    Look,
    dazzled,
    look,
    moved_away,
    strange,
    with_freshness,
    with_known_scene,
)
from controller.readers.camera.marker import Marker
from controller.readers.camera.quality import Quality, measure
from controller.readers.camera.region import Place, follow
from controller.readers.camera.share import Share
from controller.readers.camera.steady import Steadiness, learned, shrink_factor, steadied
from controller.readers.reports import SeenCard


class Eye:
    """Sees frames, and says which cards came to lie on top."""

    def __init__(self, numbers: Collection[int], share: Share | None = None) -> None:
        """``numbers``: those of the cards in use.

        ``share``: where the pile is, as shares of the picture: left, top, width, height; None: the
        eye finds it.
        """
        self._detector = Detector(numbers)
        self._share = share
        self._shape: tuple[int, ...] = ()
        """Of the last frame."""
        self.place = Place()
        self.steadiness = Steadiness()
        self.look = Look()
        self.state = State()
        self.findings: Findings | None = None
        """What the last frame showed."""
        self.quality: Quality | None = None
        """How good the last frame was; None: it was not measured."""
        self.measured: Quality | None = None
        """How good the last frame was that was measured."""
        self.mirroring = Mirroring()
        self.markers: tuple[Marker, ...] = ()
        """The markers of the last frame in which they were looked for."""

    def see(self, picture: Picture, at_s: float) -> tuple[SeenCard, ...]:
        """Take in a frame. Returns the cards that came to lie on top since the one before.

        None in a mirrored picture: some markers read as another one there.
        """
        if picture.shape != self._shape:  # another view, as a folder's next picture can be
            self._shape, self.place = picture.shape, Place()
            self.interrupted()
        self.steadiness, picture = steadied(self.steadiness, picture)
        scene = self.look.scene
        self.look = look(self.look, picture, settled(self.state))
        findings = Findings(at_s, self.look.still, self.look.hand)
        self.quality = None
        if wants_markers(self.state, findings.still, findings.hand):
            findings = self._find(picture, at_s)
        self.findings = findings
        self.state, cards = step(self.state, findings)
        if settled(self.state):
            self.look = with_known_scene(self.look, picture)
        is_known = self.look.scene is not scene
        self.steadiness = learned(
            self.steadiness, picture, still=self.look.still, is_known=is_known
        )
        return () if self.mirroring.is_mirrored else cards

    def look_only_at(self, share: Share | None) -> None:
        """Look for cards only in this part of the picture from now on; None: find it."""
        # the thread that sees reads this once in each frame
        self._share, self.place = share, Place()

    def interrupted(self) -> None:
        """Frames are missing: nobody knows what has moved meanwhile."""
        self.look, self.steadiness = Look(), Steadiness()
        self.state = interrupted(self.state)

    def _find(self, picture: Picture, at_s: float) -> Findings:
        """What a still frame without a hand shows."""
        self.markers, labels = detection = self._detect(picture)
        self.mirroring = check_mirroring(self.mirroring, self._detector, picture, detection, at_s)
        self.quality = self.measured = measure(picture, self.place.region, self.markers)
        if self._hand_holds(picture):
            return Findings(at_s, still=True, hand=True)
        pile = self.state.pile
        top = pile.uppermost if pile.moved else None
        return Findings(
            at_s,
            still=True,
            hand=False,
            markers=self.markers,
            labels=labels,
            stirred=moved_away(self.look, top, self.markers, picture) if top else None,
            lit=frozenset(marker.number for marker in self.markers if in_light(marker, picture)),
            dazzled=dazzled(self.look, self.markers, pile.markers, picture),
        )

    def _hand_holds(self, picture: Picture) -> bool:
        """Whether a hand is in the picture that was not seen to reach over its edge."""
        if settled(self.state) or self.state.still + 1 >= GROUND_AFTER:
            return False
        markers = (*self.markers, *self.state.pile.markers)
        return strange(self.look, markers, shrink_factor(picture))

    def _detect(self, picture: Picture) -> Detection:
        size = (picture.shape[1], picture.shape[0])
        share = self._share
        place = self.place if share is None else Place(_part(share, size))
        detection = self._detector.find(picture, place.region)
        self.place = follow(place, detection.markers, size) if share is None else place
        return Detection(*(with_freshness(self.look, part, picture) for part in detection))


def _part(share: Share, size: tuple[int, int]) -> Region:
    left, top, wide, high = share
    width, height = size
    return round(left * width), round(top * height), round(wide * width), round(high * height)

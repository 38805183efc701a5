"""Lets what decides in the reader watch a sitting without pictures."""

from __future__ import annotations

from dataclasses import replace

from controller.readers.camera.deciding.state import Findings, State
from controller.readers.camera.deciding.watching import settled, step, wants_markers
from controller.readers.camera.look import GROUND_AFTER
from controller.readers.camera.marker import Marker
from controller.readers.reports import SeenCard
from tests.readers.measure import PLAYS, Measured, judged
from tests.readers.model.finding import Camera, Scene
from tests.readers.rendering.picture import Held
from tests.readers.rendering.sitting import Sitting

Shown = tuple[Scene, Held | None]


class Eye:
    """What ``controller.readers.camera.eye`` does, with scenes instead of pictures."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._state = State()
        self._past: Shown | None = None
        self._scene: Scene | None = None
        self._before: Scene | None = None
        self._hand_still = 0
        self.findings: Findings | None = None
        """What the last frame showed."""

    def see(self, shown: Shown, at_s: float) -> tuple[SeenCard, ...]:
        """Take in a frame."""
        scene, hand = shown
        still = self._is_still(shown)
        if not still:
            self._before = self._scene or self._before
            self._scene = None
        self._hand_still = self._hand_still + 1 if still and hand is not None else 0
        reaches = 0 < self._hand_still < GROUND_AFTER
        wanted = wants_markers(self._state, still, reaches)
        found = Findings(at_s, still, reaches)
        if wanted:
            markers, labels = self._camera.find(scene, self._before)
            stirred = self._stirred(scene, markers)
            lit = self._camera.lit(scene, markers)
            dazzled = len(scene.glare) == 2
            found = replace(found, markers=markers, labels=labels, stirred=stirred, lit=lit)
            found = replace(found, dazzled=dazzled)
        self.findings = found
        self._state, seen = step(self._state, found)
        if still and settled(self._state):
            self._scene = self._scene or scene
        return seen

    def _stirred(self, scene: Scene, markers: tuple[Marker, ...]) -> bool | None:
        top = self._state.pile.uppermost
        if top is None or not self._state.pile.moved:
            return None
        return self._camera.moved_away(scene, self._before, top.number, markers)

    def _is_still(self, shown: Shown) -> bool:
        past, self._past = self._past, shown
        moving = shown[1] is not None and shown[1].speed_px_s
        return past is not None and past[0] is shown[0] and past[1] == shown[1] and not moving


def watch(seed: int, plays: int = PLAYS, sharp: bool = False) -> Measured:
    """Let a new reader watch one sitting."""
    sitting = Sitting(seed, sharp, camera=Camera)
    return judged(sitting, Eye(sitting.camera), plays, seed)

"""A sitting: one thing after the other happens at the pile, and the camera sees it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.readers.rendering.cards import Picture
from tests.readers.rendering.conditions import (
    Conditions,
    Event,
    event,
    next_kind,
    sitting_conditions,
)
from tests.readers.rendering.picture import Camera, Held
from tests.readers.rendering.pile import Laid, Pile, laid

FRAMES_A_SECOND = 5
BEGINS_S = 2.0
"""Nothing happens at first."""
AWAY_MM = 420.0
CARDS = 112


@dataclass(frozen=True)
class Truth:
    """What is so when a frame is taken."""

    top: int | None
    """The number of the card that lies on top."""
    turn: int
    """How often another card has become the top one."""
    event: int
    """The number of the event that this frame belongs to; -1: before the first."""
    resting: bool
    """The hand has left the picture."""


@dataclass(frozen=True)
class Frame:
    """What the camera sees, and the truth."""

    at_s: float
    picture: Picture
    truth: Truth


@dataclass(frozen=True)
class Happened:
    """An event, with what the judge needs."""

    event: Event
    turn: int
    """The turn that begins with it."""
    rests_at_s: float
    """When the hand has left."""
    sharp: bool
    why_not: tuple[str, ...]


class Sitting:
    """A pile, a camera and hands, all from one seed."""

    def __init__(
        self,
        seed: int,
        sharp: bool = False,
        conditions: Conditions | None = None,
        camera: Callable[[Conditions, tuple[int, ...]], Any] = Camera,
    ) -> None:
        """``camera``: makes another camera, which gives something else than pictures."""
        self._random = np.random.default_rng([seed, 0])
        self.conditions = conditions or sitting_conditions(self._random, sharp)
        self._sharp = sharp
        self.camera = camera(self.conditions, (seed,))
        self._numbers = [int(number) for number in self._random.permutation(CARDS)]
        self._sheet = seed % 3
        self._pile = Pile()
        for _ in range(self.conditions.lying):
            self._pile = self._pile.with_card(self._next_card())
        self._phase = float(self._random.random()) / FRAMES_A_SECOND
        self._taken = 0
        self._turn = 0
        self.happened: list[Happened] = []
        """What has happened so far; grows while the frames are taken."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the deck."""
        return tuple(range(CARDS))

    def frames(self, plays: int) -> Iterator[Frame]:
        """The frames of so many plays, with what else happens in between."""
        yield from self._until(BEGINS_S, -1, self.camera.still(self._pile, None), None)
        at_s = BEGINS_S
        while plays:
            kind = next_kind(self._random)
            if kind in ("nudge", "take_up") and len(self._pile.cards) < 3:
                kind = "play"
            if not self._numbers:
                self._numbers = self._buried()
            doing = event(self._random, kind)
            if self._sharp:
                doing = replace(doing, glare="beside" if doing.glare != "none" else "none")
            at_s += yield from self._carry_out(doing, at_s)
            plays -= kind == "play"

    def _carry_out(self, doing: Event, at_s: float) -> Generator[Frame, None, float]:
        """The frames of one event; returns how long it took."""
        nth, before = len(self.happened), self._pile
        still = self.camera.still(before, None)
        card = self._next_card() if doing.kind in ("play", "show") else None
        seed = int(self._random.integers(2**31))
        target = self._target(doing, card)
        begins_s = at_s
        for share, end_s in _steps(at_s, doing.approach_s):
            hand = self._coming(doing, card, target, 1 - share, seed)
            yield from self._until(end_s, nth, still, hand)
        at_s += doing.approach_s
        if doing.hover_s:
            hand = self._coming(doing, card, target, 0.0, seed)
            at_s += doing.hover_s
            yield from self._until(at_s, nth, still, hand)
        self._pile = self._changed(doing, card)
        if self._pile.top != before.top and doing.kind in ("play", "take_up"):
            self._turn += 1
        still = self.camera.still(self._pile, doing)
        if doing.linger_s:
            at_s += doing.linger_s
            hand = Held(*self._finger(doing, target), doing.from_deg, seed=seed)
            yield from self._until(at_s, nth, still, hand)
        carried = card if doing.kind == "show" else None
        if doing.kind == "take_up":
            carried = before.top
        for share, end_s in _steps(at_s, doing.withdraw_s):
            hand = self._coming(doing, carried, target, share, seed)
            yield from self._until(end_s, nth, still, hand)
        at_s += doing.withdraw_s
        glare = doing.kind == "play" and doing.glare in ("marker", "markers")
        why_not = self.conditions.why_not_sharp + (("glare",) if glare else ())
        self.happened.append(Happened(doing, self._turn, at_s, not why_not, why_not))
        at_s += doing.rest_s
        yield from self._until(at_s, nth, still, None, resting=True)
        return at_s - begins_s

    def _until(
        self, end_s: float, nth: int, still: Picture, hand: Held | None, resting: bool = False
    ) -> Iterator[Frame]:
        while (at_s := self._phase + self._taken / FRAMES_A_SECOND) < end_s:
            self._taken += 1
            top = self._pile.top
            truth = Truth(top.number if top else None, self._turn, nth, resting or nth < 0)
            yield Frame(at_s, self.camera.frame(still, hand, at_s), truth)

    def _changed(self, doing: Event, card: Laid | None) -> Pile:
        if doing.kind == "play" and card is not None:
            return self._pile.with_card(card)
        if doing.kind == "take_up" and self._pile.top is not None:
            self._numbers.insert(6, self._pile.top.number)
            return self._pile.without_top()
        if doing.kind == "show" and card is not None:
            self._numbers.insert(4, card.number)
        return self._pile.nudged(self._random) if doing.kind == "nudge" else self._pile

    def _buried(self) -> list[int]:
        """The pile's lower cards go back into the launcher, and are played again."""
        buried, kept = self._pile.cards[:-1], self._pile.cards[-1:]
        self._pile = Pile(kept)
        return [card.number for card in buried]

    def _next_card(self) -> Laid:
        number = self._numbers.pop(0)
        scatter, aligned = self.conditions.scatter_mm, self.conditions.aligned
        return laid(number, self._sheet, scatter, aligned, self._random)

    def _target(self, doing: Event, card: Laid | None) -> tuple[float, float]:
        lying = card or self._pile.top
        return (lying.x_mm, lying.y_mm) if lying else (0.0, 0.0)

    def _finger(self, doing: Event, target: tuple[float, float]) -> tuple[float, float]:
        """Where the fingers stay: on the card's edge, or on one of its markers."""
        top = self._pile.top
        if doing.fingers == "marker" and top is not None:
            return top.markers[0]
        towards = np.radians(doing.from_deg)
        return (target[0] + 32 * float(np.cos(towards)), target[1] + 32 * float(np.sin(towards)))

    def _coming(
        self, doing: Event, card: Laid | None, target: tuple[float, float], share: float, seed: int
    ) -> Held:
        """The hand on its way; ``share``: how far from the pile, 0 to 1."""
        towards = np.radians(doing.from_deg)
        far = AWAY_MM * share
        shift = (far * float(np.cos(towards)), far * float(np.sin(towards)))
        held = card and replace(card, x_mm=card.x_mm + shift[0], y_mm=card.y_mm + shift[1])
        fingers = 30.0 if card else 10.0
        x, y = (target[axis] + shift[axis] for axis in (0, 1))
        speed = 0.0 if share == 0.0 else AWAY_MM * self.conditions.marker_px / 12 / 0.6
        return Held(
            x + fingers * float(np.cos(towards)),
            y + fingers * float(np.sin(towards)),
            doing.from_deg,
            held,
            doing.hover_mm,
            speed,
            seed,
        )


def _steps(begin_s: float, long_s: float) -> Iterator[tuple[float, float]]:
    """Where a movement is, in steps of at most a twentieth of a second."""
    many = max(1, round(long_s * 20))
    for step in range(many):
        yield (step + 0.5) / many, begin_s + long_s * (step + 1) / many

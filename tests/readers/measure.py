"""Lets the reader watch sittings that were drawn, and judges what it says."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from controller.readers.camera.eye import Eye
from controller.readers.reports import SeenCard
from tests.readers.rendering.disturbed import Disturbance, disturbed_sitting
from tests.readers.rendering.judging import Said, Verdict, judge
from tests.readers.rendering.sitting import Frame, Happened, Sitting

PLAYS = 20
"""Plays of a sitting."""


@dataclass
class Measured:
    """The counts of many sittings, and what they cost."""

    verdict: Verdict = field(default_factory=Verdict)
    frames: int = 0
    cpu_s: float = 0.0
    """Processor time of the reader alone."""
    unread: Counter[str] = field(default_factory=Counter)
    """How often the reader said that it cannot read what was laid, and whether that was so."""
    notes: list[str] = field(default_factory=list)
    """Where to look closer."""

    def add(self, other: Measured) -> None:
        """Take in another sitting."""
        self.verdict.add(other.verdict)
        self.frames += other.frames
        self.cpu_s += other.cpu_s
        self.unread.update(other.unread)
        self.notes += other.notes


def wilson(count: int, of: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    if not of:
        return 0.0, 1.0
    z = 1.959964
    share = count / of
    middle = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + z * z / of)), (middle + spread) / (1 + z * z / of)


def watch(seed: int, plays: int = PLAYS, sharp: bool = False) -> Measured:
    """Let a new reader watch one sitting."""
    sitting = Sitting(seed, sharp)
    return judged(sitting, Eye(sitting.numbers), plays, seed)


def watch_disturbed(seed: int, plays: int, disturbance: Disturbance) -> Measured:
    """Let a new reader watch a sharp sitting through a disturbed camera."""
    sitting = disturbed_sitting(seed, disturbance)
    return judged(sitting, Eye(sitting.numbers), plays, seed)


class Sees(Protocol):
    """A reader."""

    def see(self, picture: Any, at_s: float) -> tuple[SeenCard, ...]:
        """Take in a frame; return the cards that came to lie on top."""
        ...


class Watchable(Protocol):
    """A sitting, or a recording of it."""

    @property
    def conditions(self) -> object:
        """For notes."""
        ...

    @property
    def happened(self) -> Sequence[Happened]:
        """What has happened so far."""
        ...

    def frames(self, plays: int) -> Iterator[Frame]:
        """The frames of so many plays."""
        ...


def judged(sitting: Watchable, eye: Sees, plays: int, seed: int) -> Measured:
    """What a reader makes of a sitting."""
    measured = Measured()
    said: list[Said] = []
    for frame in sitting.frames(plays):
        begun = time.process_time()
        seen = eye.see(frame.picture, frame.at_s)
        measured.cpu_s += time.process_time() - begun
        measured.frames += 1
        for card in seen:
            if card.number is None:
                missed = frame.truth.turn not in {saying.frame.truth.turn for saying in said}
                measured.unread["missed" if missed else "in vain"] += 1
                continue
            said.append(Said(card.number, frame))
            if card.number != frame.truth.top:
                measured.notes.append(
                    f"{seed}: at {frame.at_s:.1f} said {card.number}, not {frame.truth.top}, "
                    f"event {frame.truth.event} {sitting.conditions}"
                )
    measured.verdict = judge(said, sitting.happened)
    turns = {saying.frame.truth.turn for saying in said if saying.number == saying.frame.truth.top}
    for nth, event in enumerate(sitting.happened):
        if event.sharp and event.event.kind == "play" and event.turn not in turns:
            measured.notes.append(
                f"{seed}: missed sharp event {nth} rests {event.rests_at_s:.1f} {event.event} "
                f"{sitting.conditions}"
            )
    return measured


def told(measured: Measured) -> str:
    """The figures in lines."""
    verdict = measured.verdict
    waits = np.array(verdict.waits_s or [0.0])
    lines = [
        f"{verdict.plays} plays: {verdict.right} right, wrong {dict(verdict.wrong)}, "
        f"at most {100 * wilson(sum(verdict.wrong.values()), verdict.plays)[1]:.4f} %",
        f"sharp: {verdict.sharp_right} of {verdict.sharp} right",
        f"from rest to play: p50 {np.percentile(waits, 50):.2f} s, "
        f"p99 {np.percentile(waits, 99):.2f} s",
        f"told that a card cannot be read: {dict(measured.unread)}",
        f"taken up: {verdict.take_ups_seen} of {verdict.take_ups}",
        f"{measured.frames} frames, {1000 * measured.cpu_s / max(1, measured.frames):.2f} ms each",
    ]
    for why in sorted({why for why, _ in verdict.by_condition}):
        read, not_read = verdict.by_condition[why, True], verdict.by_condition[why, False]
        lines.append(f"  {why}: {read} of {read + not_read}")
    return "\n".join(lines)

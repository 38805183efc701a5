"""What counts as right and wrong of what a reader says. Fixed before the reader was tuned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.readers.rendering.sitting import Frame, Happened


@dataclass(frozen=True)
class Said:
    """A reader said that this card lies on top, when it had seen this frame."""

    number: int
    frame: Frame


@dataclass
class Verdict:
    """The counts of one sitting, or of many."""

    plays: int = 0
    right: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """``other``: never lay there, or is not the top card; ``twice``: was said for this turn."""
    sharp: int = 0
    sharp_right: int = 0
    by_condition: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """Of the plays that are not sharp: why, and whether they were read."""
    waits_s: list[float] = field(default_factory=list)
    """From rest to play, of the sharp plays that were read."""
    take_ups: int = 0
    take_ups_seen: int = 0

    def add(self, other: Verdict) -> None:
        """Take in another sitting's counts."""
        for name in ("plays", "right", "sharp", "sharp_right", "take_ups", "take_ups_seen"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong.update(other.wrong)
        self.by_condition.update(other.by_condition)
        self.waits_s.extend(other.waits_s)


def judge(said: Iterable[Said], happened: Sequence[Happened]) -> Verdict:
    """A saying is right if its card lay on top when it was said, once for each turn."""
    verdict = Verdict()
    first: dict[int, float] = {}
    for saying in said:
        truth = saying.frame.truth
        if saying.number != truth.top:
            verdict.wrong["other"] += 1
        elif truth.turn in first:
            verdict.wrong["twice"] += 1
        else:
            first[truth.turn] = saying.frame.at_s
    for event in happened:
        if event.event.kind == "take_up":
            verdict.take_ups += 1
            verdict.take_ups_seen += event.turn in first
        if event.event.kind != "play":
            continue
        read = event.turn in first
        verdict.plays += 1
        verdict.right += read
        if event.sharp:
            verdict.sharp += 1
            verdict.sharp_right += read
            if read:
                verdict.waits_s.append(max(0.0, first[event.turn] - event.rests_at_s))
        else:
            for why in event.why_not:
                verdict.by_condition[why, read] += 1
    return verdict

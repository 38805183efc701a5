"""``python -m tests.readers.ablation SEED...``: what each rule of the reader is for.

What frames showed is recorded once, from simulated findings, and decided again without each rule.
A recording has what the whole reader looked for: without a rule it may have looked for more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Protocol
from unittest.mock import patch

from controller.readers.camera.deciding.watching import Findings, State, step, wants_markers
from controller.readers.reports import SeenCard
from tests.readers.measure import PLAYS
from tests.readers.model.finding import Camera
from tests.readers.model.watching import Eye
from tests.readers.rendering.judging import Said, Verdict, judge
from tests.readers.rendering.sitting import Frame, Happened, Sitting

DECIDING = "controller.readers.camera.deciding"


def _never(*_: object, **__: object) -> bool:
    return False


def _unchanged(value: Any, *_: object, **__: object) -> Any:
    return value


def _none(*_: object, **__: object) -> frozenset[int]:
    return frozenset()


RULES: Mapping[str, tuple[tuple[str, Callable[..., Any]], ...]] = {
    "too large or too small for a marker": (("watching.plausible", lambda _, markers: markers),),
    "held above the pile": (("watching.is_held", _never),),
    "waits where the size is not known": (("watching._is_early", _never),),
    "the only known card was held": (("watching._without_held", lambda _, pile, __: pile),),
    "labels that cannot be read": (("watching.unexplained", _never),),
    "a label where a known card lay": (("watching._on_known", _never),),
    "other marker covered": (("on_top._is_any_covered", _never),),
    "seen in too few frames": (("on_top._unsure", _never),),
    "may have been moved with the pile": (("on_top.may_have_moved", _never),),
    "glimpsed before, and moved": (("watching.moved_glimpses", _none),),
    "may have come to light": (("on_top.may_come_to_light", _never),),
    "covered while others were moved": (("on_top._with_stale", _unchanged),),
    "a corner came to light": (("on_top._may_be_corner", _never),),
    "may have come unread": (("on_top._may_have_come_unread", _never),),
    "taken out and laid again": (("pile._can_lie_anew", _never),),
    "uncovered by a card taken up": (("taken_up._uncovered", lambda *_: True),),
}
"""Each rule with what stands for it where it is left out."""


class Recording(Protocol):
    """An eye that says what it found in the last frame."""

    findings: Findings | None

    def see(self, picture: Any, at_s: float) -> tuple[SeenCard, ...]:
        """Take in a frame."""
        ...


@dataclass(frozen=True)
class Recorded:
    """What the frames of a sitting showed, and what happened."""

    frames: tuple[tuple[Findings, Frame], ...]
    happened: tuple[Happened, ...]


def record(sitting: Sitting, eye: Recording, plays: int = PLAYS) -> Recorded:
    """Let an eye watch a sitting."""
    frames = []
    for frame in sitting.frames(plays):
        eye.see(frame.picture, frame.at_s)
        assert eye.findings is not None
        frames.append((eye.findings, Frame(frame.at_s, None, frame.truth)))  # type: ignore[arg-type]
    return Recorded(tuple(frames), tuple(sitting.happened))


def decided(recorded: Recorded) -> Verdict:
    """What the reader makes of it."""
    state, said = State(), list[Said]()
    for findings, frame in recorded.frames:
        if not wants_markers(state, findings.still, findings.hand):
            findings = Findings(findings.at_s, findings.still, findings.hand)
        state, cards = step(state, findings)
        said += [Said(card.number, frame) for card in cards if card.number is not None]
    return judge(said, recorded.happened)


def without(rule: str) -> ExitStack:
    """The reader without a rule, until the context ends."""
    left_out = ExitStack()
    for name, instead in RULES[rule]:
        left_out.enter_context(patch(f"{DECIDING}.{name}", instead))
    return left_out


def total(recordings: Iterable[Recorded]) -> Verdict:
    """The counts of all sittings together."""
    verdict = Verdict()
    for recorded in recordings:
        verdict.add(decided(recorded))
    return verdict


def main() -> None:
    """Print a row for the whole reader, and one for each rule."""
    recordings = []
    for seed in map(int, sys.argv[1:]):
        sitting = Sitting(seed, camera=Camera)
        recordings.append(record(sitting, Eye(sitting.camera)))
    whole = total(recordings)
    print("| without | wrong | read |\n|---|---|---|", flush=True)
    print(f"| - | {whole.wrong.total()} | {whole.right} of {whole.plays} |", flush=True)
    for rule in RULES:
        with without(rule):
            verdict = total(recordings)
        print(
            f"| {rule} | {verdict.wrong.total()} | {verdict.right - whole.right:+d} |", flush=True
        )


if __name__ == "__main__":
    main()

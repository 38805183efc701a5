"""``python -m tests.readers.recording FIRST SITTINGS FILE``: record sittings, decide them again.

What the frames showed is kept without pictures, so that deciding takes seconds.

A recording has what the whole reader looked for: another one may have looked for more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from controller.readers.camera.deciding.state import Findings, State
from controller.readers.camera.deciding.watching import step, wants_markers
from controller.readers.camera.eye import Eye
from controller.readers.camera.marker import Marker
from controller.readers.reports import SeenCard
from tests.kept import Kept, sum_of
from tests.readers import hard
from tests.readers.measure import PLAYS, Measured, judged
from tests.readers.model import finding, watching
from tests.readers.rendering.conditions import Event
from tests.readers.rendering.disturbed import DISTURBANCES, disturbed_sitting
from tests.readers.rendering.sitting import Frame, Happened, Sitting, Truth

SEEING = (
    *(f"controller/readers/camera/{name}.py" for name in ("detecting", "light", "look", "rest")),
    "controller/readers/camera/steady.py",
    "tests/readers/rendering/*",
    "tests/readers/model/*",
)
"""The files that decide what is recorded."""
SHORT = 8
"""Plays of a sitting under a disturbed camera."""
QUICK = 20
"""So many times as many sittings are simulated as drawn."""


class Recording(Protocol):
    """An eye that says what it found in the last frame."""

    findings: Findings | None

    def see(self, picture: Any, at_s: float) -> tuple[SeenCard, ...]:
        """Take in a frame."""
        ...


@dataclass(frozen=True)
class Recorded:
    """What happened in a sitting, and frames with findings in place of pictures."""

    shown: tuple[Frame, ...]
    happened: tuple[Happened, ...]
    conditions: str = ""
    condition: str = ""
    seed: int = 0

    def frames(self, plays: int) -> Iterator[Frame]:
        """As ``Sitting.frames``: all that were recorded."""
        yield from self.shown


class Deciding:
    """The part of the reader that decides, as an eye that sees findings."""

    def __init__(self) -> None:
        self._state = State()

    def see(self, findings: Findings | None, at_s: float) -> tuple[SeenCard, ...]:
        """Take in what a frame showed; ``None``: the picture is mirrored."""
        if findings is None:
            return ()
        if not wants_markers(self._state, findings.still, findings.hand):
            findings = Findings(findings.at_s, findings.still, findings.hand)
        self._state, cards = step(self._state, findings)
        return cards


def record(sitting: Any, eye: Recording, plays: int = PLAYS) -> Recorded:
    """Let an eye watch a sitting."""
    shown = []
    for frame in sitting.frames(plays):
        eye.see(frame.picture, frame.at_s)
        is_mirrored = isinstance(eye, Eye) and eye.mirroring.is_mirrored
        shown.append(replace(frame, picture=None if is_mirrored else eye.findings))
    return Recorded(tuple(shown), tuple(sitting.happened), str(sitting.conditions))


def decided(recorded: Recorded) -> Measured:
    """What the reader makes of it now."""
    return judged(recorded, Deciding(), 0, recorded.seed)


def _drawn(seed: int, plays: int) -> Recorded:
    sitting = Sitting(seed)
    return record(sitting, Eye(sitting.numbers), plays)


def _disturbed(seed: int, plays: int, name: str) -> Recorded:
    sitting = disturbed_sitting(seed, DISTURBANCES[name])
    return record(sitting, Eye(sitting.numbers), plays)


def _simulated(seed: int, plays: int) -> Recorded:
    sitting = Sitting(seed, camera=finding.Camera)
    return record(sitting, watching.Eye(sitting.camera), plays)


CONDITIONS: Mapping[str, Callable[[int, int], Recorded]] = {
    "drawn": _drawn,
    "hard, drawn": _drawn,
    "hard, simulated": _simulated,
    "simulated": _simulated,
    **{name: partial(_disturbed, name=name) for name in DISTURBANCES},
}


def sittings(first: int, many: int) -> Iterator[tuple[str, int, int]]:
    """Condition, seed and number of plays of each sitting: the same seeds for each condition."""
    for seed in hard.SIMULATED:
        yield "hard, simulated", seed, PLAYS
    for seed, plays in (*hard.DRAWN, *hard.MISSED):
        yield "hard, drawn", seed, plays
    for seed in range(first, first + many):
        yield "drawn", seed, PLAYS
        for condition in DISTURBANCES:
            yield condition, seed, SHORT
        for nth in range(QUICK):
            yield "simulated", first + QUICK * (seed - first) + nth, PLAYS


def recorded(path: Path, wanted: Iterable[tuple[str, int, int]]) -> Iterator[Recorded]:
    """The recordings of these sittings: read from the file, or made now and written into it."""
    file = Kept(path, sum_of(*SEEING))
    for condition, seed, plays in wanted:
        name = f"{condition} {seed} {plays}"
        if name in file.known:
            yield from_plain(file.known[name])
        else:
            made = replace(CONDITIONS[condition](seed, plays), condition=condition, seed=seed)
            file.add(name, plain(made))
            yield made


def plain(recorded: Recorded) -> dict[str, Any]:
    """A recording for a file."""
    return {
        "condition": recorded.condition,
        "seed": recorded.seed,
        "conditions": recorded.conditions,
        "happened": [asdict(event) for event in recorded.happened],
        "shown": [
            [frame.at_s, astuple(frame.truth), _plain_findings(frame.picture)]
            for frame in recorded.shown
        ],
    }


def _plain_findings(findings: Any) -> dict[str, Any] | None:
    """What differs from findings of nothing, with tuples in place of markers."""
    if findings is None:
        return None
    plain = asdict(findings) | {
        name: [astuple(marker) for marker in getattr(findings, name) or ()]
        for name in ("markers", "labels")
    }
    return plain | {"lit": sorted(findings.lit), "looked": findings.markers is not None}


def from_plain(plain: Mapping[str, Any]) -> Recorded:
    """The recording that was written into a file."""
    return Recorded(
        tuple(
            Frame(at_s, _findings(shown), Truth(*truth))  # type: ignore[arg-type]
            for at_s, truth, shown in plain["shown"]
        ),
        tuple(
            Happened(
                Event(**given["event"]),
                given["turn"],
                given["rests_at_s"],
                given["sharp"],
                tuple(given["why_not"]),
            )
            for given in plain["happened"]
        ),
        plain["conditions"],
        plain["condition"],
        plain["seed"],
    )


def _findings(plain: Mapping[str, Any] | None) -> Findings | None:
    if plain is None:
        return None
    given = dict(plain)
    looked = given.pop("looked")
    markers, labels = (
        tuple(
            Marker(number, tuple(map(tuple, corners)), *rest)  # type: ignore[arg-type]
            for number, corners, *rest in given[name]
        )
        for name in ("markers", "labels")
    )
    given |= {"lit": frozenset(given["lit"]), "labels": labels}
    return Findings(**given | {"markers": markers if looked else None})


def table(recordings: Iterable[Recorded]) -> Iterator[str]:
    """A row for each condition, and a line for each wrong card."""
    totals: dict[str, Measured] = {}
    for recording in recordings:
        totals.setdefault(recording.condition, Measured()).add(decided(recording))
    yield "| condition | plays | read | asked | wrong | wait, 50 and 99 % |"
    yield "|---|---|---|---|---|---|"
    for condition, total in totals.items():
        verdict = total.verdict
        p50, p99 = np.percentile(verdict.waits_s or [0.0], (50, 99))
        yield (
            f"| {condition} | {verdict.plays} | {verdict.right} | {total.unread.total()} "
            f"| {verdict.wrong.total()} | {p50:.2f} s, {p99:.2f} s |"
        )
    for condition, total in totals.items():
        yield from (f"{condition}: {note}" for note in total.notes if " said " in note)


def main() -> None:
    """Record what is missing in the file, and print what the reader makes of it."""
    first, many, path = sys.argv[1:]
    cv2.setNumThreads(1)  # as in the reader
    for line in table(recorded(Path(path), sittings(int(first), int(many)))):
        print(line, flush=True)


if __name__ == "__main__":
    main()

"""``python -m tests.readers.ablation FIRST SITTINGS FILE``: what each rule of the reader is for.

What frames showed is recorded once, see ``recording``, and decided again without each rule.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import patch

from controller.readers.camera.deciding.on_top import DOUBTS
from tests.readers.measure import Measured
from tests.readers.recording import Recorded, decided, recorded, sittings

DECIDING = "controller.readers.camera.deciding"


def _never(*_: object, **__: object) -> bool:
    return False


def _all_but(doubt: str) -> tuple[str, object]:
    return "on_top.DOUBTS", tuple(other for other in DOUBTS if other.__name__ != doubt)


def _none(*_: object, **__: object) -> frozenset[int]:
    return frozenset()


RULES: Mapping[str, tuple[str, object]] = {
    "too large or too small for a marker": ("watching.plausible", lambda _, markers: markers),
    "held above the pile": ("watching.is_held", _never),
    "waits where the size is not known": ("watching._is_early", _never),
    "labels that cannot be read": ("state.unexplained", _never),
    "a label where a known card lay": ("watching._is_in_place", _never),
    "two lights that hide a card": _all_but("_is_dazzled"),
    "other marker covered": _all_but("_is_half_covered"),
    "seen in too few frames": _all_but("_is_glimpsed"),
    "may have been moved with the pile": ("on_top.may_have_moved", _never),
    "glimpsed before, and moved": ("watching.moved_glimpses", _none),
    "may have come to light": ("on_top.may_come_to_light", _never),
    "covered while others were moved": ("on_top._with_stale", lambda state: state.pile),
    "a corner came to light": ("on_top._may_be_corner", _never),
    "may have come unread": _all_but("_came_first"),
    "taken out and laid again": ("pile._can_lie_anew", _never),
    "uncovered by a card taken up": ("pile._uncovered", lambda *_: True),
}
"""Each rule with what stands for it where it is left out."""


def without(rule: str) -> AbstractContextManager[object]:
    """The reader without a rule, until the context ends."""
    name, instead = RULES[rule]
    return patch(f"{DECIDING}.{name}", instead)


def total(recordings: Iterable[Recorded]) -> Measured:
    """The counts of all sittings together."""
    measured = Measured()
    for recording in recordings:
        measured.add(decided(recording))
    return measured


def main() -> None:
    """Print a row for the whole reader, and one for each rule."""
    first, many, path = sys.argv[1:]
    recordings = tuple(recorded(Path(path), sittings(int(first), int(many))))
    whole = total(recordings).verdict
    print("| without | wrong | read |\n|---|---|---|", flush=True)
    print(f"| - | {whole.wrong.total()} | {whole.right} of {whole.plays} |", flush=True)
    for rule in RULES:
        with without(rule):
            verdict = total(recordings).verdict
        read = verdict.right - whole.right
        print(f"| {rule} | {verdict.wrong.total()} | {read:+d} |", flush=True)


if __name__ == "__main__":
    main()

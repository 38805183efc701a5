"""Finds less that still breaks a promise: fewer kinds of faults, fewer people, less time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.world.scene import WHOLE, Cut, Outcome, play

MIN_S = 0.5


def shrink(broken: Outcome, play: Callable[[int, Cut], Outcome] = play) -> Outcome:
    """The outcome of the smallest cut of a broken scene that is found, and that breaks, too.

    Another promise may be the one that is broken.
    """
    smallest, is_smaller = broken, True
    while is_smaller:
        is_smaller = False
        for cut in _smaller(smallest):
            outcome = play(broken.seed, cut)
            if outcome.broken is not None:
                smallest, is_smaller = outcome, True
                break
    return smallest


def _smaller(outcome: Outcome) -> Iterator[Cut]:
    cut = outcome.cut
    # first, because fewer people often need more time
    for people in range(1, min(cut.max_people, WHOLE.max_people)):
        yield replace(cut, max_people=people)
    if cut.max_s > MIN_S:
        yield replace(cut, max_s=round(min(cut.max_s, outcome.virtual_s) / 2, 2))
        yield replace(cut, max_s=round(min(cut.max_s, outcome.virtual_s) * 0.8, 2))
    for name in sorted(outcome.faults):
        if not name.startswith(("frame", "request", "answer")):  # of the line, or of the network
            yield replace(cut, without=cut.without | {name})

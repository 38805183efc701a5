"""The reader at piles that are not drawn: many more plays in the same time."""

from __future__ import annotations

import os

import pytest

from tests.readers import model  # noqa: F401 - skips where OpenCV is missing

from tests.readers.hard import SIMULATED  # isort: skip
from tests.readers.measure import Measured, told  # isort: skip
from tests.readers.model.watching import watch  # isort: skip
from tests.seeds import soak_seed  # isort: skip


def total(seeds: range, sharp: bool) -> Measured:
    measured = Measured()
    for seed in seeds:
        measured.add(watch(seed, sharp=sharp))
    return measured


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SIMULATED)
def test_what_was_once_wrong_is_not_said(seed: int) -> None:
    """A nudge that shows an unknown card; a covered card that is found before the upper one.

    From 281 on: a pile of which the upper card cannot be read at first; a card taken up, and one
    that comes to light which had never been read; a nudge that shows a known card, too. TAKEN_UP:
    the card below had come unread. NUDGED: some of the cards that were moved had come unread, or
    were not read then. LIT: the top card was moved into a light. COVERED: the card had been moved
    while it was covered, or was seen too briefly before. TWO_LIGHTS: they hid the top card. AGAIN:
    the card below had been laid a second time, and nobody had noticed. BLURRED: no card was in
    sight in enough frames, as if the pile had been taken away. GLIMPSED: a card that only two
    frames had shown was moved with the pile.
    """
    assert not watch(seed).verdict.wrong


@pytest.mark.soak
def test_many_plays() -> None:
    seed, wanted = soak_seed(), int(os.environ.get("SIMULATED_PLAYS", "20000"))
    print(f"SOAK_SEED={seed}")
    measured = total(range(seed * 10_000, seed * 10_000 + wanted // 20), sharp=True)
    print(told(measured))
    print(*measured.notes, sep="\n")
    assert not measured.verdict.wrong
    assert measured.verdict.sharp_right >= 0.99 * measured.verdict.sharp

"""The reader at piles that were drawn: what it says is the card on top, once."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

from controller.readers.camera.eye import Eye  # isort: skip
from tests.readers.hard import DRAWN, MISSED  # isort: skip
from tests.readers.measure import PLAYS, Measured, told, watch, wilson  # isort: skip
from tests.readers.rendering.sitting import Sitting  # isort: skip
from tests.readers.tally import Tally  # isort: skip
from tests.seeds import sample, soak_seed, tree_seed  # isort: skip

SEED = 20_000
P50_S, P99_S = 0.8, 1.5
RIGHT_OF_SHARP = 0.995
MOST_WRONG = 0.0001


def test_a_pile_in_good_light_is_read() -> None:
    measured = watch(SEED, 1, sharp=True)
    assert not measured.notes
    assert (measured.verdict.plays, measured.verdict.right) == (1, 1)
    assert max(measured.verdict.waits_s) <= P99_S


def test_markers_of_another_deck_are_not_cards() -> None:
    sitting = Sitting(SEED + 1, sharp=True)
    eye = Eye(range(112, 224))
    assert all(not eye.see(frame.picture, frame.at_s) for frame in islice(sitting.frames(1), 8))


@pytest.mark.thorough
def test_two_lights_on_the_top_card_are_noticed() -> None:
    """The second card of this sitting has a light on each of its markers."""
    sitting = Sitting(5_000_018)
    eye, dazzled = Eye(sitting.numbers), set()
    for frame in sitting.frames(2):
        eye.see(frame.picture, frame.at_s)
        if frame.truth.resting and eye.findings is not None and eye.findings.dazzled:
            dazzled.add(frame.truth.event)
    glares = [happened.event.glare for happened in sitting.happened]
    assert glares == ["none", "markers"]
    assert dazzled == {1}


@pytest.mark.parametrize("case", sample(DRAWN, 2))
def test_what_was_once_wrong_is_not_said(case: tuple[int, int]) -> None:
    """A card that lay in a glare comes to light under one that is too blurred to be read.

    In the second sitting, the upper card of a pile that lies there at first is too blurred. In the
    third one, somebody shows a card over the pile; at the edge, the arm is as bright as the table.
    In the fourth one, somebody holds the first card above the empty table. In the fifth one, the
    camera looks from 39 degrees aside, and somebody holds a card 4 cm above the pile.
    """
    seed, plays = case
    assert not watch(seed, plays).verdict.wrong


@pytest.mark.parametrize("case", sample(MISSED, 1))
def test_what_was_once_missed_is_read(case: tuple[int, int]) -> None:
    """White paper as bright as a light; cards that were taken up unnoticed and are laid again."""
    seed, plays = case
    measured = watch(seed, plays)
    assert measured.verdict.sharp_right == measured.verdict.sharp > 0, measured.notes


SITTINGS = range(SEED + 100, SEED + 130)
TOGETHER = 3


@pytest.mark.thorough
def test_plays_have_no_wrong_one() -> None:
    """One of 30 sittings, and what the test below asks of three."""
    sitting = Random(tree_seed()).choice(SITTINGS)
    check([sitting])


@pytest.mark.soak
@pytest.mark.parametrize("first", SITTINGS[::TOGETHER])
def test_five_hundred_plays_have_no_wrong_one(first: int) -> None:
    """Of the 25 sharp plays in a part, one may be missed: only many plays show how many are."""
    check(range(first, first + TOGETHER))


def check(sittings: Iterable[int]) -> None:
    measured = Measured()
    for sitting in sittings:
        measured.add(watch(sitting, 17))
    verdict = measured.verdict
    assert not verdict.wrong, measured.notes
    assert verdict.sharp_right >= verdict.sharp - 1, measured.notes


@pytest.mark.soak
def test_forty_thousand_plays() -> None:
    """With ``DRAWN_TALLY`` and ``SOAK_SEED``, a run goes on where the one before it was ended."""
    seed, kept = soak_seed(), os.environ.get("DRAWN_TALLY")
    wanted = int(os.environ.get("DRAWN_PLAYS", "40000"))
    tally, measured = Tally(Path(kept) if kept else None), Measured()
    print(f"SOAK_SEED={seed}")
    sitting = 0
    while measured.verdict.plays < wanted * (1.5 if measured.verdict.wrong else 1):
        measured.add(tally.watched(seed * 100_000 + sitting, PLAYS, watch))
        sitting += 1
    print(told(measured))
    print(*measured.notes, sep="\n")
    verdict = measured.verdict
    if wanted >= 40_000:
        assert wilson(sum(verdict.wrong.values()), verdict.plays)[1] <= MOST_WRONG
    assert verdict.sharp_right >= RIGHT_OF_SHARP * verdict.sharp

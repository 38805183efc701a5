"""Whole evenings with a reader: the referee's truth after each round, and the taps of a round."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from controller.sightings.simulated import USUAL, Faults
from rules import EDITIONS
from tests.controller.sightings.kept_evenings import KeptEvenings
from tests.controller.sightings.read_evening import play_games
from tests.controller.sightings.read_tally import Tally
from tests.seeds import sample, soak_seed

TARGET = 200
EDITION = os.environ.get("READ_EDITION", "attack")
MANY = int(os.environ.get("READ_EVENINGS", "1000"))
KEPT = os.environ.get("READ_TALLY")


@pytest.mark.thorough
async def test_a_reader_without_faults_leaves_only_choices_to_people(tmp_path: Path) -> None:
    tally = await play_games(tmp_path, [1], Faults(), 1)
    assert not {"unknown_card", "no_fit", "offered", "stale"} & set(tally.meanings)
    assert set(tally.asked) <= {"target", "cards"}
    assert sum(one.wrong + one.in_vain + one.laid_again for one in tally.rounds) == 0


@pytest.mark.thorough
async def test_rounds_end_with_the_truth_whatever_the_reader_sees(tmp_path: Path) -> None:
    faults = Faults(0.05, 0.05, 0.05, 0.5, 0.1, 0.1, 0.05)
    tally = await play_games(tmp_path, [2, 3], faults, 1)
    assert tally.games == 2
    assert {"covered", "unknown_card"} <= set(tally.meanings)


@pytest.mark.thorough
async def test_an_icon_is_asked_once_for_all_evenings(tmp_path: Path) -> None:
    tally = await play_games(tmp_path, [1, 2, 3], Faults(), 1, "power-grab")
    assert 0 < tally.asked["icon"] <= 72


@pytest.mark.parametrize("part", sample(range(5), 1))
async def test_games_with_usual_faults(tmp_path: Path, part: int) -> None:
    check(await play_games(tmp_path, range(6 * part, 6 * part + 6), USUAL, 100))


@pytest.mark.soak
async def test_many_evenings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With ``READ_TALLY`` and ``SOAK_SEED``, a run goes on where the one before it was ended."""
    seed = soak_seed()
    seeds = range(seed, seed + MANY)
    with capsys.disabled():
        print(f"\nSOAK_SEED={seed}")
        if KEPT:
            tally = await each_game(tmp_path, seeds, Path(KEPT))
        else:
            tally = await play_games(tmp_path, seeds, USUAL, TARGET, EDITION)
        print(tally.report())
    check(tally)


async def each_game(folder: Path, seeds: range, file: Path) -> Tally:
    """Games that know nothing of each other, each kept in a file when it is over."""
    kept, tally = KeptEvenings(file), Tally()
    for seed in seeds:
        play = partial(play_games, folder, [seed], USUAL, TARGET, EDITION)
        tally.add(await kept.played(f"{EDITION} {TARGET} {seed}", play))
    return tally


def check(tally: Tally) -> None:
    if EDITIONS[EDITION].launcher:  # without one, people tap what they draw
        assert tally.of("taps")[0] * 4 < tally.of("plain_taps")[0]
    assert tally.of("in_vain")[0] <= 1

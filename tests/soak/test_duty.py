"""The long count with less power for the motor, at the calibration of that duty."""

from __future__ import annotations

import time
from functools import partial
from itertools import product

import click
import pytest

from hardware.mechanism.presets import PRESETS
from hardware.portable.settings import FULL_PCT, LOWEST_PCT
from tests.seeds import sample, soak_seed
from tests.soak.counts import Stand, Tally, count_hits
from tests.soak.strategies import Score, Table
from tests.soak.test_counts import HITS_A_MACHINE, KINDS, MACHINES, count, holds, table

DUTIES_PCT = range(LOWEST_PCT, FULL_PCT + 1, 10)
TIMED_MACHINES = 20
TIMED_HITS = 60


def hit_ms(kind: str, duty_pct: int, machines: int, hits: int) -> float:
    """From a press until the launcher is ready again: the mean of hits of 1 to 12 cards."""
    score = Score()
    for seed in range(machines):
        machine = PRESETS[kind].machine(seed, duty_pct)
        score.add(Table("loop", seed, machine, {}).run(hits))
    return score.whole_ms


@pytest.mark.parametrize("duty_pct", sample(DUTIES_PCT, 2))
def test_with_less_power_the_count_is_as_good_as_with_all_of_it(duty_pct: int) -> None:
    tallies = {kind: Tally() for kind in KINDS}
    for kind, seed in product(KINDS, range(3)):
        tallies[kind].add(count_hits(kind, seed, 24, duty_pct))
    holds(tallies)
    assert tallies["new"].differences == 0


def test_a_calibration_of_another_duty_counts_badly() -> None:
    at_another = Stand("new", seed=1, duty_pct=60, calibrated_pct=FULL_PCT)
    assert at_another.run(24).flagged > 2
    assert count_hits("new", 1, 24, 60).flagged == 0


def test_with_half_of_the_power_a_hit_takes_less_than_twice_as_long() -> None:
    half, full = (hit_ms("new", duty_pct, 1, 12) for duty_pct in (50, FULL_PCT))
    assert 1.4 * full < half < 2 * full


@pytest.mark.soak
@pytest.mark.parametrize("duty_pct", [pct for pct in DUTIES_PCT if pct < FULL_PCT])
def test_a_hundred_thousand_hits_with_less_power(duty_pct: int) -> None:
    seed = soak_seed()
    tallies = {kind: Tally() for kind in KINDS}
    began = time.monotonic()
    print(f"\ncounting hits at {duty_pct} % of the power, seed {seed}")
    counted = partial(count_hits, duty_pct=duty_pct)
    runs = count(seed, MACHINES, HITS_A_MACHINE, counted)
    with click.progressbar(runs, length=MACHINES * len(KINDS)) as bar:
        for kind, tally in bar:
            tallies[kind].add(tally)
    hits = sum(tally.hits for tally in tallies.values())
    print(f"{hits} hits in {time.monotonic() - began:.0f} s, seed {seed}\n{table(tallies)}")
    times = ", ".join(
        f"{kind} {hit_ms(kind, duty_pct, TIMED_MACHINES, TIMED_HITS):.0f}" for kind in KINDS
    )
    print(f"a hit takes, in ms: {times}")
    holds(tallies)

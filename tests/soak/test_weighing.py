"""Beam and weight beside the beam alone: what is wrong, what is asked, and what is put right."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat

import pytest

from hardware.bench.shares import interval
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.scale_parameters import ScaleParameters, WeighedMachine, weighed
from tests.seeds import soak_seed
from tests.soak.weighing import Weighed, WeighedStand

KINDS = tuple(PRESETS)
HITS = int(os.environ.get("WEIGHED_HITS", "100000"))
"""On each kind of machine, for each share of hits that have rest."""
SENSITIVE_HITS = max(500, HITS // 10)
PROCESSES = int(os.environ.get("PROCESSES", "2"))
HITS_A_MACHINE = 500
SOME_HITS = 150
RESTS = (1.0, 0.7, 0.4)
USUAL_REST = 0.7


def noisier(times: float) -> Callable[[ScaleParameters], ScaleParameters]:
    """Everything that shakes the readings at rest is so many times as strong."""

    def change(plain: ScaleParameters) -> ScaleParameters:
        chip = replace(plain.chip, noise_nv=plain.chip.noise_nv * times)
        ambient_g, sway_g = plain.ambient_g * times, plain.sway_g * times
        return replace(plain, chip=chip, ambient_g=ambient_g, sway_g=sway_g)

    return change


CHANGES: Mapping[str, Callable[[ScaleParameters], ScaleParameters]] = {
    "as it is": lambda plain: plain,
    "noise x2": noisier(2.0),
    "noise x4": noisier(4.0),
    "cards 5 % lighter": lambda plain: replace(plain, card_g=plain.card_g * 0.95),
    "cards 5 % heavier": lambda plain: replace(plain, card_g=plain.card_g * 1.05),
    "a bump after every hit": lambda plain: replace(plain, bumps=1.0),
    "temperature x10": lambda plain: replace(plain, kelvin_a_minute=10.0 * plain.kelvin_a_minute),
}


def changed(kind: str, seed: int, change: str) -> WeighedMachine:
    """A machine whose scale is no longer as its bench run found it."""
    machine = weighed(kind, seed)
    return replace(machine, parameters=CHANGES[change](machine.parameters))


def weigh(kind: str, seed: int, rest_share: float, change: str, hits: int) -> Weighed:
    """So many hits on one machine."""
    return WeighedStand(kind, seed, rest_share, changed(kind, seed, change)).run(hits)


def weigh_all(kind: str, seed: int, rest_share: float, change: str, hits: int) -> Weighed:
    """So many hits on machines of a kind, in several processes."""
    machines = max(1, hits // HITS_A_MACHINE)
    seeds = range(seed * machines, (seed + 1) * machines)
    told = Weighed()
    each = min(hits, HITS_A_MACHINE)
    with ProcessPoolExecutor(PROCESSES) as pool:
        for one in pool.map(
            weigh, repeat(kind), seeds, repeat(rest_share), repeat(change), repeat(each)
        ):
            told.add(one)
    return told


def share(part: int, of: int) -> str:
    """A share in %, with its 95 % interval."""
    low, high = interval(part, of)
    return f"{100 * part / max(1, of):.3f} % ({100 * low:.3f} to {100 * high:.3f})"


def report(name: str, told: Weighed) -> str:
    """All figures of a run."""
    words = sorted(told.word_us) or [0]
    p50, p99 = (words[int(len(words) * part)] / 1e6 for part in (0.5, 0.99))
    return "\n".join(
        [
            f"{name}: {told.hits} hits",
            f"  beam alone: exact {share(told.exact, told.hits)}, flagged "
            f"{share(told.flagged, told.hits)}, justly {told.justly} of {told.flagged}, silent "
            f"{share(told.silent, told.hits)}",
            f"  with weight: exact {share(told.exact_both, told.hits)}, flagged "
            f"{share(told.flagged_both, told.hits)}, justly {told.justly_both} of "
            f"{told.flagged_both}, silent {told.silent_both}: "
            f"{share(told.silent_both, told.hits)}; in {told.fewer_came} of them fewer cards came",
            f"  sure {share(told.sure, told.hits)}, before the next press "
            f"{share(told.at_once, told.hits)}, after {p50:.2f} s (median), {p99:.2f} s (99 %); "
            f"words not sure {told.unsure}",
            f"  silent differences put right {told.corrected}, doubts settled {told.settled}, "
            f"wrong corrections {told.wrong}, doubts settled wrongly {told.wrong_settled}; told of "
            f"cards that did not come {told.missing}, wrongly {told.missing_wrongly}",
        ]
    )


def test_silent_differences_are_put_right_and_doubts_settled() -> None:
    told = weigh("worn", 8, 1.0, "as it is", SOME_HITS)
    print(f"\n{report('worn', told)}")
    assert told.corrected == told.silent == 4
    assert told.settled == told.flagged > 0
    assert told.wrong == told.wrong_settled == told.silent_both == told.flagged_both == 0


def test_a_scale_that_shakes_says_nothing_rather_than_something_wrong() -> None:
    told = weigh("badly_built", 3, 1.0, "noise x4", 60)
    assert told.sure < told.hits // 2
    assert told.unsure > 0
    assert told.wrong == told.wrong_settled == 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rest_share", RESTS)
def test_beam_and_weight_beside_the_beam_alone(kind: str, rest_share: float) -> None:
    seed, began = soak_seed(), time.monotonic()
    told = weigh_all(kind, seed, rest_share, "as it is", HITS)
    print(f"\n{report(f'{kind}, {100 * rest_share:.0f} % rest, seed {seed}', told)}", flush=True)
    print(f"  {time.monotonic() - began:.0f} s")
    assert told.silent_both <= max(1, told.silent // 4)
    assert told.flagged_both <= told.flagged or rest_share < USUAL_REST
    assert told.wrong <= told.hits * 0.0001


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_where_the_weight_stops_helping(kind: str, change: str) -> None:
    seed = soak_seed()
    told = weigh_all(kind, seed, USUAL_REST, change, SENSITIVE_HITS)
    print(f"\n{report(f'{kind}, {change}, seed {seed}', told)}", flush=True)
    assert told.silent_both <= told.silent + 1
    assert told.wrong <= max(1.0, told.hits * 0.001)

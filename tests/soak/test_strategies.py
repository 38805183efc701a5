"""The loop beside the toy's timed motor and beside one card at a time, and where it breaks."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat

import pytest

from hardware.mechanism.parameters import Latency, Parameters
from hardware.mechanism.presets import PRESETS, Machine, fitted
from hardware.profile_figures import interval
from tests.seeds import soak_seed
from tests.soak.strategies import STRATEGIES, Score, Strategy, Table, score_of

KINDS = tuple(PRESETS)
HITS = 100_000
"""Of each strategy on each kind; SOAK_HITS says otherwise."""
PROCESSES = int(os.environ.get("PROCESSES", "2"))
HITS_A_MACHINE = 500
MAP_HITS = 120
MAP_MACHINES = 2
GAPS_MM = (0.0, 1.0, 3.0, 6.0, 12.0, 25.0)
GRIPS = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6)
LATENCIES_MS = (0, 20, 40, 60, 80, 100, 120)
GAP_SPREAD_MM = 2.0
NEW_GRIP = 0.95


HEAD = (
    f"{'':8}{'':12}{'hits':>8}{'exact %':>10}{'true %':>10}{'flagged %':>10}{'justly %':>10}"
    f"{'silent %':>10}{'at most %':>10}{'speed':>8}{'hit, ms':>9}"
)


def line(strategy: Strategy, kind: str, score: Score) -> str:
    """All figures of a strategy on a kind."""
    justly = 100 * score.justly / score.flagged if score.flagged else 0.0
    return (
        f"{strategy:8}{kind:12}{score.hits:8}{100 * score.share('exact'):10.3f}"
        f"{100 * score.share('true'):10.3f}{100 * score.share('flagged'):10.3f}{justly:10.1f}"
        f"{100 * score.share('silent'):10.3f}"
        f"{100 * interval(score.silent, score.hits)[1]:10.3f}"
        f"{score.speed:8.3f}{score.whole_ms:9.0f}"
    )


def silence(score: Score) -> str:
    """Why what was wrong was not flagged."""
    neither = score.silent - score.hidden - score.fingers
    return (
        f"{'':8}not flagged: {score.hidden} a card on a card, {score.fingers} a finger for a card, "
        f"{neither} no excuse"
    )


def compare(kind: str, seed: int, hits: int) -> Iterator[tuple[Strategy, Score]]:
    """Every strategy's score on the same machines of a kind, each told as soon as it is whole."""
    machines = max(1, hits // HITS_A_MACHINE)
    seeds = range(seed * machines, (seed + 1) * machines)
    with ProcessPoolExecutor(PROCESSES) as pool:
        for strategy in STRATEGIES:
            score = Score()
            for each in pool.map(
                score_of, repeat(kind), seeds, repeat(strategy), repeat(HITS_A_MACHINE)
            ):
                score.add(each)
            yield strategy, score


def spot(gap_mm: float, grip: float, latency_ms: int) -> float:
    """Share of exact hits where only gap, wear and lateness differ from the plain machine."""
    parameters = Parameters(
        nose_to_tail=0.0, gap_mm=(gap_mm, gap_mm + GAP_SPREAD_MM), grip=(grip, 1.0)
    )
    machine = Machine(parameters, fitted(parameters), "pi_idle")
    late_us = 1000 * latency_ms
    latency = Latency(((0.0, late_us), (1.0, late_us)))
    score = Score()
    for seed in range(MAP_MACHINES):
        score.add(Table("loop", seed, machine, {}, latency).run(MAP_HITS))
    return score.share("exact")


def grid(title: str, rows: Sequence[str], shares: Sequence[Sequence[float]]) -> str:
    """Draw a map: lateness across."""
    lines = [title, f"{'late by, ms':>12}" + "".join(f"{ms:8}" for ms in LATENCIES_MS)]
    for name, row in zip(rows, shares, strict=True):
        lines.append(f"{name:>12}" + "".join(f"{100 * share:8.1f}" for share in row))
    return "\n".join(lines)


def test_the_loop_is_exact_and_quick_where_the_toy_guesses_and_single_cards_crawl() -> None:
    timed, single, loop = (score_of("new", 3, strategy, 48) for strategy in STRATEGIES)
    assert loop.exact == loop.true == loop.hits == single.exact == 48
    assert loop.flagged == 0
    assert timed.exact < 48 and timed.silent == timed.hits - timed.exact
    assert loop.speed > 0.85 > 0.4 > single.speed
    assert loop.whole_ms < single.whole_ms / 2


def test_what_a_mishap_does_is_flagged_justly() -> None:
    machine = PRESETS["worn"].machine(1)
    score = Table("loop", 1, machine, {"jam": 1.0}).run(12)
    assert score.hits == 12
    assert 6 < score.justly == score.flagged


FINGERED = (5, 6, 7)
"""Machines on which a finger is once counted as a card, and nobody notices."""


@pytest.mark.thorough
def test_why_what_is_silent_is_so() -> None:
    plain = PRESETS["new"].machine(1)
    clinging = replace(plain.parameters, cling=0.2, double_overlap=(0.9, 1.0), nose_to_tail=0.0)
    score = Table("loop", 1, replace(plain, parameters=clinging), {}).run(24)
    assert 6 < score.hidden == score.silent
    score = Score()
    for seed in FINGERED:
        score.add(Table("loop", seed, PRESETS["new"].machine(seed), {"finger": 1.0}).run(120))
    assert 1 < score.fingers == score.silent
    assert score.hidden == 0


@pytest.mark.thorough
def test_a_board_that_is_late_by_a_card_is_not_exact() -> None:
    assert spot(3.0, NEW_GRIP, 60) == 1.0
    assert spot(3.0, NEW_GRIP, 100) < 0.9


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_three_strategies_side_by_side(kind: str) -> None:
    seed = soak_seed()
    hits = int(os.environ.get("SOAK_HITS", HITS))
    began = time.monotonic()
    print(f"\ncomparing strategies, seed {seed}\n{HEAD}", flush=True)
    scores: dict[Strategy, Score] = {}
    for strategy, score in compare(kind, seed, hits):
        print(line(strategy, kind, score), silence(score), sep="\n", flush=True)
        scores[strategy] = score
    print(f"{time.monotonic() - began:.0f} s, seed {seed}")
    loop = scores["loop"]
    assert loop.speed >= 0.85
    assert loop.share("exact") > scores["timed"].share("exact")
    assert loop.whole_us < scores["single"].whole_us
    if kind == "new":
        assert loop.share("exact") >= 0.999


@pytest.mark.soak
def test_a_map_of_where_exactness_breaks() -> None:
    gaps = [[spot(gap, NEW_GRIP, late) for late in LATENCIES_MS] for gap in GAPS_MM]
    names = [f"{gap:.0f}-{gap + GAP_SPREAD_MM:.0f} mm" for gap in GAPS_MM]
    print("\n" + grid("exact hits in %, by gap between cards", names, gaps))
    grips = [[spot(3.0, grip, late) for late in LATENCIES_MS] for grip in GRIPS]
    names = [f"{grip:.2f}-1.00" for grip in GRIPS]
    print("\n" + grid("exact hits in %, by grip of a worn roller", names, grips))
    assert min(row[0] for row in gaps) > 0.99

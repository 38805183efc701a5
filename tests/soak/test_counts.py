"""The long count: what a launcher reports against what truly came, on machines of every kind."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat

import click
import pytest

from hardware.mechanism.presets import PRESETS
from hardware.portable.pulses import Judge, Verdict
from hardware.portable.settings import Settings
from tests.seeds import soak_seed
from tests.soak.counts import Tally, count_hits
from tests.soak.motor_log import MotorLog

KINDS = tuple(PRESETS)
HITS_A_MACHINE = 500
MACHINES = 50
"""Of each kind: 100,000 hits in all."""
FLAGGED_WHEN_NEW_SHARE = 0.005
UNEXPLAINED_SHARE = {"new": 0.0001, "worn": 0.0002, "weak_supply": 0.0001, "badly_built": 0.0002}
"""What no beam is to blame for is to be flagged. What is left: see docs/counting.md."""
TOO_STRONG_SHARE = 0.0004
UNFINISHED_SHARE = 0.0001

ROWS: tuple[tuple[str, Callable[[Tally], object]], ...] = (
    ("hits of 1 to 12", lambda t: t.hits),
    ("cards that came", lambda t: t.cards),
    ("hits counted differently", lambda t: t.differences),
    ("  in cards", lambda t: t.cards_off),
    ("flagged, % of hits", lambda t: f"{100 * t.flagged / t.hits:.2f}"),
    ("flagged: more may have come", lambda t: t.doubted),
    ("  rightly", lambda t: t.doubted_rightly),
    ("flagged: a fault", lambda t: t.faulted),
    ("  though nothing befell it", lambda t: t.faulted_wrongly),
    ("flagged, and a card on a card", lambda t: t.hidden_besides),
    ("flagged, but bounds too narrow", lambda t: t.too_strong),
    ("not flagged: card on a card", lambda t: t.hidden),
    ("not flagged: finger for a card", lambda t: t.fingers),
    ("not flagged, no excuse", lambda t: len(t.unexplained)),
    ("hits that came to no end", lambda t: t.unfinished),
    ("presses by a finger", lambda t: t.presses),
    ("presses by none", lambda t: t.false_presses),
    ("presses not heard", lambda t: t.missed_presses),
    ("limits exceeded", lambda t: len(t.limits_broken)),
    ("motor off too late, ms at most", lambda t: f"{t.late_us / 1000:.1f}"),
)


def table(tallies: dict[str, Tally]) -> str:
    """The figures of every kind side by side, and the faults that were told."""
    lines = [f"{'':32}" + "".join(f"{kind:>13}" for kind in tallies)]
    for name, figure in ROWS:
        lines.append(f"{name:32}" + "".join(f"{figure(t)!s:>13}" for t in tallies.values()))
    for kind, tally in tallies.items():
        told = ", ".join(f"{count} {fault}" for fault, count in tally.faults.most_common())
        boards = ", ".join(f"{count} {name}" for name, count in sorted(tally.boards.items()))
        lines.append(f"{kind}: driven by {boards}; faults: {told or 'none'}")
        lines += [f"  {text}" for text in [*tally.unexplained[:5], *tally.limits_broken[:5]]]
    return "\n".join(lines)


def count(
    seed: int, machines: int, hits: int, counted: Callable[[str, int, int], Tally] = count_hits
) -> Iterator[tuple[str, Tally]]:
    """Every machine's kind and tally, as they come, from two processes."""
    kinds = [kind for _ in range(machines) for kind in KINDS]
    seeds = [seed * machines + nth for nth in range(machines) for _ in KINDS]
    with ProcessPoolExecutor(2) as pool:
        yield from zip(kinds, pool.map(counted, kinds, seeds, repeat(hits)), strict=True)


def holds(tallies: dict[str, Tally]) -> None:
    """What is promised of a count, whatever the machine."""
    for kind, tally in tallies.items():
        assert tally.limits_broken == [], kind
        assert tally.false_presses == tally.missed_presses == 0, kind
        assert len(tally.unexplained) <= tally.hits * UNEXPLAINED_SHARE[kind], (
            kind,
            tally.unexplained,
        )
        assert tally.too_strong <= tally.hits * TOO_STRONG_SHARE, kind
        assert tally.unfinished <= tally.hits * UNFINISHED_SHARE, kind
    new = tallies["new"]
    assert new.flagged <= new.hits * FLAGGED_WHEN_NEW_SHARE


@pytest.mark.thorough
def test_what_is_reported_against_what_came() -> None:
    tallies = {kind: Tally() for kind in KINDS}
    for kind, seed in product(KINDS, range(2)):
        tallies[kind].add(count_hits(kind, seed, 60))
    print(f"\n{table(tallies)}")
    holds(tallies)
    assert all(tally.hits == 120 for tally in tallies.values())
    assert sum(tally.differences for tally in tallies.values()) > 2, "nothing befell them"


def test_a_loop_that_takes_every_pulse_for_a_card_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def one(judge: Judge, length_us: int, late: bool, cannot_slip: bool) -> Verdict:
        return Verdict().of(1, 0)

    monkeypatch.setattr(Judge, "passed", one)
    tally = count_hits("worn", seed=1, hits=60)
    assert len(tally.unexplained) > 5


@pytest.mark.parametrize(
    ("log", "broken"),
    [
        ([(0, 100), (500, 0), (530, -100)], 0),
        ([(0, 100), (500, 0), (529, -100)], 1),
        ([(0, 100), (500, -100)], 1),
        ([(0, 101)], 1),
        ([(0, -101)], 1),
    ],
)
def test_the_motors_log_is_judged(log: list[tuple[int, int]], broken: int) -> None:
    motor = MotorLog(Settings(reverse_dead_us=30))
    for at_us, pct in log:
        motor.note(at_us, pct)
    assert len(motor.broken) == broken


@pytest.mark.parametrize(("pause_us", "longest_us"), [(99, 1_200), (100, 700)])
def test_on_time_adds_up_until_the_motor_has_rested(pause_us: int, longest_us: int) -> None:
    motor = MotorLog(Settings(cooldown_us=100))
    for at_us, pct in ((0, 100), (700, 0), (700 + pause_us, 100), (1_200 + pause_us, 0)):
        motor.note(at_us, pct)
    assert motor.longest_on_us == longest_us


@pytest.mark.soak
def test_a_hundred_thousand_hits() -> None:
    seed = soak_seed()
    tallies = {kind: Tally() for kind in KINDS}
    began = time.monotonic()
    print(f"\ncounting hits, seed {seed}")
    with click.progressbar(
        count(seed, MACHINES, HITS_A_MACHINE), length=MACHINES * len(KINDS)
    ) as bar:
        for kind, tally in bar:
            tallies[kind].add(tally)
    hits = sum(tally.hits for tally in tallies.values())
    print(f"{hits} hits in {time.monotonic() - began:.0f} s, seed {seed}\n{table(tallies)}")
    holds(tallies)

"""Beam and weight beside the beam alone: what is wrong, what is asked, and what is put right."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from hardware.profile_figures import interval
from tests.seeds import soak_seed
from tests.soak import weighing_count
from tests.soak.weighing_count import (
    CHANGES,
    HITS,
    KINDS,
    RESTS,
    SENSITIVE_HITS,
    USUAL,
    USUAL_REST,
    Machine,
    count,
    line,
    machines,
    read,
    weigh,
)
from tests.soak.weighing_report import report, totals
from tests.soak.weighing_table import Weighed

ROOT = Path(__file__).parents[2]
SOME_HITS = 150
TOLD_EACH_HITS = 10_000
MOST_SILENT = 0.0001
"""Of the hits, so many may be wrong though nobody is told: the upper end of the interval."""
ENOUGH = 100_000
"""With fewer hits, no interval lies below that. A shorter count only looks whether all of it lies
above."""
MORE_SEEDS = 3
"""Where so many hits do not decide it, since the interval has that share within, so many times as
many more are counted, and all of them decide."""
MOST_WRONG = 0.00002
"""Of the hits, so many counts may be right and made wrong by the weight. None is the aim."""
FIGURES = "5c635cade99af0cb"
"""A digest."""


def told_all(name: str, wanted: list[Machine]) -> Weighed:
    """Count on all of them; a count that is stopped leaves its running totals."""
    told, seeds = Weighed(), list[int]()

    def said(machine: Machine, one: Weighed) -> None:
        told.add(one)
        seeds.append(machine.seed)
        if told.hits % TOLD_EACH_HITS == 0:
            which = f"{name}, {len(seeds)} machines, seeds {min(seeds)} to {max(seeds)}"
            print(f"\n{report(which, told)}", flush=True)

    count(wanted, said)
    return told


@pytest.mark.thorough
def test_silent_differences_are_put_right_and_doubts_settled() -> None:
    told = weigh(Machine("worn", 1.0, USUAL, 8, SOME_HITS))
    print(f"\n{report('worn', told)}")
    assert told.corrected == told.silent == 4
    assert told.settled == told.flagged > 0
    assert told.wrong == told.wrong_settled == told.silent_both == told.flagged_both == 0


@pytest.mark.thorough
def test_a_scale_that_shakes_says_nothing_rather_than_something_wrong() -> None:
    told = weigh(Machine("badly_built", 1.0, "noise x4", 3, 60))
    assert told.sure < told.hits // 2
    assert told.unsure > 0
    assert told.wrong == told.wrong_settled == 0


@pytest.mark.thorough
def test_a_card_that_leaned_is_right_in_the_sum_of_one_players_hits() -> None:
    """Seed 15456 has a doubted hit of which a card leaned until the same player's next hit."""
    told = weigh(Machine("badly_built", 0.4, USUAL, 15456, 440))
    assert (told.joined, told.silent_both, told.wrong, told.wrong_settled) == (1, 0, 0, 0)


def test_a_count_goes_on_where_it_was_stopped() -> None:
    first, second = machines("new", 4, USUAL_REST, USUAL, 1000)
    told = {one: weigh(one._replace(hits=10)) for one in (first, second)}
    stopped = f"{line(first, told[first])}\n{line(second, told[second])[:-5]}"
    assert list(read(stopped)) == [first]
    found = read(f"{stopped}\n{line(second, told[second])}\n")
    assert list(found) == [first, second]
    (said,) = totals(found)
    assert said.startswith("new, 70 % rest, as it is (2 machines, seeds 8 to 9): 20 hits\n")
    (cells,) = totals(found, rows=True)
    assert cells.startswith("| 70 % | `new` | 20 | 0.000 % | 0: 0.000 % (0.000 to 16.113 %) |")
    assert found[first].word_us == [us // 10_000 * 10_000 for us in sorted(told[first].word_us)]


@pytest.mark.thorough
def test_a_count_that_is_stopped_begins_no_other_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    handed_out: list[Future[Weighed]] = []

    class Pool(ProcessPoolExecutor):
        def submit(self, *call: Any, **named: Any) -> Future[Any]:
            handed_out.append(super().submit(*call, **named))
            return handed_out[-1]

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(weighing_count, "ProcessPoolExecutor", Pool)
    wanted = [Machine("new", USUAL_REST, USUAL, seed, SOME_HITS // 3) for seed in range(1000)]
    with pytest.raises(KeyboardInterrupt):
        count(wanted, stop)
    assert all(one.done() for one in handed_out)
    assert any(one.cancelled() for one in handed_out)


@pytest.mark.parametrize(
    "without",
    [
        ["-S", "-c", "import tests.soak.weighing_count"],
        ["-c", "import sys; sys.modules['pytest'] = None; import tests.soak.weighing_report"],
    ],
    ids=["count without any package", "report without the developers' tools"],
)
def test_count_and_report_run_after_make_setup(without: list[str]) -> None:
    done = subprocess.run([sys.executable, *without], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.thorough
def test_a_hit_during_which_a_word_comes_is_counted() -> None:
    told = weigh(Machine("new", USUAL_REST, USUAL, 420200, SOME_HITS))
    assert told.exact_both + told.justly_both + told.silent_both == told.hits


@pytest.mark.thorough
def test_the_same_seeds_give_the_same_figures() -> None:
    """Where the count becomes quicker, its machines and people may not become others."""
    some = [machines(kind, 1, USUAL_REST, USUAL, 25)[0] for kind in KINDS]
    some.append(machines("badly_built", 2, USUAL_REST, "a bump after every hit", 25)[0])
    figures = repr([weigh(one) for one in some])
    assert hashlib.sha256(figures.encode()).hexdigest()[:16] == FIGURES


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rest_share", RESTS)
def test_beam_and_weight_beside_the_beam_alone(kind: str, rest_share: float) -> None:
    seed, began = soak_seed(), time.monotonic()
    name = f"{kind}, {100 * rest_share:.0f} % rest, seed {seed}"
    told = told_all(name, machines(kind, seed, rest_share, USUAL, HITS))
    least, most = interval(told.silent_both, told.hits)
    if told.hits >= ENOUGH and least <= MOST_SILENT < most:
        for more in range(1, MORE_SEEDS + 1):
            told.add(told_all(name, machines(kind, seed + more, rest_share, USUAL, HITS)))
        least, most = interval(told.silent_both, told.hits)
    print(f"\n{report(name, told)}", flush=True)
    print(f"  {time.monotonic() - began:.0f} s")
    assert (most if told.hits >= ENOUGH else least) <= MOST_SILENT
    assert told.flagged_both <= told.flagged or rest_share < USUAL_REST
    assert told.wrong <= max(1.0, told.hits * MOST_WRONG)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_where_the_weight_stops_helping(kind: str, change: str) -> None:
    seed = soak_seed()
    name = f"{kind}, {change}, seed {seed}"
    told = told_all(name, machines(kind, seed, USUAL_REST, change, SENSITIVE_HITS))
    print(f"\n{report(name, told)}", flush=True)
    assert told.silent_both <= told.silent + 1
    assert told.wrong <= max(1.0, told.hits * 0.001)

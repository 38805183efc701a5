"""The long count with strict counting beside the usual one, on the same machines."""

from __future__ import annotations

import time

import click
import pytest

from hardware.profile_figures import interval
from tests.seeds import soak_seed
from tests.soak.counts import Stand, Tally, count_hits
from tests.soak.test_counts import HITS_A_MACHINE, KINDS, MACHINES, count, holds, table

HELPED = (15156, 15158)
"""Machines on which it finds a card on a card."""


def silent(tally: Tally) -> int:
    """Hits with a wrong count that were not flagged."""
    return tally.hidden + tally.fingers + len(tally.unexplained)


def shares(tally: Tally) -> str:
    """Silent and flagged hits in percent, each with Wilson's interval."""
    said = []
    for name, cases in (("silent", silent(tally)), ("flagged", tally.flagged)):
        low, high = (100 * share for share in interval(cases, tally.hits))
        said.append(f"{name} {100 * cases / tally.hits:.2f} % ({low:.2f} to {high:.2f} %)")
    return ", ".join(said)


def count_strictly(kind: str, seed: int, hits: int) -> Tally:
    """As ``count_hits``, with strict counting."""
    return Stand(kind, seed, strict=True).run(hits)


@pytest.mark.thorough
def test_strict_counting_doubts_cards_that_the_usual_one_counts_wrongly() -> None:
    usual, strict = (Tally(), Tally())
    for seed in HELPED:
        usual.add(count_hits("worn", seed, 120))
        strict.add(count_strictly("worn", seed, 120))
    print(shares(usual), shares(strict), sep="\n")
    assert silent(strict) < silent(usual)
    assert usual.flagged < strict.flagged < 3 * usual.flagged


@pytest.mark.soak
def test_a_hundred_thousand_hits_counted_strictly() -> None:
    seed = soak_seed()
    began = time.monotonic()
    tallies = {kind: Tally() for kind in KINDS}
    print(f"\ncounting strictly, seed {seed}")
    with click.progressbar(
        count(seed, MACHINES, HITS_A_MACHINE, count_strictly), length=MACHINES * len(KINDS)
    ) as bar:
        for kind, tally in bar:
            tallies[kind].add(tally)
    print(f"{time.monotonic() - began:.0f} s, seed {seed}\n{table(tallies)}")
    for kind, tally in tallies.items():
        print(f"{kind:12} {shares(tally)}")
    holds(tallies)

"""In which activities the power is cut."""

from __future__ import annotations

from collections import Counter

from tests.vm.booted.cuts import HIT, OTHERS, few, many


def test_few_power_cuts_are_one_in_a_hit_and_one_in_another_that_the_seed_decides() -> None:
    drawn = [few(seed) for seed in range(30)]
    assert {kinds[0] for kinds in drawn} == {HIT}
    assert {kinds[1] for kinds in drawn} == {*OTHERS}
    assert {len(kinds) for kinds in drawn} == {2}


def test_many_power_cuts_have_every_activity() -> None:
    assert Counter(many(14)) == {HIT: 8, **dict.fromkeys(OTHERS, 2)}

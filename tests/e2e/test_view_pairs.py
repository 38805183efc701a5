"""``make thorough`` looks at every pair of settings of every view."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.e2e.scenes import kinds
from tests.e2e.view_checks import Setting, all_settings, factors, possible, some_settings


@pytest.mark.parametrize("kind", kinds())
def test_every_pair_of_values_is_looked_at(kind: str) -> None:
    values = factors(kind)
    rows = [
        {"view": view, **setting._asdict()}
        for view in values["view"]
        for setting in some_settings(kind, view)
    ]
    for one, other in combinations(values, 2):
        wanted = {
            (value, with_value)
            for value in values[one]
            for with_value in values[other]
            if possible(kind, {one: value, other: with_value})
        }
        assert {(row[one], row[other]) for row in rows} == wanted, (one, other)
    assert len(rows) < 11 * len(values["view"])


def test_the_product_has_every_combination() -> None:
    assert len(set(all_settings("table", "play"))) == 2 * 2 * 6 * 9 * 2
    assert {one.players for one in all_settings("table", "who caught")} == {"10 players"}
    assert Setting("10 players", True, "en", "phone", 200) in all_settings("table", "play")

"""A covering array has every pair of values, and few rows."""

from __future__ import annotations

from itertools import combinations

from tests.pairwise import Row, pairs_of, pairwise

FACTORS = {"paper": ("a4", "letter"), "scale": (94, 97, 100, 102), "language": ("en", "de", "fr")}


def covered(rows: list[Row]) -> set[object]:
    return {pair for row in rows for pair in combinations(row.items(), 2)}


def test_every_pair_is_covered_in_as_few_rows_as_the_largest_two_factors_need() -> None:
    rows = pairwise(FACTORS)
    assert covered(rows) == set(pairs_of(FACTORS))
    assert len(rows) == 4 * 3
    assert rows == pairwise(FACTORS)


def test_a_row_that_is_not_allowed_is_not_made() -> None:
    def allowed(row: Row) -> bool:
        return (row.get("paper"), row.get("scale")) != ("letter", 94)

    rows = pairwise(FACTORS, allowed)
    assert covered(rows) == set(pairs_of(FACTORS, allowed))
    assert all(map(allowed, rows))


def test_values_that_nothing_asks_for_are_balanced() -> None:
    """Else most rows of a factor with few values have its first one."""
    papers = [row["paper"] for row in pairwise(FACTORS)]
    assert papers.count("a4") == papers.count("letter")

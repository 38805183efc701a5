"""Covering arrays of strength two: few rows in which every pair of values occurs.

Most faults that depend on settings depend on one or two of them (Kuhn, Wallace and Gallo, "Software
fault interactions", 2004), so these rows find them where the full product takes too long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any

Row = dict[str, Any]
"""A value of each factor, by its name."""
Item = tuple[str, Hashable]


def always(_: Row) -> bool:
    """Allow every row."""
    return True


def pairs_of(
    factors: Mapping[str, Sequence[Hashable]], allowed: Callable[[Row], bool] = always
) -> dict[tuple[Item, Item], None]:
    """Every allowed pair of values of two factors, in the factors' order."""
    return {
        ((first, value), (second, other_value)): None
        for first, second in combinations(factors, 2)
        for value in factors[first]
        for other_value in factors[second]
        if allowed({first: value, second: other_value})
    }


def pairwise(
    factors: Mapping[str, Sequence[Hashable]], allowed: Callable[[Row], bool] = always
) -> list[Row]:
    """Rows that cover every allowed pair of values; the same ones each time.

    Greedy: a row starts with the first pair that is not covered; each other factor takes the value
    with most new pairs, and where several have as many, the one that was combined least with the
    values chosen so far. ``allowed`` is asked about parts of rows, too.
    """
    missing = pairs_of(factors, allowed)
    combined: Counter[frozenset[Item]] = Counter()
    rows = []
    while missing:
        row: Row = dict(next(iter(missing)))
        for name in factors:
            if name in row:
                continue
            chosen = [*row.items()]

            def gain(value: Hashable, name: str = name, row: Row = row) -> int:
                items = {**row, name: value}
                return sum(
                    ((first, items[first]), (second, items[second])) in missing
                    for first, second in combinations((key for key in factors if key in items), 2)
                    if name in (first, second)
                )

            def uses(value: Hashable, name: str = name, chosen: list[Item] = chosen) -> list[int]:
                item = (name, value)
                return [
                    sum(combined[frozenset({*items, item})] for items in combinations(chosen, size))
                    for size in (2, 1)
                ]

            row[name] = max(
                (value for value in factors[name] if allowed({**row, name: value})),
                key=lambda value: (gain(value), *(-count for count in uses(value))),
            )
        row = {name: row[name] for name in factors}
        for pair in combinations(row.items(), 2):
            missing.pop(pair, None)
        for size in (2, 3):
            combined.update(map(frozenset, combinations(row.items(), size)))
        rows.append(row)
    return rows

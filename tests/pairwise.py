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
        ((one, value), (other, with_value)): None
        for one, other in combinations(factors, 2)
        for value in factors[one]
        for with_value in factors[other]
        if allowed({one: value, other: with_value})
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
                    ((one, items[one]), (other, items[other])) in missing
                    for one, other in combinations((key for key in factors if key in items), 2)
                    if name in (one, other)
                )

            def often(value: Hashable, name: str = name, chosen: list[Item] = chosen) -> list[int]:
                item = (name, value)
                return [
                    sum(combined[frozenset({*some, item})] for some in combinations(chosen, many))
                    for many in (2, 1)
                ]

            row[name] = max(
                (value for value in factors[name] if allowed({**row, name: value})),
                key=lambda value: (gain(value), *(-one for one in often(value))),
            )
        row = {name: row[name] for name in factors}
        for pair in combinations(row.items(), 2):
            missing.pop(pair, None)
        for many in (2, 3):
            combined.update(map(frozenset, combinations(row.items(), many)))
        rows.append(row)
    return rows

"""The IDs of the rulebook's clauses."""

from __future__ import annotations

from collections.abc import Mapping

CHAPTERS: Mapping[str, int] = {
    "DECK": 7,
    "COM": 18,
    "LCH": 10,
    "ATK": 12,
    "AAT": 5,
    "EXT": 7,
    "PGR": 16,
    "CLA": 4,
    "TWO": 3,
    "CHA": 3,
    "TBL": 4,
    "HOU": 6,
}
"""How many clauses each chapter has."""
CLAUSES = tuple(
    f"{chapter}-{number}" for chapter, last in CHAPTERS.items() for number in range(1, last + 1)
)
"""All of them, in the order of the rulebook. The catalogue says what each means."""

"""The editions that this version knows, one file each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle

from rules.edition import COLORS, Edition, Kind
from rules.editions.reading import read_edition

NAMES = ("attack", "attack-attack", "extreme", "power-grab", "classic", "classic-attack")
"""Their IDs, which are the names of their files, in the order in which people see them."""
EDITIONS: Mapping[str, Edition] = {name: read_edition(name) for name in NAMES}
"""By ID."""
TYPICAL_CARDS = 4


def typical_cards(edition: Edition) -> tuple[str, ...]:
    """The cards by whose pictures people tell a box from others, in the order of the sheet.

    Of each kind one, in the next colour: of the kinds that fewest editions have; numbers last.
    """

    def how_common(kind: Kind) -> tuple[bool, int]:
        editions = sum(any(kind.id == other.id for other in box.kinds) for box in EDITIONS.values())
        return kind.number is not None, editions

    rarest = sorted(edition.kinds, key=how_common)[:TYPICAL_CARDS]
    colors = cycle(COLORS)
    return tuple(
        kind.id if kind.wild else f"{next(colors)}-{kind.id}"
        for kind in edition.kinds
        if kind in rarest
    )

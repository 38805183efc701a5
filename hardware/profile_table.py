"""The table of the hit profile ``custom``, as it is written in the configuration."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hardware.launcher import MAX_CARDS_A_HIT


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a press gives. The first row applies after cards, the second after one dry press, ..."""

    chance_pct: Annotated[int, Meta(ge=0, le=100)]
    """Chance that cards come, in percent."""
    cards: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=MAX_CARDS_A_HIT)], ...], Meta(max_length=100)
    ] = ()
    """How many come: one of these, each equally likely. A number that is listed twice is twice as
    likely."""


Rows = Annotated[tuple[Row, ...], Meta(max_length=100)]
"""A table for ``custom``, by dry presses since the last cards; the last row also for all after."""


def complaint(rows: Rows) -> str | None:
    """Say what is wrong with a table, naming the row (from 0); None: nothing."""
    for index, row in enumerate(rows):
        if row.chance_pct and not row.cards:
            return f"[{index}].cards is empty, but its chance is not 0; say how many come"
    if rows and not rows[-1].chance_pct:
        dry = len(rows) - 1
        presses = "1 press was" if dry == 1 else f"{dry} presses were"
        return (
            f"[{dry}].chance_pct is 0, so no card would come any more once {presses} dry; "
            "give the last row a chance"
        )
    return None

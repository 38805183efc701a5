"""Kinds of cards that several editions have."""

from __future__ import annotations

from rules.edition import Effect, Kind, Last, Rule
from rules.effects import first_reverse, next_hits, reverse, skip

HIT_2 = Kind(
    id="hit-2",
    picture="burst:2",
    copies=2,
    points=20,
    play=Rule("ATK-1", next_hits(2)),
    first=Rule("ATK-2", next_hits(2)),
    last=Last.HOUSE_OPTION,
    also=("ATK-11", "TWO-3"),
)

WILD = Kind(id="wild", wild=True, copies=4, points=50, play=Rule("COM-5"), first=Rule("COM-11"))


def standard_actions(
    reverses: int, skip: Effect = skip, also: tuple[str, ...] = ()
) -> tuple[Kind, Kind]:
    """Reverse and Skip. ``reverses``: copies; ``also``: clauses of this edition on its Skip."""
    return (
        Kind(
            id="reverse",
            copies=reverses,
            points=20,
            play=Rule("COM-7", reverse),
            first=Rule("COM-9", first_reverse),
            also=("TWO-1",),
        ),
        Kind(
            id="skip",
            copies=2,
            points=20,
            play=Rule("COM-8", skip),
            first=Rule("COM-10", skip),
            also=(*also, "TWO-2"),
        ),
    )


def discard_all(copies: int) -> Kind:
    """Discard All, with a number of copies."""
    return Kind(
        id="discard-all",
        copies=copies,
        points=30,
        play=Rule("ATK-3"),
        first=Rule("ATK-4"),
        takes=("with",),
    )

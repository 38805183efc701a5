"""UNO Extreme!: what is in the box, what a card does."""

from __future__ import annotations

from rules.edition import (
    LAUNCHER_OPTIONS,
    Kind,
    Last,
    Rule,
    edition,
    numbers,
)
from rules.editions.standard import HIT_2, WILD, discard_all, standard_actions
from rules.effects import attack, first_attack, next_hits, skip
from rules.ruling import Ruling


def extreme_hit(ruling: Ruling) -> None:
    """EXT-3: as Attack-Attack; a house can have next lose the turn to it."""
    attack(ruling)
    goes_on = ruling.position.round_winner is None
    if goes_on and ruling.position.setup.options.extreme_hit_skips_next:
        skip(ruling)


EXTREME = edition(
    id="extreme",
    # The deck is DECK-3, the points are EXT-7. `copies` are of each colour, of a wild in all;
    # `first` is what the card does when it is turned up to start the pile.
    kinds=(
        *numbers(),
        HIT_2,
        *standard_actions(1),
        discard_all(2),
        WILD,
        Kind(
            id="hit-4",
            picture="burst:4",
            wild=True,
            copies=1,
            points=40,
            play=Rule("EXT-1", next_hits(4)),
            first=Rule("EXT-2", next_hits(4)),
            last=Last.HOUSE_OPTION,
            also=("ATK-11", "TWO-3"),
        ),
        Kind(
            id="wild-extreme-hit",
            picture="burst:!",
            wild=True,
            copies=4,
            points=50,
            play=Rule("EXT-3", extreme_hit),
            first=Rule("EXT-4", first_attack),
            target=True,
            last=Last.AS_CHOSEN,
            also=("EXT-6",),
        ),
        # Blank as it comes; what a house writes on it is the option `customizable`.
        Kind(
            id="wild-customizable",
            wild=True,
            copies=3,
            points=50,
            play=Rule("EXT-5"),
            first=Rule("EXT-5"),
            takes=("rule",),
            also=("ATK-6", "ATK-11"),
        ),
    ),
    points_clause="EXT-7",
    commands=("choose",),
    options=(*LAUNCHER_OPTIONS, "extreme_hit_skips_next", "customizable"),
)

"""UNO Attack!, the edition with 112 cards and a launcher: what is in the box, what a card does."""

from __future__ import annotations

from rules.edition import LAUNCHER_OPTIONS, Kind, Last, Rule, edition, numbers
from rules.editions.standard import HIT_2, WILD, discard_all, standard_actions
from rules.effects import next_hits, others_hit, trade_hands
from rules.ruling import Ruling

everybody_else_hits = others_hit(1)


def first_all_hit(ruling: Ruling) -> None:
    """ATK-9: everybody but the dealer hits once; left of the dealer begins, or is skipped."""
    everybody_else_hits(ruling)
    if ruling.position.setup.options.first_all_hit_skips:
        ruling.next_loses_turn()


ATTACK = edition(
    id="attack",
    # The deck is DECK-1, the points are ATK-12. `copies` are of each colour, of a wild in all;
    # `first` is what the card does when it is turned up to start the pile.
    kinds=(
        *numbers(),
        HIT_2,
        *standard_actions(2),
        discard_all(1),
        Kind(
            id="trade-hands",
            copies=1,
            points=30,
            play=Rule("ATK-5", trade_hands),
            first=Rule("ATK-7", goes_back=True),
            target=True,
            last=Last.FORBIDDEN,
            also=("ATK-6",),
        ),
        WILD,
        Kind(
            id="wild-all-hit",
            wild=True,
            copies=2,
            points=50,
            play=Rule("ATK-8", everybody_else_hits),
            first=Rule("ATK-9", first_all_hit),
            last=Last.CARRIED_OUT,
            also=("ATK-11", "TWO-3"),
        ),
        Kind(
            id="wild-hit-fire",
            wild=True,
            copies=2,
            points=50,
            play=Rule("ATK-10", next_hits(None)),
            first=Rule("ATK-10", next_hits(None)),
            last=Last.CARRIED_OUT,
            also=("ATK-11", "TWO-3"),
        ),
    ),
    points_clause="ATK-12",
    options=(*LAUNCHER_OPTIONS, "first_all_hit_skips"),
)

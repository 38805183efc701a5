"""UNO Attack!, the newer edition with Wild Attack-Attack: what is in the box, what a card does."""

from __future__ import annotations

from rules.edition import Kind, Last, Rule, edition, numbers
from rules.editions.standard import HIT_2, WILD, discard_all, standard_actions
from rules.effects import attack, first_attack, next_hits

ATTACK_ATTACK = edition(
    id="attack-attack",
    # The deck is DECK-2, the points are AAT-5. `copies` are of each colour, of a wild in all;
    # `first` is what the card does when it is turned up to start the pile.
    kinds=(
        *numbers(),
        Kind(
            id="hit-1",
            picture="burst:1",
            copies=1,
            points=10,
            play=Rule("AAT-4", next_hits(1)),
            first=Rule("AAT-4", next_hits(1)),
            last=Last.HOUSE_OPTION,
            also=("ATK-11", "TWO-3"),
        ),
        HIT_2,
        *standard_actions(1),
        discard_all(2),
        WILD,
        Kind(
            id="wild-attack-attack",
            wild=True,
            copies=4,
            points=50,
            play=Rule("AAT-1", attack),
            first=Rule("AAT-2", first_attack),
            target=True,
            last=Last.AS_CHOSEN,
            also=("AAT-3",),
        ),
    ),
    points_clause="AAT-5",
    commands=("choose",),
)

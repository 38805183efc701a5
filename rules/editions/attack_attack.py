"""UNO Attack!, the newer edition with Wild Attack-Attack: what is in the box, what a card does."""

from __future__ import annotations

from rules.edition import Kind, Last, Rule, edition, numbers
from rules.effects import attack, first_attack, first_reverse, next_hits, reverse, skip

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
        Kind(
            id="hit-2",
            picture="burst:2",
            copies=2,
            points=20,
            play=Rule("ATK-1", next_hits(2)),
            first=Rule("ATK-2", next_hits(2)),
            last=Last.HOUSE_OPTION,
            also=("ATK-11", "TWO-3"),
        ),
        Kind(
            id="reverse",
            copies=1,
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
            also=("TWO-2",),
        ),
        Kind(
            id="discard-all",
            copies=2,
            points=30,
            play=Rule("ATK-3"),
            first=Rule("ATK-4"),
            takes=("with",),
        ),
        Kind(
            id="wild",
            wild=True,
            copies=4,
            points=50,
            play=Rule("COM-5"),
            first=Rule("COM-11"),
        ),
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

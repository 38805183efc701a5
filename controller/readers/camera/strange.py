"""Whether something else than a card came into the picture: a hand that holds a card, for example.

Where an arm reaches over the edge, it can be as bright as the table, so that only a part of it is
seen. But what a card changes is where this card lies.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from controller.readers.camera.look import Look, differing
from controller.readers.camera.marker import CARD_MM, MARKER_MM, Marker

AROUND_MM = 10.0
"""So far around a card, a change can be the card's: a marker says roughly where its card is."""
BLOCK = 5
"""A change is looked for in squares of so many cells, so that a faint one is found, too."""
FAINT = 0.5
"""There, it counts if it is on average so large, as a share of what counts in a single cell."""
CARDS = 1.0
"""Something else came if it has changed as many cells as a card has, or so many times as many."""


def strange(seen: Look, cards: Sequence[Marker], shrunk: float) -> bool:
    """Whether more has changed beside the cards than light does, since the last movement began.

    ``cards``: markers that were read, and those of the cards that are known to lie there.
    ``shrunk``: how long a pixel of the markers' picture is in the small pictures that are compared.
    """
    difference = differing(seen)
    if difference is None or not cards:
        return False
    changed = (cv2.blur(difference.astype(np.float32), (BLOCK, BLOCK)) > FAINT).astype(np.uint8)
    for marker in cards:
        cv2.fillConvexPoly(
            changed, np.round(np.array(marker.outline(AROUND_MM)) * shrunk).astype(np.int32), 0
        )
    sides = [marker.side_px * shrunk / MARKER_MM for marker in cards]
    card = CARD_MM[0] * CARD_MM[1] * (sum(sides) / len(sides)) ** 2
    return int(np.count_nonzero(changed)) > CARDS * card

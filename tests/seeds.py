"""The seed of a long count: a new one each time, or the one that is to be repeated."""

from __future__ import annotations

import os
import random


def soak_seed(usual: int | None = None) -> int:
    """``SOAK_SEED`` if it is set, else ``usual``, else a random seed."""
    given = os.environ.get("SOAK_SEED")
    if given is not None:
        return int(given)
    return random.randrange(10**6) if usual is None else usual

"""What the people at the table remember from one evening to the next, whatever the machine lost."""

from __future__ import annotations

from typing import Any, Final

import msgspec

CUT: Final = "Cut the power now."
"""Where this is said, nothing in the machine goes on."""
TOLD: Final = "Ledger: "
"""Begins a line with members of the ledger, as JSON."""


class Ledger(msgspec.Struct):
    """Everything that is compared."""

    seed: int
    nth: int = 0
    """How many cuts there were."""
    kind: str = ""
    """What went on when the power was cut."""
    stage: str = ""
    """The same, as the launcher saw it."""
    quiet: int = 0
    """Number of the journal's last entry when a press was awaited and nothing else was said."""
    acknowledged: int = 0
    """Number of the last entry that the referee has acknowledged."""
    game: dict[str, Any] | None = None
    """It and its state are those of that quiet moment."""
    state: dict[str, Any] | None = None
    left: int = 0
    """Cards that truly left, in all."""
    pulled: int = 0
    """Those among them that stuck out of the mouth when the power was cut."""
    unseen: int = 0
    """Cards that left with one before, as the journal said that they might have."""
    doubted: int = 0
    confirmed: int = 0
    """How often the table was asked to count."""
    hits: int = 0
    cards: int = 0
    ready_s: list[float] = []
    """From each start of the kernel to a referee with its launcher."""
    stages: dict[str, int] = {}
    """How often the power was cut at which."""

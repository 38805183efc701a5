"""What the draws of a finished game can be recomputed from, without anybody's name. Pure.

A table sends it with the result, and a hub recomputes every draw from it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from controller.base.errors import Trouble
from controller.games.exported import entries_of
from controller.games.fairness import DrawsReport, FinishedHit, Hash, Seal, verify
from controller.games.journal_replay import replay
from hardware.profile_table import Rows, complaint
from hardware.profiles import ProfileName, lacks_table, profile_of

Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""Anybody can send anything to a hub, and profiles count on numbers that can be."""


class Hit(msgspec.Struct, frozen=True, array_like=True):
    """A finished hit, as far as its draw depends on it; see ``FinishedHit``."""

    draw: Count
    requested: Count
    delivered: Count
    held: Count
    presses: Count
    dealt: bool
    known: bool

    def finished(self, number: int) -> FinishedHit:
        """The same for the check. Who pressed does not matter to it."""
        counts = (self.draw, self.requested, self.delivered, self.held, self.presses)
        return FinishedHit(number, "", *counts, self.dealt, self.known, 0)


class Draws(msgspec.Struct, frozen=True):
    """Everything that the draws of a game depended on."""

    profile: ProfileName
    custom: Rows
    seal: Seal
    seed: Hash
    dry: Count
    """Presses without cards before the game."""
    hits: tuple[Hit, ...]

    def check(self) -> DrawsReport | None:
        """Recompute every draw; None: there is no such profile."""
        if complaint(self.custom) or lacks_table(self.profile, self.custom):
            return None
        hits = [hit.finished(number) for number, hit in enumerate(self.hits, 1)]
        profile = profile_of(self.profile, self.custom)
        return verify(bytes.fromhex(self.seed), self.seal, profile, hits, self.dry)


def draws_of(scenario: str) -> Draws | None:
    """The draws in an exported game; None: it has none that can be checked."""
    place = Path("the exported game")
    try:
        record = replay(entries_of(scenario, place), place)
    except Trouble:
        return None
    begun = record.begun
    if begun is None or begun.seal is None:
        return None
    hits = tuple(
        Hit(hit.draw, hit.requested, hit.delivered, hit.held, hit.presses, hit.dealt, hit.foreseen)
        for hit in record.finished
    )
    dry = begun.goes_on.dry if begun.goes_on else 0
    return Draws(begun.profile, begun.custom, begun.seal, begun.seed, dry, hits)

"""What a table sends with a result besides figures: the game's draws, and a house's box. Pure.

A hub recomputes every draw from the draws, in which nobody's name stands, and needs no file for the
box.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from controller.base.errors import Trouble
from controller.games.exported import entries_of
from controller.games.fairness import DrawsReport, FinishedHit, Hash, Seal, verify
from controller.games.journal_replay import replay
from controller.games.record import Record
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


class Enclosed(msgspec.Struct, frozen=True):
    """What goes with the result of a game."""

    draws: Draws | None = None
    """None: it has none that can be checked."""
    box: Mapping[str, Any] | None = None
    """None: it was played with an edition of Rollerdeck."""


def enclosed_in(scenario: str) -> Enclosed:
    """What an exported game has of it; nothing of what is none."""
    place = Path("the exported game")
    try:
        record = replay(entries_of(scenario, place), place)
    except Trouble:
        return Enclosed()
    return Enclosed(_draws(record), record.begun.game.get("box") if record.begun else None)


def _draws(record: Record) -> Draws | None:
    begun = record.begun
    if begun is None or begun.seal is None:
        return None
    hits = tuple(
        Hit(hit.draw, hit.requested, hit.delivered, hit.held, hit.presses, hit.dealt, hit.foreseen)
        for hit in record.finished
    )
    dry = begun.goes_on.dry if begun.goes_on else 0
    return Draws(begun.profile, begun.custom, begun.seal, begun.seed, dry, hits)

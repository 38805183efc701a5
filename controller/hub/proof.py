"""Whether a result is proved: nobody can have chosen the draws of its game afterwards. Pure.

docs/club.md says what this proves and what it does not prove.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.club.draws import Draws
from controller.games.fairness import Seal
from controller.hub.table_messages import Result

PROVED = "proved"


@dataclass(frozen=True, slots=True)
class Committed:
    """What the hub was told as the game began."""

    seal: Seal
    early: bool
    """Before the first hit of the game was told."""
    guarded: bool
    """The broker lets only the table itself write for it."""


def judge(result: Result, committed: Committed | None, *, guarded: bool) -> str:
    """``proved``, or why it is not: the end of a key of the catalogue of words.

    ``guarded``: the broker let only the table itself publish the result.
    """
    if committed is None:
        return "no_commitment"
    if not (guarded and committed.guarded):
        return "unguarded"
    if not committed.early:
        return "late"
    if result.draws is None:
        return "no_draws"
    if result.draws.seal != committed.seal:
        return "other_seal"
    return PROVED if _come_out_again(result.draws) else "wrong_draws"


def _come_out_again(draws: Draws) -> bool:
    try:
        report = draws.check()
    except Exception:  # anybody can send draws, and none of them may end the hub
        return False
    return report is not None and report.in_order

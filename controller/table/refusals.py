"""Why a request has to wait for the hit that is due, or is about a game that cannot be read."""

from __future__ import annotations

import logging

from controller.base.errors import Refused, Trouble
from controller.base.event_log import note
from controller.table.hit import DueHit, HitStage

BUSY = {
    HitStage.CONFIRM: "refusal.count_first",
    HitStage.BROKEN: "refusal.hit_broke_off",
    HitStage.ARMED: "refusal.hit_has_begun",
}
"""Why other commands are refused, by the stage of the hit."""


def busy(hit: DueHit, link_up: bool) -> Refused:
    """The refusal of what has to wait for this hit. ``link_up``: the launcher can be reached."""
    coming = "refusal.cards_are_coming"
    key = BUSY.get(hit.stage, coming) if link_up else "refusal.launcher_away"
    return Refused("launcher_busy", key, {"hit": hit.number}, "LCH-9")


def not_waiting(number: int) -> Refused:
    """The refusal of an answer about a hit that nobody is asked about."""
    return Refused("nothing_to_confirm", "refusal.not_waiting", {"hit": number})


def unreadable(number: int, trouble: Trouble) -> Refused:
    """The refusal because a past game cannot be read. Logs why."""
    note("game_unreadable", str(trouble), logging.ERROR, game=number)
    return Refused("unreadable", "refusal.unreadable", {"game": number})

"""The hit that is due: which it is, for whom, how many cards it gives, and where it stands.

Requests that have to wait for it are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from controller.base.errors import Refused
from controller.games import fairness
from controller.games.entries import Begun, DrawsBegun, Intent
from controller.games.hands import hand
from controller.games.record import Record
from hardware.profiles import Past, profile_of
from rules import State
from rules.position import Position

Draw = Callable[[Begun | DrawsBegun, int, Past], int]
"""How many cards a hit gives: by game or session, number of the hit in it from 1, and the hits
before."""


class HitStage(StrEnum):
    """Where a hit stands. All but ``WAITING`` and ``COOLDOWN`` may have given cards already."""

    WAITING = "waiting"
    """The launcher does not have it, because of a fault or because the launcher is away."""
    COOLDOWN = "breath"
    """The button has to rest for a moment, so the launcher does not have it yet."""
    ARMED = "armed"
    """The launcher waits for a press."""
    RUNNING = "running"
    """Cards are coming."""
    BROKEN = "broken"
    """A fault broke it off. When the fault is cleared, the rest is armed."""
    CONFIRM = "confirm"
    """Only the table can say how many cards came."""


@dataclass(frozen=True, slots=True)
class DueHit:
    """The hit that is due now. ``intent`` is durable."""

    intent: Intent
    stage: HitStage = HitStage.WAITING
    cards_out: int = 0
    """Cards counted so far."""
    pressed: bool = False
    """The button was pressed for it, so it has to be finished."""
    referee_was_away: bool = False
    """The referee was away while it may have run; if it broke off, the table counts."""

    @property
    def number(self) -> int:
        """The number of the hit in the journal."""
        return self.intent.hit

    def armed(self) -> DueHit:
        """The launcher waits for a press now."""
        return replace(self, stage=HitStage.ARMED)

    def waiting(self) -> DueHit:
        """The launcher does not have it, and it has not begun."""
        return replace(self, stage=HitStage.WAITING, referee_was_away=False)

    def cooling_down(self) -> DueHit:
        """The launcher does not have it, and it has not begun; the button rests first."""
        return replace(self, stage=HitStage.COOLDOWN, referee_was_away=False)

    def running(self, cards_out: int = 0) -> DueHit:
        """Cards are coming, ``cards_out`` so far. A hit that the table counts stays with it."""
        stage = HitStage.CONFIRM if self.stage is HitStage.CONFIRM else HitStage.RUNNING
        return replace(self, stage=stage, pressed=True, cards_out=max(self.cards_out, cards_out))

    def broken(self, cards_out: int) -> DueHit:
        """A fault broke it off after ``cards_out`` cards."""
        counted = self.referee_was_away or self.stage is HitStage.CONFIRM
        stage = HitStage.CONFIRM if counted else HitStage.BROKEN
        return replace(self, stage=stage, pressed=True, cards_out=max(self.cards_out, cards_out))

    def unknown(self, cards_out: int = 0) -> DueHit:
        """The table has to say how many cards came; at least ``cards_out``."""
        return replace(
            self, stage=HitStage.CONFIRM, pressed=True, cards_out=max(self.cards_out, cards_out)
        )


def count_command(intent: Intent, state: State, cards: int, sticking: int = 0) -> dict[str, Any]:
    """The command for a measured count: a hit, or a draw if the rules named the number (PGR-1).

    An opening hand that the launcher dealt is set (TBL-2).
    """
    by = intent.by
    if intent.hand:
        return {"do": "set", "hands": {by: cards}}
    if state.position.dealt is not None:
        return {"do": "draw", "by": by, "cards": cards}
    command = {"do": "hit", "by": by, "cards": cards}
    return {**command, "sticking": sticking} if sticking else command


def draw_by_profile(begun: Begun | DrawsBegun, hit_number: int, past: Past) -> int:
    """The draw from a game's seed, words and profile. The same arguments give the same."""
    profile = profile_of(begun.profile, begun.custom)
    words = begun.seal.words if begun.seal else ""
    return fairness.draw(bytes.fromhex(begun.seed), words, profile, hit_number, past)


def due_intent(record: Record, draw: Draw) -> Intent | None:
    """The hit that may be pressed now, with its draw; None: the button is dead.

    A draw belongs to the hit's number: if another player presses in the end, it stays the same.
    """
    intent = record.intent
    number = intent.hit if intent else record.last_hit + 1
    if (drawing := record.drawing) is not None:
        begun, nth = drawing.begun, len(record.finished) + 1
        return drawing.intent(number, intent, lambda: draw(begun, nth, record.past))
    if record.state is None or record.begun is None:
        return None
    position = record.state.position
    if (name := record.next_hand) is not None:
        cards = hand(position, name)
        return Intent(number, cards, cards, name, name, hand=True)
    if (players := presser_and_owner(position)) is None:
        return None
    if position.dealt is not None:
        drawn = position.dealt
    elif intent is not None and not intent.hand:
        drawn = intent.draw
    else:
        drawn = draw(record.begun, len(record.finished) + 1, record.past)
    return Intent(number, drawn, min(drawn, position.launcher), *players)


def presser_and_owner(position: Position) -> tuple[str, str] | None:
    """Who may press now, and who gets the cards; None: the button is dead (LCH-9)."""
    if not position.armed:
        return None
    if position.owed:
        first = position.owed[0]
        return position.name(first.by), position.name(first.owner)
    # With a free interlock the button also works when it is nobody's turn: then for the dealer.
    seat = position.dealer if position.turn is None else position.turn
    assert seat is not None
    return position.name(seat), position.name(seat)


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

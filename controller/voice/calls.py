"""What the table waits for, in one sentence: who has to do what, or what is asked about a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import rules
from controller.games.hands import hand
from controller.table.hit import DueHit, HitStage
from controller.voice.narration import TURN, Level, Snapshot, Utterance
from rules import State
from rules.position import Position

if TYPE_CHECKING:
    from controller.sightings.memory import Question

COLORS = ("red", "yellow", "green", "blue")


def call(snapshot: Snapshot) -> Utterance | None:
    """The sentence; None while cards come, while a fault has to be cleared, or after the game."""
    state, hit = snapshot.record.state, snapshot.hit
    if state is None:
        return None
    position = state.position
    if hit is not None and hit.stage is HitStage.CONFIRM and snapshot.link_up:
        return _call("spoken.confirm", player=hit.intent.owner)
    if _is_held_up(snapshot, position):
        return None
    if snapshot.question is not None:
        return question_about(snapshot.question)
    if hit is not None and hit.pressed:
        return _rest(snapshot, hit)
    if position.phase == "turn_up":
        return _first_card(snapshot, position, hit)
    return _of_phase(state)


def _is_held_up(snapshot: Snapshot, position: Position) -> bool:
    """Whether cards come, or a press has to wait for the launcher."""
    if snapshot.hit is not None and snapshot.hit.stage is HitStage.RUNNING:
        return True
    return position.phase == "hits" and (bool(snapshot.faults) or not snapshot.link_up)


def _rest(snapshot: Snapshot, hit: DueHit) -> Utterance | None:
    """Who presses again, after a hit that was broken off, for how many cards."""
    if hit.stage is not HitStage.ARMED or not snapshot.link_up:
        return None
    return _call("spoken.rest", player=hit.intent.by, n=hit.intent.requested - hit.cards_out)


def _first_card(snapshot: Snapshot, position: Position, hit: DueHit | None) -> Utterance | None:
    name = snapshot.record.next_hand
    if name is not None and hit is not None:
        return _call("spoken.hand", player=name, n=hand(position, name))
    if position.dealer is None:
        return None
    return _call("spoken.turn_up", player=position.name(position.dealer))


def _of_phase(state: State) -> Utterance | None:
    position = state.position
    phase = position.phase
    if phase in ALONE:
        return _call(ALONE[phase])
    if phase == "reload":
        launcher = position.setup.launcher
        return _call("refusal.launcher_empty" if launcher else "ruling.pile_used_up")
    if phase in ("hits", "challenge"):
        return _owed(state)
    if phase == "drawn" and position.setup.edition.launcher:
        phase = "hit"
    if position.turn is None:
        return None
    player = position.name(position.turn)
    if phase == "play":
        return _turn(position, player)
    return _call(OF_PLAYER[phase], player=player) if phase in OF_PLAYER else None


ALONE: Mapping[str, str] = {
    "dealer": "spoken.dealer",
    "count": "ruling.round_over",
    "round_over": "spoken.next_round",
}
"""Sentences that name nobody, by phase."""

OF_PLAYER: Mapping[str, str] = {
    "color": "spoken.color",
    "choose": "ruling.asks",
    "drawn": "spoken.drawn",
    "hit": "spoken.has_hit",
}
"""Sentences about the player whose turn it is, by phase; "hit" where a hit came before (HOU-6)."""


def _turn(position: Position, player: str) -> Utterance:
    """Whose turn it is, and what matches, wilds aside."""
    color, top = position.color, position.top
    if color is None or top is None:
        return _call("spoken.turn", player=player)
    printed, _, kind = top.partition("-")
    if printed in COLORS and not position.color_only:
        return _call("spoken.turn_match", player=player, color=color, kind=kind)
    return _call("spoken.turn_color", player=player, color=color)


def _owed(state: State) -> Utterance:
    """Who presses and how often, or who draws how many cards."""
    position = state.position
    owed = position.owed[0]
    by, owner = position.name(owed.by), position.name(owed.owner)
    if position.phase == "challenge":
        return _call("spoken.challenge", player=owner, n=owed.hits)
    if owed.answerable and any(offer.command["do"] == "play" for offer in rules.legal(state)):
        hits = position.setup.edition.launcher
        key = "spoken.answer_or_press" if hits else "spoken.answer_or_draw"
        return _call(key, player=by, n=owed.hits)
    if not position.setup.edition.launcher:
        return _call("ruling.owes_draws", player=by, n=owed.hits)
    if owed.by == owed.owner:
        if owed.hits is None:
            return _call("spoken.press_until", player=by)
        return _call("spoken.press", player=by, n=owed.hits)
    if owed.hits is None:
        return _call("spoken.press_until_for", player=by, owner=owner)
    return _call("spoken.press_for", player=by, n=owed.hits, owner=owner)


def _call(key: str, **values: Any) -> Utterance:
    return Utterance(key, values, Level.TURNS, TURN)


SPOKEN: Mapping[str, str] = {
    "confirm": "spoken.seen",
    "again": "spoken.seen_again",
    "taken_up": "spoken.seen_taken_up",
    "reload": "spoken.seen_reload",
    "cards": "spoken.seen_cards",
    "color": "spoken.color",
    "unread": "spoken.seen_unread",
}
"""By what is asked; a colour is asked for as always."""
TO_ALL: Mapping[str, str] = {
    "confirm": "spoken.seen_card",
    "again": "spoken.seen_again",
    "taken_up": "spoken.seen_taken_up",
    "reload": "spoken.seen_reload",
}
"""Where nobody is meant alone."""


def question_about(question: Question) -> Utterance:
    """The question."""
    if question.by is None:
        key = TO_ALL.get(question.kind, "spoken.seen_which")
    else:
        key = SPOKEN.get(question.kind, "spoken.seen_choose")
    values: dict[str, Any] = {}
    if question.by is not None:
        values["player"] = question.by
    if question.sighting.card is not None:
        values["card"] = question.sighting.card
    return Utterance(key, values, topic=TURN)

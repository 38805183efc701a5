"""What several commands share: refusals, and what a number can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.outcome import Refusal
from rules.position import Position
from rules.setup import MAX_FIGURE
from rules.words import counted

Command = Mapping[str, Any]
"""A command whose members have been read: all there, of their types, names and cards known."""


def awaited(position: Position) -> str:
    """What has to happen first, as the end of a sentence."""
    phase = position.phase
    turn = "somebody" if position.turn is None else position.name(position.turn)
    if position.owed:
        first = position.owed[0]
        due = "hits until cards come out"
        if first.hits is not None:
            due = counted(first.hits, position.setup.due)
        return f"{position.name(first.by)} owes {due} first"
    return {
        "dealer": "the dealer has not been drawn yet",
        "turn_up": "the first card has not been turned up yet",
        "choose": f"{turn} has to choose whom to attack first",
        "color": f"{turn} has to call a colour first",
        "drawn": f"{turn} has drawn, and may play that card or pass",
        "play": f"it is {turn}'s turn",
        "count": "the round is over and the hands are to be counted",
        "round_over": "the round is over and the next one has not begun",
        "game_over": "the game is over",
    }[phase]


def wrong_phase(position: Position, clause: str) -> Refusal:
    """Not now, whoever says it."""
    return Refusal("wrong_phase", clause, f"That cannot be done now: {awaited(position)}.")


def out_of_turn(position: Position, clause: str, by: int) -> Refusal:
    """Not this player."""
    name = position.name(by)
    if position.seats[by].out:
        return Refusal("out_of_turn", "CHA-2", f"{name} is out of the game.")
    return Refusal("out_of_turn", clause, f"Not {name} now: {awaited(position)}.")


def is_out(position: Position, seat: int) -> Refusal:
    """Nothing can be done to a player who was eliminated."""
    return Refusal("bad_target", "CHA-2", f"{position.name(seat)} is out of the game.")


def bad_count(clause: str, sentence: str) -> Refusal:
    """A number that cannot be."""
    return Refusal("bad_count", clause, sentence)


def everybody(position: Position) -> list[str]:
    """Names of all who have not left."""
    return [seat.name for seat in position.seats if not seat.gone]


def whole(value: object, most: int = MAX_FIGURE) -> bool:
    """Whether a number is a whole one from 0 to ``most``."""
    return type(value) is int and 0 <= value <= most

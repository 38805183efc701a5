"""What the referee answers: rulings, or the reason why not."""

from __future__ import annotations

from msgspec import Struct

CODES = (
    "unknown_command",
    "unknown_player",
    "unknown_card",
    "bad_member",
    "bad_color",
    "wrong_edition",
    "game_over",
    "launcher_empty",
    "hits_owed",
    "wrong_phase",
    "out_of_turn",
    "not_in_deck",
    "no_match",
    "hand_too_small",
    "cannot_go_out",
    "color_required",
    "target_required",
    "bad_target",
    "towers_required",
    "bad_count",
    "no_uno_to_call",
    "too_early",
    "too_late",
    "already_called",
    "must_draw",
    "nothing_to_reload",
    "nothing_to_undo",
    "bad_setup",
)
"""Every refusal, first served first; ``bad_setup`` is for game objects alone."""


class Event(Struct, frozen=True):
    """One ruling: a word for programs, the clause, a sentence for people, whom it concerns."""

    kind: str
    clause: str
    text: str
    player: str | None = None


class Refusal(Struct, frozen=True):
    """Why not: one of ``CODES``, the clause, and a sentence that says what to do."""

    code: str
    clause: str
    sentence: str

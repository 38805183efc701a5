"""What the referee answers: rulings, or the reason why not; no words, but keys of a catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


Values = Mapping[str, Any]
"""What a message is about, by name: JSON, and nothing that would have to be translated."""


class Event(Struct, frozen=True, gc=False):
    """One ruling: what happened."""

    key: str
    """What, as an entry of the catalogue of words."""
    clause: str
    """The clause of the rulebook that it follows from."""
    values: Values = {}
    """What fills the gaps of its sentence."""
    player: str | None = None
    """Whom it concerns; None: nobody alone."""


class Refusal(Struct, frozen=True, gc=False):
    """Why a command or a game object is not accepted."""

    code: str
    """A code of scenario files."""
    clause: str
    """The clause of the rulebook."""
    key: str
    """What exactly is wrong, as an entry of the catalogue of words."""
    values: Values = {}
    """What fills the gaps of its sentence."""

"""Requests about cards drawn without a game: their bodies, their answers, the possible refusals."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from controller.games.draws import DrawsView
from controller.games.entries import Cards
from controller.games.fairness import Hash
from controller.web.operation import AWAY, WRITES, Done, Operation
from controller.web.requests import Name, Words


class NewDraws(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What people say when a session of draws begins."""

    words: Words = ""
    """As for a new game."""
    commitment: Hash | msgspec.UnsetType = msgspec.UNSET
    """The check code that people saw (``next_draws`` of ``fairness``): none begins with another."""


class AskedDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who gets the cards of the next press, and how many."""

    player: Name
    """Who gets them; anybody may be named."""
    cards: Cards | None = None
    """How many; null: as many as the [hit profile](profiles.md) gives."""


class CancelledDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Nobody gets the cards of this hit."""

    hit: Annotated[int, Meta(ge=1)]
    """Number of the hit, as in ``launcher``."""


DRAWS = (
    Operation(
        "POST",
        "/api/draws",
        "begin_draws",
        "Begin a session of draws: cards for anybody, without a game",
        NewDraws,
        Done,
        dated=True,
        refusals=("other_seal", "stale", *AWAY, *WRITES),
        about="A game or session that is on the table is left; a game can be [taken "
        "up](api.md#playing-on) later.",
    ),
    Operation(
        "GET",
        "/api/draws/{session}",
        "draws",
        "Return one session of draws",
        gives=DrawsView,
        refusals=("no_such_draws", "unreadable"),
    ),
    Operation(
        "POST",
        "/api/draws/ask",
        "ask_draw",
        "Let the next press give somebody cards",
        AskedDraw,
        Done,
        dated=True,
        refusals=("stale", "asked_already", "wrong_phase", *WRITES),
        about="The launcher is armed as for a hit; `confirm` and `unpressed` are as for one.",
    ),
    Operation(
        "POST",
        "/api/draws/cancel",
        "cancel_draw",
        "Take back that somebody gets cards",
        CancelledDraw,
        Done,
        refusals=("nothing_to_confirm", "wrong_phase", *AWAY, *WRITES),
        about="Until the press. The next draw by the profile gives as many cards.",
    ),
    Operation(
        "POST",
        "/api/draws/end",
        "end_draws",
        "End the session of draws, and publish its seed",
        gives=Done,
        dated=True,
        refusals=("stale", "wrong_phase", *AWAY, *WRITES),
    ),
)

"""Every request that the referee answers: its body, its answer, and the possible refusals.

``Site`` makes its routes from this list and ``openapi`` its description, so the two agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from controller.games.course import Course
from controller.network.way_in import Join
from controller.web import shown
from controller.web.requests import Count, NewGame, Unpressed


class Done(msgspec.Struct, frozen=True):
    """The request was done and is on disk."""

    seq: int
    """Number of the journal's entry that the request made."""
    after: int | None
    """Number of the entry that changed the game last before; null: it is not known any more."""


class Cleared(msgspec.Struct, frozen=True):
    """The launcher's faults after they were cleared: none."""

    faults: list[str]


class Health(msgspec.Struct, frozen=True):
    """The referee is alive."""

    seq: int
    link: Literal["up", "down"]


COMMAND = "command"
"""Stands for any command of ``rules.COMMANDS`` that people say."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of request. The method of ``Site`` that answers it is called ``_`` and ``name``."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    does: str
    takes: Any = None
    """Model of the body; ``COMMAND``: a command of the rules; None: nothing, or ``{}``."""
    gives: Any = None
    """Model of the answer; None: 204, without a body."""
    media: str = "application/json"
    dated: bool = False
    """It may carry ``If-Match``: what its sender saw."""
    refusals: tuple[str, ...] = ()
    """Codes besides those that every request can get; ``rules``: any code of the rules."""


_WRITES = ("key_reused", "not_saved", "stopping")
_AWAY = ("launcher_busy", "no_launcher")
_CONFIRMS = ("rules", "nothing_to_confirm", *_AWAY, *_WRITES)
_JSONL = "application/x-ndjson"
_SVG = "image/svg+xml"
_SSE = "text/event-stream"
_HAND = ("not_found", "key_reused", "no_launcher")

OPERATIONS = (
    Operation("GET", "/healthz", "healthz", "Is it alive", gives=Health),
    Operation("GET", "/metrics", "metrics", "Counts for Prometheus", gives=str, media="text/plain"),
    Operation("GET", "/api/openapi.json", "openapi", "This description", gives=dict[str, Any]),
    Operation("GET", "/api/join", "join", "How other devices come to the table", gives=Join),
    Operation(
        "GET",
        "/api/join/address.svg",
        "join_address",
        "The page's address as a QR code",
        gives=str,
        media=_SVG,
        refusals=("not_found",),
    ),
    Operation(
        "GET",
        "/api/join/wifi.svg",
        "join_wifi",
        "The table's own Wi-Fi as a QR code",
        gives=str,
        media=_SVG,
        refusals=("not_found",),
    ),
    Operation(
        "GET",
        "/api/editions",
        "editions",
        "The editions for the set-up view",
        gives=list[shown.ShownEdition],
    ),
    Operation(
        "GET", "/api/table", "whole_table", "Everything that the page shows", gives=shown.ShownTable
    ),
    Operation("GET", "/api/events", "events", "Server-sent events", gives=str, media=_SSE),
    Operation(
        "GET",
        "/api/games",
        "games",
        "Every game of the journal, the newest first",
        gives=list[shown.ShownGame],
    ),
    Operation(
        "POST",
        "/api/games",
        "new_game",
        "Begin a game; the one on the table is kept",
        NewGame,
        Done,
        dated=True,
        refusals=("rules", "other_seal", "stale", "too_soon", *_AWAY, *_WRITES),
    ),
    Operation(
        "GET",
        "/api/games/{game}",
        "course",
        "The course of one game",
        gives=Course,
        refusals=("no_such_game", "unreadable"),
    ),
    Operation(
        "GET",
        "/api/games/{game}/scenario",
        "scenario",
        "One game as a scenario file",
        gives=str,
        media=_JSONL,
        refusals=("no_such_game", "unreadable"),
    ),
    Operation(
        "POST",
        "/api/games/{game}/delete",
        "delete_game",
        "List a past game no longer",
        gives=Done,
        refusals=("no_such_game", "on_the_table", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/games/{game}/restore",
        "restore_game",
        "List a deleted game again",
        gives=Done,
        refusals=("no_such_game", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/commands",
        "command",
        "Say what was played, called or put right",
        COMMAND,
        Done,
        dated=True,
        refusals=("rules", "measured_only", "stale", *_AWAY, *_WRITES),
    ),
    Operation(
        "POST",
        "/api/launcher/clear",
        "clear",
        "Clear the launcher's faults",
        gives=Cleared,
        refusals=("still_there", "no_launcher"),
    ),
    Operation(
        "POST",
        "/api/launcher/confirm",
        "confirm",
        "The table's own count of a hit",
        Count,
        Done,
        refusals=_CONFIRMS,
    ),
    Operation(
        "POST",
        "/api/launcher/unpressed",
        "unpressed",
        "Nobody pressed for a hit",
        Unpressed,
        Done,
        refusals=("nothing_to_confirm", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/simulator/press",
        "press",
        "A finger on the simulated button",
        refusals=("launcher_busy", *_HAND),
    ),
    Operation("POST", "/api/simulator/jam", "jam", "Wedge a card", refusals=_HAND),
    Operation("POST", "/api/simulator/unjam", "unjam", "Take it out", refusals=_HAND),
)

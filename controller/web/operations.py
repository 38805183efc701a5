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
from controller.web.requests import Count, NewGame, PlayOn, Unpressed


class Done(msgspec.Struct, frozen=True):
    """The request was carried out and saved on the disk."""

    seq: int
    """Number of the journal's entry that the request made."""
    after: int | None
    """Number of the entry that changed the game last before; null: it is not known any more."""


class Cleared(msgspec.Struct, frozen=True):
    """The launcher's faults after all of them were cleared: an empty list."""

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


_WRITES = ("key_reused", "not_saved", "stopping", "too_soon")
_AWAY = ("launcher_busy", "no_launcher")
_CONFIRMS = ("rules", "nothing_to_confirm", *_AWAY, *_WRITES)
_JSONL = "application/x-ndjson"
_SVG = "image/svg+xml"
_SSE = "text/event-stream"
_HAND = ("not_found", "key_reused", "no_launcher")

OPERATIONS = (
    Operation("GET", "/healthz", "healthz", "Say whether the referee works", gives=Health),
    Operation(
        "GET", "/metrics", "metrics", "Return counts for Prometheus", gives=str, media="text/plain"
    ),
    Operation(
        "GET", "/api/openapi.json", "openapi", "Return this description", gives=dict[str, Any]
    ),
    Operation("GET", "/api/join", "join", "Say how other devices can open the page", gives=Join),
    Operation(
        "GET",
        "/api/join/address.svg",
        "join_address",
        "Return the page's address as a QR code",
        gives=str,
        media=_SVG,
        refusals=("not_found",),
    ),
    Operation(
        "GET",
        "/api/join/wifi.svg",
        "join_wifi",
        "Return the access point's Wi-Fi as a QR code",
        gives=str,
        media=_SVG,
        refusals=("not_found",),
    ),
    Operation(
        "GET",
        "/api/editions",
        "editions",
        "Return all editions with their cards and house options",
        gives=list[shown.ShownEdition],
    ),
    Operation(
        "GET",
        "/api/table",
        "whole_table",
        "Return everything that the page shows",
        gives=shown.ShownTable,
    ),
    Operation(
        "GET",
        "/api/events",
        "events",
        "Send every change as a server-sent event",
        gives=str,
        media=_SSE,
    ),
    Operation(
        "GET",
        "/api/games",
        "games",
        "List every game of the journal, the newest first",
        gives=list[shown.ShownGame],
    ),
    Operation(
        "POST",
        "/api/games",
        "new_game",
        "Begin a new game; the previous game stays in the journal",
        NewGame,
        Done,
        dated=True,
        refusals=("rules", "other_seal", "stale", *_AWAY, *_WRITES),
    ),
    Operation(
        "GET",
        "/api/games/{game}",
        "course",
        "Return everything that happened in one game",
        gives=Course,
        refusals=("no_such_game", "unreadable"),
    ),
    Operation(
        "GET",
        "/api/games/{game}/scenario",
        "scenario",
        "Return one game as a scenario file",
        gives=str,
        media=_JSONL,
        refusals=("no_such_game", "unreadable"),
    ),
    Operation(
        "POST",
        "/api/games/{game}/play_on",
        "play_on",
        "Go on with a game that was left when another game began",
        PlayOn,
        Done,
        dated=True,
        refusals=(
            *("no_such_game", "on_the_table", "not_left", "unreadable"),
            *("other_seal", "stale", *_AWAY, *_WRITES),
        ),
    ),
    Operation(
        "POST",
        "/api/games/{game}/delete",
        "delete_game",
        "Remove a past game from the list of games",
        gives=Done,
        refusals=("no_such_game", "on_the_table", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/games/{game}/restore",
        "restore_game",
        "Put a deleted game back into the list of games",
        gives=Done,
        refusals=("no_such_game", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/commands",
        "command",
        "Carry out a command, such as a play",
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
        "Report how many cards of a hit the players counted",
        Count,
        Done,
        refusals=_CONFIRMS,
    ),
    Operation(
        "POST",
        "/api/launcher/unpressed",
        "unpressed",
        "Report that nobody pressed the button for a hit",
        Unpressed,
        Done,
        refusals=("nothing_to_confirm", *_WRITES),
    ),
    Operation(
        "POST",
        "/api/simulator/press",
        "press",
        "Press the button of the simulated launcher",
        refusals=("launcher_busy", *_HAND),
    ),
    Operation(
        "POST",
        "/api/simulator/jam",
        "jam",
        "Make a card get stuck in the simulated launcher",
        refusals=_HAND,
    ),
    Operation("POST", "/api/simulator/unjam", "unjam", "Remove the stuck card", refusals=_HAND),
)

"""Every request that the referee answers: its body, its answer, and the possible refusals.

``Site`` makes its routes from this list and ``openapi`` its description, so the two agree.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from controller.games.course import Course
from controller.network.way_in import Join
from controller.web import shown
from controller.web.evenings.operations import EVENINGS
from controller.web.operation import AWAY, COMMAND, SVG, WRITES, Done, Operation
from controller.web.readers.operations import READERS, Lay
from controller.web.requests import Count, NewGame, PlayOn, Unpressed
from controller.web.seats.operations import SEATS


class Cleared(msgspec.Struct, frozen=True):
    """The launcher's faults after all of them were cleared: an empty list."""

    faults: list[str]


class Health(msgspec.Struct, frozen=True):
    """The referee is alive."""

    seq: int
    link: Literal["up", "down"]


_CONFIRMS = ("rules", "nothing_to_confirm", *AWAY, *WRITES)
_JSONL = "application/x-ndjson"
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
        media=SVG,
        refusals=("not_found",),
    ),
    Operation(
        "GET",
        "/api/join/wifi.svg",
        "join_wifi",
        "Return the access point's Wi-Fi as a QR code",
        gives=str,
        media=SVG,
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
        "List the newest 100 games of the journal, or those before a game, the newest first",
        gives=list[shown.ShownGame],
        refusals=("bad_request",),
        query=("before",),
    ),
    Operation(
        "POST",
        "/api/games",
        "new_game",
        "Begin a new game; the previous game stays in the journal",
        NewGame,
        Done,
        dated=True,
        refusals=("rules", "other_seal", "stale", *AWAY, *WRITES),
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
        "GET",
        "/api/games/{game}/card.svg",
        "card",
        "Return a picture of one game to keep or to send",
        gives=str,
        media=SVG,
        refusals=("no_such_game", "unreadable", "bad_request"),
        query=("names", "language"),
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
            *("other_seal", "stale", *AWAY, *WRITES),
        ),
    ),
    Operation(
        "POST",
        "/api/games/{game}/delete",
        "delete_game",
        "Remove a past game from the list of games",
        gives=Done,
        refusals=("no_such_game", "on_the_table", *WRITES),
    ),
    Operation(
        "POST",
        "/api/games/{game}/restore",
        "restore_game",
        "Put a deleted game back into the list of games",
        gives=Done,
        refusals=("no_such_game", *WRITES),
    ),
    Operation(
        "POST",
        "/api/commands",
        "command",
        "Carry out a command, such as a play",
        COMMAND,
        Done,
        dated=True,
        refusals=("rules", "measured_only", "stale", *AWAY, *WRITES),
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
        "/api/launcher/tare",
        "tare",
        "Set the launcher's scale to 0, because the launcher is empty",
        refusals=("no_scale", "no_launcher", "launcher_busy"),
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
        refusals=("nothing_to_confirm", *WRITES),
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
    Operation(
        "POST",
        "/api/simulator/lay",
        "lay",
        "Lay a card under the simulated reader",
        Lay,
        refusals=("wrong_phase", "none_left", "not_found", *WRITES),
    ),
    *EVENINGS,
    *SEATS,
    *READERS,
    Operation(
        "POST",
        "/api/voice/again",
        "say_again",
        "Say aloud again what happened last, and who has to do what",
        refusals=("not_found",),
    ),
)

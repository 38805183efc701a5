"""Every request that the referee answers: its body, its answer, and the possible refusals.

``Site`` makes its routes from this list and ``release.openapi`` its description.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from controller.decks.box_file import BoxProblem
from controller.games.journal_replay import Course
from controller.network.way_in import Join
from controller.web import table_views
from controller.web.draws.draw_operations import DRAWS
from controller.web.evenings.evening_operations import EVENINGS
from controller.web.operation import AWAY, COMMAND, SVG, WRITES, Done, Operation
from controller.web.practice.practice_rounds import PRACTICE
from controller.web.reader_operations import READERS, Lay
from controller.web.requests import Count, NewGame, PlayOn, Unpressed
from controller.web.seat_operations import SEATS


class Cleared(msgspec.Struct, frozen=True):
    """The launcher's faults after all of them were cleared: an empty list."""

    faults: list[str]
    """Empty: a fault whose cause is still there refuses the request."""


class Health(msgspec.Struct, frozen=True):
    """The referee works."""

    seq: int
    """Number of the journal's newest entry."""
    link: Literal["up", "down"]
    """Whether the referee reaches the launcher."""


_CONFIRMS = ("rules", "nothing_to_confirm", *AWAY, *WRITES)
_JSONL = "application/x-ndjson"
_SSE = "text/event-stream"
_HAND = ("not_found", "key_reused", "no_launcher")

OPERATIONS = (
    Operation("GET", "/healthz", "healthz", "Say whether the referee works", gives=Health),
    Operation(
        "GET",
        "/metrics",
        "metrics",
        "Return counts for Prometheus",
        gives=str,
        media="text/plain",
        about="They begin at zero with the referee, and have no names, no cards of a game and no "
        "seeds.",
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
        about="404 `not_found`: this machine is on no network.",
    ),
    Operation(
        "GET",
        "/api/join/wifi.svg",
        "join_wifi",
        "Return the access point's Wi-Fi as a QR code",
        gives=str,
        media=SVG,
        refusals=("not_found",),
        about="A phone that scans it joins the Wi-Fi. 404 `not_found`: this machine has none, or "
        "not `access_point.show_password`.",
    ),
    Operation(
        "GET",
        "/api/editions",
        "editions",
        "Return all editions with their cards and house options",
        gives=list[table_views.EditionView],
        about="Those of this version, the boxes in the folder `editions` "
        "([your-own-box.md](your-own-box.md)), and that of the game on the table.",
    ),
    Operation(
        "GET",
        "/api/editions/broken",
        "broken_boxes",
        "Return what is wrong with files in the folder of the house's own boxes",
        gives=list[BoxProblem],
    ),
    Operation(
        "GET",
        "/api/table",
        "whole_table",
        "Return everything that the page shows",
        gives=table_views.TableView,
    ),
    Operation(
        "GET",
        "/api/events",
        "events",
        "Send every change as a server-sent event",
        gives=str,
        media=_SSE,
        about="[What each event has](api.md#events).",
    ),
    Operation(
        "GET",
        "/api/games",
        "games",
        "List the newest 100 games of the journal, or those before a game, the newest first",
        gives=list[table_views.PastGameView],
        refusals=("bad_request", "unreadable", "still_adding"),
        query=("before",),
        about="Game 1 ends the list. `goes_on` and `goes_on_as` link a game that was [taken "
        "up](api.md#playing-on).",
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
        about="It ends with the game's last state.",
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
        about="[What goes on, and what begins anew](api.md#playing-on).",
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
        about="At any time. 404 `no_such_game`: it is not deleted.",
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
        about="Those whose cause is gone are cleared, also if one is still there.",
    ),
    Operation(
        "POST",
        "/api/launcher/tare",
        "tare",
        "Set the launcher's scale to 0, because the launcher is empty",
        refusals=("no_scale", "no_launcher", "launcher_busy"),
        about="Only while no card is in it.",
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
        about="Of a hit in stage `confirm` of which no card was counted; it is armed again.",
    ),
    Operation(
        "POST",
        "/api/simulator/press",
        "press",
        "Press the button of the simulated launcher",
        refusals=("launcher_busy", *_HAND),
        about="In stage `breath` it is refused (`refusal.breath`), and the breath begins again; "
        "where nothing is armed, a press does nothing, as at a real button. 404 `not_found`: the "
        "launcher is real.",
    ),
    Operation(
        "POST",
        "/api/simulator/jam",
        "jam",
        "Make a card get stuck in the simulated launcher",
        refusals=_HAND,
        about="404 `not_found`: the launcher is real.",
    ),
    Operation(
        "POST",
        "/api/simulator/unjam",
        "unjam",
        "Remove the stuck card",
        refusals=_HAND,
        about="404 `not_found`: the launcher is real.",
    ),
    Operation(
        "POST",
        "/api/simulator/lay",
        "lay",
        "Lay a card under the simulated reader",
        Lay,
        refusals=("wrong_phase", "none_left", "not_found", *WRITES),
        about="The first request makes `sightings` of the table appear. The reader is treated as a "
        "paired one; without a deck of the edition, one in memory serves. 404 `not_found`: the "
        "launcher is real.",
    ),
    *DRAWS,
    *PRACTICE,
    *EVENINGS,
    *SEATS,
    *READERS,
    Operation(
        "POST",
        "/api/voice/again",
        "say_again",
        "Say aloud again what happened last, and who has to do what",
        refusals=("not_found",),
        about="404 `not_found`: the table has no [voice](voice.md).",
    ),
)

"""Who may do what, worked out from the tables of docs/access.md and not from the code."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from controller.web.operations import OPERATIONS

ACCESS = (Path(__file__).parents[3] / "docs" / "access.md").read_text()
POSTS = [one for one in OPERATIONS if one.method == "POST"]


def documented(kind: str) -> dict[str, str]:
    """Who may send a ``request``, or give a ``command``."""
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", ACCESS, re.MULTILINE)
    return {what: who for what, who in rows if what.startswith("POST") == (kind == "request")}


COMMANDS = documented("command")
REQUESTS = documented("request")


def may_say(
    own: str | None,
    command: Mapping[str, Any],
    *,
    players: Collection[str],
    dealer: str | None,
    last_by: str | None,
) -> bool:
    """Whether a seat may give a command of the rules in a game that is on."""
    who = COMMANDS[command["do"]]
    if own is None or who == "nobody else":
        return False
    if who == "the phones of the player who is named in it":
        return bool(own == command.get("by", command.get("player")))
    if own not in players:
        return False
    if who == "the dealer's phones":
        return own == dealer
    if who == "the phones of the player whose command is taken back":
        return own == last_by
    if (
        who
        == "the phones of the player who is named in it, and only to set a hand to 1 card or more"
    ):
        hands = command.get("hands", {})
        return set(command) == {"do", "hands"} and list(hands) == [own] and hands[own] > 0
    assert who.startswith("every phone whose player is in the game"), who
    return True


def may_send(
    own: str | None,
    name: str,
    body: Mapping[str, Any],
    *,
    players: Collection[str],
    device: int | None,
    hit: tuple[int, str],
) -> bool:
    """Whether a seat may send a request while a game is on and a hit of one player is due."""
    (path,) = [one.path for one in POSTS if one.name == name]
    who = REQUESTS[f"POST {path}"]
    if who == "every device":
        return True
    if who.startswith("every device that wants to join"):
        return bool(body["do"] == "join" or own == body["player"])
    if who == "the device itself":
        return device is not None and body["device"] == device
    if (
        own is None
        or who == "nobody else"
        or who.startswith("every phone that has a seat, while no game is on")
    ):
        return False
    if who in (
        "only a card reader, not even a table screen",
        "the phones of the player whose card was seen",  # no question is open
    ):
        return False
    if who == "the phones of the player who is named in it":
        return bool(own == body["player"])
    if who.startswith("the phones of the player who presses"):
        return own == hit[1] or (own in players and body["hit"] != hit[0])
    assert who.startswith("every phone whose player is in the game"), who
    return own in players

"""Run on the board, by Debian's Python: plays at the referee, as a page would.

Usage: game.py begin: begins a game, and waits until a press is awaited.
Or: game.py hit NUMBER: waits until this hit is over, and prints how it ended: "dry", or "broken".
Or: game.py state: prints the game's state, once the referee serves.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.request
from contextlib import suppress
from typing import Any

REFEREE = "http://127.0.0.1:8080"
GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
PATIENCE_S = 120.0
HIT_S = 20.0
"""In which a hit that has begun is over, with the button's rest after it."""
AGAIN_S = 0.2


def main(what: str, *words: str) -> None:
    """Do one of the three."""
    if what == "begin":
        begin()
    elif what == "hit":
        print(outcome(int(words[0])))
    else:
        print(json.dumps(state()))


def begin() -> None:
    """Begin a game, and turn up its first card."""
    deadline = time.monotonic() + PATIENCE_S
    while not serves():
        assert time.monotonic() < deadline, "the referee has no launcher"
        time.sleep(AGAIN_S)
    ask("/api/games", GAME)
    ask("/api/commands", {"do": "turn_up", "card": "red-5"})
    while ask("/api/table")["launcher"]["hit"]["stage"] != "armed":
        assert time.monotonic() < deadline, ask("/api/table")["launcher"]
        time.sleep(AGAIN_S)


def outcome(number: int) -> str:
    """How a hit went: the next press is awaited after a dry one, and without a card it breaks."""
    deadline = time.monotonic() + HIT_S
    while True:
        hit = ask("/api/table")["launcher"]["hit"]
        if hit["number"] > number and hit["stage"] == "armed":
            return "dry"
        if hit["stage"] == "broken":
            return "broken"
        assert time.monotonic() < deadline, f"nobody heard the button: {hit}"
        time.sleep(AGAIN_S)


def state() -> Any:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask("/api/table")["state"]
        except OSError:
            assert time.monotonic() < deadline, "the referee does not serve"
            time.sleep(AGAIN_S)


def serves() -> bool:
    with suppress(OSError):
        return bool(ask("/healthz")["link"] == "up")
    return False


def ask(place: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(REFEREE + place, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A page at a table at which people go on playing, whatever others do to the referee meanwhile."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.processes import PATIENCE_S
from tests.worlds.evening import GAME
from tests.worlds.house import House

CROWD = "127.0.0.66"
"""The address of those who attack; on Linux the whole of 127.0.0.0/8 is this machine."""


def configured(folder: Path) -> list[str]:
    """Arguments for a referee at whose table nobody has to wait for the button."""
    file = folder / "quick.toml"
    file.write_text("[referee]\nbreath_ms = 0\n")
    return ["--simulate", "--config", str(file)]


LOOKS_EVERY_S = 0.02
PRESSES_AGAIN_S = 2.0
"""After this somebody who pressed presses again."""
GOES_ON = ("refusal.cards_are_coming", "refusal.not_waiting")
"""Why a count is not taken: the launcher was reached again meanwhile, and goes on with its hit."""


class People:
    """They press, hit after hit, over a connection that they keep open, as a browser does.

    If a hit is broken off, they do what the page asks for, and go on.
    """

    def __init__(self, house: House) -> None:
        self._line = HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE_S)
        self._over = threading.Event()
        self.hits = 0
        self.broken_off = 0
        self.waits_s: list[float] = []
        self.refused: list[object] = []

    def ask(self, method: str, path: str, body: object = None) -> Any:
        began_s = time.monotonic()
        self._line.request(method, path, json.dumps(body) if body is not None else None)
        response = self._line.getresponse()
        answer = response.read()
        self.waits_s.append(time.monotonic() - began_s)
        if response.status >= 400:
            self.refused.append((path, body, answer))
        return json.loads(answer) if answer else None

    def play(self) -> None:
        """Until it is over."""
        pressed, pressed_at_s = 0, 0.0
        while not self._over.wait(LOOKS_EVERY_S):
            launcher = self.ask("GET", "/api/table")["launcher"]
            hit = launcher["hit"]
            if 0 < pressed < (hit or {}).get("number", 0):
                self.hits, pressed = self.hits + 1, 0
            if launcher["faults"]:
                self.broken_off += 1
                self.ask("POST", "/api/launcher/clear", {})
            elif hit is None:  # the round is over, or the launcher nearly empty
                self._deal()
            elif hit["stage"] == "confirm":
                self._confirm({"hit": hit["number"], "cards": hit["out"]})
            elif hit["stage"] == "armed" and (
                hit["number"] != pressed or time.monotonic() > pressed_at_s + PRESSES_AGAIN_S
            ):
                pressed, pressed_at_s = hit["number"], time.monotonic()
                self.ask("POST", "/api/simulator/press", {})

    def _confirm(self, count: dict[str, int]) -> None:
        answer = self.ask("POST", "/api/launcher/confirm", count)
        if answer and answer.get("key") in GOES_ON:
            self.refused.pop()
            self.broken_off += 1

    def _deal(self) -> None:
        self.ask("POST", "/api/games", GAME)
        self.ask("POST", "/api/commands", {"do": "turn_up", "card": "red-5"})

    @contextmanager
    def at_the_table(self) -> Iterator[None]:
        """Play as long as this lasts."""
        self._deal()
        playing = threading.Thread(target=self.play)
        playing.start()
        try:
            yield
        finally:
            self._over.set()
            playing.join()
            self._line.close()


def lost(house: House) -> int:
    """How often the referee has lost its launcher, or the launcher its referee."""
    line = HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE_S)
    line.request("GET", "/metrics")
    counts = dict(row.rsplit(" ", 1) for row in line.getresponse().read().decode().splitlines())
    line.close()
    names = ("rollerdeck_links_lost_total", 'rollerdeck_faults_total{fault="LINK_LOST"}')
    return sum(int(float(counts[name])) for name in names)

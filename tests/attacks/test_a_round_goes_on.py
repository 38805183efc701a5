"""People play on, without a refusal and without losing the launcher, while somebody else attacks.

For attacks on the connections themselves see ``test_silent_connections`` and ``test_long_fan_out``.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from random import Random

import msgspec
import pytest

from controller.games.entries import Begun, Said
from controller.journal.entry import Entry, row_of
from controller.journal.tables import lay
from tests.attacks.evening_out import CROWD, People, configured, lost
from tests.processes import PATIENCE_S
from tests.worlds.evening import GAME
from tests.worlds.house import House, knock

HITS = 3
AT_MOST_S = 2 * PATIENCE_S
"""On a busy machine; on a quiet one a hit takes two seconds."""
THREADS = 4
LONG = 3000
"""Commands of the past game that is read again and again."""
POSTS = ("games", "commands", "launcher/confirm", "launcher/unpressed")
"""What means nothing there is refused; elsewhere an empty body is a request."""
NONSENSE: tuple[object, ...] = (
    None,
    7,
    "x" * 5000,
    [],
    [[]] * 400,
    {},
    {"do": []},
    {"do": {"do": 1}},
    {"do": "play"},
)


def keep_too_much(line: HTTPConnection, random: Random) -> int:
    """A game with very many effects, and a command with a very long list."""
    rule = {"text": "All of it", "effects": [{"hits": 1, "who": "self"}] * 300}
    game = GAME | {"edition": "extreme", "options": {"customizable": [rule]}}
    command = {"do": "play", "by": "Bo", "card": "red-discard-all", "with": ["red-3"] * 900}
    return post(line, *random.choice([("games", game), ("commands", command)]))


def say_anything(line: HTTPConnection, random: Random) -> int:
    """JSON of any type, wherever something is said."""
    return post(line, random.choice(POSTS), random.choice(NONSENSE))


def send_bytes(line: HTTPConnection, random: Random) -> int:
    """What is no request."""
    with knock(line.port, CROWD) as raw, suppress(OSError):
        raw.sendall(random.randbytes(random.randrange(1, 3000)) + b"\r\n\r\n")
        head = raw.recv(100).split()
        return int(head[1]) if len(head) > 1 else 0
    return 0


def read_past_games(line: HTTPConnection, random: Random) -> int:
    """The list, and a long game in each of its forms."""
    path = random.choice(["", "/1", "/1/scenario", "/2", "/99"])
    line.request("GET", "/api/games" + path)
    return said(line)


def post(line: HTTPConnection, path: str, body: object) -> int:
    line.request("POST", "/api/" + path, json.dumps(body), {"Content-Type": "application/json"})
    return said(line)


def said(line: HTTPConnection) -> int:
    answer = line.getresponse()
    answer.read()
    return answer.status


class Crowd:
    """Some who attack from one address, each as fast as they are answered."""

    def __init__(self, port: int, attack: Callable[[HTTPConnection, Random], int]) -> None:
        self.answers: Counter[int] = Counter()
        self._port, self._attack = port, attack
        self._over = threading.Event()

    @contextmanager
    def attacking(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._go_on, args=(nth,)) for nth in range(THREADS)]
        for one in threads:
            one.start()
        try:
            yield
        finally:
            self._over.set()
            for one in threads:
                one.join()

    def _go_on(self, seed: int) -> None:
        random = Random(seed)
        while not self._over.is_set():
            line = HTTPConnection(
                "127.0.0.1", self._port, timeout=PATIENCE_S, source_address=(CROWD, 0)
            )
            with suppress(OSError, HTTPException):
                while not self._over.is_set():
                    self.answers[self._attack(line, random)] += 1
            line.close()


def long_game() -> Iterator[Entry]:
    """A game in which one card was played and taken back again and again."""
    turns = ({"do": "undo"}, {"do": "play", "by": "Bo", "card": "red-3"})
    yield Entry(1, 1, "game", msgspec.to_builtins(Begun(GAME, "5eed", "measured")))
    for nth in range(LONG):
        command = turns[nth % 2] if nth else {"do": "turn_up", "card": "red-5"}
        yield Entry(nth + 2, 1, "command", msgspec.to_builtins(Said(command)), f"{nth:032x}", 1)


@pytest.mark.thorough
@pytest.mark.parametrize("attack", [keep_too_much, say_anything, send_bytes, read_past_games])
def test_people_play_on_while_somebody_attacks(
    house: House, attack: Callable[[HTTPConnection, Random], int]
) -> None:
    house.journal.parent.mkdir()
    lay(house.journal, map(row_of, long_game()))
    people, crowd = People(house), Crowd(house.port, attack)
    with (
        house.play(*configured(house.folder)) as referee,
        crowd.attacking(),
        people.at_the_table(),
    ):
        until_s = time.monotonic() + AT_MOST_S
        while people.hits < HITS and time.monotonic() < until_s:
            time.sleep(0.1)
        leases = lost(house)
    assert people.hits >= HITS
    assert (people.refused, people.broken_off, leases) == ([], 0, 0)
    assert crowd.answers.total() > HITS
    assert not {status for status in crowd.answers if status >= 500} - {503}
    assert "Traceback" not in referee.said

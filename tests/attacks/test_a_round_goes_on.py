"""People play on, without a refusal and without losing the launcher, while somebody else attacks.

For attacks on the connections themselves see ``test_silent_connections`` and ``test_long_fan_out``.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from random import Random

import msgspec
import pytest

from controller.games.entries import Begun, CommandBody
from controller.journal.entry import Entry, row_of
from controller.journal.schema import lay
from controller.web.past import PastView
from hardware.portable.settings import Settings
from tests.attacks.evening_out import CROWD, People, configured, lost
from tests.attacks.wire import wired
from tests.worlds.client import Client
from tests.worlds.evening import GAME, Evening
from tests.worlds.house import House, knock

HITS = 3
ATTACKERS = 4
LEASE_S = Settings.lease_us / 1e6
ROUNDS = 10
MEASUREMENTS = 3
TURN_S = 0.001
"""Between two looks at the processor time: too short to hide a long turn, long enough to rest."""
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


def keep_too_much(random: Random) -> bytes:
    """A game with very many effects, and a command with a very long list."""
    rule = {"text": "All of it", "effects": [{"hits": 1, "who": "self"}] * 300}
    game = GAME | {"edition": "extreme", "options": {"customizable": [rule]}}
    command = {"do": "play", "by": "Bo", "card": "red-discard-all", "with": ["red-3"] * 900}
    return post(*random.choice([("games", game), ("commands", command)]))


def say_anything(random: Random) -> bytes:
    """JSON of any type, wherever something is said."""
    return post(random.choice(POSTS), random.choice(NONSENSE))


def send_bytes(random: Random) -> bytes:
    """What is no request."""
    return random.randbytes(random.randrange(1, 3000)) + b"\r\n\r\n"


def read_past_games(random: Random) -> bytes:
    """The list, and a long game in each of its forms."""
    path = random.choice(["", "/1", "/1/scenario", "/2", "/99"])
    return f"GET /api/games{path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def post(path: str, body: object) -> bytes:
    data = json.dumps(body)
    head = f"POST /api/{path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(data)}\r\n\r\n{data}".encode()


Attack = Callable[[Random], bytes]
ATTACKS: tuple[Attack, ...] = (keep_too_much, say_anything, send_bytes, read_past_games)


class Crowd:
    """Some who attack from one address, each as fast as they are answered."""

    def __init__(self, port: int, attack: Attack) -> None:
        self.answers: Counter[int] = Counter()
        self._port, self._attack = port, attack
        self._over = threading.Event()

    @contextmanager
    def attacking(self) -> Iterator[None]:
        threads = [threading.Thread(target=self._go_on, args=(nth,)) for nth in range(ATTACKERS)]
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
            with knock(self._port, CROWD) as line, suppress(OSError, HTTPException):
                while not self._over.is_set():
                    line.sendall(self._attack(random))
                    with closing(HTTPResponse(line)) as answer:
                        answer.begin()
                        answer.read()
                        self.answers[answer.status] += 1


def long_game() -> Iterator[Entry]:
    """A game in which one card was played and taken back again and again."""
    turns = ({"do": "undo"}, {"do": "play", "by": "Bo", "card": "red-3"})
    yield Entry(1, 1, "game", msgspec.to_builtins(Begun(GAME, "5eed", "measured")))
    for nth in range(LONG):
        command = turns[nth % 2] if nth else {"do": "turn_up", "card": "red-5"}
        yield Entry(
            nth + 2, 1, "command", msgspec.to_builtins(CommandBody(command)), f"{nth:032x}", 1
        )


@pytest.mark.thorough
@pytest.mark.parametrize("attack", ATTACKS)
async def test_attacks_leave_the_launcher_its_turns(tmp_path: Path, attack: Attack) -> None:
    """The least of up to three measurements, since a machine's own pauses come on top of a turn."""
    for nth in range(MEASUREMENTS):
        folder = tmp_path / str(nth)
        folder.mkdir()
        evening = Evening(folder)
        try:
            longest_s = await longest_turn_s(evening, attack)
        finally:
            await evening.close()
        print(f"\nat most {longest_s * 1000:.0f} ms of processor time between two turns")
        if longest_s < LEASE_S / 2:
            return
    pytest.fail("each measurement has a turn of more than half a lease")


async def read_as_busily(
    journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
) -> bytes:
    """Read a past game apart, and not behind everything else, as the product does.

    Beside other tests that could take minutes.
    """
    program = (
        "import os, sys; os.nice = int; from controller.web.past import main; main(*sys.argv[1:])"
    )
    state = "superseded" if superseded else "on the table"
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program, str(journal), str(number), view, state, more),
        stdout=asyncio.subprocess.PIPE,
    )
    return (await child.communicate())[0]


async def longest_turn_s(evening: Evening, attack: Attack) -> float:
    """The most processor time between two turns of others, while a table is attacked."""
    lay(evening.path, map(row_of, long_game()))
    table, random = await evening.begin(), Random(0)
    app = Client(evening, None, read=read_as_busily).site.app
    longest_s = 0.0

    async def take_turns() -> None:
        nonlocal longest_s
        while True:
            began_s = time.thread_time()
            await asyncio.sleep(TURN_S)
            longest_s = max(longest_s, time.thread_time() - began_s)

    gc.collect()  # other tests' garbage is no work of the attack's
    taking_turns = asyncio.create_task(take_turns())
    for _ in range(ROUNDS):
        wires = []
        for nth in range(ATTACKERS):
            connection, wire = wired(app, f"10.0.0.{nth}")
            connection.data_received(attack(random))
            wires.append(wire)
        for wire in wires:
            await wire.answered.wait()
    taking_turns.cancel()
    assert table.record.number > 1
    return longest_s


@pytest.mark.parametrize(
    "timed",
    [pytest.param(False, marks=pytest.mark.thorough), pytest.param(True, marks=pytest.mark.soak)],
)
@pytest.mark.parametrize("attack", ATTACKS)
def test_people_play_on_while_somebody_attacks(house: House, attack: Attack, timed: bool) -> None:
    """``timed``: they lose no hit either, which depends on the machine."""
    house.journal.parent.mkdir()
    lay(house.journal, map(row_of, long_game()))
    people, crowd = People(house), Crowd(house.port, attack)
    with (
        house.play(*configured(house.folder)) as referee,
        crowd.attacking(),
        people.at_the_table(),
    ):
        for hits in range(1, HITS + 1):
            referee.until(lambda: people.hits >= hits, "hit")  # noqa: B023
        leases = lost(house)
    assert people.refused == []
    assert not timed or (people.broken_off, leases) == (0, 0)
    assert crowd.answers.total() > HITS
    assert not {status for status in crowd.answers if status >= 500} - {503}
    assert "Traceback" not in referee.said

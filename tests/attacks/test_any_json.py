"""JSON of every type in every place of every request, and bytes that are no request at all."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from controller.evenings.groups import id_of
from controller.web.operation import Operation
from controller.web.operations import OPERATIONS
from rules import COMMANDS
from tests.attacks.wire import wired
from tests.seeds import soak_seed
from tests.worlds.evening import GAME
from tests.worlds.lasting_table import LastingTable

SAMPLE = 30
SOAK = int(os.environ.get("ANY_REQUESTS", "100000"))
RAW_SHARE = 5
"""One request of so many is raw bytes."""

ANSWER_S = 0.02
"""Who has no answer by then has not asked whole, or listens to events."""

TURNS = 10
"""Of the loop, between two pieces of what is sent: enough for an answer that needs no disk."""

ASKED = [one for one in OPERATIONS if one.name != "events"]  # which never ends

MEMBERS: dict[str, Any] = {
    **dict.fromkeys(("by", "player", "target", "turn", "dealer"), "Bo"),
    "hands": {"Bo": 3},
    "scores": {"Bo": 3},
    **dict.fromkeys(("card", "top"), "red-3"),
    "cards": ["red-3"],
    "with": ["red-3"],
    "color": "blue",
    "towers": ["fire"],
    "holders": {"fire": "Bo"},
    "direction": "left",
    "rule": 1,
}
RULE = {"text": "All hit", "effects": ["skip", {"hits": 2, "who": "others"}]}
WHOLE_GAME = {
    **GAME,
    "scoring": "winner",
    "target": 500,
    "options": {"interlock": "free", "customizable": [RULE], "points": {"skip": 20}},
    "deck": {"skip": 8},
    "hands": {"Bo": 5},
    "rules": 2,
    "words": "rain",
    "deal": "launcher",
}
GROUP = {
    "name": "Friday",
    "game": {
        name: WHOLE_GAME[name] for name in ("edition", "players", "target", "options", "deal")
    },
}
GROUP_FILE = {
    "rollerdeck_group": 1,
    "name": "Sunday",
    "people": [{"name": "Dee", "emoji": "🦆"}, {"name": "Ed", "colour": "red"}],
    "game": {"edition": "attack", "options": WHOLE_GAME["options"]},
    "deal": "people",
}
COMMAND_BODIES = [
    {"do": one.do, **{name: MEMBERS.get(name, 1) for name in one.members}}
    for one in COMMANDS.values()
]

ANY_TEXT = st.text(max_size=50) | st.sampled_from(["", "Bo", "red-3", "\x00", "\u202e", "x" * 300])
ANY_NUMBER = st.integers() | st.sampled_from([0, -1, 2**63, 10**40]) | st.floats(allow_nan=False)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | ANY_NUMBER | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=8,
)
HEADER = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f"))


def places(value: Any) -> list[tuple[Any, ...]]:
    """The way to every value inside a value, the whole first."""
    found: list[tuple[Any, ...]] = [()]
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in inside:
            found += [(name, *rest) for rest in places(inner)]
    return found


@st.composite
def spoilt(draw: st.DrawFn, whole: Any) -> Any:
    """The value with anything in one or two of its places, or without them."""
    value = deepcopy(whole)
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.sampled_from(places(value)))
        if not place:
            value = draw(st.sampled_from([value]) | ANY_JSON)
            continue
        at = value
        for name in place[:-1]:
            at = at[name]
        if draw(st.booleans()):
            at[place[-1]] = draw(ANY_JSON)
        else:
            del at[place[-1]]
    return value


def bodies(operation: Operation) -> st.SearchStrategy[bytes]:
    """What somebody may send as the body of a request."""
    if operation.name == "new_game":
        whole: st.SearchStrategy[Any] = spoilt(WHOLE_GAME)
    elif operation.name == "save_group":
        whole = spoilt(GROUP)
    elif operation.name == "import_group":
        whole = spoilt(GROUP_FILE)
    elif operation.name == "begin_group":
        whole = spoilt({"players": GAME["players"], "dealer": "Bo", "words": "rain"})
    elif operation.name == "command":
        whole = st.sampled_from(COMMAND_BODIES).flatmap(spoilt)
    elif operation.takes is not None:
        whole = spoilt({"hit": 1, "cards": 3})
    else:
        whole = st.just({}) | ANY_JSON
    return whole.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=40)


@st.composite
def requests(draw: st.DrawFn, operation: Operation) -> dict[str, Any]:
    """A request, as httpx sends it."""
    game = draw(st.sampled_from(["1", "2", "0", "007"]) | st.text(min_size=1, max_size=12))
    group = draw(st.sampled_from([id_of(GAME["players"])]) | st.text(min_size=1, max_size=12))
    url = operation.path.replace("{game}", quote(game, safe=""))
    url = url.replace("{group}", quote(group, safe=""))
    headers = {}
    for name in ("idempotency-key", "if-match", "content-type", "origin"):
        if draw(st.integers(0, 3)) == 0:
            headers[name] = draw(HEADER).encode("latin-1")
    body = draw(bodies(operation)) if operation.method == "POST" else b""
    return {"method": operation.method, "url": url, "headers": headers, "content": body}


class Attacked(LastingTable):
    """A table that is asked anything, and what it logs meanwhile."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.logged: list[str] = []

    def asked(self, request: dict[str, Any]) -> None:
        """One request over HTTP. An exception in the referee ends the test by itself."""
        before = self.standing()
        answer = self.runner.run(self._ask(request))
        self._fair([answer.status_code], before)
        if answer.status_code >= 400:
            assert {"code", "sentence", "key"} <= answer.json().keys()

    async def _ask(self, request: dict[str, Any]) -> Any:
        answer = await self.client.http.request(**request)
        await self.evening.launcher.heard()
        return answer

    def sent(self, chunks: list[bytes]) -> None:
        """Bytes over a connection, until it is hung up."""
        before = self.standing()
        said, answered = self.runner.run(self._send(chunks))
        codes = [int(code) for code in re.findall(rb"HTTP/1\.1 (\d{3})", said)]
        # what a connection asked that hung up too soon may have been done without an answer
        self._fair(codes, before if answered else self.standing())

    async def _send(self, chunks: list[bytes]) -> tuple[bytes, bool]:
        """What came back, and whether every request was answered."""
        connection, wire = wired(self.client.site.app)
        for chunk in chunks:
            if not wire.is_closing():
                connection.data_received(chunk)
                for _ in range(TURNS):
                    await asyncio.sleep(0)
        while connection.tasks:
            done, _ = await asyncio.wait(connection.tasks, timeout=ANSWER_S)
            if not done:
                break
        answered = not connection.tasks
        connection.connection_lost(None)
        if connection.tasks:
            await asyncio.wait(connection.tasks)
        await self.evening.launcher.heard()
        return wire.sent, answered

    def _fair(self, codes: list[int], before: tuple[Any, ...]) -> None:
        assert all(code < 500 or code == 503 for code in codes)
        if all(code >= 400 for code in codes):
            assert self.standing() == before
        assert self.logged == []


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    with asyncio.Runner() as runner:
        table = Attacked(runner, tmp_path_factory.mktemp("attacked"))
        listening = logging.Handler(logging.ERROR)
        listening.emit = lambda record: table.logged.append(record.getMessage())  # type: ignore[method-assign]
        logs = [logging.getLogger(name) for name in ("asyncio", "uvicorn.error", "rollerdeck")]
        for log in logs:
            log.addHandler(listening)
        yield table
        for log in logs:
            log.removeHandler(listening)
        runner.run(table.close())


HEADS = (
    b"GET /api/table HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /api/commands HTTP/1.1\r\nHost: x\r\nContent-Length: 13\r\n\r\n" + b'{"do":"undo"}',
    b"GET /api/table HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"POST /api/games HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 9\r\n\r\n",
    b"zz\r\n",
    b"POST /api/commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n"
    + b'{"do":"undo"}\r\n0\r\n\r\n',
)


@st.composite
def raw(draw: st.DrawFn) -> list[bytes]:
    """A request that is cut, doubled, filled and changed, in pieces."""
    data = bytearray(b"".join(draw(st.lists(st.sampled_from(HEADS), max_size=3))))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 8))] = draw(st.binary(max_size=8))
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=3)))
    ends = [0, *cuts, len(data)]
    return [bytes(data[a:b]) for a, b in pairwise(ends) if a < b]


def try_all(table: Attacked, examples: int, chance: int | None) -> None:
    """So many requests of all kinds; the same each time, or others by ``chance``."""
    anything = st.one_of(
        *[requests(one).map(lambda request: ("ask", request)) for one in ASKED],
        *[raw().map(lambda chunks: ("send", chunks))] * (len(ASKED) // RAW_SHARE),
    )

    @settings(
        max_examples=examples,
        database=None,
        derandomize=chance is None,
        suppress_health_check=list(HealthCheck),
    )
    @given(anything)
    def check(what: tuple[str, Any]) -> None:
        kind, said = what
        if kind == "ask":
            table.asked(said)
        else:
            table.sent(said)

    if chance is not None:
        check = seed(chance)(check)
    check()


def test_anything_at_all_is_answered_or_refused_and_a_refusal_changes_nothing(
    table: Attacked,
) -> None:
    try_all(table, SAMPLE, None)


def test_nonsense_after_an_answer_is_hung_up_on(table: Attacked) -> None:
    """The answer came before the body was whole, so that there is no other answer to give."""
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    table.sent([head, b"zz\r\n"])


def test_nonsense_in_place_of_a_body_is_refused_once(table: Attacked) -> None:
    """The referee still waits for the body, and then has nobody to answer."""
    head = b"POST /api/commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    table.sent([head, b"zz\r\n"])
    table.sent([head + b"zz\r\n"])


def test_a_do_that_is_no_text_is_refused(table: Attacked) -> None:
    anything: tuple[Any, ...] = ([], {}, None, 1, True, [[]], {"do": "undo"})
    for do in anything:
        body = json.dumps({"do": do}).encode()
        table.asked({"method": "POST", "url": "/api/commands", "content": body})


@pytest.mark.soak
def test_a_hundred_thousand_of_anything(table: Attacked) -> None:
    chance = soak_seed()
    print(f"\nanything at all: seed {chance}")
    try_all(table, SOAK, chance)

"""A hostile reader: floods, other decks, numbers out of order, somebody else's cookie, 10 MB.

Nothing is played that is not legal and proposed, and nothing stops.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

import rules
from rules.bots.table import broken_ledger
from rules.legal import is_offered
from tests.worlds.client import refused
from tests.worlds.evening import Evening
from tests.worlds.seeing import Seeing, number_of, seeing_table

SIGHTINGS = "/api/sightings"
REPORTS = 80


@pytest.fixture
async def seeing(evening: Evening) -> AsyncIterator[Seeing]:
    """A game with a reader that is paired."""
    async with seeing_table(evening) as found:
        yield found


async def works(seeing: Seeing) -> None:
    """The next honest tap is taken."""
    assert (await seeing.phones.table.http.get("/healthz")).status_code == 200
    turn = seeing.evening.state["turn"]
    await seeing.say(do="uno", by=turn)
    await seeing.say(do="undo")


async def test_a_flood_is_held_back_and_people_play_on(seeing: Seeing) -> None:
    body = {"reader": "s", "card": number_of("blue-2"), "evidence": {"kind": "camera"}}
    answers = await asyncio.gather(
        *(seeing.reader.post(SIGHTINGS, json={**body, "number": n}) for n in range(REPORTS))
    )
    codes = [one.status_code for one in answers]
    assert codes.count(429) == REPORTS - 30
    assert all(one.headers["retry-after"].isdigit() for one in answers if one.status_code == 429)
    await works(seeing)


async def test_many_sessions_are_not_remembered_for_ever(seeing: Seeing) -> None:
    for nth in range(40):
        assert (await seeing.send(200, reader=f"s{nth}")).status_code == 200
    queue = seeing.evening.table.readers.open_queue()
    assert queue is not None
    assert len(queue._sessions._answers) <= 4


async def test_another_devices_cookie_reports_nothing(seeing: Seeing) -> None:
    before = seeing.evening.table.record
    seat = await seeing.phones.seat("Bo")
    (name,) = dict(seat.cookies)
    stranger = seeing.phones.phone("10.6.6.6", **{name: "0" * 32})
    body = {"reader": "s", "number": 1, "card": 3, "evidence": {"kind": "camera"}}
    for one in (seat, stranger, seeing.phones.phone(), seeing.phones.table.http):
        refused(await one.post(SIGHTINGS, json=body), 403, "not_yours")
    assert seeing.evening.table.record.state is before.state
    await works(seeing)


@pytest.mark.thorough
async def test_evidence_of_ten_megabytes_is_refused(seeing: Seeing) -> None:
    for evidence in (
        {"kind": "camera", "picture": "x" * 10_000_000},
        {f"k{n}": n for n in range(20_000)},
    ):
        refused(await seeing.send(3, evidence=evidence), 413, "too_large")
    refused(await seeing.send(3, evidence={"kind": "camera", "a": "x" * 50}), 400, "too_long")
    many = {"kind": "camera"} | {f"k{n}": n for n in range(20)}
    refused(await seeing.send(3, evidence=many), 400, "bad_request")
    await works(seeing)


@pytest.mark.parametrize(
    "more",
    [
        {"card": 250},
        {"card": -1},
        {"card": "red-3"},
        {"number": -1},
        {"number": 2**60},
        {"age_ms": -5},
        {"age_ms": 1e300},
        {"evidence": {}},
        {"evidence": {"kind": "<script>"}},
        {"evidence": {"kind": ["camera"]}},
        {"reader": ""},
        {"deck": 7},
        {"press": True},
    ],
    ids=str,
)
async def test_a_report_of_another_form_is_refused(seeing: Seeing, more: dict[str, Any]) -> None:
    seq = seeing.evening.table.record.seq
    assert (await seeing.send(3, **more)).status_code == 400
    assert seeing.evening.table.record.seq == seq


@pytest.mark.parametrize("seed", [1])
async def test_whatever_it_reports_only_what_was_offered_is_played(
    seeing: Seeing, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots, table = Random(seed), seeing.evening.table
    carry_out, done = table._actions.command, []

    async def offered(command: Any, *more: Any, **named: Any) -> int:
        state = table.record.state
        assert state is not None
        before = rules.legal(state)
        seq = await carry_out(command, *more, **named)
        assert is_offered(command, before), command
        done.append(command["do"])
        return seq

    monkeypatch.setattr(table._actions, "command", offered)
    numbers = {"s": 0, "t": 0}
    for _ in range(REPORTS):
        seeing.now_s += lots.choice([0, 0.3, 2])
        session = lots.choice(["s", "t"])
        number = max(0, numbers[session] + lots.choice([0, 1, 1, 1, 1, 1, 1, 5, -3]))
        body = {
            "reader": session,
            "number": number,
            "card": lots.choice([None, 240, *range(112)]),
            "deck": lots.choice([None, None, "K3F9", "ZZZZ"]),
            "age_ms": lots.choice([0, 0, 100, 90_000]),
            "evidence": {"kind": "camera"},
        }
        answer = await seeing.reader.post(SIGHTINGS, json=body)
        assert answer.status_code in (200, 409, 429), answer.text
        if answer.status_code == 200:
            numbers[session] = max(number, numbers[session])
        if lots.random() < 0.2:
            asked = (await seeing.shown())["pending"]
            if asked is not None:
                said = {"pending": asked["number"], "yes": lots.random() < 0.5}
                answered = await seeing.phones.table.post("/api/sightings/answer", said)
                assert answered.status_code in (200, 409), answered.text
        if table.hit is not None and lots.random() < 0.2:
            await seeing.evening.press()
        state = table.record.state
        assert state is not None
        assert broken_ledger(state.position) is None
        assert len(table.record.face_up.pile) in (0, len(state.position.pile))
        queue = table.readers.open_queue()
        memory = queue.memory if queue else None
        assert memory is not None and len(memory.waiting) <= 8
    assert {"play", "undo"} & set(done) and not {"uno", "hit", "catch"} & set(done)


async def test_a_deck_file_that_is_damaged_is_told_and_the_game_goes_on(seeing: Seeing) -> None:
    from controller.base.paths import decks_of

    decks_of(seeing.evening.path).write_text('{"rollerdeck_decks": 1, "decks": 5}')
    assert await seeing.meaning("red-3") == "unknown_card"
    assert (await seeing.shown())["last"]["key"] == "sighting.decks_unreadable"
    await works(seeing)

"""A reader's client: each card is sent once, in order, and in time, whatever the referee does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import looptime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.base.errors import WRONG_USAGE, Trouble
from controller.readers.client import MAX_AGE_S, MOST_WAITING, RefereeClient
from controller.readers.http_client import Response
from controller.readers.reports import Health, SeenCard
from tests.controller.readers.pretended import (
    PAIRED,
    PLAYED,
    Hand,
    Log,
    PretendedReferee,
    answer,
    refusal,
)

pytestmark = pytest.mark.looptime


class Scene:
    def __init__(self) -> None:
        self.referee, self.hand, self.log = PretendedReferee(), Hand(), Log()
        self.names = iter(("session", "second", "third"))
        clock = asyncio.get_running_loop().time
        self.client = RefereeClient(self.referee, PAIRED, "scanner", self.names, clock, self.log)
        self.running = asyncio.create_task(self.client.run(self.hand.source()))


@asynccontextmanager
async def scene() -> AsyncIterator[Scene]:
    it = Scene()
    yield it
    it.hand.leave()
    async with asyncio.timeout(60):
        await it.running


async def test_cards_are_sent_one_after_the_other_with_numbers_that_count_up() -> None:
    async with scene() as it:
        it.hand.lay(17, "K3F9")
        it.hand.lay(4)
        await asyncio.sleep(1)
        first, second = it.referee.sent
    assert (first["card"], first["deck"], first["number"]) == (17, "K3F9", 1)
    assert (second["card"], second["deck"], second["number"]) == (4, None, 2)
    assert first["reader"] == second["reader"] == "session"
    assert first["evidence"] == {"kind": "simulated"}
    assert (first["age_ms"], second["age_ms"]) == (0, 10)
    assert it.log.sentences[0] == "Card 17 of deck K3F9 (red-7): played."
    assert {headers["cookie"] for _, headers, _ in it.referee.asked} == {PAIRED.cookie}


async def test_a_card_is_sent_again_under_its_number_while_the_referee_is_away() -> None:
    async with scene() as it:
        it.referee.answers = [None, refusal("stopping", 503), None, PLAYED]
        it.hand.lay(17)
        it.hand.lay(18)
        await asyncio.sleep(8)
        sent = it.referee.sent
    assert [one["number"] for one in sent] == [1, 1, 1, 1, 2]
    assert [one["card"] for one in sent] == [17, 17, 17, 17, 18]
    ages = [one["age_ms"] for one in sent[:4]]
    assert ages == sorted(ages) and ages[-1] >= 250 + 500 + 1000
    # each loss is told once, and that it is over
    assert it.log.events == [
        *("referee_lost", "referee_back", "referee_lost", "referee_back"),
        *("sighting", "sighting"),
    ]


async def test_a_card_that_is_too_old_is_dropped_and_this_is_said() -> None:
    async with scene() as it:
        it.referee.answering = lambda path, asked: None
        it.hand.lay(17)
        await asyncio.sleep(MAX_AGE_S + 3)
        it.referee.answering = None
        it.hand.lay(18)
        await asyncio.sleep(1)
        last = it.referee.sent[-1]
    assert (last["card"], last["number"]) == (18, 2)
    assert max(one["age_ms"] for one in it.referee.sent) <= MAX_AGE_S * 1000
    assert "sighting_dropped" in it.log.events
    assert any("Card 17 was not sent" in said for said in it.log.sentences)


async def test_after_a_card_that_never_arrived_the_count_begins_anew() -> None:
    """The referee refuses a number if it did not get the one before."""
    async with scene() as it:
        it.referee.answering = lambda path, asked: None
        it.hand.lay(17)
        await asyncio.sleep(MAX_AGE_S + 3)

        def strict(path: str, asked: dict[str, Any]) -> Response:
            late = path == "/api/sightings" and (asked["reader"], asked["number"]) == ("session", 2)
            return refusal("out_of_order", 409) if late else PLAYED

        it.referee.answering = strict
        it.hand.lay(18)
        it.hand.lay(19)
        await asyncio.sleep(1)
    named = [(one["reader"], one["number"], one["card"]) for one in it.referee.sent[-3:]]
    assert named == [("session", 2, 18), ("second", 1, 18), ("second", 2, 19)]


async def test_cards_that_waited_too_long_behind_another_are_never_sent() -> None:
    async with scene() as it:
        it.referee.answering = lambda path, asked: None
        for number in range(3):
            it.hand.lay(number)
        await asyncio.sleep(MAX_AGE_S + 3)
    assert {one["card"] for one in it.referee.sent} == {0}
    assert it.log.events.count("sighting_dropped") == 3


async def test_a_flood_drops_the_oldest_cards() -> None:
    async with scene() as it:
        for number in range(MOST_WAITING + 10):
            it.hand.lay(number)
        await asyncio.sleep(5)
    assert [one["card"] for one in it.referee.sent] == list(range(10, MOST_WAITING + 10))
    assert it.log.events.count("sighting_dropped") == 10


async def test_a_card_carries_the_table_that_was_known_when_it_was_seen() -> None:
    async with scene() as it:
        it.referee.lines.put_nowait(b'data: {"phase": "play", "tag": "abc-5"}')
        it.referee.lines.put_nowait(b": still here")
        await asyncio.sleep(1)
        it.referee.answers = [None, PLAYED]
        it.hand.lay(17)
        await asyncio.sleep(0.1)
        it.referee.lines.put_nowait(b'data: {"tag": "abc-6"}')
        await asyncio.sleep(2)
        it.hand.lay(18)
        await asyncio.sleep(1)
        tags = [said.get("if-match") for path, said, _ in it.referee.asked if "sight" in path]
    assert tags == ['"abc-5"', '"abc-5"', '"abc-6"']


async def test_the_stream_of_tables_is_opened_again() -> None:
    async with scene() as it:
        it.referee.lines.put_nowait(b"")
        it.referee.lines.put_nowait(b'data: {"tag": "abc-9"}')
        await asyncio.sleep(5)
        it.hand.lay(17)
        await asyncio.sleep(1)
        assert it.referee.asked[-1][1]["if-match"] == '"abc-9"'


async def test_health_is_told_when_it_changes_and_again_before_it_is_forgotten() -> None:
    async with scene() as it:
        it.hand.feel("reader.ok")
        await asyncio.sleep(25)
        it.hand.feel("reader.lost")
        await asyncio.sleep(1)
        told = it.referee.of("/api/reader_health")
    assert [one["key"] for one in told] == ["reader.ok"] * 3 + ["reader.lost"]
    assert told[0] == {"reader": "session", "key": "reader.ok", "values": {}, "kind": "scanner"}


async def test_a_referee_that_asks_for_patience_gets_it() -> None:
    async with scene() as it:
        it.referee.answers = [
            answer({"code": "too_soon", "sentence": "Wait."}, 429, retry_after="4")
        ]
        it.hand.lay(17)
        await asyncio.sleep(6)
        assert [one["age_ms"] // 1000 for one in it.referee.sent] == [0, 4]


async def test_a_card_that_is_refused_or_stale_does_not_hold_up_the_next() -> None:
    async with scene() as it:
        bad = refusal("bad_request", 400, "card is wrong.")
        it.referee.answers = [refusal("stale", 412), bad]
        for number in (17, 18, 19):
            it.hand.lay(number)
        await asyncio.sleep(1)
    assert len(it.referee.sent) == 3
    assert it.log.events == ["sighting", "sighting_refused", "sighting"]
    assert it.log.sentences[:2] == [
        "Card 17: it was seen before something was taken back.",
        "Card 18: card is wrong.",
    ]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (refusal("not_yours", 403), "does not know this reader"),
        (refusal("not_found", 404), "install the same version"),
        (refusal("foreign_host", 403, "Use another name."), "Use another name."),
        (Response(404, {}, b"<html>"), "no referee that takes readers"),
        (answer({"sense": 1}), "no referee that takes readers"),
    ],
)
async def test_a_referee_that_takes_no_cards_of_this_reader_ends_it(
    found: Response, said: str
) -> None:
    it = Scene()
    it.referee.answers = [found]
    it.hand.lay(17)
    with pytest.raises(Trouble, match=said):
        await it.running


async def test_a_source_that_breaks_ends_the_client_with_its_sentence() -> None:
    async def source() -> AsyncIterator[SeenCard | Health]:
        yield Health("reader.ok")
        raise Trouble("The camera burns: put it out.", WRONG_USAGE)

    clock = asyncio.get_running_loop().time
    client = RefereeClient(PretendedReferee(), PAIRED, "camera", iter("s"), clock, Log())
    with pytest.raises(Trouble, match="burns"):
        await client.run(source())


@settings(max_examples=12, deadline=None)
@given(fates=st.lists(st.sampled_from(["ok", "away", "lost", "busy"]), max_size=25))
def test_no_card_is_acted_on_twice_and_none_overtakes_another(fates: list[str]) -> None:
    """``lost``: the referee acted, and its answer was lost on the way."""
    acted: dict[int, int] = {}
    fate = iter(fates)

    def answering(path: str, asked: dict[str, Any]) -> Response | None:
        if path != "/api/sightings":
            return answer({})
        now = next(fate, "ok")
        if now in ("ok", "lost"):
            acted.setdefault(asked["number"], asked["card"])
        return {"ok": PLAYED, "busy": refusal("not_saved", 503)}.get(now)

    async def evening() -> None:
        it = Scene()
        it.referee.answering = answering
        for card in range(8):
            it.hand.lay(card)
            await asyncio.sleep(0.7)
        it.hand.leave()
        await it.running

    in_virtual_time(evening)
    assert list(acted) == sorted(acted)
    assert list(acted.values()) == sorted(set(acted.values()))


def in_virtual_time(evening: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = looptime.new_event_loop()
    try:
        loop.run_until_complete(evening())
    finally:
        loop.close()

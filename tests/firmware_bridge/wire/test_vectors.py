"""The golden vectors of docs/wire-vectors.jsonl, in this Python."""

from __future__ import annotations

import pytest

from firmware_bridge.messages import MAX_NUMBER, REQUESTS, WireRefusal, is_in, read
from firmware_bridge.wire.frames import MAX_FRAME, Decoder, encode
from tests.firmware_bridge.wire.vectors import VECTORS, Vector

EVENTS = {"press", "card", "ended", "faults", "trace", "weighed"}


def what(vector: Vector) -> str:
    return vector.what


@pytest.mark.parametrize("vector", VECTORS, ids=what)
def test_every_vector_is_decoded_as_it_says_however_it_is_cut(vector: Vector) -> None:
    whole, bytewise = Decoder(), Decoder()
    messages = list(vector.messages)
    assert whole.feed(vector.data) == messages
    assert [m for byte in vector.data for m in bytewise.feed(bytes([byte]))] == messages
    assert (bytewise.damaged, bytewise.chatter) == (whole.damaged, whole.chatter)


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.source != "line"], ids=what)
def test_what_an_end_sends_is_encoded_byte_for_byte(vector: Vector) -> None:
    (message,) = vector.messages
    assert encode(message) == vector.data


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.source == "caller"], ids=what)
def test_requests_are_understood_or_refused_as_they_say(vector: Vector) -> None:
    (message,) = vector.messages
    code = None
    try:
        if not is_in(message.get("id"), 1, MAX_NUMBER):
            code = "bad_request"
        else:
            read(message)
    except WireRefusal as refused:
        code = refused.code
    assert code == vector.refused


def test_every_kind_of_message_has_a_vector() -> None:
    sent = [m for v in VECTORS if v.source == "launcher" for m in v.messages]
    asked = [m for v in VECTORS if v.source == "caller" and not v.refused for m in v.messages]
    assert {m["do"] for m in asked} == set(REQUESTS)
    assert {m["is"] for m in sent if "event" in m} == EVENTS
    assert any("over" in m for m in sent)
    assert any("error" in m for m in sent)
    assert all(isinstance(m.get("to"), int | None) for m in sent)
    assert {v.refused for v in VECTORS if v.refused} == {"bad_request", "unknown", "bad_member"}


def test_the_longest_frame_has_a_vector_and_so_has_one_that_is_a_byte_too_long() -> None:
    lengths = {len(line) for v in VECTORS for line in v.data.splitlines(keepends=True)}
    assert {MAX_FRAME, MAX_FRAME + 1} <= lengths

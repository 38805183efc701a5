from __future__ import annotations

import tracemalloc
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.frames import MAX_FRAME, Decoder, encode

names = st.text(max_size=5)
values = st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=8)
nested = values | st.lists(values, max_size=3) | st.dictionaries(names, values, max_size=2)
messages = st.dictionaries(names, nested, max_size=3)


def overhead() -> int:
    return len(encode({"t": ""}))


@given(messages)
def test_a_message_survives_as_printable_ascii(message: dict[str, object]) -> None:
    frame = encode(message)
    assert frame[-1:] == b"\n"
    assert all(0x20 <= byte <= 0x7E for byte in frame[:-1])
    assert Decoder().feed(frame) == [message]


def test_a_frame_reads_as_documented() -> None:
    body = b'{"id":1,"do":"beat"}'
    assert encode({"id": 1, "do": "beat"}) == b":%s*%08x\n" % (body, crc32(body))


def test_delete_and_astral_characters_are_escaped() -> None:
    assert b'"\\u007f\\ud83c\\udccf"' in encode({"t": "\x7f\U0001f0cf"})


def test_the_longest_frame_passes_and_one_byte_more_is_refused() -> None:
    fits = {"t": "x" * (MAX_FRAME - overhead())}
    assert len(encode(fits)) == MAX_FRAME
    assert Decoder().feed(encode(fits)) == [fits]
    with pytest.raises(ValueError, match="at most 1024 bytes, not 1025"):
        encode({"t": fits["t"] + "x"})


@given(st.lists(st.binary(max_size=60) | messages.map(encode), max_size=8))
def test_any_bytes_in_any_pieces_never_raise(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        for message in decoder.feed(piece):
            assert isinstance(message, dict)


@given(st.lists(messages, max_size=5), st.data())
def test_concatenated_frames_decode_in_order_however_they_are_cut(
    sent: list[dict[str, object]], data: st.DataObject
) -> None:
    stream = b"".join(encode(message) for message in sent)
    decoder = Decoder()
    received = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        received += decoder.feed(stream[:size])
        stream = stream[size:]
    assert received == sent
    assert decoder.damaged == decoder.chatter == 0


@given(messages, messages, st.data())
def test_a_cut_frame_is_dropped_and_the_next_one_is_not(
    cut: dict[str, object], whole: dict[str, object], data: st.DataObject
) -> None:
    frame = encode(cut)
    start = data.draw(st.integers(0, len(frame) - 1))
    end = data.draw(st.integers(start, len(frame)))
    received = Decoder().feed(frame[start:end] + encode(whole))
    complete = start == 0 and end == len(frame)
    assert received == ([cut, whole] if complete else [whole])


@given(messages, st.data())
def test_a_frame_with_flipped_bits_is_dropped(
    message: dict[str, object], data: st.DataObject
) -> None:
    frame = bytearray(encode(message))
    bits = data.draw(st.sets(st.integers(0, 8 * (len(frame) - 1) - 1), min_size=1, max_size=3))
    for bit in bits:
        frame[bit // 8] ^= 1 << bit % 8
    assert Decoder().feed(frame) == []


@given(messages)
def test_a_doubled_frame_is_decoded_twice(message: dict[str, object]) -> None:
    assert Decoder().feed(encode(message) * 2) == [message, message]


def test_chatter_around_frames_is_skipped_and_counted() -> None:
    decoder = Decoder()
    stream = b"MPY: soft reboot\r\n\r\n" + encode({"a": 1}) + b"Traceback:\n  oops\n>>> "
    assert decoder.feed(stream + encode({"b": 2})) == [{"a": 1}, {"b": 2}]
    assert (decoder.damaged, decoder.chatter) == (0, 3)


def test_a_damaged_frame_is_counted() -> None:
    decoder = Decoder()
    assert decoder.feed(encode({"a": 1}).replace(b"1", b"2", 1)) == []
    assert (decoder.damaged, decoder.chatter) == (1, 0)


def test_a_console_that_sends_carriage_returns_is_understood() -> None:
    assert Decoder().feed(encode({"a": 1})[:-1] + b"\r\n") == [{"a": 1}]


def test_an_endless_line_takes_no_memory_and_hides_no_frame() -> None:
    decoder = Decoder()
    tracemalloc.start()
    for _ in range(300):
        assert decoder.feed(b"x" * 1000) == []
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 20_000
    assert decoder.feed(encode({"a": 1})) == [{"a": 1}]


@pytest.mark.parametrize("body", ['{"a":"é"}'.encode(), b'{"a":\t1}', b'{"a":"\xff"}'])
def test_bytes_that_are_not_printable_ascii_make_no_frame(body: bytes) -> None:
    assert Decoder().feed(b":%s*%08x\n" % (body, crc32(body))) == []


def test_whole_json_that_is_no_object_is_no_message() -> None:
    for body in (b"{[", b"{" * 500, b'{"a":' * 160 + b"1" + b"}" * 160):
        frame = b":%s*%08x\n" % (body, crc32(body))
        assert all(isinstance(message, dict) for message in Decoder().feed(frame))

"""What waits for a line that does not take everything at once."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.frames import Outbox

MOST = 40
FRAMES = st.lists(st.binary(min_size=1, max_size=MOST // 2), max_size=30)


class Line:
    """Takes so many bytes at each write; None stands for a full one, as MicroPython says it."""

    def __init__(self, room: Iterator[int | None]) -> None:
        self.taken = b""
        self._room = room

    def write(self, data: memoryview) -> int | None:
        room = next(self._room)
        if not room:
            return room
        self.taken += data[:room]
        return min(room, len(data))


@given(FRAMES, st.lists(st.sampled_from([None, 0, 1, 3, 64]), min_size=1))
def test_a_line_gets_every_frame_in_order_however_little_it_takes(
    frames: list[bytes], room: list[int | None]
) -> None:
    outbox = Outbox(sum(map(len, frames)))
    line = Line(iter([*room, *[1] * sum(map(len, frames))]))
    for frame in frames:
        outbox.put(frame)
    while outbox:
        outbox.send(line.write)
    assert line.taken == b"".join(frames)


@given(st.binary(min_size=1, max_size=MOST), FRAMES, st.integers(0, MOST))
def test_the_newest_frames_wait_whole_and_one_that_is_begun_is_ended(
    first: bytes, later: list[bytes], begun: int
) -> None:
    outbox = Outbox(MOST)
    outbox.put(first)
    begin = Line(iter([begun]))
    outbox.send(begin.write)
    for frame in later:
        outbox.put(frame)
    end = Line(iter([2 * MOST] * (1 + len(later))))
    while outbox.send(end.write):
        assert outbox.waiting_bytes <= MOST

    in_hand = first if 0 < begun < len(first) else b""
    kept = later if begun else [first, *later]
    while len(in_hand) + sum(map(len, kept)) > MOST:
        kept = kept[1:]
    sent = begin.taken + end.taken
    assert sent == (first if begun else b"") + b"".join(kept)


def test_the_bound_is_kept_at_the_bound_and_one_past_it() -> None:
    outbox = Outbox(10)
    outbox.put(b"12345")
    outbox.put(b"67890")
    assert len(outbox) == 2
    outbox.put(b"x")
    assert (len(outbox), outbox.waiting_bytes) == (2, 6)

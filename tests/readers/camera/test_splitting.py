"""Frames out of a program's bytes, however these arrive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.readers.camera.sources.splitting import NoVideo, Raw, Splitter

JPEGS = [b"\xff\xd8\xff\xe0" + bytes([40 + nth]) * (30 + nth) + b"\xff\xd9" for nth in range(4)]


def y4m(colors: str, chroma: int) -> bytes:
    header = f"YUV4MPEG2 W4 H2 F30:1 Ip {colors}\n".encode()
    return header + b"".join(
        b"FRAME Ixyz\n" + bytes([nth] * 8) + b"\x80" * chroma for nth in range(4)
    )


def fed(data: bytes, cuts: list[int]) -> list[bytes | Raw]:
    splitter, found, begin = Splitter(), [], 0
    for cut in [*sorted(cuts), len(data)]:
        frame = splitter.feed(data[begin:cut])
        begin = max(begin, cut)
        if frame is not None:
            found.append(frame)
    return found


cuts = st.lists(st.integers(0, 170), max_size=12)


@given(cuts)
def test_each_picture_is_whole_and_none_comes_twice(cuts: list[int]) -> None:
    found = fed(b"".join(JPEGS), cuts)
    places = [JPEGS.index(frame) for frame in found if isinstance(frame, bytes)]
    assert len(places) == len(found)
    assert places == sorted(set(places)) and places[-1:] in ([], [2])


@given(cuts, st.sampled_from([("C420mpeg2", 4), ("C420jpeg", 4), ("Cmono", 0), ("", 4)]))
def test_each_raw_frame_is_whole(cuts: list[int], form: tuple[str, int]) -> None:
    found = fed(y4m(*form), cuts)
    assert found[-1] == Raw(4, 2, bytes([3] * 8))
    assert all(isinstance(frame, Raw) and len(set(frame.levels)) == 1 for frame in found)


def test_of_many_frames_at_once_only_the_newest_is_taken() -> None:
    assert fed(b"".join(JPEGS), []) == [JPEGS[2]]
    assert fed(y4m("C420", 4), []) == [Raw(4, 2, bytes([3] * 8))]


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\0\1 this is H.264 and not MJPEG",
        b"usage: camera [options]\n",
        b"YUV4MPEG2 W4 H2 C444\n",
        b"YUV4MPEG2 W4 H2 C420p10\n",
        b"YUV4MPEG2 H2\n",
        b"YUV4MPEG2 W0 H2\n",
        b"YUV4MPEG2 W4 Hx\n",
        b"YUV4MPEG2 W4 H2\nNOFRAME\n0123",
    ],
)
def test_what_is_no_such_video_is_refused(data: bytes) -> None:
    with pytest.raises(NoVideo):
        Splitter().feed(data)


def test_a_stream_in_which_no_picture_ends_is_refused() -> None:
    splitter = Splitter()
    splitter.feed(b"\xff\xd8\xff")
    with pytest.raises(NoVideo):
        for _ in range(40):
            splitter.feed(bytes(2**20))

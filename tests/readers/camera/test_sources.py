"""Frames from folders, videos, programs and cameras, and a sentence where there are none."""

from __future__ import annotations

import os
import re
import shlex
import struct
import sys
from pathlib import Path
from zlib import crc32

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip

from controller.readers.camera.sources import device, program  # isort: skip
from controller.readers.camera.sources.device import Device, grey, programs_with  # isort: skip
from controller.readers.camera.sources.frames import Frames, NoFrames  # isort: skip
from controller.readers.camera.sources.opening import opener  # isort: skip

SIZE = (320, 240)
WRITES = """
import sys
sys.stdout.buffer.write(open(sys.argv[1], "rb").read())
"""
WRITES_AND_WAITS = f"""{WRITES}
import time
sys.stdout.flush()
time.sleep(60)
"""
Y4M = """
import sys, time
sys.stdout.buffer.write(b"YUV4MPEG2 W320 H240 F5:1 C420jpeg\\n")
sys.stdout.buffer.write(b"FRAME\\n" + bytes([77]) * 76800 + bytes([128]) * 38400)
sys.stdout.flush()
time.sleep(60)
"""


def levels(frames: Frames) -> list[int]:
    """How bright each frame is, to the end."""
    found = []
    try:
        while (picture := frames.read()) is not None:
            assert picture.ndim == 2
            found.append(round(float(picture.mean())))
    finally:
        frames.close()
    return found


def sentence(which: str) -> str:
    with pytest.raises(NoFrames) as gone:
        frames = opener(which)()
        try:
            while frames.read() is not None:
                pass
        finally:
            frames.close()
    return str(gone.value)


def running(code: str, *args: object) -> str:
    return shlex.join([sys.executable, "-c", code, *map(str, args)])


def jpeg(level: int) -> bytearray:
    """A picture. (A program that imports OpenCV to make it takes long on a busy machine.)"""
    return bytearray(cv2.imencode(".jpg", np.full((240, 320), level, np.uint8))[1].tobytes())


def test_the_pictures_of_a_folder_come_by_name(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.PNG", 10), ("c.jpg", 30)):
        cv2.imwrite(str(tmp_path / name), np.full((240, 320, 3), level, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture")
    assert levels(opener(str(tmp_path))()) == [10, 20, 30]


def test_numbers_in_the_names_of_pictures_count_as_numbers(tmp_path: Path) -> None:
    for name, level in (("1.png", 10), ("2.png", 20), ("10.png", 30), ("b2.png", 40)):
        cv2.imwrite(str(tmp_path / name), np.full((240, 320), level, np.uint8))
    cv2.imwrite(str(tmp_path / "b10.png"), np.full((240, 320), 50, np.uint8))
    assert levels(opener(str(tmp_path))()) == [10, 20, 30, 40, 50]


def test_hidden_files_such_as_a_macs_are_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "._a.png").write_bytes(b"\0\5\x16\7 what a Mac keeps beside a.png")
    assert "has no pictures" in sentence(str(tmp_path))
    cv2.imwrite(str(tmp_path / "a.png"), np.full((240, 320), 10, np.uint8))
    cv2.imwrite(str(tmp_path / ".b.png"), np.full((240, 320), 20, np.uint8))
    assert levels(opener(str(tmp_path))()) == [10]


def written(path: Path, frames: int) -> Path:
    """A video of 30 frames a second, each with a pattern of its own."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE)
    pattern = np.random.default_rng(1).integers(0, 99, (240, 320, 3), np.uint8)
    for nth in range(frames):
        video.write(np.roll(pattern, nth, axis=0))
    video.release()
    return path


def test_a_video_whose_end_is_missing_is_told_with_how_much_of_it_was_read(tmp_path: Path) -> None:
    whole = written(tmp_path / "pile.avi", 90).read_bytes()
    damaged = tmp_path / "damaged.avi"
    damaged.write_bytes(whole[: len(whole) // 2])
    assert re.search(r"damaged\.avi is damaged: it ends after 4[4-6] of 90", sentence(str(damaged)))
    frames, read = opener(str(damaged))(), 0
    with pytest.raises(NoFrames):  # after all that there is
        while frames.read() is not None:
            read += 1
    frames.close()
    assert read == 8


@pytest.mark.parametrize("name", ["pile.avi", "pile.mkv"])
def test_a_whole_video_ends_without_a_complaint(tmp_path: Path, name: str) -> None:
    assert len(levels(opener(str(written(tmp_path / name, 90)))())) == 15


@pytest.mark.parametrize(
    "name, content",
    [
        ("pile.h264", b"\0\0\0\1\x67\x42\0\x0a"),
        ("pile.video", b"\0\0\1\x09\xf0\0\0\1\x67"),
        ("pile.h265", b"\0\0\0\1\x40\1\x0c\1"),
        ("pile.mjpeg", bytes(jpeg(10) + jpeg(20))),
    ],
)
def test_a_video_that_does_not_say_its_rate_is_not_guessed_at(
    tmp_path: Path, name: str, content: bytes
) -> None:
    bare = tmp_path / name
    bare.write_bytes(content)
    told = sentence(str(bare))
    assert "does not say how many pictures a second it has" in told
    assert f"ffmpeg -framerate 30 -i {bare} -c copy {bare}.mkv" in told


def test_a_single_picture_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(10))
    assert levels(opener(str(tmp_path / "a.jpg"))()) == [10]


def test_of_a_video_five_frames_a_second_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pile.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE)
    for nth in range(60):
        video.write(np.full((240, 320, 3), nth * 4, np.uint8))
    video.release()
    found = levels(opener(str(path))())
    assert len(found) == 10
    assert all(abs(level - 24 * nth) <= 4 for nth, level in enumerate(found))


def test_a_program_writes_pictures_and_its_end_is_told(tmp_path: Path) -> None:
    video = tmp_path / "video"
    video.write_bytes(b"".join(jpeg(level) for level in (10, 20, 30, 40)))
    frames = opener(running(WRITES_AND_WAITS, video))()
    picture = frames.read()
    assert picture is not None and picture.shape == (240, 320)
    frames.close()
    assert "has ended: run it in a terminal" in sentence(running(WRITES, video))


def test_a_command_line_can_be_longer_than_the_name_of_a_file_can() -> None:
    frames = opener(f"{running(Y4M)} {'x' * 300}")()
    assert isinstance(frames, program.Program)
    frames.close()
    assert "There is no program no-such-program" in sentence(f"no-such-program {'x' * 300}")
    assert "try 0 for the first camera" in sentence("x" * 300)
    assert "try 0 for the first camera" in sentence("x\0")


def test_a_command_of_one_word_is_found_where_the_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "pile-camera"
    script.write_text("#!/bin/sh\nexec sleep 60\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    frames = opener("pile-camera")()
    assert isinstance(frames, program.Program)
    frames.close()


def test_a_program_that_writes_raw_frames_is_killed_in_the_end() -> None:
    frames = opener(running(Y4M))()
    assert isinstance(frames, program.Program)
    picture = frames.read()
    assert picture is not None and np.all(picture == 77)
    frames.close()
    assert frames._process.returncode is not None


def test_a_program_that_writes_something_else_is_told() -> None:
    assert "neither MJPEG nor Y4M" in sentence(running("print('usage: camera [options]')"))


def test_a_program_whose_pictures_have_too_many_pixels_is_told(tmp_path: Path) -> None:
    frame = jpeg(0)
    size = frame.index(b"\xff\xc0") + 5
    frame[size : size + 4] = b"\xfd\xe8" * 2
    video = tmp_path / "video"
    video.write_bytes(frame * 2)
    assert "writes damaged pictures" in sentence(running(WRITES_AND_WAITS, video))


def test_a_program_that_writes_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SILENT_S", 0.01)
    assert "writes no pictures" in sentence(running("import time; time.sleep(60)"))


def test_what_cannot_be_a_source_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert "try 0 for the first camera" in sentence("nothing")
    assert "There is no program no-such-program" in sentence("no-such-program -o -")
    assert "quotation mark" in sentence("cat 'x")
    assert "has no pictures" in sentence(str(tmp_path))
    (tmp_path / "a.png").write_bytes(b"no picture")
    assert "is no picture that can be read" in sentence(str(tmp_path))
    text = tmp_path / "text.txt"
    text.write_text("no video")
    assert "is no video that can be read" in sentence(str(text))


def test_a_folder_within_a_folder_is_no_picture(tmp_path: Path) -> None:
    (tmp_path / "b.png").mkdir()
    assert "has no pictures" in sentence(str(tmp_path))
    cv2.imwrite(str(tmp_path / "a.png"), np.full((240, 320), 10, np.uint8))
    assert levels(opener(str(tmp_path))()) == [10]


@pytest.mark.parametrize(("which", "call"), [("", "iterdir"), ("a.png", "read_bytes")])
def test_a_folder_or_a_picture_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, call: str
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.png").touch()
    monkeypatch.setattr(Path, call, refuse)
    assert f"{tmp_path / which} cannot be read (Permission denied)" in sentence(str(tmp_path))


def test_a_picture_with_too_many_pixels_is_told(tmp_path: Path) -> None:
    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))

    size = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", size) + part(b"IDAT", b"") + part(b"IEND", b"")
    (tmp_path / "a.png").write_bytes(png)
    assert "is no picture that can be read" in sentence(str(tmp_path))


def test_a_video_without_frames_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pile.avi"
    cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE).release()
    assert "is a video without pictures" in sentence(str(path))


def test_a_camera_that_is_not_there_is_told_with_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "DEVICES", tmp_path)
    with pytest.raises(NoFrames, match=r"There is no camera .*video0\. Plug one in\."):
        Device(device.device_path("0"))
    (tmp_path / "video2").touch()
    with pytest.raises(NoFrames, match=r"There are .*video2: choose one of them"):
        Device(device.device_path("0"))
    with pytest.raises(NoFrames, match=r"video2 is no camera"):
        Device(device.device_path("2"))


def test_a_camera_without_permission_is_told_with_the_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(NoFrames, match="usermod -aG video"):
        Device(Path("/dev/null"))


def test_a_device_that_gives_no_pictures_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "PROCESSES", tmp_path)
    with pytest.raises(NoFrames, match="gives no pictures"):
        Device(Path("/dev/null"))


class Unplugged:
    """OpenCV's side of a camera that was there when it was opened, and gives no picture."""

    def __init__(self, *_: object) -> None: ...

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, *_: object) -> bool:
        return True

    def grab(self) -> bool:
        return False


def test_a_camera_that_is_unplugged_is_told_although_its_file_goes_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", Unplugged)
    monkeypatch.setattr(device, "PROCESSES", tmp_path)
    camera = tmp_path / "video0"
    camera.symlink_to("/dev/null")
    opened = Device(camera, wait=lambda _: camera.unlink())
    with pytest.raises(NoFrames, match="is gone: plug it in"):
        opened.read()


def test_another_program_that_holds_the_camera_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = tmp_path / "video0"
    camera.touch()
    assert list(programs_with(camera)) == []
    holder = tmp_path / "proc" / "4711"
    (holder / "fd").mkdir(parents=True)
    (holder / "fd" / "3").symlink_to(camera)
    (holder / "comm").write_text("motion\n")
    monkeypatch.setattr(device, "PROCESSES", tmp_path / "proc")
    assert (
        device.why_silent(camera) == f"Another program uses the camera {camera} (motion): end it."
    )
    camera.unlink()
    assert "is gone: plug it in" in device.why_silent(camera)


def test_large_frames_are_shrunk_and_small_ones_are_not() -> None:
    assert grey(np.zeros((1080, 1920, 3), np.uint8)).shape == (720, 1280)
    assert grey(np.zeros((480, 640), np.uint8)).shape == (480, 640)


def test_the_longer_side_of_a_portrait_picture_counts() -> None:
    assert grey(np.zeros((1920, 1080, 3), np.uint8)).shape == (1280, 720)
    assert grey(np.zeros((1281, 720), np.uint8)).shape == (1280, 719)
    assert grey(np.zeros((1280, 720), np.uint8)).shape == (1280, 720)

"""The life of a camera, in virtual time: opened, lost, found again, frozen, slow, coarse."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble  # isort: skip
from controller.readers.camera import source  # isort: skip
from controller.readers.camera.eye import Eye  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from controller.readers.camera.running import RETRY_S, REOPEN_AFTER, CameraRunner  # isort: skip
from controller.readers.camera.sources.frames import Frames, NoFrames  # isort: skip
from controller.readers.reports import SourceInterrupted, Health, SeenCard  # isort: skip
from tests.at_once import AtOnce  # isort: skip
from tests.readers.rendering.sitting import Sitting  # isort: skip

pytestmark = pytest.mark.looptime
SMALL = (180, 320)


def noise(shape: tuple[int, int] = SMALL) -> Iterator[Picture]:
    for seed in count():
        yield np.random.default_rng(seed).integers(100, 104, shape).astype(np.uint8)


class Pretended:
    """Frames from a list; ``NoFrames`` after the last one, or the end."""

    name = "The camera"

    def __init__(self, pictures: Iterator[Picture], *, ends: bool = False) -> None:
        self.ends = ends
        self.closed = False
        self.read_at: list[float] = []
        self._pictures = pictures

    def read(self) -> Picture | None:
        self.read_at.append(asyncio.get_running_loop().time())
        picture = next(self._pictures, None)
        if picture is None and not self.ends:
            raise NoFrames("The camera is gone: plug it in.")
        return picture

    def close(self) -> None:
        self.closed = True


class Notes(list[str]):
    def __call__(self, event: str, sentence: str, level: int = 0, **fields: object) -> None:
        self.append(sentence)


def running(
    opens: Callable[[], Frames], notes: Notes | None = None, patient: bool = True
) -> CameraRunner:
    clock = asyncio.get_running_loop().time
    said = Notes() if notes is None else notes
    return CameraRunner(opens, Eye(range(250)), clock, said, patient=patient, threads=AtOnce)


async def heard(reader: CameraRunner, until_s: float) -> list[str]:
    keys: list[str] = []

    async def listen() -> None:
        async for news in reader.reports():
            keys.append(news.key if isinstance(news, Health) else str(news.number))

    try:
        async with asyncio.timeout(until_s):
            await listen()
    except TimeoutError:
        pass
    return keys


async def test_at_most_five_frames_a_second_are_read() -> None:
    frames = Pretended(noise())
    await heard(running(lambda: frames), 10.0)
    assert len(frames.read_at) == 50
    gaps = np.diff(frames.read_at)
    assert gaps.min() > 0.199 and gaps.max() < 0.201


async def test_a_folder_ends_and_a_camera_is_waited_for() -> None:
    frames = Pretended(islice(noise(), 7), ends=True)
    assert await heard(running(lambda: frames), 60.0) == ["reader.ok"]
    assert len(frames.read_at) == 8 and frames.closed


async def test_a_camera_is_lost_and_found_again() -> None:
    opened: list[Pretended] = []
    notes = Notes()

    def opens() -> Frames:
        if len(opened) in (1, 2, 3):
            opened.append(Pretended(noise()))
            raise NoFrames("There is no camera /dev/video0. Plug one in.")
        opened.append(Pretended(islice(noise(), 10)))
        return opened[-1]

    keys = await heard(running(opens, notes), 3 * 2.0 + 4 * RETRY_S - 0.1)
    assert keys[:6] == ["reader.ok", *["reader.lost"] * 4, "reader.ok"]
    assert opened[0].closed
    # each sentence once, however often it was tried
    assert notes[:4] == [
        "The camera gives pictures.",
        "The camera gives only 320 by 180 pixels, not 1280 by 720: put it so close that a marker "
        "is 25 pixels wide, or take another camera.",
        "The camera is gone: plug it in.",
        "There is no camera /dev/video0. Plug one in.",
    ]
    assert notes[4] == "The camera gives pictures."


async def test_a_camera_that_is_not_there_at_first_ends_an_impatient_reader() -> None:
    def opens() -> Frames:
        raise NoFrames("There is no camera /dev/video0. Plug one in.")

    with pytest.raises(Trouble, match="Plug one in") as trouble:
        await heard(running(opens, patient=False), 60.0)
    assert trouble.value.exit_code == NO_HARDWARE


@pytest.mark.parametrize("patient", [True, False])
async def test_a_source_gives_pictures_only_when_the_first_one_was_read(patient: bool) -> None:
    opened: list[Pretended] = []
    notes = Notes()

    def opens() -> Frames:
        opened.append(Pretended(iter(())))
        return opened[-1]

    reader = running(opens, notes, patient)
    if patient:  # the sentence once, however often it was tried
        assert await heard(reader, 4.5 * RETRY_S) == ["reader.lost"] * 5
        assert (notes, len(opened)) == (["The camera is gone: plug it in."], 5)
    else:
        with pytest.raises(Trouble, match="is gone: plug it in") as trouble:
            await heard(reader, 4.5 * RETRY_S)
        assert (notes, len(opened), trouble.value.exit_code) == ([], 1, NO_HARDWARE)
    assert all(one.closed for one in opened)


@pytest.mark.parametrize("patient", [True, False])
async def test_a_folder_with_a_broken_picture_ends_there_and_does_not_begin_anew(
    patient: bool,
) -> None:
    class Broken(Pretended):
        def read(self) -> Picture | None:
            if (picture := super().read()) is None:
                raise NoFrames("3.png is no picture that can be read: take it away.")
            return picture

    opened: list[Pretended] = []

    def opens() -> Frames:
        opened.append(Broken(islice(noise(), 3), ends=True))
        return opened[-1]

    with pytest.raises(SourceInterrupted, match=r"3\.png is no picture") as trouble:
        await heard(running(opens, patient=patient), 5 * RETRY_S)
    assert (len(opened), opened[0].closed) == (1, True)
    assert trouble.value.exit_code == NO_HARDWARE


async def test_a_frozen_camera_is_told_and_opened_again() -> None:
    frozen = next(noise())
    opened: list[Pretended] = []

    def opens() -> Frames:
        opened.append(Pretended(iter([frozen] * 500)))
        return opened[-1]

    keys = await heard(running(opens), 0.2 * (REOPEN_AFTER + 10) + RETRY_S)
    assert keys[:2] == ["reader.still", "reader.lost"]
    assert len(opened) == 2 and opened[0].closed


def shaken(sigma_px: float) -> Iterator[Picture]:
    """A pile that a camera sees which shakes."""
    random = np.random.default_rng(1)
    pile = next(Sitting(41, sharp=True).frames(1)).picture
    while True:
        right, down = random.normal(0, sigma_px, 2)
        shift = np.array([(1, 0, right), (0, 1, down)])
        seen = cv2.warpAffine(pile, shift, pile.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        noisy = seen + random.normal(0, 2, seen.shape)
        yield np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "sigma_px",
    [
        pytest.param(0.0, marks=pytest.mark.thorough),
        0.5,
        pytest.param(2.5, marks=pytest.mark.thorough),
    ],
)
async def test_a_camera_that_shakes_too_much_is_told_within_ten_seconds(sigma_px: float) -> None:
    """What can be taken out of the pictures is not told: cards are read then."""
    keys = await heard(running(lambda: Pretended(shaken(sigma_px))), 10.0)
    assert ("reader.shaking" in keys) == (sigma_px > 0.5), keys
    assert ("93" in keys) == (sigma_px <= 0.5), keys


async def test_whoever_stops_listening_closes_the_camera() -> None:
    frames = Pretended(noise())
    news = running(lambda: frames).reports()
    await anext(news)
    await news.aclose()
    assert frames.closed


async def test_wrong_usage_is_a_sentence() -> None:
    async def first(which: str, region: str | None = None) -> SeenCard | Health:
        clock = asyncio.get_running_loop().time
        watched = source.read_cards(which, None, clock, Notes(), patient=True, region=region)
        return await anext(watched)

    with pytest.raises(Trouble, match="try 0 for the first camera") as trouble:
        await first("nothing")
    assert trouble.value.exit_code == WRONG_USAGE
    for region in ("1,2,3", "a,b,c,d", "60,0,50,100", "0,0,0,10", "-1,0,50,50"):
        with pytest.raises(Trouble, match="is no part of a picture"):
            await first("0", region)


@pytest.mark.parametrize("released", [True, False])
async def test_without_opencv_the_sentence_says_what_to_install(
    released: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned = tmp_path / "camera.txt"
    if released:
        pinned.write_text("opencv-python-headless\n")
    monkeypatch.setattr(source, "PINNED", pinned)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    clock = asyncio.get_running_loop().time
    what = f"--require-hashes -r {pinned}" if released else "'rollerdeck[camera]'"
    with pytest.raises(Trouble, match=re.escape(f"-m pip install {what}")):
        await anext(source.read_cards("0", None, clock, Notes(), patient=True))

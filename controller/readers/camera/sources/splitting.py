"""Frames out of a stream of bytes: MJPEG, or Y4M, as programs for cameras write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAGIC = b"YUV4MPEG2"
FRAME = b"FRAME"
JPEG_STARTS = b"\xff\xd8\xff"
MOST_BYTES = 32 * 2**20
"""No frame is larger; a stream in which none begins is no video."""
GREY = re.compile(rb"C(420|mono(?!1))")


class NoVideo(Exception):
    """These bytes are neither MJPEG nor Y4M, or in a form that is not known."""


@dataclass(frozen=True, slots=True)
class Raw:
    """The grey levels of a frame, row by row."""

    width: int
    height: int
    levels: bytes


class Splitter:
    """Takes in bytes as they come."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._header: tuple[int, int, int] | None = None
        """Of Y4M: width, height, and bytes of a frame."""

    def feed(self, data: bytes) -> bytes | Raw | None:
        """The newest whole frame: a JPEG picture, or grey levels. Raises ``NoVideo``."""
        self._bytes += data
        if len(self._bytes) > MOST_BYTES:
            raise NoVideo
        raw = self._header is not None or self._bytes[: len(MAGIC)] == MAGIC[: len(self._bytes)]
        if raw and self._header is None and not self._read_header():
            return None
        return self._raw() if self._header else self._jpeg()

    def _jpeg(self) -> bytes | None:
        """The newest picture: it is whole when the next one begins."""
        last = self._bytes.rfind(JPEG_STARTS)
        if last < 0:
            if len(self._bytes) > 3:
                raise NoVideo
            return None
        begin = self._bytes.rfind(JPEG_STARTS, 0, last)
        if begin < 0:
            return None
        whole = bytes(self._bytes[begin:last])
        del self._bytes[:last]
        return whole

    def _read_header(self) -> bool:
        end = self._bytes.find(b"\n")
        if end < 0:
            return False
        words = bytes(self._bytes[:end]).split()
        sizes = {word[:1]: word[1:] for word in words[1:]}
        colors = next((word for word in words[1:] if word.startswith(b"C")), b"C420")
        if not GREY.match(colors) or b"p1" in colors:
            raise NoVideo
        try:
            width, height = int(sizes[b"W"]), int(sizes[b"H"])
        except (KeyError, ValueError):
            raise NoVideo from None
        if not 0 < width * height < MOST_BYTES // 2:
            raise NoVideo
        half = ((width + 1) // 2) * ((height + 1) // 2)
        frame = width * height + (0 if colors.startswith(b"Cmono") else 2 * half)
        self._header = width, height, frame
        del self._bytes[: end + 1]
        return True

    def _raw(self) -> Raw | None:
        assert self._header is not None
        width, height, size = self._header
        newest = None
        while (end := self._bytes.find(b"\n", 0, 200)) >= 0:
            if not self._bytes.startswith(FRAME):
                raise NoVideo
            if len(self._bytes) < end + 1 + size:
                break
            newest = Raw(width, height, bytes(self._bytes[end + 1 : end + 1 + width * height]))
            del self._bytes[: end + 1 + size]
        return newest

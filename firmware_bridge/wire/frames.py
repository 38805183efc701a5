"""One JSON object a line: ``:`` JSON ``*`` CRC-32 in eight hex digits, newline.

Between the two ends there is only printable ASCII. So a terminal can show a frame, and other text
on the same line (a boot message, a traceback) can be told from a frame. Frames wait in an outbox
for a line whose other end may not read. Runs on MicroPython too.
"""

import json
from binascii import crc32

MAX_FRAME = 1024
"""Bytes in the longest frame, with the newline; a microcontroller has room for that."""

_TAIL = 9
"""The star and the eight digits."""


def encode(message):
    """Return the frame of a message; ValueError where it is longer than a frame may be."""
    text = json.dumps(message, separators=(",", ":"))
    # CPython leaves DEL as it is, MicroPython everything beyond ASCII. A list of the characters is
    # many times as large as the frame, so it is made only if needed: memory is small and in pieces.
    if not all(" " <= c <= "~" for c in text):
        text = "".join([c if " " <= c <= "~" else _escape(ord(c)) for c in text])
    body = text.encode()
    frame = b":" + body + b"*" + _digits(body) + b"\n"
    if len(frame) > MAX_FRAME:
        raise ValueError("A frame has at most %d bytes, not %d." % (MAX_FRAME, len(frame)))
    return frame


class Decoder:
    """Finds frames in bytes that come in pieces of any size, with other bytes between them.

    It never raises. What is not a whole, intact frame is dropped and counted.
    """

    def __init__(self):
        self.damaged = 0
        """How many lines had the beginning of a frame, but no intact frame."""
        self.chatter = 0
        """How many other lines were not empty."""
        self._line = b""

    def feed(self, data):
        """Take the next bytes; return the messages that they complete, in order."""
        messages = []
        pieces = bytes(data).split(b"\n")
        for piece in pieces[:-1]:
            self._append(piece)
            line = self._line
            self._line = b""
            # A console may send a carriage return before each newline.
            message = _read(line[:-1] if line.endswith(b"\r") else line)
            if message is not None:
                messages.append(message)
            elif line.find(b":{") >= 0:
                self.damaged += 1
            elif line.strip():
                self.chatter += 1
        self._append(pieces[-1])
        return messages

    def _append(self, piece):
        # The end is enough: a frame at the end of an endless line still fits into it.
        self._line = (self._line + piece)[-MAX_FRAME:]


def _read(line):
    """Return the message whose frame ends this line, or None.

    A frame that lost its end lies in front of the next one, so every beginning is tried.
    """
    # a frame that begins further ahead would be too long with the newline
    line = line[1 - MAX_FRAME :]
    star = len(line) - _TAIL
    if star < 1 or line[star : star + 1] != b"*":
        return None
    start = line.find(b":{")
    while 0 <= start < star:
        body = line[start + 1 : star]
        if _digits(body) == line[star + 1 :] and _printable(body):
            try:
                message = json.loads(body.decode())
            except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
                return None
            return message if isinstance(message, dict) else None
        start = line.find(b":{", start + 1)
    return None


def _digits(body):
    return ("%08x" % crc32(body)).encode()


def _printable(body):
    return all(0x20 <= byte <= 0x7E for byte in body)


def _escape(code):
    if code < 0x10000:
        return "\\u%04x" % code
    code -= 0x10000
    return "\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF)


class Outbox:
    """Holds frames until the line takes them.

    Beyond ``most_bytes`` the oldest frames are dropped, and always whole ones: a frame of which a
    part is sent stays, or what is left of it would spoil the next. Frames are never joined, because
    a heap in small pieces has no room for one long text.
    """

    def __init__(self, most_bytes):
        self._most_bytes = most_bytes
        self._frames = []
        self.waiting_bytes = 0
        """A frame counts whole until all of it is sent."""
        self._sent = 0  # so many bytes of the first frame

    def __len__(self):
        """How many frames wait."""
        return len(self._frames)

    def put(self, frame):
        """Add a frame after those that wait."""
        self._frames.append(frame)
        self.waiting_bytes += len(frame)
        while self.waiting_bytes > self._most_bytes:
            oldest = 1 if self._sent else 0
            if oldest == len(self._frames):
                break
            self.waiting_bytes -= len(self._frames.pop(oldest))

    def send(self, write):
        """Offer the line the first frame, or the rest of it; True if it has taken all of that.

        ``write`` takes bytes and returns how many of them it has taken, 0 or None if it is full.
        """
        if not self._frames:
            return False
        frame = self._frames[0]
        self._sent += write(memoryview(frame)[self._sent :]) or 0
        if self._sent < len(frame):
            return False
        self.waiting_bytes -= len(self._frames.pop(0))
        self._sent = 0
        return True

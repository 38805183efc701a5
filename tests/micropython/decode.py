"""Lines of hex in, what the wire makes of those bytes out; the same on every Python.

``decode.py FILE``, or ``-`` for standard input. A line has the pieces in which the bytes come,
apart by spaces. Two lines answer it: the messages, encoded anew, and what a launcher that was said
hello to answers to them; frames end with tabs. Of a line no more than a piece is held at a time:
whole, it may be many frames long, and a small memory in pieces has no room for that.
"""

import io
import sys
from binascii import unhexlify

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.wire.frames import Decoder, encode
from tests.micropython.feeder import Feeder

BOOT = "9c0ffee1"
"""For which the golden vectors order cards."""
HELLO = encode({"id": 1, "do": "hello", "protocol": 1, "caller": "vectors"})


def outcome(line):
    """Return the two lines that answer one."""
    said = []
    answer(io.StringIO(line + "\n"), said.append)
    return "".join(said)


def answer(file, say):
    """Answer the next line of a file; False where there is none."""
    decoder = Decoder()
    launcher = DeviceEnd(Device(Feeder(_noon, 20, 250, 100), BOOT))
    launcher.feed(HELLO)
    launcher.take()
    answers = b""
    end = " "
    while end == " ":
        piece, end = _piece(file)
        for message in decoder.feed(piece):
            say(_again(message) + "\t")
        launcher.feed(piece)
        answers += b"".join(launcher.take())
    if not end:
        return False
    say("\n" + answers.decode().replace("\n", "\t") + "\n")
    return True


def _piece(file):
    digits = bytearray()
    while True:
        character = file.read(1)
        if character in ("", " ", "\n"):
            return unhexlify(digits), character
        digits += character.encode()


def _again(message):
    try:
        return encode(message).decode().strip()
    except ValueError:
        return "longer than it came"


def _noon():
    return 0


def _say(text):
    print(text, end="")


def main(words):
    """Answer every line, each at once."""
    file = sys.stdin if words[0] == "-" else open(words[0])
    while answer(file, _say):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])

"""Lines of hex in, what the wire makes of those bytes out; the same on every Python.

``decode.py FILE``, or ``-`` for standard input. A line has the pieces in which the bytes come,
apart by spaces. Two lines answer it: the messages, encoded anew, and what a launcher that was said
hello to answers to them; frames apart by tabs.
"""

import sys
from binascii import unhexlify

from firmware_bridge.device import Device
from firmware_bridge.wire.frames import Decoder, encode
from tests.micropython.feeder import Feeder

HELLO = encode({"id": 1, "do": "hello", "protocol": 1, "caller": "vectors"})


def outcome(line):
    """Answer one line."""
    pieces = [unhexlify(piece) for piece in line.split()]
    return "\t".join(_messages(pieces)) + "\n" + "\t".join(_answers(pieces))


def _messages(pieces):
    decoder = Decoder()
    found = []
    for piece in pieces:
        found += decoder.feed(piece)
    return [_again(message) for message in found]


def _again(message):
    try:
        return encode(message).decode().strip()
    except ValueError:
        return "longer than it came"


def _answers(pieces):
    line = Device(Feeder(_noon, 20, 250, 100), "boot1").line()
    line.feed(HELLO)
    line.take()
    for piece in pieces:
        line.feed(piece)
    return line.take().decode().split("\n")[:-1]


def _noon():
    return 0


def main(words):
    """Answer every line, each at once."""
    lines = sys.stdin if words[0] == "-" else open(words[0])
    line = lines.readline()
    while line:
        print(outcome(line))
        line = lines.readline()


if __name__ == "__main__":
    main(sys.argv[1:])

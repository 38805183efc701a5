"""The serial line on the USB plug; reading and writing never wait for the other end."""

import select
import sys

MOST_READ = 256
MOST_SENT = 64
"""Bytes in one go; then the program does the rest of its work."""


class Port:
    """Standard input and output, as bytes."""

    def __init__(self):
        self._reading = select.poll()
        self._reading.register(sys.stdin, select.POLLIN)
        self._writing = select.poll()
        self._writing.register(sys.stdout, select.POLLOUT)

    def read(self, wait_ms):
        """Return what has come; wait for ``wait_ms`` at most."""
        data = bytearray()
        # one byte at a time: reading more than there is would wait
        while len(data) < MOST_READ and self._reading.poll(0 if data else wait_ms):
            piece = sys.stdin.buffer.read(1)
            if not piece:
                break
            data += piece
        return bytes(data)

    def write(self, data):
        """Send what there is room for, and return how many bytes that was."""
        sent = 0
        # one byte at a time: there may be room for one only
        while sent < len(data) and sent < MOST_SENT and self._writing.poll(0):
            sys.stdout.buffer.write(data[sent : sent + 1])
            sent += 1
        return sent

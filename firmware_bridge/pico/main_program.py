"""The main program of a microcontroller: connects board, device and the serial line on USB."""

import gc
import select
import sys

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.wire.frames import MAX_FRAME, Outbox

MOST_READ = 256
MOST_SENT = 64
"""Bytes in one go; then the program does the rest of its work."""

MAX_WAITING = 8 * MAX_FRAME
"""So many bytes wait for a host that does not read; then the oldest frames are dropped."""

NAP_MS = 2


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


class Program:
    """Call ``step`` again and again. It calls ``watchdog.feed`` while all is well."""

    def __init__(self, board, port, watchdog, boot):
        self._board = board
        self._port = port
        self._watchdog = watchdog
        self._device = Device(board, boot)
        self._end = DeviceEnd(self._device)
        self._outbox = Outbox(MAX_WAITING)
        self._ticks = -1

    def step(self):
        """Read requests, carry them out, and send answers and events."""
        data = self._port.read(0 if self._outbox else NAP_MS)
        if data:
            self._end.feed(data)
        self._board.weigh()
        self._device.pump()
        self._send()
        # if the timer's interrupts stop, the watchdog has to restart the chip
        if self._board.works and self._board.ticks != self._ticks:
            self._ticks = self._board.ticks
            self._watchdog.feed()
        if data and not self._board.core.ejecting:
            gc.collect()  # now, not while cards come
            self._board.load.collected()

    def _send(self):
        for frame in self._end.take():
            self._outbox.put(frame)
        # once: then the rest of the work is done
        self._outbox.send(self._port.write)

"""A launcher as a microcontroller's program: the wire on stdin and stdout, a feeder for a board.

``micropython launcher.py HAND CARDS LEASE_MS WRAP_MS BOOT``: HAND is a descriptor of a socket on
which the test presses, waits, lets time pass, loads, jams and asks for the truth, one JSON object a
line each way.
BOOT numbers this start: a launcher says it, so that a restart is noticed.
Neither end blocks: what the other side does not take waits here, up to a bound.
"""

import gc
import json
import select
import sys
import time

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.wire.frames import MAX_FRAME, Outbox
from tests.micropython.feeder import Feeder

MAX_WAITING = 8 * MAX_FRAME
LONGEST_NAP_MS = 1000


class Program:
    """Board, device and line; ``step`` does what there is to do and sleeps until there is more."""

    def __init__(self, hand, cards, lease_ms, wrap_ms, boot):
        self._hand_in = open(hand, "rb")
        self._hand_out = open(hand, "wb")
        self._passed_us = 0
        self._board = Feeder(self._clock_us, cards, lease_ms, wrap_ms)
        self._device = Device(self._board, "%08x" % boot)
        self._end = DeviceEnd(self._device)
        self._outbox = Outbox(MAX_WAITING)
        self._asked = b""
        self._waiting = False
        self._heard_us = 0
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._poll.register(self._hand_in, select.POLLIN)

    def step(self):
        """Wait for bytes or for the board; then do what they ask for, and answer."""
        for source, _ in self._poll.poll(self._nap_ms()):
            if source is self._hand_in:
                self._feel(self._hand_in.read(256))
            else:
                data = sys.stdin.buffer.read(256)
                if data:
                    self._heard_us = self._board.clock_us()
                    self._end.feed(data)
        self._device.pump()
        self._send()
        if self._waiting and self._board.still():
            # after everything that was brought about is on the line
            self._waiting = False
            self._answer({})

    def _clock_us(self):
        return time.ticks_us() + self._passed_us

    def _nap_ms(self):
        if self._outbox:
            return 1
        wait_us = self._board.due_in_us()
        if self._waiting:
            wait_us = min(wait_us, 1000) if wait_us >= 0 else 1000
        return LONGEST_NAP_MS if wait_us < 0 else min(wait_us // 1000, LONGEST_NAP_MS)

    def _send(self):
        for frame in self._end.take():
            self._outbox.put(frame)
        while self._outbox.send(sys.stdout.buffer.write):
            pass

    def _feel(self, data):
        if not data:
            sys.exit()  # nobody tests any more
        self._asked += data
        while b"\n" in self._asked:
            line, self._asked = self._asked.split(b"\n", 1)
            asked = json.loads(line)
            if asked["do"] in ("press", "wait"):
                if asked["do"] == "press":
                    self._board.tap()
                self._waiting = True
            elif asked["do"] == "tap":
                self._board.tap(asked["hold_ms"] * 1000)
                self._answer({})
            elif asked["do"] == "pass":
                self._passed_us += asked["ms"] * 1000
                self._answer({})
            elif asked["do"] == "load":
                self._board.load(asked["cards"])
                self._answer({})
            elif asked["do"] == "jam":
                self._board.wedge(asked["on"])
                self._answer({})
            elif asked["do"] == "motor_fault":
                self._board.report(asked["on"])
                self._waiting = True
            else:
                self._answer(self._truth())

    def _truth(self):
        board = self._board
        now_us = board.now_us()
        gc.collect()
        return {
            "cards_left": board.left,
            "dings": board.core.dings,
            "motor_on": board.motor_on,
            "motor_runs": board.motor_runs,
            "motor_off_us": board.motor_off_us,
            "heard_us": self._heard_us,
            "lease_trips": board.core.lease_trips,
            "now_us": now_us,
            "heap_free": gc.mem_free(),
        }

    def _answer(self, answer):
        self._hand_out.write((json.dumps(answer) + "\n").encode())


def main():
    """Run until the hand is gone."""
    program = Program(*[int(word) for word in sys.argv[1:]])
    # what a console says before a program has the line
    sys.stdout.write("MicroPython; test launcher\r\n")
    try:
        while True:
            program.step()
    except Exception as error:
        # standard output is the line, where nobody looks for a traceback
        sys.print_exception(error, sys.stderr)
        sys.exit(1)


main()

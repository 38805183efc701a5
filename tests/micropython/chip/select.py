"""Waiting for the line: while nothing comes, time passes."""

import chip
import uselect

POLLIN, POLLOUT = uselect.POLLIN, uselect.POLLOUT


class poll:
    def __init__(self):
        self._poll = uselect.poll()

    def register(self, stream, events):
        self._poll.register(stream, events)

    def poll(self, wait_ms):
        found = self._poll.poll(0)
        if not found:
            chip.pass_time(wait_ms * 1000 or chip.ROUND_US)
            found = self._poll.poll(0)
        return found

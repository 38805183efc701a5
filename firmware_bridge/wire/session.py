"""Makes a conversation of frames that may be lost, doubled or late.

A request carries a number from 1 on and gets one answer. If it comes again, the answer is repeated,
not the work. An event carries a number too, and is kept until it is acknowledged; the receiver
drops events that come twice or out of order. So on a line that loses frames it is enough to send
again after a time.
"""

PROTOCOL = 1
"""The version of the protocol. It changes when an older end would misunderstand a message."""

WINDOW = 16
"""Requests that a caller may have open at once, and answers that are kept for repetition."""

MAX_EVENTS = 128
"""So many events wait for a caller that is away; then the oldest are dropped."""


class Answers:
    """For the answering end: every request is done once, however often it comes."""

    def __init__(self):
        self._answers = {}
        self._newest = 0

    def recall(self, number):
        """Return the answer that the request got; None: it is new."""
        return self._answers.get(number)

    def stale(self, number):
        """Whether that request is not of this conversation.

        It is too old to tell if it was done, or too far ahead: delayed from an earlier session.
        """
        ahead = number - self._newest
        return self._newest > 0 and not -WINDOW < ahead <= WINDOW

    def beyond(self, number):
        """Whether a later request was done."""
        return self._newest > number

    def keep(self, number, answer):
        """Remember the answer of a request that was done.

        A stale request is ignored: it is of another conversation, and would move the window.
        """
        if self.stale(number):
            return
        self._answers[number] = answer
        self._newest = max(self._newest, number)
        for old in list(self._answers):
            if self.stale(old):
                del self._answers[old]


class Outbox:
    """For the sending end of events: numbered from 1, kept until acknowledged."""

    def __init__(self):
        self._events = []
        self._next = 1
        self._sent = 1

    @property
    def first(self):
        """Number of the oldest event that is kept, or of the next one to come."""
        return self._next - len(self._events)

    def put(self, event):
        """Number an event, keep it, and return it as it is sent."""
        event["event"] = self._next
        self._next += 1
        self._events.append(event)
        self._events = self._events[-MAX_EVENTS:]
        return event

    def acknowledge(self, number):
        """Forget events up to that one."""
        self._events = [event for event in self._events if event["event"] > number]

    def forget(self):
        """Forget all events; the numbers go on."""
        self._events = []

    def overdue(self):
        """Return all waiting events, if some of them already waited at the last call."""
        sent = self._sent
        self._sent = self._next
        return self.waiting() if self.first < sent else []

    def waiting(self):
        """Return the events that were not acknowledged yet, oldest first."""
        return list(self._events)


class Inbox:
    """For the receiving end of events: each once, in order."""

    def __init__(self):
        self.heard = 0
        """Number of the last event taken, which the caller acknowledges."""

    def start(self, first):
        """Begin, or go on: the other end's next event has the number ``first``."""
        self.heard = first - 1

    def take(self, number):
        """Whether this event is the next one; drop it if not."""
        if number != self.heard + 1:
            return False
        self.heard = number
        return True

"""What makes a conversation out of frames that may be lost, doubled or late.

Requests carry a number from 1 on and get one answer each; a request that comes again is not done
again, its answer is. Events carry a number too and are kept until they are acknowledged; what
comes twice, or out of order, is dropped by who receives it. So a line that loses frames needs
nothing but timers that send again.
"""

PROTOCOL = 1
"""Which language this is. It changes when an older end would misunderstand."""

WINDOW = 16
"""Requests that a caller may have open at once, and answers that are kept for repetition."""

MAX_EVENTS = 128
"""Events that wait for a caller who is away; then the oldest are given up."""


class Answers:
    """The answering end: every request is done once, however often it comes."""

    def __init__(self):
        self._answers = {}
        self._newest = 0

    def recall(self, number):
        """Return the answer that request got, or None when it is new."""
        return self._answers.get(number)

    def stale(self, number):
        """Whether nobody can tell any more if that request was done.

        Or it is too far ahead for this conversation: one that was held up since an earlier one.
        """
        ahead = number - self._newest
        return self._newest > 0 and not -WINDOW < ahead <= WINDOW

    def beyond(self, number):
        """Whether a later request than that was done."""
        return self._newest > number

    def keep(self, number, answer):
        """Remember the answer of a request that is done.

        Not of a stale one: it is of another conversation, and would move the window there.
        """
        if self.stale(number):
            return
        self._answers[number] = answer
        self._newest = max(self._newest, number)
        for old in list(self._answers):
            if self.stale(old):
                del self._answers[old]


class Outbox:
    """The sending end of events: numbered from 1, kept until acknowledged."""

    def __init__(self):
        self._events = []
        self._next = 1
        self._sent = 1

    @property
    def first(self):
        """Number of the oldest event that is kept, or of the next one to come."""
        return self._next - len(self._events)

    def put(self, event):
        """Number an event, keep it, and return it as it goes on the line."""
        event["event"] = self._next
        self._next += 1
        self._events.append(event)
        self._events = self._events[-MAX_EVENTS:]
        return event

    def acknowledge(self, number):
        """Forget events up to that one."""
        self._events = [event for event in self._events if event["event"] > number]

    def forget(self):
        """Forget all; the numbers go on."""
        self._events = []

    def overdue(self):
        """Return what waits, if some of it waited already when this was asked last."""
        sent = self._sent
        self._sent = self._next
        return self.waiting() if self.first < sent else []

    def waiting(self):
        """Return what was not acknowledged yet, oldest first."""
        return list(self._events)


class Inbox:
    """The receiving end of events: each once, in order."""

    def __init__(self):
        self.heard = 0
        """Number of the last event taken; what the caller acknowledges."""

    def start(self, first):
        """Begin, or go on, where the other end says that its next event is number ``first``."""
        self.heard = first - 1

    def take(self, number):
        """Whether this event is the next one; a repeated or early one is to be dropped."""
        if number != self.heard + 1:
            return False
        self.heard = number
        return True

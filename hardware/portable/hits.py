"""The hits: which one the next press gives, how far the one under way has come, and the last ones.

The records of hits and the events that wait are of fixed size.
"""

from array import array

from hardware.portable import faults, ticks

KEPT_HITS = 16
KEPT_CARD_TIMES = 32
KEPT_EVENTS = 64

_LONGEST_MS = 65535


class HitRecord:
    def __init__(self):
        self._times_ms = array("H", [0] * KEPT_CARD_TIMES)
        self.reset(0, 0)

    def reset(self, hit, requested):
        self.hit = hit
        self.requested = requested
        self.delivered = 0
        self.uncertain = 0
        self.sticking = 0
        self.fault = 0
        self.complete = False

    def note_card(self, after_ms):
        if self.delivered < KEPT_CARD_TIMES:
            self._times_ms[self.delivered] = after_ms if after_ms < _LONGEST_MS else _LONGEST_MS
        self.delivered += 1

    @property
    def card_times_ms(self):
        return tuple(self._times_ms[: min(self.delivered, KEPT_CARD_TIMES)])


class Records:
    def __init__(self):
        self._kept = [HitRecord() for _ in range(KEPT_HITS)]
        self._next = 0
        self._highest_gone = 0
        self._lowest_gone = 0

    def find(self, hit):
        if hit == 0:
            return None
        for record in self._kept:
            if record.hit == hit:
                return record
        return None

    def is_too_old(self, hit):
        return 0 < hit <= self._highest_gone or 0 > hit >= self._lowest_gone

    def add(self, hit, requested):
        record = self._kept[self._next]
        self._next = (self._next + 1) % KEPT_HITS
        self._highest_gone = max(self._highest_gone, record.hit)
        self._lowest_gone = min(self._lowest_gone, record.hit)
        record.reset(hit, requested)
        return record

    def forget(self):
        self._highest_gone = 0
        self._lowest_gone = 0
        for record in self._kept:
            record.reset(0, 0)


class Events:
    def __init__(self):
        self._ring = array("i", bytes(4 * 4 * KEPT_EVENTS))
        self._first = 0
        self._held = 0
        self.lost = 0

    def put(self, kind, now_us, a, b):
        if self._held == KEPT_EVENTS:
            self.lost += 1
            return
        at = 4 * ((self._first + self._held) % KEPT_EVENTS)
        self._ring[at] = kind
        self._ring[at + 1] = now_us
        self._ring[at + 2] = a
        self._ring[at + 3] = b
        self._held += 1

    def take(self):
        if self._held == 0:
            return None
        at = 4 * self._first
        self._first = (self._first + 1) % KEPT_EVENTS
        self._held -= 1
        return tuple(self._ring[at : at + 4])


class Arming:
    def __init__(self):
        self._records = Records()
        self._armed = None

    @property
    def armed_hit(self):
        return 0 if self._armed is None else self._armed.hit

    def result(self, hit):
        return self._records.find(hit)

    def is_over(self, hit):
        record = self._records.find(hit)
        return self._records.is_too_old(hit) or (record is not None and record.complete)

    def record(self, hit, count):
        record = self._records.find(hit)
        if record is None:
            record = self._records.add(hit, count)
        record.requested = count
        return record

    def arm(self, record):
        self._armed = record

    def disarm(self):
        self._armed = None

    def take(self):
        record = self._armed
        self._armed = None
        return record

    def forget(self):
        self._records.forget()


class UnderWay:
    def __init__(self):
        self.record = None
        self.lease_lost = False
        self._delivered = 0
        self._uncertain = 0
        self._began_us = 0

    def begin(self, now_us, record):
        self.record = record
        self.lease_lost = False
        self._delivered = record.delivered
        self._uncertain = record.uncertain
        self._began_us = now_us

    def is_ahead(self, account):
        return self.record.delivered - self._delivered < account.delivered

    def note_card(self, now_us):
        self.record.note_card(ticks.diff(now_us, self._began_us) // 1000)

    def note_doubt(self, account):
        self.record.uncertain = self._uncertain + account.uncertain

    def end(self, account, fault, stopped_by):
        record = self.record
        self.record = None
        record.sticking = account.sticking
        record.complete = record.delivered >= record.requested
        record.fault = self._fault(record, fault, stopped_by)

    def _fault(self, record, fault, stopped_by):
        if record.delivered > record.requested:
            return faults.OVERRUN
        if stopped_by and not record.complete:
            return stopped_by & -stopped_by
        if self.lease_lost and not record.complete and not fault:
            return faults.LINK_LOST
        return fault

    def abandon(self):
        self.record = None

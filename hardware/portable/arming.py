"""Which hit the next press gives, and how far the hit under way has come."""

from hardware.portable import faults, ticks
from hardware.portable.records import Records


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

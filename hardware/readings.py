"""The core's bits and records as values of `hardware.launcher`."""

from __future__ import annotations

from hardware.launcher import Fault, HitResult
from hardware.portable.records import HitRecord


def faults_of(bits: int) -> tuple[Fault, ...]:
    """The faults whose bits are set, see `hardware.portable.faults`."""
    return tuple(fault for bit, fault in enumerate(Fault) if bits >> bit & 1)


def result_of(record: HitRecord) -> HitResult:
    """A record as it is now."""
    faults = faults_of(record.fault)
    return HitResult(
        hit=record.hit,
        requested=record.requested,
        delivered=record.delivered,
        complete=record.complete,
        uncertain=record.uncertain,
        sticking=record.sticking,
        fault=faults[0] if faults else None,
        card_times_ms=record.card_times_ms,
    )

"""Puts a recorded run through the eject loop as it is now, to see what it makes of the edges."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.bench.duties import ejections
from hardware.bench.recording import Run
from hardware.launcher import Fault, HitResult, TraceEntry
from hardware.portable.core import EVENT_ENDED, Core
from hardware.portable.hits import HitRecord
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK

BEATS_US = 50_000
"""How often the replay's caller is heard. The recording's own leases are replayed separately."""


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


@dataclass(frozen=True, slots=True)
class Replayed:
    """What one ejection came to."""

    requested: int
    delivered: int
    uncertain: int
    sticking: int
    fault: Fault | None

    @classmethod
    def of(cls, result: HitResult) -> Replayed:
        """What a result says, without its number and times."""
        return cls(
            result.requested, result.delivered, result.uncertain, result.sticking, result.fault
        )


def recorded(run: Run) -> tuple[Replayed, ...]:
    """What the launcher said then."""
    return tuple(Replayed.of(result) for result in run.results)


def replay(run: Run) -> tuple[Replayed, ...]:
    """What the loop reports now, for every ejection that ended.

    The edges come when they came in the recording. If the loop now drives the motor differently,
    the cards do not follow the motor.
    """
    loop = _Loop(run)
    duties = iter(ejections(run))
    for entry in run.seen:
        loop.run_to(entry.at_us)
        if entry.kind == "begin":
            loop.begin(entry, next(duties).duty_pct)
        else:
            loop.take(entry)
    loop.run_out()
    return tuple(loop.outcomes)


class _Loop:
    def __init__(self, run: Run) -> None:
        self._now_us = run.seen[0].at_us if run.seen else 0
        self._core = Core(Settings(**run.settings), self._now_us & MASK)
        self._ejections = 0
        self.outcomes: list[Replayed] = []

    def begin(self, entry: TraceEntry, duty_pct: int) -> None:
        self._ejections += 1
        self._core.eject(entry.at_us & MASK, -self._ejections, entry.value, duty_pct)
        self._settle()

    def take(self, entry: TraceEntry) -> None:
        core, now = self._core, entry.at_us & MASK
        if entry.kind == "sensor":
            core.card_edge(now, bool(entry.value))
        elif entry.kind == "missed":
            core.card_edges_missed(now, entry.value)
        elif entry.kind == "cover":
            core.cover_edge(now, bool(entry.value))
        elif entry.kind == "motor_fault":
            core.motor_fault_edge(now, bool(entry.value))
        elif entry.kind == "hopper":
            core.hopper_edge(now, bool(entry.value))
        elif entry.kind == "off" and entry.value:
            core.drop_lease(now)
        elif entry.kind == "off":
            core.safe_off(now)
        elif entry.kind == "clear":
            core.clear_faults(now)
        # the loop drives the motor itself, and a press that began a hit has an entry of its own
        self._settle()

    def run_to(self, at_us: int) -> None:
        while self._now_us < at_us:
            wait_us = self._core.next_tick_in_us(self._now_us & MASK)
            step_us = min(wait_us if wait_us >= 0 else BEATS_US, BEATS_US)
            self._now_us = min(at_us, self._now_us + max(1, step_us))
            self._core.beat(self._now_us & MASK)
            self._core.tick(self._now_us & MASK)
            self._settle()

    def run_out(self) -> None:
        """Go on until the last ejection has ended by itself; no more edges come."""
        while self._core.ejecting:
            self.run_to(self._now_us + BEATS_US)

    def _settle(self) -> None:
        """The motor follows at once, and the loop is told so; keep what has ended."""
        pct = None
        while pct != self._core.motor_pct:
            pct = self._core.motor_pct
            self._core.tick(self._now_us & MASK)
        while (event := self._core.take_event()) is not None:
            if event[0] == EVENT_ENDED and (record := self._core.result(event[2])) is not None:
                self.outcomes.append(Replayed.of(result_of(record)))

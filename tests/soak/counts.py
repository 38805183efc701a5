"""Hits of one to twelve cards on machines of every kind: what is reported against what came.

A table of people stands around each machine: they press, reach into the mouth, pull out cards
that stick, clear faults, refill, and let broken-off hits go on.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from hardware.launcher import Fault
from hardware.mechanism.presets import PRESETS, Machine
from hardware.mechanism.rig import Rig
from hardware.portable import core
from hardware.portable.settings import FULL_PCT
from tests.soak.motor_log import MotorLog
from tests.soak.people import DECK, FEW, REST_US, People

BEAT_US = 50_000
MOST_TRIES = 8
HIDDEN = 0.3
"""A card that is alone in the beam for less than this share of its passage lies on another so
closely that the two together block it hardly longer than one that slips."""
HOPPER_FORGOTTEN = 0.01
"""How often nobody refills in time."""
MOTOR_RESTRICTED = 4
"""One machine in so many may run its motor for 0.7 s only, so that long hits meet that limit."""


@dataclass
class Tally:
    """What so many hits came to."""

    hits: int = 0
    cards: int = 0
    differences: int = 0
    """Hits whose report was not exactly what came."""
    cards_off: int = 0
    doubted: int = 0
    """Hits in which the loop said that more may have come."""
    doubted_rightly: int = 0
    faulted: int = 0
    """Hits that a fault broke off, or came with."""
    faulted_wrongly: int = 0
    """... although nothing befell them."""
    too_strong: int = 0
    """Flagged, but more or fewer came than the report leaves open."""
    hidden_besides: int = 0
    """Flagged, and more came than that because of a card on top of another."""
    hidden: int = 0
    """Differences without a flag: a card on top of another, which one beam cannot see."""
    fingers: int = 0
    """Differences without a flag: a finger in the beam, which one beam cannot tell from a card."""
    unexplained: list[str] = field(default_factory=list)
    """Differences without a flag that the loop has no excuse for."""
    unfinished: int = 0
    """Hits that were not complete after several clearings."""
    presses: int = 0
    false_presses: int = 0
    """Presses reported without a finger."""
    missed_presses: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    boards: Counter[str] = field(default_factory=Counter)
    limits_broken: list[str] = field(default_factory=list)
    late_us: int = 0
    """How late the motor was switched off at its limit, at most."""

    @property
    def flagged(self) -> int:
        """Hits that the loop did not vouch for."""
        return self.doubted + self.faulted

    def add(self, other: Tally) -> None:
        """Take another's figures in."""
        for name, value in vars(other).items():
            if name == "late_us":
                self.late_us = max(self.late_us, other.late_us)
            elif isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)


def hidden_of(rig: Rig, came: int) -> int:
    """How many of the last cards that came lay on another."""
    return sum(alone < HIDDEN for alone in list(rig.alone)[-max(came, 0) :])


class Stand:
    """One machine and the people around it."""

    def __init__(
        self,
        kind: str,
        seed: int,
        duty_pct: int = FULL_PCT,
        calibrated_pct: int | None = None,
        strict: bool = False,
    ) -> None:
        """``calibrated_pct``: the duty of its calibration, if that is another one."""
        self.where = f"{kind} {seed}"
        self._machine: Machine = PRESETS[kind].machine(seed, calibrated_pct or duty_pct)
        if calibrated_pct is not None:
            self._machine.settings.feed_pct = self._machine.settings.retract_pct = duty_pct
        if seed % MOTOR_RESTRICTED == 0:
            self._machine.settings.max_on_us = 700_000
        self._random = Random(seed)
        self._rig = Rig(
            seed,
            DECK,
            self._machine.settings,
            self._machine.parameters,
            latency=self._machine.latency,
        )
        self._rig.core.count_strictly(strict)
        self._motor = MotorLog(self._machine.settings)
        self._rig.on_drive = self._motor.note
        self._taps = 0
        self._people = People(self._rig, PRESETS[kind].mishaps, self._random)
        self._counted_truth = 0
        self.tally = Tally(boards=Counter({self._machine.board: 1}))

    def run(self, hits: int) -> Tally:
        """So many hits; broken-off ones go on until they are complete."""
        tally, rig = self.tally, self._rig
        number = 0
        while tally.hits < hits:
            befell, doubt, told, reported = set[str](), 0, Counter[str](), 0
            asked = tally.hits
            while True:
                number += 1
                befell |= self._hit(number, 1 + tally.hits % 12, told)
                record = rig.core.result(number)
                assert record is not None
                doubt += record.uncertain
                reported += record.delivered
                tally.hits += 1
                tally.unfinished += not record.complete
                if not rig.core.mouth_counted or self._random.random() < 0.3:
                    rig.pull()  # whoever tidies up takes it
                    rig.advance(rig.now_us + 100_000)
                    break
            self._compare(tally.hits - asked, reported, doubt, told, befell)
        tally.presses = self._taps
        tally.false_presses = max(0, rig.core.presses - self._taps)
        tally.missed_presses = max(0, self._taps - rig.core.presses)
        tally.limits_broken = [f"{self.where}: {text}" for text in self._motor.broken]
        late_us = self._motor.longest_on_us - self._machine.settings.max_on_us
        tally.late_us = max(0, late_us)
        if late_us > self._machine.latency.worst_us:
            tally.limits_broken.append(f"{self.where}: on for {late_us} µs too long")
        return tally

    def _compare(
        self, hits: int, reported: int, doubt: int, told: Counter[str], befell: set[str]
    ) -> None:
        tally = self.tally
        came = self._people.cards_that_came - self._counted_truth
        self._counted_truth = self._people.cards_that_came
        off = came - reported
        tally.cards += came
        tally.faults += told
        if doubt:
            tally.doubted += 1
            tally.doubted_rightly += off != 0
        elif told:
            tally.faulted += 1
            tally.faulted_wrongly += off == 0 and not befell and "EMPTY" not in told
        hidden = hidden_of(self._rig, came)
        if off:
            tally.differences += 1
            tally.cards_off += abs(off)
            if doubt or told:
                tally.hidden_besides += not 0 <= off <= doubt and 0 <= off <= doubt + hidden
                tally.too_strong += not 0 <= off <= doubt + hidden
            elif 0 < off <= hidden:
                tally.hidden += 1
            elif "finger" in befell:
                tally.fingers += 1
            else:
                tally.unexplained.append(
                    f"{self.where}, hit {tally.hits} ({hits} together): reported {reported}, "
                    f"came {came}, {sorted(befell)}, board {self._machine.board}, "
                    f"alone {[round(a, 2) for a in list(self._rig.alone)[-came:]]}"
                )

    def _hit(self, number: int, count: int, told: Counter[str]) -> set[str]:
        """One hit, to its end or until people give up; returns what befell it."""
        befell: set[str] = set()
        for _ in range(MOST_TRIES):
            few = self._rig.cards_in_hopper < FEW
            if few and self._random.random() > HOPPER_FORGOTTEN:
                self._people.refill()
            befell |= self._try(number, count)
            found = self._rig.core.faults
            told.update(fault.name for nth, fault in enumerate(Fault) if found & 1 << nth)
            record = self._rig.core.result(number)
            if not found and (record is None or record.complete):
                break
            self._people.clear(befell)
        return befell

    def _try(self, number: int, count: int) -> set[str]:
        rig = self._rig
        plan = self._people.mishaps(count)
        befell = {name for _, name, _ in plan}
        if rig.core.arm(rig.ticks_us, number, count) != core.ARMED:
            return befell
        rig.settle()
        rig.tap()
        self._taps += 1
        while rig.core.ejecting or rig.roller_turns or rig.core.armed_hit or plan:
            beat_us = rig.now_us + BEAT_US
            if plan and plan[-1][0] <= beat_us:
                at_us, name, on = plan.pop()
                rig.advance(max(at_us, rig.now_us))
                rig.set_fault(name, on)
            else:
                rig.advance(beat_us)
            rig.core.beat(rig.ticks_us)
        rig.advance(rig.now_us + REST_US)
        return befell


def count_hits(kind: str, seed: int, hits: int, duty_pct: int = FULL_PCT) -> Tally:
    """So many hits on the machine of that kind and seed, calibrated at a duty."""
    return Stand(kind, seed, duty_pct).run(hits)

"""Three ways to give so many cards, on the same machines and with the same mishaps.

``timed`` is the toy's: the motor runs for as long as so many cards take. ``single`` gives one card,
comes to a full stop, verifies it, and gives the next. ``loop`` is the launcher's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, cast

from hardware.mechanism.parameters import Latency, Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.presets import PRESETS, Machine
from hardware.mechanism.rig import Rig
from hardware.portable.core import ARMED, Core
from tests.soak.counts import hidden_of
from tests.soak.people import DECK, REST_US, People
from tests.soak.toy import Toy, top_speed

Strategy = Literal["timed", "single", "loop"]
STRATEGIES: tuple[Strategy, ...] = ("timed", "single", "loop")
MOST_TRIES = 8
FREE_CARDS = 110
FIRST_CARDS = 9
UNSEEN = -1


@dataclass
class Score:
    """What so many hits came to. Times in µs, of the ``timed`` hits."""

    hits: int = 0
    exact: int = 0
    """As many cards came as were drawn."""
    true: int = 0
    """As many came as were reported."""
    flagged: int = 0
    """Not vouched for: more may have come, or a fault was told."""
    justly: int = 0
    """... where not as many came as were drawn, or something had befallen the hit."""
    silent: int = 0
    """Another number came than was reported, and no flag said so."""
    hidden: int = 0
    """... for a card lay on another."""
    fingers: int = 0
    """... else, where a finger was in the beam."""
    timed: int = 0
    """Exact hits that nothing befell and that began with a free beam."""
    span_us: int = 0
    """From the first leading to the last trailing edge, in truth."""
    free_us: float = 0.0
    """... of as many cards on the roller that is never stopped."""
    whole_us: int = 0
    """From the press until the launcher is ready again."""

    def add(self, other: Score) -> None:
        """Take another's figures in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def share(self, name: str) -> float:
        """One of the counts over all hits."""
        return float(getattr(self, name)) / self.hits

    @property
    def speed(self) -> float:
        """Cards per second, first leading to last trailing edge, over the free roller's."""
        return self.free_us / max(1, self.span_us)

    @property
    def whole_ms(self) -> float:
        """A hit from press to ready, in the mean."""
        return self.whole_us / max(1, self.timed) / 1000


class FreeRun:
    """How long cards take on a roller that is never stopped."""

    def __init__(self, parameters: Parameters) -> None:
        path = Path(parameters, Random(0), FREE_CARDS)
        path.drive(100, False)
        at_speed_us = 0.0
        while path.cards_out < FREE_CARDS:
            path.advance(path.next_us())
            if path.cards_out <= FIRST_CARDS:
                at_speed_us = path.now_us
        self.period_us = (path.now_us - at_speed_us) / (FREE_CARDS - FIRST_CARDS - 1)
        """From one card to the next."""
        self._card_us = parameters.card_mm / (top_speed(parameters) * sum(parameters.grip) / 2.0)

    def span_us(self, cards: int) -> float:
        """From the first leading to the last trailing edge of so many cards."""
        return self._card_us + (cards - 1) * self.period_us


class Table:
    """One machine that gives hits of 1 to 12 cards in turn, and the people around it."""

    def __init__(
        self,
        strategy: Strategy,
        seed: int,
        machine: Machine,
        mishaps: Mapping[str, float],
        latency: Latency | None = None,
    ) -> None:
        """``latency``: another one than the machine's."""
        self.score = Score()
        self._strategy = strategy
        self._rig = Rig(
            seed, DECK, machine.settings, machine.parameters, latency=latency or machine.latency
        )
        self._free = FreeRun(machine.parameters)
        if strategy == "timed":
            toy = Toy(machine.parameters, self._free.period_us)
            self._rig.core = cast(Core, toy)
        self._people = People(self._rig, mishaps, Random(seed))
        self._plan: list[tuple[int, str, bool]] = []
        self._given = 0
        self._first_us = UNSEEN
        self._last_us = 0

    def run(self, hits: int) -> Score:
        """So many hits."""
        for nth in range(hits):
            self._hit(1 + nth % 12)
        return self.score

    def _hit(self, count: int) -> None:
        rig, score = self._rig, self.score
        self._plan = self._people.mishaps(count)
        befell = {name for _, name, _ in self._plan}
        self._people.refill()
        before, began_us = self._people.cards_that_came, rig.now_us
        from_free, self._first_us = not rig.card_in_mouth, UNSEEN
        reported, flagged, whole_us = 0, False, 0
        for _ in range(MOST_TRIES + count):
            cards, doubted = self._give(1 if self._strategy == "single" else count - reported)
            reported += cards
            flagged |= doubted
            whole_us = rig.now_us - began_us
            if rig.core.faults:
                self._plan.clear()
                self._people.clear(befell)
            if reported >= count:
                break
        self._end(befell)
        came = self._people.cards_that_came - before
        score.hits += 1
        score.exact += came == count
        score.true += came == reported
        score.flagged += flagged
        score.justly += flagged and (came != count or bool(befell))
        if came != reported and not flagged:
            self._silent(came, came - reported, befell)
        if came == count and not befell and from_free and self._first_us != UNSEEN:
            score.timed += 1
            score.span_us += self._last_us - self._first_us
            score.free_us += self._free.span_us(count)
            score.whole_us += whole_us

    def _silent(self, came: int, off: int, befell: set[str]) -> None:
        """Nobody was told: why may be."""
        self.score.silent += 1
        if 0 < off <= hidden_of(self._rig, came):
            self.score.hidden += 1
        elif "finger" in befell:
            self.score.fingers += 1

    def _end(self, befell: set[str]) -> None:
        """People see what is stuck and take their hands away, told or not."""
        self._plan.clear()
        for name in befell - {"jam"}:
            self._rig.set_fault(name, False)
        if "jam" in befell:
            self._people.clear(befell)
        self._rig.advance(self._rig.now_us + REST_US)

    def _give(self, count: int) -> tuple[int, bool]:
        """Return how many cards are reported, and whether there is doubt or a fault."""
        rig = self._rig
        self._given += 1
        answer = rig.core.eject(rig.ticks_us, self._given, count)
        rig.settle()
        if answer != ARMED:
            return 0, True
        left = rig.cards_left
        while rig.core.ejecting or rig.roller_turns:
            rig.core.beat(rig.ticks_us)
            self._step()
            if self._first_us == UNSEEN and rig.card_in_mouth:
                self._first_us = rig.now_us
            if rig.cards_left != left:
                left, self._last_us = rig.cards_left, rig.now_us
        record = rig.core.result(self._given)
        assert record is not None
        return record.delivered, bool(record.uncertain or record.fault)

    def _step(self) -> None:
        rig = self._rig
        next_us = rig.next_event_us()
        if self._plan and (next_us is None or self._plan[-1][0] <= next_us):
            at_us, name, on = self._plan.pop()
            rig.advance(max(at_us, rig.now_us))
            rig.set_fault(name, on)
        else:
            rig.step()


def score_of(kind: str, seed: int, strategy: Strategy, hits: int) -> Score:
    """So many hits on the machine of that kind and seed."""
    preset = PRESETS[kind]
    return Table(strategy, seed, preset.machine(seed), preset.mishaps).run(hits)

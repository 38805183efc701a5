"""A machine on a scale and the people around it: what beam and weight say together, and the truth.

The rules are those of the table: a sure weight settles a doubt if it comes before the next press.
It corrects a count that the beam did not doubt, upwards only. Hits of one player without rest are
corrected together; if they are of several players, the table is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import Rig
from hardware.mechanism.scale import Scale as Bar
from hardware.mechanism.scale_parameters import WeighedMachine
from hardware.portable import core
from hardware.portable.scale import Scale
from hardware.portable.scale_settings import ScaleSettings
from tests.soak.people import DECK, FEW, People

MOST_TRIES = 8
HOLD_US = 120_000
FIRST_REST_US = 1_500_000
SHUFFLE_US = (4_000_000, 15_000_000)
"""From the last hit to the cards that are put into the hopper: people shuffle the pile."""
RELOAD_US = (1_500_000, 5_000_000)
"""From the cards that are put into the hopper to the next press: the hopper is closed first."""


@dataclass
class Weighed:
    """What so many hits came to."""

    hits: int = 0
    exact: int = 0
    """The beam's count was right."""
    flagged: int = 0
    justly: int = 0
    silent: int = 0
    """The beam's count was wrong, and nobody was told."""
    flagged_both: int = 0
    """With the scale: hits about which the table is asked."""
    justly_both: int = 0
    silent_both: int = 0
    fewer_came: int = 0
    """... because fewer cards came than the beam counted: a weight never lowers a count."""
    exact_both: int = 0
    sure: int = 0
    """Hits about which there was a sure word."""
    at_once: int = 0
    """... before the next press."""
    unsure: int = 0
    """Words that were not sure."""
    corrected: int = 0
    """Silent differences that were put right."""
    settled: int = 0
    """Doubts and faults that were settled before the next press."""
    missing: int = 0
    """Times that the table was told that fewer cards came than were counted."""
    missing_wrongly: int = 0
    wrong: int = 0
    """Counts that were right and that the weight made wrong, or made wrong otherwise."""
    wrong_settled: int = 0
    """Doubts that were settled with a wrong count."""
    word_us: list[int] = field(default_factory=list)
    """How long after the end of a hit the sure word came."""

    def add(self, other: Weighed) -> None:
        """Take another's figures in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass(slots=True)
class _Hit:
    """A hit whose window is still open."""

    number: int
    player: int
    reported: int
    came: int
    flagged: bool
    ended_us: int
    asked: bool = False
    """The next press came before a word."""


class WeighedStand:
    """One machine on its scale, and the people around it."""

    def __init__(self, kind: str, seed: int, rest_share: float, on: WeighedMachine) -> None:
        """``rest_share``: after this share of the hits, another player presses next.

        ``on``: the scale under the machine.
        """
        self.told = Weighed()
        self._random = Random(f"people {kind} {seed}")
        self._rest_share = rest_share
        built = PRESETS[kind].machine(seed)
        self._set = on.parameters
        self._rig = Rig(seed, DECK, built.settings, built.parameters, latency=built.latency)
        self._bar = Bar(self._rig, seed, on.parameters)
        per_kg = round(1000 * self._bar.counts_per_g)
        self._scale = Scale(ScaleSettings(per_kg, on.card_mg, on.noise_mg))
        self._people = People(self._rig, PRESETS[kind].mishaps, self._random)
        self._truth = 0
        self._number = 0
        self._player = 0
        self._open: list[_Hit] = []

    def run(self, hits: int) -> Weighed:
        """So many hits."""
        self._pass(FIRST_REST_US)
        while self.told.hits < hits:
            self._number += 1
            self.told.hits += 1
            for hit in self._open:
                hit.asked = True
            # a word that comes during the hit makes another list of the open ones
            hit = self._whole_hit(1 + self.told.hits % 12)
            self._open.append(hit)
            self._gap()
        for hit in self._open:
            self._as_the_beam_said(hit)
        return self.told

    def _whole_hit(self, count: int) -> _Hit:
        befell, flagged, reported, doubt = set[str](), False, 0, 0
        for _ in range(MOST_TRIES):
            if self._rig.cards_in_hopper < FEW:
                self._pass(self._random.randint(*SHUFFLE_US))
                self._bar.hand(800_000)
                self._people.refill()
                self._pass(self._random.randint(*RELOAD_US))
            befell |= self._try(count)
            record = self._rig.core.result(self._number)
            assert record is not None
            reported, doubt = record.delivered, record.uncertain
            flagged |= bool(self._rig.core.faults or doubt)
            if not self._rig.core.faults and record.complete:
                break
            self._bar.hand(1_500_000)
            self._people.clear(befell)
        if not self._rig.core.mouth_counted or self._random.random() < 0.3:
            self._rig.pull()
        came = self._people.cards_that_came
        hit = _Hit(
            self._number,
            self._player,
            reported,
            came - self._truth,
            flagged,
            self._rig.now_us,
        )
        self._truth = came
        self._beam_alone(hit)
        self._scale.mouth(self._rig.core.mouth_counted)
        self._scale.hit_ends(self._number, hit.reported, doubt)
        return hit

    def _beam_alone(self, hit: _Hit) -> None:
        right = hit.came == hit.reported
        self.told.exact += right
        self.told.flagged += hit.flagged
        self.told.justly += hit.flagged and not right
        self.told.silent += not hit.flagged and not right

    def _try(self, count: int) -> set[str]:
        rig = self._rig
        plan = self._people.mishaps(count)
        befell = {name for _, name, _ in plan}
        if rig.core.arm(rig.ticks_us, self._number, count) != core.ARMED:
            return befell
        rig.settle()
        self._scale.hit_begins(self._number)
        rig.tap(HOLD_US)
        self._bar.finger(HOLD_US)
        while rig.core.ejecting or rig.roller_turns or rig.core.armed_hit or plan:
            step_us = rig.now_us + self._bar.period_us
            while plan and plan[-1][0] <= step_us:
                at_us, name, on = plan.pop()
                rig.advance(max(at_us, rig.now_us))
                rig.set_fault(name, on)
                if name == "finger" and on:
                    self._bar.hand(500_000)
            self._step(step_us)
        return befell

    def _gap(self) -> None:
        """From one hit to the next, with what people do meanwhile."""
        random, now_us = self._random, self._rig.now_us
        self._scale.mouth(self._rig.core.mouth_counted)
        if random.random() < self._set.leans:
            self._bar.lean()
        another = random.random() < self._rest_share
        pace_us = self._set.other_player_us if another else self._set.same_player_us
        gap_us = random.randint(*pace_us)
        if random.random() < self._set.bumps:
            bump_us = random.randint(0, gap_us)
            self._pass(bump_us)
            self._bar.bump()
        self._pass(now_us + gap_us - self._rig.now_us)
        self._player += another

    def _pass(self, for_us: int) -> None:
        until_us = self._rig.now_us + for_us
        while self._rig.now_us < until_us:
            self._step(self._rig.now_us + self._bar.period_us)

    def _step(self, to_us: int) -> None:
        rig = self._rig
        rig.core.beat(rig.ticks_us)
        rig.advance(to_us)
        if self._scale.sample(rig.ticks_us, self._bar.read()):
            self._heard()

    def _heard(self) -> None:
        word = self._scale.word
        if word.last_hit is None:
            return
        if word.left_low != word.left_high:
            self.told.unsure += 1
            return
        # words are about whole hits: what is left open begins after the last one
        about = [hit for hit in self._open if hit.number <= word.last_hit]
        self._open = [hit for hit in self._open if hit.number > word.last_hit]
        begun = [hit for hit in about if word.first_hit is not None and hit.number < word.first_hit]
        for hit in begun:
            self._as_the_beam_said(hit)
        self._sure([hit for hit in about if hit not in begun], word.left)

    def _as_the_beam_said(self, hit: _Hit) -> None:
        right = hit.came == hit.reported
        self.told.exact_both += right
        self.told.flagged_both += hit.flagged
        self.told.justly_both += hit.flagged and not right
        self.told.silent_both += not hit.flagged and not right
        self.told.fewer_came += not hit.flagged and hit.came < hit.reported

    def _sure(self, hits: list[_Hit], left: int) -> None:
        if not hits:
            return
        told, reported = self.told, sum(hit.reported for hit in hits)
        came = sum(hit.came for hit in hits)
        told.sure += len(hits)
        told.at_once += sum(not hit.asked for hit in hits)
        told.word_us += [self._rig.now_us - hit.ended_us for hit in hits]
        if left < reported:
            # one hit too many was counted, and nobody knows which: the table is told
            told.flagged_both += 1
            told.missing += 1
            told.missing_wrongly += left != came
            told.exact_both += sum(hit.came == hit.reported for hit in hits)
            told.justly_both += came != reported
            return
        if left != reported and len({hit.player for hit in hits}) > 1:
            # more came, and nobody knows for whom: the table is asked about each of these hits
            told.flagged_both += len(hits)
            told.exact_both += sum(hit.came == hit.reported for hit in hits)
            told.justly_both += sum(hit.came != hit.reported for hit in hits)
            return
        late = [hit for hit in hits if hit.flagged and hit.asked]
        told.flagged_both += len(late)
        told.justly_both += sum(hit.came != hit.reported for hit in late)
        told.settled += sum(hit.flagged and not hit.asked for hit in hits)
        told.exact_both += len(hits) - (left != came)
        if any(hit.flagged for hit in hits):
            told.wrong_settled += left != came
        else:
            told.wrong += left != came and left != reported
            told.corrected += left == came != reported
        told.silent_both += left != came and not late

"""A machine on a scale and the people around it: what beam and weight say together, and the truth.

What becomes of the counts says `weighing_table`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from hardware.mechanism.load_cell import Scale as Bar
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import Rig
from hardware.mechanism.scale_parameters import WeighedMachine
from hardware.portable import core
from hardware.portable.cards_by_weight import Scale
from hardware.portable.settings import ScaleSettings
from tests.soak.people import DECK, FEW, People
from tests.soak.weighing_table import Hit, Weighed, asked, judge

MOST_TRIES = 8
LEANS_US = 10_000_000
"""For so long after a word about hits, a card that leaves may belong to one of them: that of
`controller.table.weight_judging`."""
HOLD_US = 120_000
FIRST_REST_US = 1_500_000
SHUFFLE_US = (4_000_000, 15_000_000)
"""From the last hit to the cards that are put into the hopper: people shuffle the pile."""
RELOAD_US = (1_500_000, 5_000_000)
"""From the cards that are put into the hopper to the next press: the hopper is closed first."""


@dataclass(slots=True)
class _Newest:
    """Hits about which there is a sure word."""

    hits: list[Hit]
    left: int
    at_us: int
    told: Weighed
    """What becomes of them."""

    @property
    def more_possible(self) -> bool:
        """The light barrier would have allowed for more cards than the weight."""
        return self.left < sum(hit.reported + hit.doubt for hit in self.hits)


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
        self._open: list[Hit] = []
        self._newest: list[_Newest] = []

    def run(self, hits: int) -> Weighed:
        """So many hits."""
        self._pass(FIRST_REST_US)
        while self.told.hits < hits:
            self._number += 1
            self.told.hits += 1
            for hit in self._open:
                hit.late = True
            # a word that comes during the hit makes another list of the open ones
            hit = self._whole_hit(1 + self.told.hits % 12)
            self._open.append(hit)
            self._gap()
        for hit in self._open:
            self._as_the_beam_said(hit)
        self._end_newest(math.inf)
        return self.told

    def _whole_hit(self, count: int) -> Hit:
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
        hit = Hit(
            self._number,
            self._player,
            reported,
            doubt,
            came - self._truth,
            flagged,
            self._rig.now_us,
        )
        self._truth = came
        self._beam_alone(hit)
        self._scale.mouth(self._rig.core.mouth_counted)
        self._scale.hit_ends(self._number, hit.reported, doubt)
        return hit

    def _beam_alone(self, hit: Hit) -> None:
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
        sure = word.left_low == word.left_high
        if word.last_hit is None:
            self._weighed_no_hit(word.left, sure)
            return
        self._end_newest(self._rig.now_us)
        if not sure:
            self.told.unsure += 1
            self._weighed_unsurely(word.left_low, word.first_hit or 0, word.last_hit)
            return
        # words are about whole hits: what is left open begins after the last one
        about = [hit for hit in self._open if hit.number <= word.last_hit]
        self._open = [hit for hit in self._open if hit.number > word.last_hit]
        begun = [hit for hit in about if word.first_hit is not None and hit.number < word.first_hit]
        for hit in begun:
            self._as_the_beam_said(hit)
        if hits := [hit for hit in about if hit not in begun]:
            self._newest.append(self._judged(hits, word.left))

    def _weighed_unsurely(self, at_least: int, first: int, last: int) -> None:
        about = [hit for hit in self._open if first <= hit.number <= last]
        counted = sum(hit.reported for hit in about)
        if at_least <= counted + (about[0].doubt if len(about) == 1 else 0):
            return
        for hit in about:
            hit.flagged = True  # the table is asked
        if at_least == counted + 1 and (before := self._may_have_leaned()):
            _ask(before)

    def _may_have_leaned(self) -> list[_Newest]:
        return [one for one in self._newest if one.more_possible]

    def _judged(self, hits: list[Hit], left: int) -> _Newest:
        now_us, players = self._rig.now_us, {hit.player for hit in hits}
        newest = _Newest(hits, left, now_us, judge(hits, left, now_us))
        if left != sum(hit.reported for hit in hits) + 1:
            return newest
        before = self._may_have_leaned()
        others = {hit.player for one in before for hit in one.hits} - players
        if before and (others or not newest.told.put_right):
            # the card may have leaned after a hit of another player
            _ask([*before, newest])
            newest.told.leaned = 1
        elif newest.told.put_right and (before or not any(hit.doubt for hit in hits)):
            _join(self._newest, newest)
        return newest

    def _weighed_no_hit(self, left: int, sure: bool) -> None:
        self._end_newest(self._rig.now_us)
        if left < 0:
            self._end_newest(math.inf)  # people are at the launcher, and their hands come and go
        if sure and left == 1 and self._newest:
            # a card that leaned may have been taken, or somebody takes one out
            _ask(self._newest)
            self._newest[-1].told.lone = 1
            self._end_newest(math.inf)

    def _end_newest(self, now_us: float) -> None:
        while self._newest and now_us - self._newest[0].at_us > LEANS_US:
            self.told.add(self._newest.pop(0).told)

    def _as_the_beam_said(self, hit: Hit) -> None:
        right = hit.came == hit.reported
        self.told.exact_both += right
        self.told.flagged_both += hit.flagged
        self.told.justly_both += hit.flagged and not right
        self.told.silent_both += not hit.flagged and not right
        self.told.fewer_came += not hit.flagged and hit.came < hit.reported


def _join(before: list[_Newest], newest: _Newest) -> None:
    """One hand has the cards of all hits just before: only their sum matters, as without a rest."""
    about = [newest]
    for one in reversed(before):
        alike = {hit.player for hit in one.hits} == {hit.player for hit in newest.hits}
        if not alike or one.hits[-1].number != about[0].hits[0].number - 1 or one.told.missing:
            break
        about.insert(0, one)
    if sum(one.left for one in about) != sum(hit.came for one in about for hit in one.hits):
        return
    newest.told.joined = int(any(one.told.silent_both for one in about))
    for one in about:
        one.told.exact_both = len(one.hits)
        one.told.silent_both = one.told.wrong = one.told.wrong_settled = 0


def _ask(about: list[_Newest]) -> None:
    """Ask the table about all these hits, because of one card."""
    for one in about:
        one.told = asked(one.hits, one.at_us)
        one.told.in_vain = 0
    about[-1].told.in_vain = int(not any(one.told.justly_both for one in about))

"""Carries out what the launcher's scale reports of the counts, and remembers what it weighs.

`weight_judging.py` decides, and `weight_estimate.py` says what is known of the cards inside. A
report waits while somebody has pressed, because it must not hold up a hit.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from controller.base.errors import Refused
from controller.games.book import Book
from controller.games.doubts import Doubt
from controller.games.entries import CommandBody
from controller.table.arming import Arming
from controller.table.weight_estimate import (
    CardRange,
    Estimate,
    after_weighing,
    ledger,
    off_by,
    reloaded,
    unknown,
    while_loading,
    with_missing_cards,
)
from controller.table.weight_judging import (
    AskTable,
    Correction,
    NoChange,
    RecentWeighing,
    TooFew,
    Verdict,
    command_for,
    consider_leaning_card,
    doubts,
    judge,
    judge_single_card,
    merged,
    recent_weighing_of,
)
from hardware.launcher import Launcher, LauncherGone, Weighed

MOST_REMEMBERED = 16
"""As many hits as a launcher remembers."""


class _Standing(NamedTuple):
    """What the record says of the launcher."""

    cards: int | None
    """In it, by the rules; None: there is no game."""
    last_hit: int
    """The last hit that the launcher counted."""
    game: int


class Scale:
    """What the launcher weighs, and what that means for the game."""

    def __init__(self, book: Book, arming: Arming, launcher: Launcher) -> None:
        """``arming``: of the launcher, for commands that correct a hand."""
        self._book = book
        self._arming = arming
        self._launcher = launcher
        self._estimate = Estimate()
        self._pending: deque[Weighed] = deque(maxlen=MOST_REMEMBERED)
        self._partial: Weighed | None = None
        """The newest report, if it was about fewer cards than were counted."""
        self._missing = 0
        """So many fewer."""
        self._cover_opened = False
        """The cover was opened since the newest sure report, so somebody may have moved cards."""
        self._is_loading = False
        """People put cards in by the rules, and the scale has not weighed these yet."""
        self._last_judged = 0
        self._recent: deque[RecentWeighing] = deque(maxlen=MOST_REMEMBERED)
        self._last_standing = self._standing()

    @property
    def is_present(self) -> bool:
        """Whether the launcher has a scale."""
        return self._launcher.capabilities.scale

    @property
    def inside(self) -> CardRange | None:
        """Cards in the launcher by their weight; None: unknown."""
        return self._estimate.inside

    @property
    def off_by(self) -> tuple[int, int] | None:
        """The fewest and the most cards that are inside beyond the ledger; None: they agree."""
        hit = self._arming.hit
        if hit is not None and hit.pressed:
            return None
        return off_by(self._estimate, self._book.record)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The counts that the table should check."""
        return doubts(self._book.record, self._estimate.asked)

    def handle(self, weighed: Weighed) -> None:
        """Take a report of the scale; ``update`` judges it."""
        self._follow_counts()
        self._estimate = after_weighing(self._estimate, weighed, self._book.record)
        if self._cover_opened or (self._is_loading and weighed.last_hit is not None):
            # it is not only the weight of hits
            self._cover_opened = self._cover_opened and not weighed.sure
            self._is_loading = self._is_loading and not weighed.sure
            self._partial = None
            return
        if weighed.left_high < 0 or (weighed.sure and weighed.last_hit is None):
            self._is_loading = False
        before = self._pending.pop() if self._pending else self._partial
        combined = None if before is None else merged(before, weighed)
        if combined is None and before is not None and before is not self._partial:
            self._pending.append(before)
        self._pending.append(weighed if combined is None else combined)

    def cover_opened(self) -> None:
        """Note that the cover was opened: the next weight is not only that of hits."""
        self._cover_opened = True

    async def ask_for_weight(self) -> None:
        """Ask for a report at the next rest: what was weighed before may no longer be so."""
        self._estimate = unknown(self._estimate)
        self._last_standing = self._standing()
        await self._request_weight()

    async def _request_weight(self) -> None:
        if self.is_present:
            with suppress(LauncherGone):
                await self._launcher.weigh()

    async def update(self) -> bool:
        """Judge the reports that wait, unless somebody has pressed.

        Returns whether a hand was corrected. Raises ``NotSaved``; then the report waits.
        """
        if not self._follow_counts():
            await self._request_weight()
        before = self._book.record.seq
        with suppress(Refused):  # somebody has pressed: later
            while self._pending:
                self._arming.refuse_busy()
                await self._judge(self._pending[0])
                self._pending.popleft()
        return self._book.record.seq != before

    async def _judge(self, weighed: Weighed) -> None:
        record = self._book.record
        judged = max(self._last_judged, record.last_weighed)
        verdict = self._verdict_on(weighed, judged)
        await self._carry_out(verdict, weighed, judged)
        if self._partial is not None and merged(self._partial, weighed) is None:
            self._estimate = with_missing_cards(self._estimate, self._missing)  # no rest of it came
        self._partial, self._missing = None, 0
        if isinstance(verdict, TooFew):
            self._partial, self._missing = weighed, verdict.cards
        if weighed.sure and self._partial is None:  # if not, it will be said again
            self._last_judged = max(self._last_judged, weighed.last_hit or 0)
            if weighed.last_hit is not None:
                self._recent.append(recent_weighing_of(weighed, record.measured))

    def _verdict_on(self, weighed: Weighed, judged: int) -> Verdict:
        """What a report means. ``judged``: the last hit that was judged by weight before."""
        record = self._book.record
        if weighed.last_hit is None:
            if weighed.left < 0:
                self._recent.clear()  # people are at the launcher, and their hands come and go
            return judge_single_card(weighed, self._recent, record.measured)
        finished = [hit.hit for hit in record.finished]
        verdict = judge(weighed, record.measured, finished, judged)
        if isinstance(verdict, Correction | AskTable):
            return consider_leaning_card(verdict, weighed, self._recent, record.measured)
        return verdict

    async def _carry_out(self, verdict: Verdict, weighed: Weighed, judged: int) -> None:
        """Correct hands, or ask the table. Raises ``Refused`` and ``NotSaved``."""
        if isinstance(verdict, Correction):
            self._settle_question(weighed)
            await self._correct(verdict)
        elif isinstance(verdict, AskTable):
            asked = {**self._estimate.asked, **dict.fromkeys(verdict.hits, verdict.more)}
            self._estimate = replace(self._estimate, asked=asked)
        elif isinstance(verdict, NoChange) and weighed.sure and judged < (weighed.first_hit or 0):
            self._settle_question(weighed)

    def _settle_question(self, weighed: Weighed) -> None:
        """Ask the table no more about these hits: their weight is sure now."""
        first, last = weighed.first_hit or 0, weighed.last_hit or 0
        asked = {
            number: more
            for number, more in self._estimate.asked.items()
            if not first <= number <= last
        }
        self._estimate = replace(self._estimate, asked=asked)

    async def _correct(self, correction: Correction) -> None:
        command = command_for(correction, self._book.record)
        if command is None:
            return
        try:
            applied = self._book.judge(command)
        except Refused:  # such a hand cannot be: only people can say what is so
            return
        await self._arming.withdraw()
        body = CommandBody(dict(applied.command), weighed=correction.details)
        await self._book.write(body, applied, due=self._arming.next_intent)
        self._arming.forget()
        self._last_standing = self._standing()  # no card has moved

    def _standing(self) -> _Standing:
        record = self._book.record
        return _Standing(ledger(record), record.last_measured, record.number)

    def _follow_counts(self) -> bool:
        """Follow the hits that were counted.

        Returns False if cards moved in a way that was not counted.
        """
        before, current = self._last_standing, self._standing()
        self._last_standing = current
        if before == current:
            return True
        same_game = before.game == current.game
        if not same_game or before.last_hit == current.last_hit:
            loading = reloaded(before.cards, self._book.record) if same_game else 0
            estimate = self._estimate
            taken = same_game and (current.cards or 0) < (before.cards or 0)
            self._is_loading = loading > 0 or taken
            self._estimate = while_loading(estimate, loading) if loading else unknown(estimate)
            return False
        measured = self._book.record.measured
        new_counts = [count for count in measured if count.hit > before.last_hit]
        cards = sum(count.cards for count in new_counts)
        uncertain = sum(count.uncertain for count in new_counts)
        inside = self.inside.without(cards, uncertain) if self.inside else None
        self._estimate = replace(self._estimate, inside=inside)
        return True

"""Carries out what the launcher's scale says of the counts, and remembers what it weighs.

`judging.py` decides, and `inside.py` says what is known of the cards inside. A word waits while
somebody has pressed, because it must not hold up a hit.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import replace

from controller.base.errors import Refused
from controller.games.book import Book
from controller.games.doubts import Doubt
from controller.games.entries import Said
from controller.table.arming import Arming
from controller.table.weighing.inside import (
    Inside,
    Weights,
    forgotten,
    ledger,
    off_by,
    reloaded,
    with_loading,
    with_missing,
    with_word,
)
from controller.table.weighing.judging import (
    Agreed,
    Ask,
    Fewer,
    PutRight,
    Recent,
    command_for,
    doubts,
    judge,
    judge_again,
    judge_lone,
    recently,
    together,
)
from hardware.launcher import Launcher, LauncherGone, Weighed

KEPT_WORDS = 16
"""As many hits as a launcher remembers."""


class Scale:
    """What the launcher weighs, and what that means for the game."""

    def __init__(self, book: Book, arming: Arming, launcher: Launcher) -> None:
        """Follow the record of this book."""
        self._book = book
        self._arming = arming
        self._launcher = launcher
        self._weights = Weights()
        self._words: deque[Weighed] = deque(maxlen=KEPT_WORDS)
        self._part: Weighed | None = None
        """The newest word, if it was about fewer cards than were counted."""
        self._missing = 0
        """By so many cards."""
        self._opened = False
        """The cover was opened since the newest sure word, so somebody may have moved cards."""
        self._loaded = False
        """People put cards in by the rules, and the scale has not weighed these yet."""
        self._judged = 0
        self._recent: deque[Recent] = deque(maxlen=KEPT_WORDS)
        self._stood = self._standing()

    @property
    def there(self) -> bool:
        """Whether the launcher has a scale."""
        return self._launcher.capabilities.scale

    @property
    def inside(self) -> Inside | None:
        """Cards in the launcher by their weight; None: nobody knows."""
        return self._weights.inside

    @property
    def off_by(self) -> tuple[int, int] | None:
        """The fewest and the most cards that are inside beyond the ledger; None: they agree."""
        hit = self._arming.hit
        return None if hit is not None and hit.pressed else off_by(self._weights, self._book.record)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The counts that the table should check."""
        return doubts(self._book.record, self._weights.asked)

    def hear(self, word: Weighed) -> None:
        """Take a word of the scale in."""
        self._keep_up()
        self._weights = with_word(self._weights, word, self._book.record)
        if self._opened or (self._loaded and word.last_hit is not None):
            # it is not only the weight of hits
            self._opened = self._opened and not word.sure
            self._loaded = self._loaded and not word.sure
            self._part = None
            return
        if word.left_high < 0:
            self._loaded = False
        before = self._words.pop() if self._words else self._part
        both = None if before is None else together(before, word)
        if both is None and before is not None and before is not self._part:
            self._words.append(before)
        self._words.append(word if both is None else both)

    def opened(self) -> None:
        """The cover was opened: the next weight is not only that of hits."""
        self._opened = True

    async def look(self) -> None:
        """Ask for a word at the next rest: what was weighed before may no longer be so."""
        self._weights = forgotten(self._weights)
        self._stood = self._standing()
        await self._ask()

    async def _ask(self) -> None:
        if self.there:
            with suppress(LauncherGone):
                await self._launcher.weigh()

    async def follow(self) -> bool:
        """Do what the words mean, as far as nobody has pressed. True: a hand was put right.

        Raises ``NotSaved``; then the word waits.
        """
        if not self._keep_up():
            await self._ask()
        before = self._book.record.seq
        with suppress(Refused):  # somebody has pressed: later
            while self._words:
                self._arming.refuse_busy()
                await self._judge(self._words[0])
                self._words.popleft()
        return self._book.record.seq != before

    async def _judge(self, word: Weighed) -> None:
        record = self._book.record
        judged = max(self._judged, record.last_weighed)
        finished = [hit.hit for hit in record.finished]
        if word.last_hit is None:
            if word.left < 0:
                self._recent.clear()  # people are at the launcher, and their hands come and go
            verdict = judge_lone(word, self._recent, record.measured)
        else:
            verdict = judge(word, record.measured, finished, judged)
            if isinstance(verdict, PutRight | Ask):
                verdict = judge_again(verdict, word, self._recent, record.measured)
        if self._part is not None and together(self._part, word) is None:
            self._weights = with_missing(self._weights, self._missing)  # no rest of it came
        if isinstance(verdict, PutRight):
            self._forget_asked(word)
            await self._put_right(verdict)
        elif isinstance(verdict, Ask):
            asked = {**self._weights.asked, **dict.fromkeys(verdict.hits, verdict.more)}
            self._weights = replace(self._weights, asked=asked)
        elif isinstance(verdict, Agreed) and word.sure and judged < (word.first_hit or 0):
            self._forget_asked(word)
        self._part, self._missing = None, 0
        if isinstance(verdict, Fewer):
            self._part, self._missing = word, verdict.cards
        if word.sure and self._part is None:  # if not, it will be said again
            self._judged = max(self._judged, word.last_hit or 0)
            if word.last_hit is not None:
                self._recent.append(recently(word, record.measured))

    def _forget_asked(self, word: Weighed) -> None:
        """What the scale was not sure of before is clear now."""
        first, last = word.first_hit or 0, word.last_hit or 0
        asked = {nr: more for nr, more in self._weights.asked.items() if not first <= nr <= last}
        self._weights = replace(self._weights, asked=asked)

    async def _put_right(self, found: PutRight) -> None:
        command = command_for(found, self._book.record)
        if command is None:
            return
        try:
            applied = self._book.judge(command)
        except Refused:  # such a hand cannot be: only people can say what is so
            return
        await self._arming.withdraw()
        said = Said(dict(applied.command), weighed=found.details)
        await self._book.say(said, applied, due=self._arming.due)
        self._arming.drop()
        self._stood = self._standing()  # no card has moved

    def _standing(self) -> tuple[int | None, int, int]:
        record = self._book.record
        return ledger(record), record.last_measured, record.number

    def _keep_up(self) -> bool:
        """Follow the hits that were counted. False: cards moved in a way that was not counted."""
        was, now = self._stood, self._standing()
        self._stood = now
        if was == now:
            return True
        if was[2] != now[2] or was[1] == now[1]:
            loading = reloaded(was[0], self._book.record) if was[2] == now[2] else 0
            known = self._weights
            self._loaded = loading > 0
            self._weights = with_loading(known, loading) if loading else forgotten(known)
            return False
        new = [one for one in self._book.record.measured if one.hit > was[1]]
        cards, uncertain = sum(one.cards for one in new), sum(one.uncertain for one in new)
        inside = self.inside.without(cards, uncertain) if self.inside else None
        self._weights = replace(self._weights, inside=inside)
        return True

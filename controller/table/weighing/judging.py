"""Decides what a word of the launcher's scale means for the counts of a game.

Pure; `scale.py` carries the decisions out. A weight never lowers a count, and it says something
about a hit once. What the scale cannot know, the table is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.games.doubts import Doubt
from controller.games.entries import WeighedDetails
from controller.games.record import Record
from controller.games.seats import hand
from hardware.launcher import Weighed

SILENT = 1
"""So many cards more than the light barrier allows may lie unseen on another card. If more are
missing, perhaps somebody took cards out, and only the table knows."""
LEANS_MS = 10_000
"""A card that leaves without a press so soon after hits were weighed may have come in one of them:
it leaned on the launcher, and somebody took it."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The word changes nothing, or it says nothing that may be relied on."""


@dataclass(frozen=True, slots=True)
class Fewer:
    """So many cards fewer left than were counted: the rest of a broken hit may still be weighed."""

    cards: int


@dataclass(frozen=True, slots=True)
class PutRight:
    """These owners got so many cards more than counted. 0: the count was right."""

    more: dict[str, int]
    details: WeighedDetails


@dataclass(frozen=True, slots=True)
class Ask:
    """So many cards more came in one of these hits, and only the table can say in which."""

    hits: tuple[int, ...]
    more: int


Verdict = Agreed | Fewer | PutRight | Ask


def judge(
    word: Weighed, measured: Sequence[Doubt], finished: Collection[int], judged: int
) -> Verdict:
    """What the scale says of the hits that the launcher counted.

    ``measured``: those that nobody has counted by hand. ``finished``: the numbers of all hits that
    are over. ``judged``: the last hit of which the scale has said something before.
    """
    first, last = word.first_hit, word.last_hit
    if first is None or last is None or not judged < first <= last:
        return Agreed()
    hits = [one for one in measured if first <= one.hit <= last]
    known = {one.hit for one in hits}
    if not {first, last, *(nr for nr in finished if first <= nr <= last)} <= known:
        return Agreed()  # somebody counted one of them by hand, or took it back
    counted = sum(one.cards for one in hits)
    allowed = sum(one.uncertain for one in hits)
    if not word.sure:
        # nobody knows how many cards came, but perhaps that they were more than counted. The table
        # checks a hit with a doubt anyway, but they may have come in another hit
        too_many = word.left_low > counted + (allowed if len(hits) == 1 else 0)
        return Ask(tuple(sorted(known)), word.left_low - counted) if too_many else Agreed()
    more = word.left - counted
    if more == 0:
        settled = {one.owner: 0 for one in hits if one.uncertain}
        details = WeighedDetails(first, last, counted, word.left)
        return PutRight(settled, details) if settled else Agreed()
    if more < 0:
        return Fewer(-more)
    silent = SILENT if counted else 0  # it lies on a card that was counted
    owners = {one.owner for one in hits}
    if len(owners) > 1 or more > allowed + silent:
        return Ask(tuple(sorted(known)), more)
    return PutRight(dict.fromkeys(owners, more), WeighedDetails(first, last, counted, word.left))


@dataclass(frozen=True, slots=True)
class Recent:
    """Hits that were weighed for sure, and when."""

    first: int
    last: int
    at_ms: int
    left: int
    """So many cards left in them."""
    more_possible: bool
    """The light barrier would have allowed for more cards than the weight."""


def recently(word: Weighed, measured: Sequence[Doubt]) -> Recent:
    """What to remember of a sure word about hits."""
    first, last = word.first_hit or 0, word.last_hit or 0
    hits = [one for one in measured if first <= one.hit <= last]
    most = sum(one.cards + one.uncertain for one in hits)
    return Recent(first, last, word.at_ms, word.left, word.left < most)


def judge_lone(word: Weighed, recent: Collection[Recent], measured: Sequence[Doubt]) -> Verdict:
    """What it means that a card left and nobody had pressed.

    ``recent``: the hits that were weighed last. ``measured``: as above.
    """
    if word.last_hit is not None or not word.sure or word.left != 1:
        return Agreed()
    hits = _of(recent, word.at_ms, measured)
    return Ask(tuple(one.hit for one in hits), 1) if hits else Agreed()


def judge_again(
    found: PutRight | Ask, word: Weighed, recent: Sequence[Recent], measured: Sequence[Doubt]
) -> PutRight | Ask:
    """Ask where one card more may be one that leaned, and that belongs to a hit before.

    That is likely only after a hit in which the light barrier would have allowed for one card more.
    If one hand has the cards of all these hits, only their sum matters.
    """
    suspect = _of([one for one in recent if one.more_possible], word.at_ms, measured)
    if isinstance(found, Ask):
        hits = {*found.hits, *(one.hit for one in suspect)}
        return Ask(tuple(sorted(hits)), 1) if found.more == 1 else found
    if sum(found.more.values()) != 1:
        return found
    first, last = found.details.first_hit, found.details.last_hit
    about = [one for one in measured if first <= one.hit <= last]
    if all(one.owner in found.more for one in suspect):
        doubted = any(one.uncertain for one in about)
        return found if doubted and not suspect else _since(found, word, recent, measured)
    hits = {one.hit for one in (*about, *suspect)}
    return Ask(tuple(sorted(hits)), 1)


def _since(
    found: PutRight, word: Weighed, recent: Sequence[Recent], measured: Sequence[Doubt]
) -> PutRight:
    """Say the same of all hits of this owner that were weighed just before: one of them had it."""
    details, before = found.details, 0
    first = details.first_hit
    owner = {one.hit: one.owner for one in measured}
    for one in reversed(recent):
        owners = {owner.get(hit) for hit in range(one.first, one.last + 1)}
        leaned = word.at_ms - one.at_ms <= LEANS_MS
        if one.last != first - 1 or owners != set(found.more) or not leaned:
            break
        first, before = one.first, before + one.left
    counted, left = before + details.counted, before + details.weighed
    return replace(found, details=WeighedDetails(first, details.last_hit, counted, left))


def _of(recent: Collection[Recent], now_ms: int, measured: Sequence[Doubt]) -> list[Doubt]:
    spans = [one for one in recent if now_ms - one.at_ms <= LEANS_MS]
    return [one for one in measured if any(span.first <= one.hit <= span.last for span in spans)]


def together(before: Weighed, word: Weighed) -> Weighed | None:
    """Two words as one, if the later one begins with hits of the earlier; None: it does not.

    A hit that was broken off and went on is weighed in parts. A word that was not sure is said
    again when the scale knows more.
    """
    if before.last_hit is None or word.first_hit is None or word.first_hit > before.last_hit:
        return None
    if not before.sure:
        return word
    return replace(
        word,
        first_hit=before.first_hit,
        left=before.left + word.left,
        left_low=before.left + word.left_low,
        left_high=before.left + word.left_high,
    )


def command_for(found: PutRight, record: Record) -> dict[str, Any] | None:
    """The command that puts the hands right; None: they are no longer as they were.

    The cards came out of the launcher, so that it holds fewer by the ledger.
    """
    state = record.state
    if state is None or not (state.position.in_round or state.position.phase == "turn_up"):
        return None
    position = state.position
    hands = {name: hand(position, name) + more for name, more in found.more.items()}
    if position.adrift or any(cards <= found.more[name] for name, cards in hands.items()):
        return None  # cards are to be recounted anyway, or a last card has won the round
    launcher = max(0, position.launcher - sum(found.more.values()))
    return {"do": "set", "hands": hands, "launcher": launcher}


def doubts(record: Record, asked: dict[int, int]) -> tuple[Doubt, ...]:
    """The counts that the table should check, those that the scale asks about among them."""
    return tuple(
        Doubt(one.hit, one.by, one.owner, one.cards, max(one.uncertain, asked.get(one.hit, 0)))
        for one in record.measured
        if one.uncertain or one.hit in asked
    )

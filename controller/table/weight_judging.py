"""Decides what a report of the launcher's scale means for the counts of a game.

Pure; `weighed_counts.py` carries the decisions out. A weight never lowers a count, and it says
something about a hit once. What the scale cannot know, the table is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.games.doubts import Doubt
from controller.games.entries import WeighedDetails
from controller.games.hands import hand
from controller.games.record import Record
from hardware.launcher import Weighed

UNSEEN = 1
"""So many cards more than the light barrier allows may lie unseen on another card. If more are
missing, perhaps somebody took cards out, and only the table knows."""
LEANING_MS = 10_000
"""A card that leaves without a press so soon after hits were weighed may have come in one of them:
it leaned on the launcher, and somebody took it."""


@dataclass(frozen=True, slots=True)
class NoChange:
    """The report changes nothing, or it says nothing that may be relied on."""


@dataclass(frozen=True, slots=True)
class TooFew:
    """So many cards fewer left than were counted: the rest of a broken hit may still be weighed."""

    cards: int


@dataclass(frozen=True, slots=True)
class Correction:
    """These owners got so many cards more than counted. 0: the count was right."""

    more: dict[str, int]
    details: WeighedDetails


@dataclass(frozen=True, slots=True)
class AskTable:
    """So many cards more came in one of these hits, and only the table can say in which."""

    hits: tuple[int, ...]
    more: int


Verdict = NoChange | TooFew | Correction | AskTable


def judge(
    weighed: Weighed, measured: Sequence[Doubt], finished: Collection[int], judged: int
) -> Verdict:
    """What a report says of the hits that the launcher counted.

    ``measured``: those that nobody has counted by hand. ``finished``: the numbers of all hits that
    are over. ``judged``: the last hit that was judged by weight before.
    """
    first, last = weighed.first_hit, weighed.last_hit
    if first is None or last is None or not judged < first <= last:
        return NoChange()
    counts = _counts_between(first, last, measured)
    over = {first, last, *(number for number in finished if first <= number <= last)}
    if not over <= {count.hit for count in counts}:
        return NoChange()  # somebody counted one of them by hand, or took it back
    if not weighed.sure:
        return _judge_unsure(weighed, counts)
    counted = sum(count.cards for count in counts)
    return _judge_sure(counts, WeighedDetails(first, last, counted, weighed.left))


def _judge_unsure(weighed: Weighed, counts: Sequence[Doubt]) -> Verdict:
    """Nobody knows how many cards came, but perhaps that they were more than counted.

    The table checks a hit with a doubt anyway, but they may have come in another hit.
    """
    extra = weighed.left_low - sum(count.cards for count in counts)
    allowed = counts[0].uncertain if len(counts) == 1 else 0
    return _ask_about(counts, extra) if extra > allowed else NoChange()


def _judge_sure(counts: Sequence[Doubt], details: WeighedDetails) -> Verdict:
    """What it means that so many cards left in these hits."""
    extra = details.weighed - details.counted
    if extra < 0:
        return TooFew(-extra)
    if extra == 0:
        settled = {count.owner: 0 for count in counts if count.uncertain}
        return Correction(settled, details) if settled else NoChange()
    owners = {count.owner for count in counts}
    allowed = sum(count.uncertain for count in counts)
    unseen = UNSEEN if details.counted else 0  # it lies on a card that was counted
    if len(owners) > 1 or extra > allowed + unseen:
        return _ask_about(counts, extra)
    return Correction(dict.fromkeys(owners, extra), details)


def _ask_about(counts: Iterable[Doubt], more: int) -> AskTable:
    return AskTable(tuple(sorted({count.hit for count in counts})), more)


def _counts_between(first: int, last: int, measured: Sequence[Doubt]) -> list[Doubt]:
    return [count for count in measured if first <= count.hit <= last]


@dataclass(frozen=True, slots=True)
class RecentWeighing:
    """Hits that were weighed for sure, and when."""

    first: int
    last: int
    at_ms: int
    cards: int
    """So many cards have left in them."""
    more_possible: bool
    """The light barrier would have allowed for more cards than the weight."""


def recent_weighing_of(weighed: Weighed, measured: Sequence[Doubt]) -> RecentWeighing:
    """What to remember of a sure report about hits."""
    first, last = weighed.first_hit or 0, weighed.last_hit or 0
    counts = _counts_between(first, last, measured)
    most_cards = sum(count.cards + count.uncertain for count in counts)
    return RecentWeighing(first, last, weighed.at_ms, weighed.left, weighed.left < most_cards)


def judge_single_card(
    weighed: Weighed, recent: Collection[RecentWeighing], measured: Sequence[Doubt]
) -> Verdict:
    """What it means that a card left and nobody had pressed.

    ``recent``: the hits that were weighed last. ``measured``: as above.
    """
    if weighed.last_hit is not None or not weighed.sure or weighed.left != 1:
        return NoChange()
    counts = _counts_in(recent, weighed.at_ms, measured)
    return _ask_about(counts, 1) if counts else NoChange()


def consider_leaning_card(
    verdict: Correction | AskTable,
    weighed: Weighed,
    recent: Sequence[RecentWeighing],
    measured: Sequence[Doubt],
) -> Correction | AskTable:
    """Ask where one card more may be one that leaned, and that belongs to a hit before.

    That is likely only after a hit in which the light barrier would have allowed for one card more.
    If one hand has the cards of all these hits, only their sum matters.
    """
    suspicious = [weighing for weighing in recent if weighing.more_possible]
    suspects = _counts_in(suspicious, weighed.at_ms, measured)
    if isinstance(verdict, AskTable):
        hits = {*verdict.hits, *(count.hit for count in suspects)}
        return AskTable(tuple(sorted(hits)), 1) if verdict.more == 1 else verdict
    if sum(verdict.more.values()) != 1:
        return verdict
    about = _counts_between(verdict.details.first_hit, verdict.details.last_hit, measured)
    if all(count.owner in verdict.more for count in suspects):
        if not suspects and any(count.uncertain for count in about):
            return verdict
        return _extended_back(verdict, weighed, recent, measured)
    return _ask_about((*about, *suspects), 1)


def _extended_back(
    correction: Correction,
    weighed: Weighed,
    recent: Sequence[RecentWeighing],
    measured: Sequence[Doubt],
) -> Correction:
    """The correction of all hits of this owner that were weighed just before, too.

    One of them had the card.
    """
    details, before = correction.details, 0
    first = details.first_hit
    owner_of = {count.hit: count.owner for count in measured}
    for weighing in reversed(recent):
        owners = {owner_of.get(hit) for hit in range(weighing.first, weighing.last + 1)}
        leaned = weighed.at_ms - weighing.at_ms <= LEANING_MS
        if weighing.last != first - 1 or owners != set(correction.more) or not leaned:
            break
        first, before = weighing.first, before + weighing.cards
    counted, total = before + details.counted, before + details.weighed
    return replace(correction, details=WeighedDetails(first, details.last_hit, counted, total))


def _counts_in(
    recent: Collection[RecentWeighing], now_ms: int, measured: Sequence[Doubt]
) -> list[Doubt]:
    """The counts of hits in one of which a card that leaves now may have leaned."""
    spans = [weighing for weighing in recent if now_ms - weighing.at_ms <= LEANING_MS]
    return [
        count for count in measured if any(span.first <= count.hit <= span.last for span in spans)
    ]


def merged(before: Weighed, weighed: Weighed) -> Weighed | None:
    """Two reports as one, if the later one begins with hits of the earlier; None: it does not.

    A hit that was broken off and went on is weighed in parts. A report that was not sure is sent
    again when the scale knows more.
    """
    if before.last_hit is None or weighed.first_hit is None or weighed.first_hit > before.last_hit:
        return None
    if not before.sure:
        return weighed
    return replace(
        weighed,
        first_hit=before.first_hit,
        left=before.left + weighed.left,
        left_low=before.left + weighed.left_low,
        left_high=before.left + weighed.left_high,
    )


def command_for(correction: Correction, record: Record) -> dict[str, Any] | None:
    """The command that corrects the hands; None: they are no longer as they were.

    The cards came out of the launcher, so that it holds fewer by the ledger.
    """
    state = record.state
    if state is None or not (state.position.in_round or state.position.phase == "turn_up"):
        return None
    position = state.position
    hands = {name: hand(position, name) + more for name, more in correction.more.items()}
    if position.adrift or any(cards <= correction.more[name] for name, cards in hands.items()):
        return None  # cards are to be recounted anyway, or a last card has won the round
    launcher = max(0, position.launcher - sum(correction.more.values()))
    return {"do": "set", "hands": hands, "launcher": launcher}


def doubts(record: Record, asked: dict[int, int]) -> tuple[Doubt, ...]:
    """The counts that the table should check, those that the scale asks about among them."""
    return tuple(
        Doubt(
            count.hit,
            count.by,
            count.owner,
            count.cards,
            max(count.uncertain, asked.get(count.hit, 0)),
        )
        for count in record.measured
        if count.uncertain or count.hit in asked
    )

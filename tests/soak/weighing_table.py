"""What the table makes of the words of a scale, and what so many hits came to.

The rules are those of `controller.table.weight_judging`: a sure weight settles a doubt if it
comes before the next press. It corrects a count that the beam did not doubt, upwards only. Hits of
one player without rest are corrected together. The table is asked if they are of several players,
if more came than one card can hide, or if a card left soon after a hit was weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

SILENT = 1
"""So many cards may lie unseen: that of `controller.table.weight_judging`."""


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
    more: int = 0
    """Times that the table was asked because more cards came than one card can hide."""
    lone: int = 0
    """Times that the table was asked because a card left soon after a hit was weighed."""
    leaned: int = 0
    """Times that the table was asked whether a card belongs to a hit of somebody else before."""
    joined: int = 0
    """Times that a card of one player's hit was found at the player's next hit: both together are
    right."""
    put_right: int = 0
    """Cards that were given to a hand."""
    in_vain: int = 0
    """Times that the table was asked for one of these reasons though the count was right."""
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
class Hit:
    """A hit whose window is still open."""

    number: int
    player: int
    reported: int
    doubt: int
    came: int
    flagged: bool
    ended_us: int
    late: bool = False
    """The next press came before a word."""


def judge(hits: Sequence[Hit], left: int, now_us: int) -> Weighed:
    """What becomes of hits about which there is a sure word."""
    counted = sum(hit.reported for hit in hits)
    more = left - counted
    if more < 0:
        return _missing(hits, left, now_us)
    silent = SILENT if counted else 0
    if more > sum(hit.doubt for hit in hits) + silent:
        told = asked(hits, now_us)
        told.more = 1
        return told
    if more and len({hit.player for hit in hits}) > 1:
        # more came, and nobody knows for whom
        return asked(hits, now_us)
    return _put_right(hits, left, now_us)


def asked(hits: Sequence[Hit], at_us: int) -> Weighed:
    """The table is asked about each of these hits, about which a sure word came then."""
    told = _weighed(hits, at_us)
    told.flagged_both = len(hits)
    told.exact_both = sum(hit.came == hit.reported for hit in hits)
    told.justly_both = len(hits) - told.exact_both
    told.in_vain = int(told.justly_both == 0)
    return told


def _weighed(hits: Sequence[Hit], at_us: int) -> Weighed:
    told = Weighed(sure=len(hits), at_once=sum(not hit.late for hit in hits))
    told.word_us = [at_us - hit.ended_us for hit in hits]
    return told


def _missing(hits: Sequence[Hit], left: int, now_us: int) -> Weighed:
    """One hit too many was counted, and nobody knows which: the table is told."""
    came, counted = sum(hit.came for hit in hits), sum(hit.reported for hit in hits)
    told = _weighed(hits, now_us)
    told.flagged_both = told.missing = 1
    told.missing_wrongly = int(left != came)
    told.exact_both = sum(hit.came == hit.reported for hit in hits)
    told.justly_both = int(came != counted)
    return told


def _put_right(hits: Sequence[Hit], left: int, now_us: int) -> Weighed:
    more = left - sum(hit.reported for hit in hits)
    wrong = left != sum(hit.came for hit in hits)
    told = _weighed(hits, now_us)
    late = [hit for hit in hits if hit.flagged and hit.late]
    told.flagged_both = len(late)
    told.justly_both = sum(hit.came != hit.reported for hit in late)
    told.settled = sum(hit.flagged and not hit.late for hit in hits)
    told.exact_both = len(hits) - wrong
    told.put_right = more
    if any(hit.flagged for hit in hits):
        told.wrong_settled = int(wrong)
    else:
        told.wrong = int(wrong and more > 0)
        told.corrected = int(not wrong and more > 0)
    told.silent_both = int(wrong and not late)
    return told

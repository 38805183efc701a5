"""Estimates by weight which cards are in the launcher, beside the record.

Pure; `weighed_counts.py` keeps it. The number of all cards is often sure to some cards only. How
many cards moved is sure more often, so it is followed through reloads.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.games import hands
from controller.games.record import Record
from hardware.launcher import Weighed

RELOADS = "ruling.reloads"
"""The ruling by which people put cards into the launcher."""


@dataclass(frozen=True, slots=True)
class CardRange:
    """Cards in the launcher by their weight, with the lowest and the highest that it allows."""

    cards: int
    low: int
    high: int

    def without(self, cards: int, uncertain: int) -> CardRange:
        """The range after ``cards`` were counted out, and perhaps up to ``uncertain`` more."""
        low = max(0, self.low - cards - uncertain)
        return CardRange(max(0, self.cards - cards), low, max(0, self.high - cards))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known by weight, beside the record."""

    inside: CardRange | None = None
    """Cards in the launcher; None: unknown."""
    moved: int | None = None
    """Cards that people put in since the weight agreed with the ledger, or that were counted and
    did not come; negative: took out. None: it has not agreed since the table counted."""
    loading: int = 0
    """Cards that people put in by the rules, and that the scale has not weighed yet."""
    asked: dict[int, int] = field(default_factory=dict)
    """Hits in one of which so many more cards came than were counted."""


def ledger(record: Record) -> int | None:
    """Cards in the launcher by the rules; None: there is no game."""
    state = record.state
    return None if state is None else hands.loaded(state, record.undealt)


def after_weighing(estimate: Estimate, weighed: Weighed, record: Record) -> Estimate:
    """The estimate after a report of the scale.

    How many cards moved is often sure where the number of all cards is not.
    """
    by_rules, cards = ledger(record), weighed.inside
    if cards is None or by_rules is None:
        return unknown(estimate)
    inside = CardRange(cards, weighed.inside_low, weighed.inside_high)
    moved, loading = _moved(estimate, weighed, inside.low - by_rules, inside.high - by_rules)
    return replace(estimate, inside=inside, moved=moved, loading=loading)


def _moved(estimate: Estimate, weighed: Weighed, low: int, high: int) -> tuple[int | None, int]:
    """``Estimate.moved`` and ``loading`` after a report of the scale.

    ``low``, ``high``: so many cards more than by the rules are inside.
    """
    moved, loading = estimate.moved, estimate.loading
    agrees = low <= 0 <= high
    if moved is None:
        return (0 if agrees else None), 0
    if weighed.last_hit is not None or not weighed.sure:
        # they were weighed, but not to one card, or together with hits
        is_weighed = weighed.last_hit is not None or weighed.left_high < 0
        return (0, 0) if loading and is_weighed and agrees else (moved, loading)
    moved -= weighed.left + loading
    # a hand may have gone that did not come for sure
    return (0 if agrees and not low <= moved <= high else moved), 0


def reloaded(before: int | None, record: Record) -> int:
    """So many cards the newest command has people put in; 0: it does something else."""
    by_rules = ledger(record)
    if before is None or by_rules is None or not record.log:
        return 0
    newest_seq = record.log[-1].seq
    reloads = any(line.key == RELOADS for line in record.log if line.seq == newest_seq)
    return max(0, by_rules - before) if reloads else 0


def unknown(estimate: Estimate) -> Estimate:
    """The estimate after cards moved, and nobody knows how many."""
    return replace(estimate, inside=None, moved=None, loading=0)


def while_loading(estimate: Estimate, cards: int) -> Estimate:
    """The estimate until so many cards, which people put in by the rules, are weighed."""
    if estimate.moved is None:
        return unknown(estimate)
    return replace(estimate, inside=None, loading=estimate.loading + cards)


def with_missing_cards(estimate: Estimate, cards: int) -> Estimate:
    """The estimate after so many cards that were counted did not come: they are still inside."""
    moved = estimate.moved
    return estimate if moved is None else replace(estimate, moved=moved + cards)


def off_by(estimate: Estimate, record: Record) -> tuple[int, int] | None:
    """The fewest and the most cards that the launcher holds beyond the ledger.

    None: they agree, as far as is known, or no cards are in play.
    """
    inside, state, by_rules = estimate.inside, record.state, ledger(record)
    if inside is None or state is None or by_rules is None:
        return None
    if not (state.position.in_round or state.position.phase == "turn_up"):
        return None  # people gather the cards
    low, high = inside.low - by_rules, inside.high - by_rules
    if not low <= 0 <= high:
        return low, high
    moved = estimate.moved
    return (moved, moved) if moved and low <= moved <= high else None

"""What is known by weight of the cards in the launcher, beside the record.

Pure; `scale.py` keeps it. The number of all cards is often sure to some cards only. How many cards
moved is sure more often, so it is followed through reloads.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.games import opening
from controller.games.record import Record
from hardware.launcher import Weighed

RELOADS = "ruling.reloads"
"""The ruling by which people put cards into the launcher."""


@dataclass(frozen=True, slots=True)
class Inside:
    """Cards in the launcher by their weight, with the lowest and the highest that it allows."""

    cards: int
    low: int
    high: int

    def without(self, cards: int, uncertain: int) -> Inside:
        """After so many were counted out, and perhaps some more."""
        low = max(0, self.low - cards - uncertain)
        return Inside(max(0, self.cards - cards), low, max(0, self.high - cards))


@dataclass(frozen=True, slots=True)
class Weights:
    """What is known by weight, beside the record."""

    inside: Inside | None = None
    """None: nobody knows."""
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
    return None if state is None else opening.loaded(state, record.undealt)


def with_word(weights: Weights, word: Weighed, record: Record) -> Weights:
    """What is known after a word.

    How many cards moved is often sure where the number of all cards is not.
    """
    held, known = ledger(record), word.inside
    if known is None or held is None:
        return forgotten(weights)
    inside = Inside(known, word.inside_low, word.inside_high)
    moved, loading = _moved(weights, word, inside.low - held, inside.high - held)
    return replace(weights, inside=inside, moved=moved, loading=loading)


def _moved(weights: Weights, word: Weighed, low: int, high: int) -> tuple[int | None, int]:
    """``low``, ``high``: so many cards more than by the rules are inside."""
    moved, loading = weights.moved, weights.loading
    agrees = low <= 0 <= high
    if moved is None:
        return (0 if agrees else None), 0
    if word.last_hit is not None or not word.sure:
        # they were weighed, but not to one card, or together with hits
        weighed = word.last_hit is not None or word.left_high < 0
        return (0, 0) if loading and weighed and agrees else (moved, loading)
    moved -= word.left + loading
    # a hand may have gone that did not come for sure
    return (0 if agrees and not low <= moved <= high else moved), 0


def reloaded(before: int | None, record: Record) -> int:
    """So many cards the newest command has people put in; 0: it does something else."""
    held = ledger(record)
    if before is None or held is None or not record.log:
        return 0
    newest = record.log[-1].seq
    reloads = any(one.key == RELOADS for one in record.log if one.seq == newest)
    return max(0, held - before) if reloads else 0


def forgotten(weights: Weights) -> Weights:
    """What is known after cards moved, and nobody knows how many."""
    return replace(weights, inside=None, moved=None, loading=0)


def with_loading(weights: Weights, cards: int) -> Weights:
    """What is known until so many cards, which people put in by the rules, are weighed."""
    if weights.moved is None:
        return forgotten(weights)
    return replace(weights, inside=None, loading=weights.loading + cards)


def with_missing(weights: Weights, cards: int) -> Weights:
    """What is known after so many cards that were counted did not come: they are still inside."""
    moved = weights.moved
    return weights if moved is None else replace(weights, moved=moved + cards)


def off_by(weights: Weights, record: Record) -> tuple[int, int] | None:
    """The fewest and the most cards that the launcher holds beyond the ledger.

    None: they agree, as far as is known, or no cards are in play.
    """
    inside, state, held = weights.inside, record.state, ledger(record)
    if inside is None or state is None or held is None:
        return None
    if not (state.position.in_round or state.position.phase == "turn_up"):
        return None  # people gather the cards
    low, high = inside.low - held, inside.high - held
    if not low <= 0 <= high:
        return low, high
    moved = weights.moved
    return (moved, moved) if moved and low <= moved <= high else None

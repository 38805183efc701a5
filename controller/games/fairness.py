"""Draws that players can check: sealed before a game, bound to their words, recomputed after it.

docs/fairness.md says what that proves and what it does not prove. Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from controller.base.errors import Refused
from hardware.draws import HitDraws
from hardware.profile_table import Rows
from hardware.profiles import Past, Profile, ProfileName, fingerprint

SHORT_DIGITS = 16
"""The page shows this many digits of a code first: enough to recognise it, not to rely on it."""

DRAWS_REMEMBERED = 4096
"""More than a game has. To draw all of them again at its end would keep the launcher waiting."""

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256, hexadecimal."""


class Seal(Struct, frozen=True):
    """The public values that fix the draws of a game before it begins."""

    commitment: Hash
    """SHA-256 of seed and profile hash: published before the words were added."""
    profile_hash: Hash
    """Of the hit profile's name and figures."""
    words: str
    """What the players added; empty: nothing."""
    receipt: Hash
    """SHA-256 of commitment and words: published when the game began."""


@dataclass(frozen=True, slots=True)
class FinishedHit:
    """A finished hit, and everything that its draw depended on."""

    hit: int
    """Its number in the journal."""
    by: str
    draw: int
    """Cards that the profile gave to it, or the rules if they name the number."""
    requested: int
    """Cards that the launcher was asked for."""
    delivered: int
    held: int
    """Cards in the launcher at that time: no more can be asked for."""
    presses: int
    """Earlier presses that the profile takes into account."""
    dealt: bool
    """The rules named the number, so nothing was drawn."""
    foreseen: bool
    """The seed had been shown before this hit."""
    depth: int
    """Commands of the game that were not undone, including this one."""
    undone: bool = False
    """It was taken back later. Its cards had come."""
    found: int = 0
    """Cards that came beyond ``delivered``, by a scale."""
    found_at: int = 0
    """Commands of the game that were not undone when the scale said so."""

    def after_undo(self, depth: int) -> FinishedHit:
        """The same hit after an undo that left this many commands."""
        hit = replace(self, found=0, found_at=0) if self.found_at > depth else self
        return replace(hit, undone=True) if self.depth > depth else hit

    def with_found(self, cards: int, depth: int) -> FinishedHit:
        """The same hit after a scale has found so many cards more."""
        return replace(self, found=cards, found_at=depth)


class Remark(Struct, frozen=True):
    """One result of the check."""

    key: str
    """An entry of the catalogue of [words](words.md)."""
    values: dict[str, Any] = {}
    """What fills the gaps of its sentence."""


class CheckedHit(Struct, frozen=True):
    """One hit of a game: the numbers of cards that were drawn, requested and delivered."""

    nth: int
    """Number of the hit in this game, from 1."""
    by: str
    """Who pressed."""
    recomputed: int | None
    """What seed, words and profile give; null: the rules named the number."""
    draw: int
    """Cards that were drawn for it, or that the rules named."""
    requested: int
    """Cards that the launcher was asked for."""
    delivered: int
    """Cards that came."""
    undone: bool
    """It was taken back later. Its cards had come, and its number gets no second draw."""
    complaint: Remark | None
    """What is not in order; null: nothing."""
    found: int = 0
    """Cards of ``delivered`` that the light barrier did not count, but the scale."""


class DrawsReport(Struct, frozen=True):
    """The result of recomputing the draws of a game."""

    in_order: bool
    """Whether no draw is wrong."""
    remarks: tuple[Remark, ...]
    """What was found, a sentence each."""
    hits: tuple[CheckedHit, ...]
    """Every hit of the game."""

    def with_remark(self, remark: Remark) -> DrawsReport:
        """The same result, with one sentence more."""
        return structs.replace(self, remarks=(*self.remarks, remark))


class Fairness(Struct, frozen=True):
    """What players may know about a game's draws."""

    profile: ProfileName
    """The [hit profile](profiles.md)."""
    custom: Rows
    """The table of the profile ``custom``."""
    seal: Seal
    """What fixed the draws before the game began."""
    seed: str | None
    """The secret of the draws, hexadecimal; null until the game is over."""
    report: DrawsReport | None
    """The draws, computed again; null until the game is over."""


def commitment(seed: bytes, profile: Profile) -> str:
    """The code that is shown before a game. It fixes seed and profile and gives neither away."""
    return hashlib.sha256(seed + fingerprint(profile)).hexdigest()


def seal(seed: bytes, profile: Profile, words: str) -> Seal:
    """Bind a game's draws to seed, profile and words."""
    before = commitment(seed, profile)
    return Seal(before, fingerprint(profile).hex(), words, _receipt(before, words))


def seal_of_next(seed: bytes, profile: Profile, words: str, seen: str | None) -> Seal:
    """The seal of the draws that begin next; ``seen``: the commitment that players saw, if any.

    Raises ``Refused`` if they saw another one.
    """
    sealed = seal(seed, profile, words)
    if seen not in (None, sealed.commitment):
        values = {"code": short(sealed.commitment)}
        raise Refused("other_seal", "refusal.other_seal", values)
    return sealed


@lru_cache(maxsize=DRAWS_REMEMBERED)
def draw(seed: bytes, words: str, profile: Profile, number: int, past: Past) -> int:
    """Cards that the hit with this number (from 1) should give. Same arguments, same cards."""
    return profile.cards(past, HitDraws(seed, number, words.encode(), fingerprint(profile)))


def draw_dealer(seed: bytes, words: str, profile: Profile, players: int) -> int:
    """Which of so many players, from 0, deals first: drawn like a hit with the number 0."""
    return HitDraws(seed, 0, words.encode(), fingerprint(profile)).below(players)


def short(code: str) -> str:
    """A code's first digits, in groups for the eye."""
    return " ".join(code[at : at + 4] for at in range(0, SHORT_DIGITS, 4))


def verify(
    seed: bytes, sealed: Seal, profile: Profile, hits: Iterable[FinishedHit], dry: int = 0
) -> DrawsReport:
    """Recompute every draw of a game that is over. ``dry``: presses without cards before it.

    Each draw is recomputed from the recomputed ones before it, not from the recorded ones, so a
    single changed draw is a single complaint.
    """
    checked: list[CheckedHit] = []
    foreseen = 0
    for number, (hit, fair) in enumerate(
        recomputed(seed, sealed.words, profile, hits, dry), start=1
    ):
        checked.append(_check(number, hit, fair))
        foreseen += hit.foreseen and not hit.dealt
    complaints = _broken(seed, sealed, profile) or _wrong(checked) or _foreseen(foreseen)
    remarks = complaints or _in_order(checked, sealed.words)
    return DrawsReport(not complaints, tuple(remarks), tuple(checked))


def recomputed(
    seed: bytes, words: str, profile: Profile, hits: Iterable[FinishedHit], dry: int = 0
) -> Iterator[tuple[FinishedHit, int | None]]:
    """Each hit and its draw; None: the rules named the number. Takes what ``verify`` takes."""
    for number, hit in enumerate(hits, start=1):
        fair = None if hit.dealt else draw(seed, words, profile, number, Past(hit.presses, dry))
        yield hit, fair
        dry = 0 if (hit.draw if fair is None else fair) else dry + 1


def _receipt(before: str, words: str) -> str:
    return hashlib.sha256(bytes.fromhex(before) + words.encode()).hexdigest()


def _check(number: int, hit: FinishedHit, fair: int | None) -> CheckedHit:
    complaint = None
    if fair is not None and fair != hit.draw:
        complaint = Remark("fairness.drawn", {"fair": fair, "draw": hit.draw})
    elif hit.requested != (expected := min(hit.draw, hit.held)):
        complaint = Remark("fairness.asked", {"fair": expected, "requested": hit.requested})
    cards_out = hit.delivered + hit.found
    return CheckedHit(
        number, hit.by, fair, hit.draw, hit.requested, cards_out, hit.undone, complaint, hit.found
    )


def _broken(seed: bytes, sealed: Seal, profile: Profile) -> list[Remark]:
    """What does not fit the seal."""
    if sealed.profile_hash != fingerprint(profile).hex():
        return [Remark("fairness.other_profile", {"profile": profile.name})]
    if sealed.commitment != commitment(seed, profile):
        return [Remark("fairness.other_seed", {"code": short(sealed.commitment)})]
    if sealed.receipt != _receipt(sealed.commitment, sealed.words):
        return [Remark("fairness.other_words")]
    return []


OF_THE_GAME = {"fairness.drawn": "fairness.drawn_at", "fairness.asked": "fairness.asked_at"}
"""What is said of the game, by what is said of its first wrong hit."""


def _wrong(hits: list[CheckedHit]) -> list[Remark]:
    wrong = [(hit.nth, hit.complaint) for hit in hits if hit.complaint]
    if not wrong:
        return []
    number, first = wrong[0]
    remarks = [Remark(OF_THE_GAME[first.key], {"hit": number, **first.values})]
    if len(wrong) > 1:
        remarks.append(Remark("fairness.more_wrong", {"n": len(wrong) - 1}))
    return remarks


def _foreseen(hits: int) -> list[Remark]:
    return [Remark("fairness.foreseen", {"n": hits})] if hits else []


def _in_order(hits: list[CheckedHit], words: str) -> list[Remark]:
    drawn = sum(hit.recomputed is not None for hit in hits)
    other = sum(hit.delivered != hit.requested for hit in hits)
    undone = sum(hit.undone for hit in hits)
    found_hits = sum(hit.found > 0 for hit in hits)
    remarks = [
        Remark("fairness.all_drawn", {"n": drawn}) if drawn else Remark("fairness.nothing_drawn")
    ]
    if not words:
        remarks.append(Remark("fairness.no_words"))
    if other:
        remarks.append(Remark("fairness.other_counts", {"n": other}))
    if found_hits:
        remarks.append(Remark("fairness.weighed", {"n": found_hits}))
    if undone:
        remarks.append(Remark("fairness.taken_back", {"n": undone}))
    return remarks

"""Decides what follows from what the launcher says about the hit that is due.

Pure; `arming.py` carries the decisions out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from controller.table.hit import DueHit, HitStage
from hardware.launcher import (
    ButtonInUse,
    CardLeft,
    FaultsChanged,
    HitEnded,
    HitResult,
    Pressed,
    Traced,
)


@dataclass(frozen=True, slots=True)
class ArmAnswer:
    """The launcher's answer when the hit was armed; None: a press is awaited."""

    result: HitResult | ButtonInUse | None


@dataclass(frozen=True, slots=True)
class DisarmAnswer:
    """The launcher's answer when the hit was to be disarmed."""

    free: bool
    """Nothing runs at the launcher."""
    result: HitResult | None
    """What it knows of the hit. A short hit may be over before its end was heard."""


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """The launcher's answer when it was asked what became of the hit."""

    result: HitResult | None
    """None: it does not know this hit."""
    remembers: bool
    """It knows an earlier hit of this journal, so a hit that it does not know has not begun."""


HitEvent = Pressed | CardLeft | HitEnded | FaultsChanged | Traced
"""What the launcher says by itself. The caller deals with a link that is lost or back."""

Known = HitEvent | ArmAnswer | DisarmAnswer | ResultAnswer
"""All that the launcher says: events, and answers to what it was asked."""


class Then(Enum):
    """What to do next."""

    NOTHING = "nothing"
    TEND = "arm the hit that is due, if it can be armed now"
    ASK = "ask the launcher what became of the hit"
    DISARM = "disarm the hit"


@dataclass(frozen=True, slots=True)
class Decision:
    """How the hit stands now, and what to do."""

    hit: DueHit | None
    then: Then = Then.NOTHING
    book: HitResult | None = None
    """Write this count into the journal first."""


def decide(hit: DueHit | None, known: Known) -> Decision:
    """Decide what follows for the hit that is due from what the launcher says."""
    if hit is None:
        return Decision(None, Then.TEND if isinstance(known, FaultsChanged) else Then.NOTHING)
    known = _about(hit, known)
    match known:
        case Pressed(hit=None) if hit.stage is HitStage.ARMED:
            # The launcher had dropped the hit, for example because the lease ran out.
            return Decision(hit, Then.ASK)
        case Pressed(hit=hit.number):
            return Decision(replace(hit.running(), away=False))
        case CardLeft(hit=hit.number):
            return Decision(hit.running(known.nth))
        case HitEnded(result=result) if result.hit == hit.number:
            return _ended(hit, result)
        case FaultsChanged():
            latched = bool(known.faults) and hit.stage is HitStage.ARMED
            return Decision(hit, Then.DISARM if latched else Then.TEND)
        case ArmAnswer():
            return _armed(hit, known.result)
        case DisarmAnswer():
            return Decision(_disarmed(hit, known))
        case ResultAnswer():
            return _found_out(hit, known)
    return Decision(hit)


def is_foreign(hit: DueHit | None, last: int, known: Known) -> bool:
    """Whether the launcher tells of a hit that is none of this journal's.

    ``last``: number of the journal's last hit. A launcher repeats what it told before, so an
    earlier hit is nothing new. Numbers below 1 are hits outside a game.
    """
    match known:
        case HitEnded(result=HitResult(hit=number)):
            return number > max(last, 0 if hit is None else hit.number)
        case (
            ArmAnswer(result=HitResult(hit=number))
            | DisarmAnswer(result=HitResult(hit=number))
            | ResultAnswer(result=HitResult(hit=number))
        ):
            return hit is None or number != hit.number
    return False


def is_free(hit: DueHit) -> bool:
    """Whether the launcher does not have this hit: it has not begun and cannot begin."""
    return hit.stage in (HitStage.WAITING, HitStage.BREATH) and not hit.pressed


def may_be_counted(hit: DueHit, link_up: bool, faults: bool) -> bool:
    """Whether the table may count this hit, because the launcher alone will not end it."""
    if not link_up or hit.stage in (HitStage.BROKEN, HitStage.CONFIRM):
        return True
    if hit.stage is HitStage.WAITING:
        return faults
    return hit.stage is HitStage.ARMED and hit.pressed


def _about(hit: DueHit, known: Known) -> Known:
    """What the launcher says of this hit: an answer about another one says nothing."""
    match known:
        case ArmAnswer(result=HitResult(hit=number)) if number != hit.number:
            return ArmAnswer(None)
        case DisarmAnswer(result=HitResult(hit=number)) if number != hit.number:
            return replace(known, result=None)
        case ResultAnswer(result=HitResult(hit=number)) if number != hit.number:
            return ResultAnswer(None, remembers=False)
    return known


def _ended(hit: DueHit, result: HitResult) -> Decision:
    if result.complete:
        return Decision(hit, Then.TEND, book=result)
    then = Then.TEND if result.fault is None else Then.NOTHING
    return Decision(hit.broken(result.delivered), then)


def _armed(hit: DueHit, result: HitResult | ButtonInUse | None) -> Decision:
    if result is None:
        return Decision(hit)
    if isinstance(result, ButtonInUse):
        return Decision(hit.breathing())
    if result.complete:
        return Decision(hit, Then.TEND, book=result)
    if result.delivered or hit.pressed:
        return Decision(hit.broken(result.delivered))
    return Decision(hit.waiting())


def _disarmed(hit: DueHit, answer: DisarmAnswer) -> DueHit:
    """The hit after it was to be disarmed; it runs if that was too late."""
    if not answer.free or (answer.result is not None and _moved(hit, answer.result)):
        return hit.running()
    return hit.broken(hit.out) if hit.pressed else hit.waiting()


def _found_out(hit: DueHit, answer: ResultAnswer) -> Decision:
    result = answer.result
    if result is None:
        began = hit.pressed or not answer.remembers
        return Decision(hit.unknown() if began else hit.waiting())
    if result.complete:
        return Decision(hit, book=result)
    if result.fault or result.delivered:
        return Decision(hit.broken(result.delivered))
    # It has not begun, or its first card is not out yet. Arming it again is right for both.
    return Decision(replace(hit, stage=HitStage.WAITING))


def _moved(hit: DueHit, result: HitResult) -> bool:
    """Whether more has happened to a hit than was heard so far."""
    if result.complete or result.delivered > hit.out:
        return True
    return result.fault is not None and not hit.pressed

"""Decides what follows from the launcher's reports about the hit that is due.

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
class ArmReply:
    """The launcher's answer when the hit was armed; None: a press is awaited."""

    result: HitResult | ButtonInUse | None


@dataclass(frozen=True, slots=True)
class DisarmReply:
    """The launcher's answer when the hit was to be disarmed."""

    idle: bool
    """Nothing runs at the launcher."""
    result: HitResult | None
    """What it knows of the hit. A short hit may be over before its end was heard."""


@dataclass(frozen=True, slots=True)
class ResultReply:
    """The launcher's answer when it was asked what became of the hit."""

    result: HitResult | None
    """None: it does not know this hit."""
    remembers: bool
    """It knows an earlier hit of this journal, so a hit that it does not know has not begun."""


HitEvent = Pressed | CardLeft | HitEnded | FaultsChanged | Traced
"""Events of the launcher. The caller handles a link that is lost or back."""

LauncherReport = HitEvent | ArmReply | DisarmReply | ResultReply
"""Events of the launcher, and its replies."""


class NextStep(Enum):
    """What to do next."""

    NOTHING = "nothing"
    UPDATE = "arm the hit that is due, if it can be armed now"
    QUERY = "ask the launcher what became of the hit"
    DISARM = "disarm the hit"


@dataclass(frozen=True, slots=True)
class Decision:
    """How the hit stands now, and what to do."""

    hit: DueHit | None
    next_step: NextStep = NextStep.NOTHING
    count: HitResult | None = None
    """Write this count into the journal first."""


def decide(hit: DueHit | None, report: LauncherReport) -> Decision:
    """Decide what follows for the hit that is due; ``hit`` None: none is."""
    if hit is None:
        faults_changed = isinstance(report, FaultsChanged)
        return Decision(None, NextStep.UPDATE if faults_changed else NextStep.NOTHING)
    report = _only_about(hit, report)
    match report:
        case Pressed(hit=None) if hit.stage is HitStage.ARMED:
            # The launcher had dropped the hit, for example because the lease ran out.
            return Decision(hit, NextStep.QUERY)
        case Pressed(hit=hit.number):
            return Decision(replace(hit.running(), referee_was_away=False))
        case CardLeft(hit=hit.number):
            return Decision(hit.running(report.nth))
        case HitEnded(result=result) if result.hit == hit.number:
            return _after_end(hit, result)
        case FaultsChanged():
            latched = bool(report.faults) and hit.stage is HitStage.ARMED
            return Decision(hit, NextStep.DISARM if latched else NextStep.UPDATE)
        case ArmReply():
            return _after_arm(hit, report.result)
        case DisarmReply():
            return Decision(_after_disarm(hit, report))
        case ResultReply():
            return _after_query(hit, report)
    return Decision(hit)


def is_foreign(hit: DueHit | None, last: int, report: LauncherReport) -> bool:
    """Whether a report is about a hit that is none of this journal's.

    ``last``: number of the journal's last hit. A launcher repeats what it told before, so an
    earlier hit is nothing new. Numbers below 1 are hits outside a game.
    """
    match report:
        case HitEnded(result=HitResult(hit=number)):
            return number > max(last, 0 if hit is None else hit.number)
        case (
            ArmReply(result=HitResult(hit=number))
            | DisarmReply(result=HitResult(hit=number))
            | ResultReply(result=HitResult(hit=number))
        ):
            return hit is None or number != hit.number
    return False


def is_unarmed(hit: DueHit) -> bool:
    """Whether the launcher does not have this hit: it has not begun and cannot begin."""
    return hit.stage in (HitStage.WAITING, HitStage.COOLDOWN) and not hit.pressed


def may_be_counted(hit: DueHit, link_up: bool, faults: bool) -> bool:
    """Whether the table may count this hit, because the launcher alone will not end it."""
    if not link_up or hit.stage in (HitStage.BROKEN, HitStage.CONFIRM):
        return True
    if hit.stage is HitStage.WAITING:
        return faults
    return hit.stage is HitStage.ARMED and hit.pressed


def _only_about(hit: DueHit, report: LauncherReport) -> LauncherReport:
    """The report without what it says about another hit."""
    match report:
        case ArmReply(result=HitResult(hit=number)) if number != hit.number:
            return ArmReply(None)
        case DisarmReply(result=HitResult(hit=number)) if number != hit.number:
            return replace(report, result=None)
        case ResultReply(result=HitResult(hit=number)) if number != hit.number:
            return ResultReply(None, remembers=False)
    return report


def _after_end(hit: DueHit, result: HitResult) -> Decision:
    if result.complete:
        return Decision(hit, NextStep.UPDATE, count=result)
    next_step = NextStep.UPDATE if result.fault is None else NextStep.NOTHING
    return Decision(hit.broken(result.delivered), next_step)


def _after_arm(hit: DueHit, result: HitResult | ButtonInUse | None) -> Decision:
    if result is None:
        return Decision(hit)
    if isinstance(result, ButtonInUse):
        return Decision(hit.cooling_down())
    if result.complete:
        return Decision(hit, NextStep.UPDATE, count=result)
    if result.delivered or hit.pressed:
        return Decision(hit.broken(result.delivered))
    return Decision(hit.waiting())


def _after_disarm(hit: DueHit, reply: DisarmReply) -> DueHit:
    """The hit after it was to be disarmed; it runs if that was too late."""
    if not reply.idle or (reply.result is not None and _has_progressed(hit, reply.result)):
        return hit.running()
    return hit.broken(hit.cards_out) if hit.pressed else hit.waiting()


def _after_query(hit: DueHit, reply: ResultReply) -> Decision:
    result = reply.result
    if result is None:
        began = hit.pressed or not reply.remembers
        return Decision(hit.unknown() if began else hit.waiting())
    if result.complete:
        return Decision(hit, count=result)
    if result.fault or result.delivered:
        return Decision(hit.broken(result.delivered))
    # It has not begun, or its first card is not out yet. Arming it again is right for both.
    return Decision(replace(hit, stage=HitStage.WAITING))


def _has_progressed(hit: DueHit, result: HitResult) -> bool:
    """Whether more has happened to a hit than the launcher's events have said so far."""
    if result.complete or result.delivered > hit.cards_out:
        return True
    return result.fault is not None and not hit.pressed

"""What follows for the hit that is due from what the launcher says: without launcher or journal."""

from __future__ import annotations

import pytest

from controller.games.entries import Intent
from controller.table.deciding import (
    ArmReply,
    Decision,
    DisarmReply,
    LauncherReport,
    NextStep,
    ResultReply,
    decide,
    is_unarmed,
    may_be_counted,
)
from controller.table.hit import DueHit, HitStage
from hardware.launcher import (
    ButtonInUse,
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    Pressed,
    Traced,
)

INTENT = Intent(4, 3, 3, "Bo", "Bo")
WAITING = DueHit(INTENT)
ARMED = DueHit(INTENT, HitStage.ARMED)
COOLDOWN = DueHit(INTENT, HitStage.COOLDOWN)
RUNNING = DueHit(INTENT, HitStage.RUNNING, 1, pressed=True)
BROKEN = DueHit(INTENT, HitStage.BROKEN, 1, pressed=True)
CONFIRM = DueHit(INTENT, HitStage.CONFIRM, 1, pressed=True)
FOR_THE_REST = DueHit(INTENT, HitStage.ARMED, 1, pressed=True)
AWAY = DueHit(INTENT, HitStage.ARMED, referee_was_away=True)

WHOLE = HitResult(4, 3, 3, complete=True)
NONE_YET = HitResult(4, 3, 0, complete=False)
ONE_YET = HitResult(4, 3, 1, complete=False)
JAMMED = HitResult(4, 3, 2, complete=False, fault=Fault.JAM)
REFUSED_TO_ARM = HitResult(4, 3, 0, complete=False, fault=Fault.EMPTY)
OF_ANOTHER = HitResult(3, 3, 3, complete=True)

IN_USE = ButtonInUse(7, down=False)
JAM = FaultsChanged((Fault.JAM,))
READY = FaultsChanged(())


def stands(decision: Decision) -> tuple[HitStage, int, bool]:
    """Stage, cards that are out, and whether the button was pressed."""
    assert decision.hit is not None
    return decision.hit.stage, decision.hit.cards_out, decision.hit.pressed


@pytest.mark.parametrize(
    ("hit", "report", "stage", "out", "pressed", "then"),
    [
        # events of this hit
        (ARMED, Pressed(1, 4, 0), HitStage.RUNNING, 0, True, NextStep.NOTHING),
        (ARMED, CardLeft(4, 2, 0), HitStage.RUNNING, 2, True, NextStep.NOTHING),
        (CONFIRM, CardLeft(4, 2, 0), HitStage.CONFIRM, 2, True, NextStep.NOTHING),
        (RUNNING, HitEnded(JAMMED), HitStage.BROKEN, 2, True, NextStep.NOTHING),
        (AWAY, HitEnded(JAMMED), HitStage.CONFIRM, 2, True, NextStep.NOTHING),
        (RUNNING, HitEnded(ONE_YET), HitStage.BROKEN, 1, True, NextStep.UPDATE),
        # the launcher had dropped it
        (ARMED, Pressed(1, None, 0), HitStage.ARMED, 0, False, NextStep.QUERY),
        (RUNNING, Pressed(1, None, 0), HitStage.RUNNING, 1, True, NextStep.NOTHING),
        # events of another hit, and none of ours
        (ARMED, Pressed(1, 3, 0), HitStage.ARMED, 0, False, NextStep.NOTHING),
        (ARMED, CardLeft(3, 1, 0), HitStage.ARMED, 0, False, NextStep.NOTHING),
        (ARMED, HitEnded(OF_ANOTHER), HitStage.ARMED, 0, False, NextStep.NOTHING),
        (ARMED, Traced(()), HitStage.ARMED, 0, False, NextStep.NOTHING),
        # faults
        (ARMED, JAM, HitStage.ARMED, 0, False, NextStep.DISARM),
        (RUNNING, JAM, HitStage.RUNNING, 1, True, NextStep.UPDATE),
        (BROKEN, READY, HitStage.BROKEN, 1, True, NextStep.UPDATE),
        # armed, or not
        (ARMED, ArmReply(None), HitStage.ARMED, 0, False, NextStep.NOTHING),
        (ARMED, ArmReply(IN_USE), HitStage.COOLDOWN, 0, False, NextStep.NOTHING),
        (COOLDOWN, Pressed(1, None, 0), HitStage.COOLDOWN, 0, False, NextStep.NOTHING),
        (COOLDOWN, JAM, HitStage.COOLDOWN, 0, False, NextStep.UPDATE),
        (ARMED, ArmReply(REFUSED_TO_ARM), HitStage.WAITING, 0, False, NextStep.NOTHING),
        (ARMED, ArmReply(JAMMED), HitStage.BROKEN, 2, True, NextStep.NOTHING),
        (FOR_THE_REST, ArmReply(REFUSED_TO_ARM), HitStage.BROKEN, 1, True, NextStep.NOTHING),
        # disarmed, or too late
        (ARMED, DisarmReply(True, None), HitStage.WAITING, 0, False, NextStep.NOTHING),
        (ARMED, DisarmReply(True, NONE_YET), HitStage.WAITING, 0, False, NextStep.NOTHING),
        (ARMED, DisarmReply(False, None), HitStage.RUNNING, 0, True, NextStep.NOTHING),
        (ARMED, DisarmReply(True, WHOLE), HitStage.RUNNING, 0, True, NextStep.NOTHING),
        (ARMED, DisarmReply(True, ONE_YET), HitStage.RUNNING, 0, True, NextStep.NOTHING),
        (ARMED, DisarmReply(True, REFUSED_TO_ARM), HitStage.RUNNING, 0, True, NextStep.NOTHING),
        (FOR_THE_REST, DisarmReply(True, ONE_YET), HitStage.BROKEN, 1, True, NextStep.NOTHING),
        (FOR_THE_REST, DisarmReply(True, JAMMED), HitStage.RUNNING, 1, True, NextStep.NOTHING),
        # asked what became of it
        (ARMED, ResultReply(None, True), HitStage.WAITING, 0, False, NextStep.NOTHING),
        (ARMED, ResultReply(None, False), HitStage.CONFIRM, 0, True, NextStep.NOTHING),
        (RUNNING, ResultReply(None, True), HitStage.CONFIRM, 1, True, NextStep.NOTHING),
        (RUNNING, ResultReply(JAMMED, True), HitStage.BROKEN, 2, True, NextStep.NOTHING),
        (AWAY, ResultReply(ONE_YET, True), HitStage.CONFIRM, 1, True, NextStep.NOTHING),
        (AWAY, ResultReply(NONE_YET, True), HitStage.WAITING, 0, False, NextStep.NOTHING),
    ],
)
def test_a_hit_stands_as_the_launcher_says(
    hit: DueHit, report: LauncherReport, stage: HitStage, out: int, pressed: bool, then: NextStep
) -> None:
    decision = decide(hit, report)
    assert (*stands(decision), decision.next_step) == (stage, out, pressed, then)
    assert decision.count is None


@pytest.mark.parametrize(
    ("report", "then"),
    [
        (HitEnded(WHOLE), NextStep.UPDATE),
        (ArmReply(WHOLE), NextStep.UPDATE),
        # who asks tends afterwards, whatever the answer
        (ResultReply(WHOLE, True), NextStep.NOTHING),
    ],
)
def test_a_complete_hit_is_booked(report: LauncherReport, then: NextStep) -> None:
    for hit in (ARMED, RUNNING, BROKEN):
        assert decide(hit, report) == Decision(hit, then, count=WHOLE)


def test_without_a_hit_only_faults_are_a_reason_to_look_for_one() -> None:
    assert decide(None, READY) == Decision(None, NextStep.UPDATE)
    for report in (Pressed(1, 4, 0), CardLeft(4, 1, 0), HitEnded(WHOLE), Traced(())):
        assert decide(None, report) == Decision(None)


def test_a_press_that_is_heard_ends_the_time_away() -> None:
    heard = decide(AWAY, Pressed(1, 4, 0)).hit
    assert heard is not None and not heard.referee_was_away
    assert stands(decide(heard, HitEnded(JAMMED)))[0] is HitStage.BROKEN


@pytest.mark.parametrize(
    ("hit", "with_link", "with_fault"),
    [
        (WAITING, False, True),
        (COOLDOWN, False, False),
        (ARMED, False, False),
        (FOR_THE_REST, True, True),
        (RUNNING, False, False),
        (BROKEN, True, True),
        (CONFIRM, True, True),
    ],
)
def test_the_table_counts_what_the_launcher_will_not_end(
    hit: DueHit, with_link: bool, with_fault: bool
) -> None:
    assert may_be_counted(hit, link_up=True, faults=False) is with_link
    assert may_be_counted(hit, link_up=True, faults=True) is with_fault
    assert may_be_counted(hit, link_up=False, faults=False)


def test_only_a_hit_that_waits_unpressed_is_free() -> None:
    others = (ARMED, FOR_THE_REST, RUNNING, BROKEN, CONFIRM)
    idle = [is_unarmed(hit) for hit in (WAITING, COOLDOWN, *others)]
    assert idle == [True, True, False, False, False, False, False]

"""What follows for the hit that is due from what the launcher says: without launcher or journal."""

from __future__ import annotations

import pytest

from controller.games.entries import Intent
from controller.table.deciding import (
    ArmAnswer,
    Decision,
    DisarmAnswer,
    Known,
    ResultAnswer,
    Then,
    decide,
    is_free,
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
BREATH = DueHit(INTENT, HitStage.BREATH)
RUNNING = DueHit(INTENT, HitStage.RUNNING, 1, pressed=True)
BROKEN = DueHit(INTENT, HitStage.BROKEN, 1, pressed=True)
CONFIRM = DueHit(INTENT, HitStage.CONFIRM, 1, pressed=True)
FOR_THE_REST = DueHit(INTENT, HitStage.ARMED, 1, pressed=True)
AWAY = DueHit(INTENT, HitStage.ARMED, away=True)

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
    return decision.hit.stage, decision.hit.out, decision.hit.pressed


@pytest.mark.parametrize(
    ("hit", "known", "stage", "out", "pressed", "then"),
    [
        # events of this hit
        (ARMED, Pressed(1, 4, 0), HitStage.RUNNING, 0, True, Then.NOTHING),
        (ARMED, CardLeft(4, 2, 0), HitStage.RUNNING, 2, True, Then.NOTHING),
        (CONFIRM, CardLeft(4, 2, 0), HitStage.CONFIRM, 2, True, Then.NOTHING),
        (RUNNING, HitEnded(JAMMED), HitStage.BROKEN, 2, True, Then.NOTHING),
        (AWAY, HitEnded(JAMMED), HitStage.CONFIRM, 2, True, Then.NOTHING),
        (RUNNING, HitEnded(ONE_YET), HitStage.BROKEN, 1, True, Then.TEND),
        # the launcher had dropped it
        (ARMED, Pressed(1, None, 0), HitStage.ARMED, 0, False, Then.ASK),
        (RUNNING, Pressed(1, None, 0), HitStage.RUNNING, 1, True, Then.NOTHING),
        # events of another hit, and none of ours
        (ARMED, Pressed(1, 3, 0), HitStage.ARMED, 0, False, Then.NOTHING),
        (ARMED, CardLeft(3, 1, 0), HitStage.ARMED, 0, False, Then.NOTHING),
        (ARMED, HitEnded(OF_ANOTHER), HitStage.ARMED, 0, False, Then.NOTHING),
        (ARMED, Traced(()), HitStage.ARMED, 0, False, Then.NOTHING),
        # faults
        (ARMED, JAM, HitStage.ARMED, 0, False, Then.DISARM),
        (RUNNING, JAM, HitStage.RUNNING, 1, True, Then.TEND),
        (BROKEN, READY, HitStage.BROKEN, 1, True, Then.TEND),
        # armed, or not
        (ARMED, ArmAnswer(None), HitStage.ARMED, 0, False, Then.NOTHING),
        (ARMED, ArmAnswer(IN_USE), HitStage.BREATH, 0, False, Then.NOTHING),
        (BREATH, Pressed(1, None, 0), HitStage.BREATH, 0, False, Then.NOTHING),
        (BREATH, JAM, HitStage.BREATH, 0, False, Then.TEND),
        (ARMED, ArmAnswer(REFUSED_TO_ARM), HitStage.WAITING, 0, False, Then.NOTHING),
        (ARMED, ArmAnswer(JAMMED), HitStage.BROKEN, 2, True, Then.NOTHING),
        (FOR_THE_REST, ArmAnswer(REFUSED_TO_ARM), HitStage.BROKEN, 1, True, Then.NOTHING),
        # disarmed, or too late
        (ARMED, DisarmAnswer(True, None), HitStage.WAITING, 0, False, Then.NOTHING),
        (ARMED, DisarmAnswer(True, NONE_YET), HitStage.WAITING, 0, False, Then.NOTHING),
        (ARMED, DisarmAnswer(False, None), HitStage.RUNNING, 0, True, Then.NOTHING),
        (ARMED, DisarmAnswer(True, WHOLE), HitStage.RUNNING, 0, True, Then.NOTHING),
        (ARMED, DisarmAnswer(True, ONE_YET), HitStage.RUNNING, 0, True, Then.NOTHING),
        (ARMED, DisarmAnswer(True, REFUSED_TO_ARM), HitStage.RUNNING, 0, True, Then.NOTHING),
        (FOR_THE_REST, DisarmAnswer(True, ONE_YET), HitStage.BROKEN, 1, True, Then.NOTHING),
        (FOR_THE_REST, DisarmAnswer(True, JAMMED), HitStage.RUNNING, 1, True, Then.NOTHING),
        # asked what became of it
        (ARMED, ResultAnswer(None, True), HitStage.WAITING, 0, False, Then.NOTHING),
        (ARMED, ResultAnswer(None, False), HitStage.CONFIRM, 0, True, Then.NOTHING),
        (RUNNING, ResultAnswer(None, True), HitStage.CONFIRM, 1, True, Then.NOTHING),
        (RUNNING, ResultAnswer(JAMMED, True), HitStage.BROKEN, 2, True, Then.NOTHING),
        (AWAY, ResultAnswer(ONE_YET, True), HitStage.CONFIRM, 1, True, Then.NOTHING),
        (AWAY, ResultAnswer(NONE_YET, True), HitStage.WAITING, 0, False, Then.NOTHING),
    ],
)
def test_a_hit_stands_as_the_launcher_says(
    hit: DueHit, known: Known, stage: HitStage, out: int, pressed: bool, then: Then
) -> None:
    decision = decide(hit, known)
    assert (*stands(decision), decision.then) == (stage, out, pressed, then)
    assert decision.book is None


@pytest.mark.parametrize(
    ("known", "then"),
    [
        (HitEnded(WHOLE), Then.TEND),
        (ArmAnswer(WHOLE), Then.TEND),
        # who asks tends afterwards, whatever the answer
        (ResultAnswer(WHOLE, True), Then.NOTHING),
    ],
)
def test_a_complete_hit_is_booked(known: Known, then: Then) -> None:
    for hit in (ARMED, RUNNING, BROKEN):
        assert decide(hit, known) == Decision(hit, then, book=WHOLE)


def test_without_a_hit_only_faults_are_a_reason_to_look_for_one() -> None:
    assert decide(None, READY) == Decision(None, Then.TEND)
    for known in (Pressed(1, 4, 0), CardLeft(4, 1, 0), HitEnded(WHOLE), Traced(())):
        assert decide(None, known) == Decision(None)


def test_a_press_that_is_heard_ends_the_time_away() -> None:
    heard = decide(AWAY, Pressed(1, 4, 0)).hit
    assert heard is not None and not heard.away
    assert stands(decide(heard, HitEnded(JAMMED)))[0] is HitStage.BROKEN


@pytest.mark.parametrize(
    ("hit", "with_link", "with_fault"),
    [
        (WAITING, False, True),
        (BREATH, False, False),
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
    free = [is_free(hit) for hit in (WAITING, BREATH, *others)]
    assert free == [True, True, False, False, False, False, False]

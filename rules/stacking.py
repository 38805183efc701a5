"""Hits and draws that next may answer with a card, so that they add up (HOU-1)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.edition import Kind
from rules.position import Position
from rules.ruling import Ruling


def is_answerable(position: Position) -> bool:
    """Whether the current player may answer what is owed first."""
    return bool(position.owed) and position.owed[0].answerable


def answers(position: Position, kind: Kind) -> bool:
    """Whether a card of that kind answers the top card; it has to fit besides (COM-4)."""
    assert position.top is not None
    top = position.setup.card(position.top).kind
    more = position.setup.options.stacking == "up" and kind.stacks > top.stacks
    return kind is top or more


def may_be_answered(position: Position) -> bool:
    """Whether the house lets next answer what the top card gives; not once the round is won."""
    if position.setup.options.stacking == "none" or position.round_winner is not None:
        return False
    assert position.top is not None
    return position.setup.card(position.top).kind.stacks > 0


def fall_due(ruling: Ruling, hits: int) -> None:
    """What a card gives, and all that it answers, is owed by next, who may answer in turn."""
    if ruling.answered:
        ruling.clause = "HOU-1"
    answerable = may_be_answered(ruling.position)
    ruling.owe_first(ruling.turn, ruling.answered + hits, answerable)
    if answerable:
        ruling.say("ruling.may_answer", ruling.turn, "HOU-1")
    else:
        ruling.next_loses_turn()


def accept(ruling: Ruling) -> None:
    """The first press or draw, or that nothing is left: who did not answer loses the turn."""
    position = ruling.position
    due = next((owed for owed in position.owed if owed.answerable), None)
    if due is not None:
        end_chance(ruling)
        ruling.end_turn(position.next_after(due.owner))


def end_chance(ruling: Ruling) -> None:
    """What is owed can no longer be answered."""
    owed = ruling.position.owed
    if any(due.answerable for due in owed):
        ruling.change(owed=tuple(replace(due, answerable=False) for due in owed))

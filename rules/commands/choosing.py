"""What a turned-up card asks for: a colour is called, a player chosen (COM-11, AAT-2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.commands.command_type import Actor, Candidate, CommandType, Offer, Where
from rules.commands.play_refusals import refuse_target
from rules.commands.refusals import Command, out_of_turn, wrong_phase
from rules.commands.types import COLOR, PLAYER
from rules.edition import COLORS
from rules.effects import attack
from rules.outcome import Refusal
from rules.position import PENALTIES, Position
from rules.ruling import Ruling


def waits(position: Position) -> bool:
    """Whether what the turned-up card set off is still to be done; penalties keep nobody back."""
    return any(owed.reason not in PENALTIES for owed in position.owed)


def refuse_color(position: Position, command: Command) -> Refusal | None:
    """COM-11: asked of who begins after a turned-up wild, once what that card set off is done.

    COM-5: who has played a wild can tell the colour that the referee was not told.
    """
    if position.caller is not None and position.turn is not None:
        return refuse_telling(position, command)
    if position.in_round and position.color is not None:
        return wrong_phase(position, "COM-11", "refusal.color_called", color=position.color)
    asked = position.turn is not None and position.color is None and not position.choosing
    if not asked or waits(position):
        return wrong_phase(position, "COM-11")
    by = position.number(command["by"])
    if by != position.turn:
        return out_of_turn(position, "COM-11", by)
    return refuse_no_color("COM-11", command)


def refuse_telling(position: Position, command: Command) -> Refusal | None:
    """COM-5: at any time, by the one who called the colour."""
    assert position.caller is not None
    by = position.number(command["by"])
    if by != position.caller:
        values = {"player": position.name(position.caller)}
        return Refusal("out_of_turn", "COM-5", "refusal.others_called", values)
    return refuse_no_color("COM-5", command)


def refuse_no_color(clause: str, command: Command) -> Refusal | None:
    """The colour comes with the command."""
    if "color" in command:
        return None
    return Refusal("color_required", clause, "refusal.which_color", {"player": command["by"]})


def color(ruling: Ruling, command: Command) -> None:
    """The colour to match is the called one."""
    clause = "COM-11" if ruling.position.caller is None else "COM-5"
    ruling.change(color=command["color"], caller=None)
    by = ruling.position.number(command["by"])
    ruling.say("ruling.calls", by, clause, color=command["color"])


def refuse_choose(position: Position, command: Command) -> Refusal | None:
    """AAT-2: asked of left of the dealer after a turned-up attack."""
    if not position.choosing:
        return wrong_phase(position, "AAT-2", "refusal.nobody_to_choose")
    assert position.top is not None
    top = position.setup.card(position.top).kind
    if position.number(command["by"]) != position.turn:
        return out_of_turn(position, top.first.clause, position.number(command["by"]))
    if "color" not in command:
        values = {"kind": top.id}
        return Refusal("color_required", top.first.clause, "refusal.color_required", values)
    return refuse_target(position, top.id, top.first.clause, command)


def choose(ruling: Ruling, command: Command) -> None:
    """The attack is carried out, and play begins with the player after."""
    position = ruling.position
    assert position.top is not None
    ruling.clause = position.setup.card(position.top).kind.first.clause
    ruling.player = position.number(command["by"])
    ruling.target = position.number(command["target"])
    ruling.end_turn(position.next_after(ruling.player))
    ruling.change(color=command["color"])
    target, color = command["target"], command["color"]
    ruling.say("ruling.chooses", ruling.player, target=target, color=color)
    attack(ruling)


def offer_color(position: Position) -> Iterator[Candidate]:
    """By the one whose turn it is, or who has called one."""
    seat = position.turn if position.caller is None else position.caller
    if position.in_round and seat is not None:
        offer = {"do": "color", "by": position.name(seat)}
        yield Offer(offer, ("color",)), {"color": COLORS[0]}


def offer_choose(position: Position) -> Iterator[Candidate]:
    """By the one whose turn it is."""
    if position.in_round and position.turn is not None:
        offer = {"do": "choose", "by": position.name(position.turn)}
        target = position.name(position.next_after(position.turn))
        yield Offer(offer, ("target", "color")), {"target": target, "color": COLORS[0]}


COMMANDS = (
    CommandType(
        "color",
        "COM-11",
        refuse_color,
        color,
        offer_color,
        Actor.BY,
        needs={"by": PLAYER},
        later={"color": COLOR},
    ),
    CommandType(
        "choose",
        "AAT-2",
        refuse_choose,
        choose,
        offer_choose,
        Actor.BY,
        needs={"by": PLAYER},
        later={"target": PLAYER, "color": COLOR},
        where=Where.NAMED,
    ),
)

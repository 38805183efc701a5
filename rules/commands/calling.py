"""What is said at the table: UNO, caught, a suggestion (COM-12, COM-13, LCH-7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Depends, Offer, Where
from rules.commands.refusals import (
    Command,
    everybody,
    has_no_turns,
    is_out,
    round_won,
    wrong_phase,
)
from rules.commands.types import PLAYER
from rules.outcome import Refusal, Values
from rules.position import Position, Window
from rules.ruling import Ruling

CAUGHT_HITS = 2
"""COM-13."""
SUGGESTED_HITS = 4
"""LCH-7."""


def open_window(position: Position, player: int) -> Window | None:
    """The window in which this player can still call, or be caught."""
    window = position.window
    return window if window is not None and window.open and window.player == player else None


def had_window(position: Position, player: int) -> bool:
    """Whether a window of this player's has closed that still counts.

    A hand of one has its own window or none: an earlier one is forgotten with the hand it was for.
    """
    if position.setup.revised and position.seats[player].hand == 1:
        return player in position.late
    return position.window is not None and position.window.player == player


def is_before_the_touch(position: Position, player: int) -> bool:
    """Whether this player may still come to one card in the turn that runs."""
    return player == position.turn and position.seats[player].hand >= 2


def too_late(key: str, values: Values) -> Refusal:
    """The window is closed."""
    return Refusal("too_late", "COM-12", key, values)


def refuse_uno(position: Position, command: Command) -> Refusal | None:
    """COM-12: in one's own turn before the touch, or in the open window after it."""
    if not position.in_round:
        return wrong_phase(position, "COM-12")
    by = position.number(command["by"])
    window, values = open_window(position, by), {"player": position.name(by)}
    if position.seats[by].out:
        return has_no_turns(position, by)
    if window is not None:
        called = window.called
    elif position.round_winner is not None:
        return too_late(*round_won(position))
    elif is_before_the_touch(position, by):
        called = position.called
    elif had_window(position, by):
        return too_late("refusal.uno_too_late", values)
    elif position.seats[by].hand >= 2:
        return Refusal("too_early", "COM-12", "refusal.uno_too_early", values)
    else:
        return Refusal("no_uno_to_call", "COM-14", "refusal.no_uno_to_call", values)
    if called:
        return Refusal("already_called", "COM-12", "refusal.uno_called", values)
    return None


def uno(ruling: Ruling, command: Command) -> None:
    """The call counts for the open window, else for the play to come."""
    by = ruling.position.number(command["by"])
    window = open_window(ruling.position, by)
    if window is not None:
        ruling.change(window=replace(window, called=True))
    else:
        ruling.change(called=True)
    ruling.say("ruling.calls_uno", by, "COM-12")


def refuse_catch(position: Position, command: Command) -> Refusal | None:
    """COM-12: while the window is open and nothing was called."""
    if not position.in_round:
        return wrong_phase(position, "COM-12")
    by, caught = position.number(command["by"]), position.number(command["player"])
    window, values = open_window(position, caught), {"player": position.name(caught)}
    if position.seats[by].out:
        return has_no_turns(position, by)
    if by == caught:
        return Refusal("bad_target", "COM-12", "refusal.catch_oneself", values)
    if position.seats[caught].out:
        return is_out(position, caught)
    if window is not None:
        if window.called:
            return Refusal("already_called", "COM-12", "refusal.catch_called", values)
        return None
    if position.round_winner is not None:
        return too_late(*round_won(position))
    if is_before_the_touch(position, caught):
        return Refusal("too_early", "COM-12", "refusal.catch_too_early", values)
    if had_window(position, caught):
        return too_late("refusal.catch_too_late", values)
    return Refusal("no_uno_to_call", "COM-14", "refusal.nothing_to_catch", values)


def catch(ruling: Ruling, command: Command) -> None:
    """COM-13: two hits, ahead of everything else that is owed."""
    caught = ruling.position.number(command["player"])
    ruling.clause = "COM-13"
    ruling.close_window()
    ruling.say("ruling.catches", caught, by=command["by"])
    ruling.owe_first(caught, CAUGHT_HITS)


def refuse_suggested(position: Position, command: Command) -> Refusal | None:
    """LCH-7: while cards are still to be played in the round."""
    if not position.in_round:
        return wrong_phase(position, "LCH-7")
    if position.round_winner is not None:
        return Refusal("wrong_phase", "LCH-7", *round_won(position))
    player = position.number(command["player"])
    return is_out(position, player) if position.seats[player].out else None


def suggested(ruling: Ruling, command: Command) -> None:
    """Four hits for the one who suggested, behind what is owed."""
    player = ruling.position.number(command["player"])
    ruling.clause = "LCH-7"
    ruling.say("ruling.suggests", player)
    ruling.owe(player, SUGGESTED_HITS)


def offer_uno(position: Position) -> Iterator[Candidate]:
    """Anybody's call."""
    for name in everybody(position):
        yield Offer({"do": "uno", "by": name}), {}


def offer_catch(position: Position) -> Iterator[Candidate]:
    """By anybody, of the one whose window is open."""
    window = position.window
    if window is not None and window.open:
        offender = position.name(window.player)
        for name in everybody(position):
            yield Offer({"do": "catch", "by": name, "player": offender}), {}


def offer_suggested(position: Position) -> Iterator[Candidate]:
    """Of anybody, in a round."""
    if position.in_round:
        sample = {"player": position.name(position.active()[0])}
        yield Offer({"do": "suggested"}, ("player",)), sample


COMMANDS = (
    CommandType(
        "uno",
        "COM-12",
        refuse_uno,
        uno,
        offer_uno,
        Actor.BY,
        needs={"by": PLAYER},
        call=True,
        depends=Depends.GAME,
    ),
    CommandType(
        "catch",
        "COM-12",
        refuse_catch,
        catch,
        offer_catch,
        Actor.BY,
        needs={"by": PLAYER, "player": PLAYER},
        call=True,
        depends=Depends.GAME,
    ),
    CommandType(
        "suggested",
        "LCH-7",
        refuse_suggested,
        suggested,
        offer_suggested,
        Actor.ANYBODY,
        needs={"player": PLAYER},
        where=Where.WITH_A_LAUNCHER,
        call=True,
        depends=Depends.GAME,
    ),
)

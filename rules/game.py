"""The referee: a state and a command in, the next state and its rulings out, or a refusal."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.commands import dealing, scoring
from rules.commands.pressing import reload_clause
from rules.commands.refusals import Command
from rules.commands.registry import COMMANDS, as_seated, refuse_form
from rules.outcome import Event, Refusal
from rules.position import Position, Seat
from rules.ruling import Ruling
from rules.setup import Setup
from rules.stacking import accept


class State(Struct, frozen=True, eq=False):
    """A position and how it came about; immutable. States are equal when their positions are."""

    position: Position
    past: State | None = None
    back: int = 0
    """How many cards more lie about outside the ledger once the last command is undone."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position == other.position

    def __ne__(self, other: object) -> bool:  # msgspec brings one that goes by identity
        return not self == other

    def __repr__(self) -> str:
        return f"<State {self.position!r}>"

    __hash__ = None  # type: ignore[assignment]  # how Python has it said


class Applied(Struct, frozen=True, gc=False):
    """An accepted command."""

    state: State
    """Where the game stands now."""
    events: tuple[Event, ...]
    """What was ruled, in order."""
    command: Command
    """What was said, with each player's name spelt as at the table."""


def start(setup: Setup) -> State:
    """The game before its first card is turned up, or before the dealer is drawn."""
    seats = tuple(Seat(name) for name in setup.players)
    everybody = tuple(range(len(seats)))
    ruling = Ruling(Position(setup, seats, launcher=setup.size, contenders=everybody))
    if setup.dealer is not None:
        dealing.deal(ruling, setup.players.index(setup.dealer), setup.hands)
    return State(ruling.position)


def refuse_well_formed(state: State, command: Command) -> Refusal | None:
    """Why a command in which nothing is misspelt is out of place now."""
    position, command_type = state.position, COMMANDS[command["do"]]
    if not command_type.special and position.stage != "game_over":
        return command_type.refuse(position, command)
    if not command_type.exists_in(position.setup.edition):
        key, values = f"refusal.not_here.{command_type.do}", {"edition": position.setup.edition.id}
        return Refusal("wrong_edition", command_type.clause, key, values)
    if position.stage == "game_over" and not command_type.after_the_end:
        return Refusal("game_over", command_type.clause, "refusal.game_over")
    if command_type.takes_back and state.past is None:
        return Refusal("nothing_to_undo", command_type.clause, "refusal.nothing_to_undo")
    return command_type.refuse(position, command)


def apply(state: State, command: object) -> Applied | Refusal:
    """Carry out a command: any JSON value at all. A refusal leaves everything as it was."""
    malformed = refuse_form(state.position, command)
    if malformed is not None:
        return malformed
    assert isinstance(command, dict)
    return apply_well_formed(state, as_seated(state.position, command))


def apply_well_formed(state: State, command: Command) -> Applied | Refusal:
    """Carry out a command in which nothing is misspelt, as a program makes it."""
    return refuse_well_formed(state, command) or carry_out(state, command)


def carry_out(state: State, command: Command) -> Applied:
    """Carry out a command that nothing speaks against: one that was offered, or not refused."""
    command_type = COMMANDS[command["do"]]
    if command_type.takes_back:
        return undo(state, command)
    before = state.position
    ruling = Ruling(before)
    command_type.carry_out(ruling, command)
    settle(ruling, before)
    after = ruling.position
    back = before.adrift + ruling.ejected - after.adrift
    return Applied(State(after, state, back), tuple(ruling.events), command)


def undo(state: State, command: Command) -> Applied:
    """TBL-1: the state before the last command; cards that came out stay out."""
    assert state.past is not None
    adrift = state.position.adrift + state.back
    before = replace(state.past, position=replace(state.past.position, adrift=adrift))
    if state.back > 0:
        event = Event("ruling.undoes_hit", "TBL-1", {"n": state.back})
    else:
        event = Event("ruling.undoes", "TBL-1")
    return Applied(before, (event,), command)


def settle(ruling: Ruling, before: Position) -> None:
    """Draw the conclusions that hold after every command."""
    position = ruling.position
    if position.window is not None:
        close_stale_window(ruling)
    if position.late:
        forget_windows(ruling)
    if position.owed:
        void_hits(ruling)
    if position.stage == "dealer":
        dealing.decide_dealer(ruling)
    if position.round_winner is not None:
        end_round(ruling)
    if ruling.position.launcher < position.setup.reload_below and not before.reload_due:
        ask_for_reload(ruling)


def ask_for_reload(ruling: Ruling) -> None:
    """LCH-5, PGR-12: few cards are left, and there are some to reload."""
    position = ruling.position
    if position.reload_due and position.setup.launcher:
        ruling.say("ruling.reload_due", None, reload_clause(position), n=position.launcher)
    elif position.reload_due:
        ruling.say("ruling.pile_used_up", None, reload_clause(position))


def close_stale_window(ruling: Ruling) -> None:
    """COM-12: the window is for a hand of one."""
    window = ruling.position.window
    if window is not None and window.open and ruling.seat(window.player).hand != 1:
        ruling.close_window()


def forget_windows(ruling: Ruling) -> None:
    """COM-12: a closed window is remembered for as long as that hand stays at one."""
    late = tuple(seat for seat in ruling.position.late if ruling.seat(seat).hand == 1)
    if late != ruling.position.late:
        ruling.change(late=late)


def void_hits(ruling: Ruling) -> None:
    """LCH-6, PGR-12: with all other cards in hands, nobody can be made to hit or to draw."""
    position = ruling.position
    if position.launcher == 0 and not position.can_reload:
        accept(ruling)
        ruling.change(owed=())
        if position.setup.edition.launcher:
            ruling.say("ruling.hits_void", None, "LCH-6")
        else:
            ruling.say("ruling.draws_void", None, "PGR-12")


def end_round(ruling: Ruling) -> None:
    """COM-15: once what the last card set off is done, and then once all hands are counted."""
    position = ruling.position
    if position.in_round and not position.owed:
        ruling.change(stage="count", window=None)
        ruling.say("ruling.round_over", None, "COM-15")
    if ruling.position.stage == "count" and not scoring.uncounted(ruling.position):
        scoring.finish_round(ruling)

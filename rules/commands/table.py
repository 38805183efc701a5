"""What the table decides beside the game: who leaves and joins, and corrections (TBL-2, TBL-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.commands.command_type import Candidate, CommandType, Offer
from rules.commands.dealing import deal, refuse_players
from rules.commands.handler import Command, bad_count, everybody, is_out, whole, wrong_phase
from rules.commands.scoring import win_game
from rules.commands.types import COLOR, HOLDERS, NAME, NUMBER, PLAYER, SIDE, TALLY, Type
from rules.outcome import Refusal
from rules.position import ICONS, LEFT, RIGHT, Position, Seat
from rules.ruling import Ruling
from rules.setup import MAX_PLAYERS
from rules.words import counted, listed, shown

DIRECTIONS = {"left": LEFT, "right": RIGHT}


def refuse_leave(position: Position, command: Command) -> Refusal | None:
    """TBL-3: anybody, at any time."""
    return None


def leave(ruling: Ruling, command: Command) -> None:
    """The hand goes under the pile, and what this player had to do is void."""
    position = ruling.position
    leaver = position.number(command["player"])
    ruling.clause = "TBL-3"
    ruling.say("leaves", f"{command['player']} leaves the game.", leaver)
    ruling.change(
        buried=position.buried + position.seats[leaver].hand,
        owed=tuple(
            replace(owed, suspect=None) if owed.suspect == leaver else owed
            for owed in position.owed
            if leaver not in (owed.owner, owed.by)
        ),
        towers=tuple(None if holder == leaver else holder for holder in position.towers),
        contenders=tuple(seat for seat in position.contenders if seat != leaver),
        drawn=tuple(draw for draw in position.drawn if draw[0] != leaver),
    )
    ruling.change_seat(leaver, hand=0, gone=True)
    following = ruling.position.next_after(leaver)
    window = position.window
    if window is not None and window.closer == leaver:
        ruling.change(window=replace(window, closer=following))
    if position.turn == leaver:
        ruling.end_turn(following)
    staying = ruling.position.active()
    if len(staying) == 1:
        win_game(ruling, staying, "TBL-3")


def refuse_join(position: Position, command: Command) -> Refusal | None:
    """TBL-3: between rounds, as far as the deck goes (COM-1, DECK-5)."""
    there = position.find(command["player"])
    if there is not None:
        sentence = f"{position.name(there)} is at the table already."
        return Refusal("bad_member", "TBL-3", sentence)
    if position.stage != "round_over":
        return wrong_phase(position, "TBL-3")
    players = len(position.active()) + 1
    if players > MAX_PLAYERS:
        return bad_count("COM-1", f"{MAX_PLAYERS} players are the most.")
    if not whole(command["score"], position.setup.target - 1):
        return bad_count("TBL-3", f"A newcomer cannot have {shown(command['score'])} points.")
    return refuse_players(position, players)


def join(ruling: Ruling, command: Command) -> None:
    """The newcomer takes the last seat."""
    seat = Seat(command["player"], score=command["score"])
    ruling.change(seats=(*ruling.position.seats, seat))
    text = f"{seat.name} joins with {counted(seat.score, 'point')}."
    ruling.say("joins", text, len(ruling.position.seats) - 1, "TBL-3")


def refuse_set(position: Position, command: Command) -> Refusal | None:
    """TBL-2: what there is can be set, to what it can be."""
    playing = position.turn is not None
    possible = {
        "hands": position.stage != "dealer",
        "launcher": position.stage != "dealer",
        "turn": playing,
        "color": playing,
        "direction": position.in_round,
        "towers": position.in_round,
    }
    if not all(possible.get(member, True) for member in command):
        return wrong_phase(position, "TBL-2")
    chosen = [command[member] for member in ("turn", "dealer") if member in command]
    holders = (name for name in command.get("towers", {}).values() if name is not None)
    for name in (*chosen, *command.get("hands", ()), *holders):
        if position.seats[position.number(name)].out:
            return is_out(position, position.number(name))
    cards = [*command.get("hands", {}).values()]
    if "launcher" in command:
        cards.append(command["launcher"])
    for number in cards:
        if not whole(number, position.setup.size):
            sentence = f"{shown(number)} cards cannot be: the deck has {position.setup.size}."
            return bad_count("TBL-2", sentence)
    if position.setup.revised and position.in_round and position.round_winner is None:
        empty = [name for name, hand in command.get("hands", {}).items() if hand == 0]
        if len(empty) > 1:
            sentence = f"A hand set to 0 wins the round, so {listed(empty)} cannot both have none."
            return bad_count("TBL-2", sentence)
    for number in command.get("scores", {}).values():
        if not whole(number):
            return bad_count("TBL-2", f"{shown(number)} cannot be a score.")
    return None


def set_table(ruling: Ruling, command: Command) -> None:
    """What the table says is so; the log says that it was set."""
    ruling.clause = "TBL-2"
    for name, cards in command.get("hands", {}).items():
        ruling.change_seat(ruling.position.number(name), hand=cards)
        tell(ruling, f"{name}'s hand to {counted(cards, 'card')}")
    for name, points in command.get("scores", {}).items():
        ruling.change_seat(ruling.position.number(name), score=points)
        tell(ruling, f"{name}'s score to {points}")
    if "launcher" in command:
        stock = ruling.position.setup.stock
        tell(ruling, f"the {stock} to {counted(command['launcher'], 'card')}")
    if "hands" in command or "launcher" in command:
        recount(ruling, command.get("launcher"))
    if "direction" in command:
        ruling.change(direction=DIRECTIONS[command["direction"]])
        tell(ruling, f"the direction to {command['direction']}")
    if "color" in command:
        ruling.change(color=command["color"])
        tell(ruling, f"the colour to {command['color']}")
    for icon, name in command.get("towers", {}).items():
        holder = None if name is None else ruling.position.number(name)
        ruling.give_tower(icon, holder)
        tell(ruling, f"the tower {icon} to {'nobody' if name is None else name}")
    if "turn" in command:
        set_turn(ruling, ruling.position.number(command["turn"]))
        tell(ruling, f"the turn to {command['turn']}")
    if "dealer" in command:
        dealer = ruling.position.number(command["dealer"])
        tell(ruling, f"the dealer to {command['dealer']}")
        if ruling.position.stage == "dealer":
            deal(ruling, dealer, ruling.position.setup.hands)
        else:
            ruling.change(dealer=dealer)
    if ruling.position.setup.revised and ruling.position.in_round:
        win_with_none_left(ruling, command.get("hands", {}))


def win_with_none_left(ruling: Ruling, hands: Mapping[str, int]) -> None:
    """COM-15: a hand set to 0 while the round is on has won it; what is owed is done all the same.

    A last card is innocent, so nobody challenges it (PGR-15).
    """
    for name, cards in hands.items():
        if cards == 0 and ruling.position.round_winner is None:
            ruling.win_round(ruling.position.number(name))
            ruling.end_turn(None)
            ruling.change(owed=tuple(replace(o, suspect=None) for o in ruling.position.owed))


def tell(ruling: Ruling, what: str) -> None:
    """Put a correction on record."""
    ruling.say("sets", f"The table sets {what}.")


def recount(ruling: Ruling, launcher: int | None) -> None:
    """DECK-6: the launcher balances the hands unless it was counted too; the rest is missing."""
    position = ruling.position
    elsewhere = sum(seat.hand for seat in position.seats) + position.discard
    if launcher is None:
        launcher = max(0, position.setup.size - elsewhere)
    surplus = elsewhere + launcher - position.setup.size
    ruling.change(launcher=launcher, surplus=surplus, adrift=0)


def set_turn(ruling: Ruling, turn: int) -> None:
    """An announced UNO lapses with the turn, and an open window waits for the new player."""
    window = ruling.position.window
    if turn != ruling.position.turn:
        asked = ruling.position.choosing
        ruling.end_turn(turn)
        ruling.change(choosing=asked)
    if window is not None:
        window = replace(window, closer=turn)
    ruling.change(window=window)


def wrong_set(position: Position, command: Command) -> str | None:
    """Something that is not there, or nothing at all."""
    if "towers" in command and not position.setup.edition.has_towers:
        return f"There are no towers in {position.setup.edition.name}."
    if len(command) == 1:
        return f'"set" needs at least one of {listed(SETTABLE)}.'
    for member in ("hands", "scores"):
        seats = [position.number(name) for name in command.get(member, ())]
        twice = next((seat for seat in seats if seats.count(seat) > 1), None)
        if twice is not None:
            return f'"{member}" names {position.name(twice)} twice.'
    return None


def offer_leave(position: Position) -> Iterator[Candidate]:
    """Of anybody."""
    for name in everybody(position):
        yield Offer({"do": "leave", "player": name}), {}


def offer_join(position: Position) -> Iterator[Candidate]:
    """Of somebody whose name is longer than all others."""
    stranger = "-" * (max(map(len, everybody(position))) + 1)
    yield Offer({"do": "join"}, ("player", "score")), {"player": stranger, "score": 0}


def offer_set(position: Position) -> Iterator[Candidate]:
    """One offer for each thing that can be set."""
    active = position.name(position.active()[0])
    values: dict[str, Any] = {
        "hands": {active: 0},
        "scores": {active: 0},
        "turn": active,
        "direction": "left",
        "color": "red",
        "launcher": 0,
        "dealer": active,
        "towers": {ICONS[0]: active},
    }
    if not position.setup.edition.has_towers:
        del values["towers"]
    for member, value in values.items():
        yield Offer({"do": "set"}, (member,)), {member: value}


SETTABLE: Mapping[str, Type] = {
    "hands": TALLY,
    "scores": TALLY,
    "turn": PLAYER,
    "direction": SIDE,
    "color": COLOR,
    "towers": HOLDERS,
    "launcher": NUMBER,
    "dealer": PLAYER,
}

COMMANDS = (
    CommandType("leave", "TBL-3", refuse_leave, leave, offer_leave, needs={"player": PLAYER}),
    CommandType(
        "join",
        "TBL-3",
        refuse_join,
        join,
        offer_join,
        needs={"player": NAME, "score": NUMBER},
    ),
    CommandType(
        "set",
        "TBL-2",
        refuse_set,
        set_table,
        offer_set,
        may=SETTABLE,
        wrong=wrong_set,
        loads=True,
        after_the_end=True,
    ),
)

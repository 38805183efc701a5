"""What the table decides beside the game: who leaves and joins, and corrections (TBL-2, TBL-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Depends, Offer
from rules.commands.dealing import deal, refuse_players
from rules.commands.refusals import Command, bad_count, everybody, is_out, round_won, whole
from rules.commands.scoring import win_game
from rules.commands.types import COLOR, HOLDERS, NAME, NUMBER, PLAYER, SIDE, TALLY, Type
from rules.names import shows
from rules.outcome import Refusal
from rules.position import ICONS, LEFT, RIGHT, Owed, Position, Seat
from rules.quoting import shown
from rules.ruling import Ruling
from rules.setup import MAX_FIGURE, MAX_PLAYERS
from rules.stacking import end_chance

DIRECTIONS = {"left": LEFT, "right": RIGHT}


def refuse_leave(position: Position, command: Command) -> Refusal | None:
    """TBL-3: anybody, at any time."""
    return None


def leave(ruling: Ruling, command: Command) -> None:
    """The hand goes under the pile, and what this player had to do is void."""
    position = ruling.position
    leaver = position.number(command["player"])
    ruling.clause = "TBL-3"
    ruling.say("ruling.leaves", leaver)
    ruling.change(
        buried=position.buried + position.seats[leaver].hand,
        owed=owed_without(position.owed, leaver),
        caller=None if position.caller == leaver else position.caller,
        towers=tuple(None if holder == leaver else holder for holder in position.towers),
        contenders=tuple(seat for seat in position.contenders if seat != leaver),
        drawn=tuple(draw for draw in position.drawn if draw[0] != leaver),
    )
    ruling.change_seat(leaver, hand=0, has_left=True)
    pass_on(ruling, leaver)
    staying = ruling.position.active()
    if len(staying) == 1:
        win_game(ruling, staying, "TBL-3")


def pass_on(ruling: Ruling, leaver: int) -> None:
    """The turn is the following player's, who also closes a window that waits for the leaver."""
    position, following = ruling.position, ruling.position.next_after(leaver)
    if position.window is not None and position.window.closer == leaver:
        ruling.change(window=replace(position.window, closer=following))
    if position.turn == leaver:
        ruling.end_turn(following)


def owed_without(owed: Iterable[Owed], leaver: int) -> tuple[Owed, ...]:
    """What others still have to do among themselves; who is gone is not challenged."""
    staying = (due for due in owed if leaver not in (due.owner, due.by))
    return tuple(replace(due, suspect=None) if due.suspect == leaver else due for due in staying)


def refuse_join(position: Position, command: Command) -> Refusal | None:
    """TBL-3: between rounds, as far as the deck goes (COM-1, DECK-5)."""
    seat = position.find(command["player"])
    if seat is not None:
        values = {"player": position.name(seat)}
        return Refusal("bad_member", "TBL-3", "refusal.already_seated", values)
    if position.stage != "round_over":
        return Refusal("wrong_phase", "TBL-3", "refusal.join_later")
    players = len(position.active()) + 1
    if players > MAX_PLAYERS:
        return bad_count("COM-1", "refusal.table_full", n=MAX_PLAYERS)
    highest = position.setup.target - 1
    if not whole(command["score"], highest):
        return bad_count("TBL-3", "refusal.newcomer", said=shown(command["score"]), most=highest)
    return refuse_players(position, players)


def join(ruling: Ruling, command: Command) -> None:
    """The newcomer takes the last seat."""
    seat = Seat(command["player"], score=command["score"])
    ruling.change(seats=(*ruling.position.seats, seat))
    ruling.say("ruling.joins", len(ruling.position.seats) - 1, "TBL-3", n=seat.score)


def refuse_set(position: Position, command: Command) -> Refusal | None:
    """TBL-2: what there is can be set, to what it can be."""
    return (
        refuse_early(position, command)
        or refuse_eliminated(position, command)
        or refuse_cards(position, command)
        or refuse_scores(command)
    )


def refuse_early(position: Position, command: Command) -> Refusal | None:
    """TBL-2: something that there is only once the cards are dealt, or while they are played."""
    for member in command:
        if member in ("hands", "launcher") and position.stage == "dealer":
            return Refusal("wrong_phase", "TBL-2", "refusal.set_after_deal", {"member": member})
        if member in ("turn", "color", "direction", "towers") and not position.in_round:
            return Refusal("wrong_phase", "TBL-2", "refusal.set_in_round", {"member": member})
        if member in ("turn", "color") and position.turn is None:
            return Refusal("wrong_phase", "TBL-2", *round_won(position))
    return None


def refuse_eliminated(position: Position, command: Command) -> Refusal | None:
    """CHA-2: nothing is set of a player who is out, but points."""
    chosen = [command[member] for member in ("turn", "dealer") if member in command]
    holders = (name for name in command.get("towers", {}).values() if name is not None)
    for name in (*chosen, *command.get("hands", ()), *holders):
        if position.seats[position.number(name)].out:
            return is_out(position, position.number(name))
    return None


def refuse_cards(position: Position, command: Command) -> Refusal | None:
    """TBL-2: no more cards than there are, and one hand at most that has won the round."""
    hands, size = command.get("hands", {}), position.setup.size
    for number in (*hands.values(), command.get("launcher", 0)):
        if not whole(number, size):
            return bad_count("TBL-2", "refusal.impossible_cards", said=shown(number), n=size)
    if position.setup.revised and position.in_round and position.round_winner is None:
        empty = [name for name, hand in hands.items() if hand == 0]
        if len(empty) > 1:
            return bad_count("TBL-2", "refusal.two_without_cards", names=empty)
    return None


def refuse_scores(command: Command) -> Refusal | None:
    """TBL-2: whole points."""
    for number in command.get("scores", {}).values():
        if not whole(number):
            values = {"said": shown(number), "most": MAX_FIGURE}
            return bad_count("TBL-2", "refusal.impossible_score", **values)
    return None


def set_table(ruling: Ruling, command: Command) -> None:
    """What the table says is so; the log says that it was set."""
    ruling.clause = "TBL-2"
    for member, set_member in SETTERS.items():
        if member in command:
            set_member(ruling, command[member])
    if "hands" in command or "launcher" in command:
        recount(ruling, command.get("launcher"))
    if ruling.position.setup.revised and ruling.position.in_round:
        win_with_none_left(ruling, command.get("hands", {}))


def set_hands(ruling: Ruling, hands: Mapping[str, int]) -> None:
    """How many cards players hold."""
    for name, cards in hands.items():
        seat = ruling.position.number(name)
        ruling.change_seat(seat, hand=cards)
        ruling.say("ruling.sets_hand", seat, n=cards)


def set_scores(ruling: Ruling, scores: Mapping[str, int]) -> None:
    """How many points players have."""
    for name, points in scores.items():
        seat = ruling.position.number(name)
        ruling.change_seat(seat, score=points)
        ruling.say("ruling.sets_score", seat, n=points)


def set_launcher(ruling: Ruling, cards: int) -> None:
    """How many cards are in the launcher or the pile; ``recount`` balances them."""
    key = "ruling.sets_launcher" if ruling.position.setup.launcher else "ruling.sets_pile"
    ruling.say(key, n=cards)


def set_direction(ruling: Ruling, side: str) -> None:
    """To which side play goes on."""
    ruling.change(direction=DIRECTIONS[side])
    ruling.say("ruling.sets_direction", side=side)


def set_color(ruling: Ruling, color: str) -> None:
    """Which colour is to be matched."""
    ruling.change(color=color, caller=None)
    ruling.say("ruling.sets_color", color=color)


def win_with_none_left(ruling: Ruling, hands: Mapping[str, int]) -> None:
    """COM-15: a hand set to 0 while the round is on has won it; what is owed is done all the same.

    A last card is innocent, so nobody challenges it (PGR-15).
    """
    for name, cards in hands.items():
        if cards == 0 and ruling.position.round_winner is None:
            ruling.win_round(ruling.position.number(name))
            ruling.end_turn(None)
            end_chance(ruling)
            ruling.change(owed=tuple(replace(o, suspect=None) for o in ruling.position.owed))


def set_towers(ruling: Ruling, towers: Mapping[str, str | None]) -> None:
    """A tower is a player's, or lies in the middle."""
    for icon, name in towers.items():
        holder = None if name is None else ruling.position.number(name)
        ruling.give_tower(icon, holder)
        if holder is None:
            ruling.say("ruling.sets_tower_free", tower=icon)
        else:
            ruling.say("ruling.sets_tower", holder, tower=icon)


def set_dealer(ruling: Ruling, name: str) -> None:
    """Who deals this round; where that was still to be found out, the cards are dealt."""
    dealer = ruling.position.number(name)
    ruling.say("ruling.sets_dealer", dealer)
    if ruling.position.stage == "dealer":
        deal(ruling, dealer, ruling.position.setup.hands)
    else:
        ruling.change(dealer=dealer)


def recount(ruling: Ruling, launcher: int | None) -> None:
    """DECK-6: the launcher balances the hands unless it was counted too; the rest is missing."""
    position = ruling.position
    elsewhere = sum(seat.hand for seat in position.seats) + position.discard
    if launcher is None:
        launcher = max(0, position.setup.size - elsewhere)
    surplus = elsewhere + launcher - position.setup.size
    ruling.change(launcher=launcher, surplus=surplus, adrift=0)


def set_turn(ruling: Ruling, name: str) -> None:
    """An announced UNO lapses with the turn, and an open window waits for the new player.

    What could have been answered is served (HOU-1).
    """
    end_chance(ruling)
    turn, window = ruling.position.number(name), ruling.position.window
    if turn != ruling.position.turn:
        asked = ruling.position.choosing
        ruling.end_turn(turn)
        ruling.change(choosing=asked)
    if window is not None:
        window = replace(window, closer=turn)
    ruling.change(window=window)
    ruling.say("ruling.sets_turn", turn)


SETTERS: Mapping[str, Callable[[Ruling, Any], None]] = {
    "hands": set_hands,
    "scores": set_scores,
    "launcher": set_launcher,
    "direction": set_direction,
    "color": set_color,
    "towers": set_towers,
    "turn": set_turn,
    "dealer": set_dealer,
}
"""What sets each thing that can be set, in this order."""


def wrong_join(position: Position, command: Command) -> Refusal | None:
    """A name of which there is nothing to see."""
    name = command["player"]
    if not position.setup.revised or shows(name):
        return None
    values = {"do": "join", "member": "player", "type": NAME.name, "said": shown(name)}
    return Refusal("bad_member", "TBL-3", "refusal.wrong_type", values)


def wrong_set(position: Position, command: Command) -> Refusal | None:
    """Something that is not there, nothing at all, or a player in two spellings."""
    if "towers" in command and not position.setup.edition.has_towers:
        values = {"edition": position.setup.edition.id}
        return Refusal("bad_member", "TBL-2", "refusal.no_towers", values)
    if len(command) == 1:
        return Refusal("bad_member", "TBL-2", "refusal.set_nothing", {"known": [*SETTABLE]})
    for member in ("hands", "scores"):
        seats = [position.number(name) for name in command.get(member, ())]
        twice = next((seat for seat in seats if seats.count(seat) > 1), None)
        if twice is not None:
            values = {"member": member, "player": position.name(twice)}
            return Refusal("bad_member", "TBL-2", "refusal.named_twice", values)
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
    CommandType(
        "leave",
        "TBL-3",
        refuse_leave,
        leave,
        offer_leave,
        Actor.TABLE,
        needs={"player": PLAYER},
        depends=Depends.ANY_COMMAND,
    ),
    CommandType(
        "join",
        "TBL-3",
        refuse_join,
        join,
        offer_join,
        Actor.TABLE,
        needs={"player": NAME, "score": NUMBER},
        wrong=wrong_join,
        depends=Depends.ANY_COMMAND,
    ),
    CommandType(
        "set",
        "TBL-2",
        refuse_set,
        set_table,
        offer_set,
        Actor.TABLE,
        may=SETTABLE,
        wrong=wrong_set,
        loads=True,
        after_the_end=True,
        depends=Depends.ANY_COMMAND,
    ),
)

"""The launcher: presses and what came out, reloading (LCH)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Depends, Offer, Where
from rules.commands.refusals import (
    Command,
    bad_count,
    everybody,
    out_of_turn,
    whole,
    wrong_phase,
)
from rules.commands.types import NUMBER, PLAYER
from rules.outcome import Refusal
from rules.position import Position
from rules.quoting import shown
from rules.ruling import Ruling
from rules.stacking import accept, is_answerable


def reload_clause(position: Position) -> str:
    """LCH-5, or PGR-12 where cards are drawn."""
    return "LCH-5" if position.setup.edition.launcher else "PGR-12"


def refuse_empty(position: Position) -> Refusal | None:
    """LCH-5, PGR-12: nothing is there to come out, but it can be reloaded."""
    if position.launcher == 0 and position.can_reload:
        key = "refusal.launcher_empty" if position.setup.launcher else "refusal.pile_used_up"
        return Refusal("launcher_empty", reload_clause(position), key)
    return None


def refuse_hit(position: Position, command: Command) -> Refusal | None:
    """LCH-1, LCH-9: a press out of order, or a count that is nonsense."""
    by = position.number(command["by"])
    empty = refuse_empty(position)
    if empty is not None:
        return empty
    if not position.in_round:
        return wrong_phase(position, "LCH-9")
    if position.setup.options.interlock == "strict" and by != position.presser:
        if position.presser is None:
            return wrong_phase(position, "LCH-9")
        return out_of_turn(position, "LCH-9", by)
    cards, sticking = command["cards"], command.get("sticking", 0)
    impossible = refuse_ejected(position, cards)
    if impossible is None and not whole(sticking, cards):
        return bad_count("LCH-1", "refusal.sticks", n=cards, said=shown(sticking))
    return impossible


def refuse_ejected(position: Position, cards: object) -> Refusal | None:
    """LCH-1: no more cards come out of a launcher than there are."""
    size = position.setup.size
    if whole(cards, size):
        return None
    return bad_count("LCH-1", "refusal.came_out", said=shown(cards), most=size)


def hit(ruling: Ruling, command: Command) -> None:
    """One press: what came out goes to the owner."""
    position = ruling.position
    by, cards = position.number(command["by"]), int(command["cards"])
    ruling.ejected = cards
    if by != position.presser:
        hit_out_of_order(ruling, by, cards)
        return
    owner = position.owed[0].owner if position.owed else by
    ruling.clause = position.owed[0].reason if position.owed else "LCH-3"
    if cards:
        ruling.say("ruling.hits", by, n=cards)
    else:
        ruling.say("ruling.hits_nothing", by)
    if position.owed:
        until_fire = position.owed[0].hits is None
        serve(ruling, by, 1 if cards or not until_fire else 0)
    else:
        own_hit(ruling, by, cards)
    ruling.take_out(cards, owner)
    if "sticking" in command and position.setup.options.sticking_to == "presser":
        kept_by_presser = int(command["sticking"])
        ruling.give(owner, -kept_by_presser)
        ruling.give(by, kept_by_presser)


def own_hit(ruling: Ruling, by: int, cards: int) -> None:
    """LCH-3: the turn is over, unless a card may still be played (HOU-6).

    HOU-5: one that brings no card goes on, if anything is left that can come.
    """
    position = ruling.position
    ruling.close_window()
    if position.setup.options.play_after_hit:
        ruling.change(has_drawn=True, open_to_all=False)
    else:
        ruling.end_turn(position.next_after(by))
    if not cards and position.launcher and position.setup.options.own_hits == "until_cards":
        ruling.clause = "HOU-5"
        ruling.owe(by, None)


def hit_out_of_order(ruling: Ruling, by: int, cards: int) -> None:
    """LCH-9: what came out is nobody's."""
    ruling.change(adrift=ruling.position.adrift + cards, open_to_all=False)
    if cards:
        ruling.say("ruling.hits_out_of_order", by, "LCH-9", n=cards)
    else:
        ruling.say("ruling.hits_out_of_order_nothing", by, "LCH-9")


def serve(ruling: Ruling, by: int, done: int) -> None:
    """Some of what is owed first is done; the window closes by the one whose turn follows."""
    if is_answerable(ruling.position):
        accept(ruling)
    due, *rest = ruling.position.owed
    if done:
        hits = (due.hits or done) - done
        rest = [replace(due, hits=hits, suspect=None), *rest] if hits else rest
        ruling.position = replace(ruling.position, owed=tuple(rest))
    if ruling.position.open_to_all:
        ruling.change(open_to_all=False)
    window = ruling.position.window
    if window is not None and by == window.closer and by != window.player:
        ruling.close_window()


def refuse_reload(position: Position, command: Command) -> Refusal | None:
    """LCH-5: at any moment of a round when there is something under the top card."""
    clause = reload_clause(position)
    if not position.in_round:
        return wrong_phase(position, clause)
    if not position.can_reload:
        return Refusal("nothing_to_reload", clause, "refusal.nothing_to_reload")
    return None


def reload(ruling: Ruling, command: Command) -> None:
    """The pile except its top card goes into the launcher."""
    position = ruling.position
    cards = position.discard - 1
    ruling.change(launcher=position.launcher + cards, pile=position.pile[-1:], buried=0)
    key = "ruling.reloads" if position.setup.launcher else "ruling.reshuffles"
    ruling.say(key, None, reload_clause(position), n=cards)


def offer_hit(position: Position) -> Iterator[Candidate]:
    """By anybody."""
    for name in everybody(position):
        yield Offer({"do": "hit", "by": name}, ("cards",), ("sticking",)), {"cards": 0}


def offer_reload(position: Position) -> Iterator[Candidate]:
    """In a round."""
    if position.in_round:
        yield Offer({"do": "reload"}), {}


COMMANDS = (
    CommandType(
        "hit",
        "LCH-1",
        refuse_hit,
        hit,
        offer_hit,
        Actor.BY,
        needs={"by": PLAYER, "cards": NUMBER},
        may={"sticking": NUMBER},
        where=Where.WITH_A_LAUNCHER,
        measured=True,
    ),
    CommandType(
        "reload",
        "LCH-5",
        refuse_reload,
        reload,
        offer_reload,
        Actor.ANYBODY,
        loads=True,
        depends=Depends.ANY_COMMAND,
    ),
)

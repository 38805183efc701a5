"""The launcher: presses and what came out, reloading (LCH)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.commands.command_type import Candidate, CommandType, Offer, Where
from rules.commands.handler import (
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
from rules.ruling import Ruling
from rules.words import counted, shown


def reload_clause(position: Position) -> str:
    """LCH-5, or PGR-12 where cards are drawn."""
    return "LCH-5" if position.setup.edition.launcher else "PGR-12"


def reload_asked(position: Position) -> str:
    """What the table is asked to do, as the beginning of a sentence."""
    if position.setup.launcher:
        held = counted(position.launcher, "card")
        return f"The launcher holds {held}: reload it with the pile"
    return "The draw pile is used up: shuffle the discard pile into a new one"


def refuse_empty(position: Position) -> Refusal | None:
    """LCH-5, PGR-12: nothing is there to come out, but it can be reloaded."""
    if position.launcher == 0 and position.can_reload:
        sentence = (
            f"The {position.setup.stock} is empty: reload it with the pile, except its top card."
        )
        return Refusal("launcher_empty", reload_clause(position), sentence)
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
    if not whole(cards, position.setup.size):
        return bad_count("LCH-1", f"{shown(cards)} cards cannot have come out.")
    if not whole(sticking, cards):
        return bad_count("LCH-1", f"{shown(sticking)} of {cards} cards cannot stick out.")
    return None


def hit(ruling: Ruling, command: Command) -> None:
    """One press: what came out goes to the owner."""
    position = ruling.position
    by, cards = position.number(command["by"]), int(command["cards"])
    ruling.ejected = cards
    came = f"{counted(cards, 'card') if cards else 'nothing'} come{'' if cards > 1 else 's'} out"
    if by != position.presser:
        ruling.change(adrift=position.adrift + cards)
        text = f"{command['by']} presses out of order: {came}, for nobody: set the counts."
        ruling.say("hits", text, by, "LCH-9")
        return
    owner = position.owed[0].owner if position.owed else by
    ruling.clause = position.owed[0].reason if position.owed else "LCH-3"
    ruling.say("hits", f"{command['by']} hits: {came}.", by)
    if position.owed:
        until_fire = position.owed[0].hits is None
        serve(ruling, by, 1 if cards or not until_fire else 0)
    else:
        ruling.close_window()
        ruling.end_turn(position.next_after(by))
    ruling.take_out(cards, owner)
    if "sticking" in command and position.setup.options.sticking_to == "presser":
        kept_by_presser = int(command["sticking"])
        ruling.give(owner, -kept_by_presser)
        ruling.give(by, kept_by_presser)


def serve(ruling: Ruling, by: int, done: int) -> None:
    """Some of what is owed first is done; the window closes by the one whose turn follows."""
    due, *rest = ruling.position.owed
    if done:
        hits = (due.hits or done) - done
        rest = [replace(due, hits=hits, suspect=None), *rest] if hits else rest
        ruling.change(owed=tuple(rest))
    window = ruling.position.window
    if window is not None and by == window.closer and by != window.player:
        ruling.close_window()


def refuse_reload(position: Position, command: Command) -> Refusal | None:
    """LCH-5: at any moment of a round when there is something under the top card."""
    clause = reload_clause(position)
    if not position.in_round:
        return wrong_phase(position, clause)
    if not position.can_reload:
        sentence = "There is nothing under the top card to reload."
        return Refusal("nothing_to_reload", clause, sentence)
    return None


def reload(ruling: Ruling, command: Command) -> None:
    """The pile except its top card goes into the launcher."""
    position = ruling.position
    cards = position.discard - 1
    ruling.change(launcher=position.launcher + cards, pile=position.pile[-1:], buried=0)
    are = "is" if cards == 1 else "are"
    stock = f"the {position.setup.stock}"
    text = f"{counted(cards, 'card')} of the pile {are} shuffled into {stock}."
    ruling.say("reloads", text, clause=reload_clause(position))


def offer_hit(position: Position) -> Iterator[Candidate]:
    """By anybody, in a round."""
    for name in everybody(position) if position.in_round else ():
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
        needs={"by": PLAYER, "cards": NUMBER},
        may={"sticking": NUMBER},
        where=Where.WITH_A_LAUNCHER,
        measured=True,
    ),
    CommandType("reload", "LCH-5", refuse_reload, reload, offer_reload, loads=True),
)

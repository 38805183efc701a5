"""The launcher: presses and what came out, reloading (LCH)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.commands.handler import Command, Handler, bad_count, out_of_turn, whole, wrong_phase
from rules.outcome import Refusal
from rules.position import Position
from rules.ruling import Ruling
from rules.words import counted, shown


def refuse_hit(position: Position, command: Command) -> Refusal | None:
    """LCH-1, LCH-9: a press out of order, or a count that is nonsense."""
    by = position.number(command["by"])
    if position.launcher == 0 and position.can_reload:
        sentence = "The launcher is empty: reload it with the pile, except its top card."
        return Refusal("launcher_empty", "LCH-5", sentence)
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
        serve(ruling, by, cards)
    else:
        ruling.close_window()
        ruling.change(turn=position.next_after(by), called=False)
    ruling.take_out(cards)
    kept_by_presser = 0
    if position.setup.options.sticking_to == "presser":
        kept_by_presser = int(command.get("sticking", 0))
    ruling.change_seat(owner, hand=ruling.seat(owner).hand + cards - kept_by_presser)
    ruling.change_seat(by, hand=ruling.seat(by).hand + kept_by_presser)


def serve(ruling: Ruling, by: int, cards: int) -> None:
    """One of the owed presses is done; the window closes by the one whose turn follows."""
    due, *rest = ruling.position.owed
    if due.hits is None:
        left = [] if cards else [due]
    else:
        left = [replace(due, hits=due.hits - 1)] if due.hits > 1 else []
    ruling.change(owed=(*left, *rest))
    window = ruling.position.window
    if window is not None and by == window.closer and by != window.player:
        ruling.close_window()


def refuse_reload(position: Position, command: Command) -> Refusal | None:
    """LCH-5: at any moment of a round when there is something under the top card."""
    if not position.in_round:
        return wrong_phase(position, "LCH-5")
    if not position.can_reload:
        sentence = "There is nothing under the top card to reload."
        return Refusal("nothing_to_reload", "LCH-5", sentence)
    return None


def reload(ruling: Ruling, command: Command) -> None:
    """The pile except its top card goes into the launcher."""
    position = ruling.position
    cards = position.discard - 1
    ruling.change(launcher=position.launcher + cards, pile=position.pile[-1:], buried=0)
    are = "is" if cards == 1 else "are"
    text = f"{counted(cards, 'card')} of the pile {are} shuffled into the launcher."
    ruling.say("reloads", text, clause="LCH-5")


HANDLERS = {"hit": Handler(refuse_hit, hit), "reload": Handler(refuse_reload, reload)}

"""Where cards are drawn, not hit: draws, passing, the Wild Draw Four's challenge (PGR)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Offer, Where
from rules.commands.pressing import refuse_ejected, refuse_empty, serve
from rules.commands.refusals import (
    Command,
    bad_count,
    everybody,
    has_no_turns,
    out_of_turn,
    whole,
    wrong_phase,
)
from rules.commands.types import NUMBER, PLAYER, TRUTH
from rules.outcome import Refusal
from rules.position import OWN_DRAW, Owed, Position
from rules.quoting import shown
from rules.ruling import Ruling

GUILTY_DRAWS = 4
INNOCENT_DRAWS = 6
"""PGR-7: of the one who played the card, of the one who challenged in vain."""


def refuse_draw(position: Position, command: Command) -> Refusal | None:
    """PGR-1, PGR-2, PGR-12: by whom it is due, and from a pile no more than is due."""
    if position.launcher == 0 and (empty := refuse_empty(position)) is not None:
        return empty
    drawer, due = due_draw(position)
    if drawer is None:
        return wrong_phase(position, "PGR-2")
    if position.seats[drawer].name != command["by"]:
        return out_of_turn(position, "PGR-2", position.number(command["by"]))
    cards = command["cards"]
    if position.setup.launcher:
        return refuse_ejected(position, cards)
    if not whole(cards, due) or cards == 0:
        key = "refusal.draws_one" if due == 1 else "refusal.draws_up_to"
        return bad_count("PGR-1", key, player=command["by"], n=due, said=shown(cards))
    return None


def due_draw(position: Position) -> tuple[int | None, int]:
    """Who draws next, and how many cards; None: nobody does."""
    due = OWN_DRAW
    if position.owed:
        due = position.owed[0].hits or 0
    return position.presser, due


def draw(ruling: Ruling, command: Command) -> None:
    """The cards go to who draws. A launcher may give fewer than are due, or more (PGR-1)."""
    position = ruling.position
    by, due = due_draw(position)
    cards = int(command["cards"])
    assert by is not None
    ruling.clause = position.owed[0].reason if position.owed else "PGR-2"
    ruling.say("ruling.draws", by, n=cards)
    if position.owed:
        serve(ruling, by, min(cards, due))
    else:
        if position.window is not None:
            ruling.close_window()
        ruling.position = replace(ruling.position, has_drawn=cards > 0, open_to_all=False)
    ruling.take_out(cards, by)
    if position.setup.launcher:
        ruling.ejected = cards
        unknown = ruling.position.surplus - position.surplus
        show_surplus(ruling, cards - due, unknown)


def show_surplus(ruling: Ruling, surplus: int, unknown: int) -> None:
    """PGR-1: a surplus is kept and shown; ``unknown`` of it is a discrepancy already (DECK-6)."""
    if surplus > unknown:
        ruling.change(surplus=ruling.position.surplus + surplus - unknown)
        ruling.say("ruling.too_many_dealt", None, "PGR-1", n=surplus)


def refuse_pass(position: Position, command: Command) -> Refusal | None:
    """PGR-2, PGR-12, HOU-6: after a draw or hit, or when nothing is left to draw or hit."""
    clause = pass_clause(position)
    if position.owed or position.stage != "play" or position.choosing or position.awaits_color:
        return wrong_phase(position, clause)
    turn = position.turn
    if turn is None or position.seats[turn].name != command["by"]:
        return out_of_turn(position, clause, position.number(command["by"]))
    if not position.has_drawn and (position.launcher or position.can_reload):
        key = "refusal.must_hit" if position.setup.edition.launcher else "refusal.must_draw"
        return Refusal("must_draw", clause, key, {"player": command["by"]})
    return None


def pass_clause(position: Position) -> str:
    """PGR-2 after a draw, HOU-6 after a hit."""
    return "HOU-6" if position.setup.edition.launcher else "PGR-2"


def pass_turn(ruling: Ruling, command: Command) -> None:
    """The turn is over."""
    position = ruling.position
    assert position.turn is not None
    nothing_left = "LCH-6" if position.setup.edition.launcher else "PGR-12"
    clause = pass_clause(position) if position.has_drawn else nothing_left
    ruling.say("ruling.passes", position.turn, clause)
    ruling.end_turn(position.next_after(position.turn))


def challenged(position: Position) -> Owed | None:
    """The draws of a Wild Draw Four whose victim has not said a word yet (PGR-7).

    They are last: nobody plays meanwhile, and penalties go ahead of them.
    """
    last = position.owed[-1] if position.owed else None
    return None if last is None or last.suspect is None else last


def refuse_challenge(position: Position, command: Command) -> Refusal | None:
    """PGR-7: by the one who is to draw, before drawing."""
    owed = challenged(position)
    if owed is None:
        return wrong_phase(position, "PGR-7", "refusal.nothing_to_challenge")
    by = position.number(command["by"])
    if by == owed.owner:
        return None
    if position.seats[by].out:
        return has_no_turns(position, by)
    values = {"player": position.name(owed.owner)}
    return Refusal("out_of_turn", "PGR-7", "refusal.others_challenge", values)


def challenge(ruling: Ruling, command: Command) -> None:
    """PGR-7: guilty, and it turns round; innocent, and it costs two more."""
    position = ruling.position
    ruling.clause = "PGR-7"
    due = challenged(position)
    assert due is not None and due.suspect is not None
    suspect = position.name(due.suspect)
    key = "ruling.finds_guilty" if command["guilty"] else "ruling.finds_innocent"
    ruling.say(key, due.owner, suspect=suspect)
    ruling.change(owed=position.owed[:-1])
    if command["guilty"]:
        ruling.owe(due.suspect, GUILTY_DRAWS)
        ruling.end_turn(due.owner)
    else:
        ruling.owe(due.owner, INNOCENT_DRAWS)


def offer_draw(position: Position) -> Iterator[Candidate]:
    """By anybody."""
    for name in everybody(position):
        yield Offer({"do": "draw", "by": name}, ("cards",)), {"cards": 1}


def offer_pass(position: Position) -> Iterator[Candidate]:
    """By anybody."""
    for name in everybody(position):
        yield Offer({"do": "pass", "by": name}), {}


def offer_challenge(position: Position) -> Iterator[Candidate]:
    """By anybody."""
    for name in everybody(position):
        yield Offer({"do": "challenge", "by": name}, ("guilty",)), {"guilty": True}


COMMANDS = (
    CommandType(
        "draw",
        "PGR-2",
        refuse_draw,
        draw,
        offer_draw,
        Actor.BY,
        needs={"by": PLAYER, "cards": NUMBER},
        where=Where.NAMED,
    ),
    CommandType(
        "pass",
        "PGR-2",
        refuse_pass,
        pass_turn,
        offer_pass,
        Actor.BY,
        needs={"by": PLAYER},
        where=Where.NAMED,
    ),
    CommandType(
        "challenge",
        "PGR-7",
        refuse_challenge,
        challenge,
        offer_challenge,
        Actor.BY,
        needs={"by": PLAYER, "guilty": TRUTH},
        where=Where.NAMED,
    ),
)

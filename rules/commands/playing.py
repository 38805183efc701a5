"""A card is played (COM-4 to COM-15)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Offer
from rules.commands.members import (
    is_let_be,
    may_be_added,
    needs,
    samples,
    ways,
    wrong_play,
)
from rules.commands.play_refusals import MEMBERS_OF_ALL, fitting, refuse_play
from rules.commands.refusals import Command
from rules.commands.types import (
    CALLED,
    CARD,
    CARDS,
    ICON,
    PLAYER,
    RULE,
    TOWERS,
    TRUTH,
    UNHEARD,
)
from rules.edition import Kind, Last
from rules.position import Position, Window
from rules.ruling import Ruling
from rules.stacking import answers, is_answerable

NOTHING: tuple[str, ...] = ()
"""What lies under most cards."""


def play(ruling: Ruling, command: Command) -> None:
    """The card touches the pile, and does what it does."""
    before = ruling.position
    card = before.setup.edition.cards[command["card"]]
    kind, under = card.kind, NOTHING
    assert before.turn is not None
    player = before.turn
    if before.seats[player].name != command["by"]:
        player = before.number(command["by"])
        ruling.say("ruling.jumps_in", player, "HOU-2")
    ruling.player = player
    ruling.clause = kind.play.clause
    if before.owed:
        ruling.answered = before.owed[0].hits or 0
        ruling.position = replace(before, owed=before.owed[1:])
    if before.window is not None:
        ruling.close_window()
    if len(command) == MEMBERS_OF_ALL:
        ruling.lay((card.name,), card.color)
        ruling.say("ruling.plays", player, card=card.name)
    else:
        kind, under = before.setup.kind(command), tuple(command.get("with", ()))
        ruling.clause = kind.play.clause
        choose(ruling, command)
        called = command.get("color")
        if called == UNHEARD:
            called = None
            ruling.lay((*under, card.name), None, player)
        else:
            ruling.lay((*under, card.name), called or card.color)
        say_played(ruling, card.name, called, len(under))
    if len(under) + 1 == before.seats[player].hand:
        go_out(ruling, kind, is_let_be(command))
        return
    kind.play.effect(ruling)
    if ruling.position.seats[player].hand == 1:
        open_window(ruling, player, before.called and player == before.turn)


def choose(ruling: Ruling, command: Command) -> None:
    """Whom and what the player chose with the card."""
    if "target" in command:
        ruling.target = ruling.position.number(command["target"])
    if "towers" in command:
        ruling.towers = tuple(command["towers"])
    elif "icon" in command:
        ruling.towers = (command["icon"],)


def say_played(ruling: Ruling, card: str, color: str | None, under: int) -> None:
    """What is played, on how many other cards, and which colour is called with it."""
    if color is None and not under:
        ruling.say("ruling.plays", ruling.player, card=card)
    elif color is None:
        ruling.say("ruling.plays_on", ruling.player, card=card, n=under)
    elif not under:
        ruling.say("ruling.plays_calling", ruling.player, card=card, color=color)
    else:
        ruling.say("ruling.plays_on_calling", ruling.player, card=card, n=under, color=color)


def go_out(ruling: Ruling, kind: Kind, let_be: bool) -> None:
    """COM-15, ATK-11: the round is won, whatever the card still sets off."""
    carried_out = {
        Last.CARRIED_OUT: True,
        Last.AS_CHOSEN: not let_be,
        Last.HOUSE_OPTION: ruling.position.setup.options.last_card_hits,
    }
    ruling.win_round(ruling.player)
    if carried_out.get(kind.last, False):
        kind.play.effect(ruling)
    ruling.end_turn(None)


def open_window(ruling: Ruling, player: int, called: bool) -> None:
    """COM-12: from the touch on. Next closes it: by an owed press, or by taking a turn."""
    position = ruling.position
    following = position.next_after(player)
    presses = any(owed.by == following for owed in position.owed)
    closer = following if presses else position.turn
    ruling.change(window=Window(player, called, closer))


def offer_play(position: Position) -> Iterator[Candidate]:
    """Every card that fits, in every way to play it; the others are refused in any case."""
    if not position.in_round or position.turn is None:
        return
    may_answer = is_answerable(position)
    if not may_answer and position.phase not in ("play", "drawn"):
        return
    for name in fitting(position, position.setup.deck):
        if not may_answer or answers(position, position.setup.card(name).kind):
            yield from offer_card(position, position.turn, name)
    if position.open_to_all and position.top is not None and not may_answer:
        for seat in position.others(position.turn):
            yield from offer_card(position, seat, position.top)


def offer_card(position: Position, seat: int, card: str) -> Iterator[Candidate]:
    """That card by that player, in every way to play it."""
    for way in ways(position, {"do": "play", "by": position.name(seat), "card": card}):
        sample = samples(position, way)
        yield Offer(way, needs(position, way), may_be_added(position, way)), sample


COMMANDS = (
    CommandType(
        "play",
        "COM-4",
        refuse_play,
        play,
        offer_play,
        Actor.BY,
        needs={"by": PLAYER, "card": CARD},
        may={
            "color": CALLED,
            "target": PLAYER,
            "with": CARDS,
            "towers": TOWERS,
            "icon": ICON,
            "rule": RULE,
            "carry_out": TRUTH,
        },
        wrong=wrong_play,
    ),
)

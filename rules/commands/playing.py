"""A card is played, a colour called (COM-4 to COM-15)."""

from __future__ import annotations

from rules.commands.handler import (
    Command,
    Handler,
    awaited,
    bad_count,
    is_out,
    out_of_turn,
    wrong_phase,
)
from rules.edition import Card, Last
from rules.outcome import Refusal
from rules.position import PENALTIES, Position, Window
from rules.ruling import Ruling
from rules.words import counted


def matches(position: Position, card: Card) -> bool:
    """COM-4: by colour, by number or symbol, or a wild."""
    assert position.top is not None
    return (
        card.color is None
        or card.color == position.color
        or card.kind is position.setup.card(position.top).kind
    )


def refuse_play(position: Position, command: Command) -> Refusal | None:
    """Everything that can be wrong with a play whose members are the right ones."""
    card = position.setup.card(command["card"])
    clause = card.kind.play.clause
    by = position.number(command["by"])
    if position.owed:
        return Refusal("hits_owed", "LCH-8", f"No card can be played: {awaited(position)}.")
    if position.phase != "play":
        return wrong_phase(position, "COM-4")
    if by != position.turn:
        return out_of_turn(position, "COM-4", by)
    return (
        refuse_copies(position, card, command)
        or refuse_hand(position, card, by, command)
        or refuse_choices(position, card, by, command)
        or refuse_under(card, clause, command)
    )


def refuse_copies(position: Position, card: Card, command: Command) -> Refusal | None:
    """DECK-6: a card whose every copy lies face up cannot be played; COM-4: it must match."""
    laid = (card.name, *command.get("with", ()))
    for name in dict.fromkeys(laid):
        if position.pile.count(name) + laid.count(name) > position.setup.deck[name]:
            title = position.setup.card(name).title
            return Refusal("not_in_deck", "DECK-6", f"Every {title} lies face up already.")
    if not matches(position, card):
        assert position.top is not None
        top = position.setup.card(position.top)
        called = "" if top.color == position.color else f" with {position.color} called"
        sentence = f"A {card.title} does not match the {top.title}{called}."
        return Refusal("no_match", "COM-4", sentence)
    return None


def refuse_hand(position: Position, card: Card, by: int, command: Command) -> Refusal | None:
    """A hand holds what is laid, and nobody goes out with what forbids it (ATK-6)."""
    hand = position.seats[by].hand
    laid = 1 + len(command.get("with", ()))
    if laid > hand:
        sentence = f"{command['by']} holds {counted(hand, 'card')}, not {laid}."
        return Refusal("hand_too_small", "DECK-6", sentence)
    if laid == hand and card.kind.last is Last.FORBIDDEN:
        sentence = f"Nobody goes out with {card.kind.name}: hit instead."
        return Refusal("cannot_go_out", "ATK-6", sentence)
    return None


def refuse_choices(position: Position, card: Card, by: int, command: Command) -> Refusal | None:
    """What the card needs comes with the play."""
    needs = card.kind.needs
    clause = card.kind.play.clause
    if "color" in needs and "color" not in command:
        return Refusal("color_required", "COM-5", f"Call a colour with the {card.kind.name}.")
    if "target" in needs:
        if "target" not in command:
            sentence = f"Choose a player for the {card.kind.name}."
            return Refusal("target_required", clause, sentence)
        target = position.number(command["target"])
        if target == by:
            return Refusal("bad_target", clause, f"{command['by']} must choose somebody else.")
        if position.seats[target].out:
            return is_out(position, target)
    return None


def refuse_under(card: Card, clause: str, command: Command) -> Refusal | None:
    """ATK-3: what lies under a Discard All has its colour."""
    for name in command.get("with", ()):
        if not name.startswith(f"{card.color}-"):
            return bad_count(clause, f"A {card.title} takes {card.color} cards alone, not {name}.")
    return None


def play(ruling: Ruling, command: Command) -> None:
    """The card touches the pile, and does what it does."""
    before = ruling.position
    card = before.setup.card(command["card"])
    under = tuple(command.get("with", ()))
    player = ruling.player = before.number(command["by"])
    if "target" in command:
        ruling.target = before.number(command["target"])
    ruling.clause = card.kind.play.clause
    ruling.close_window()
    ruling.change_seat(player, hand=before.seats[player].hand - 1 - len(under))
    ruling.change(
        pile=(*before.pile, *under, card.name),
        color=command.get("color", card.color),
        turn=before.next_after(player),
        called=False,
    )
    laid = f" on {counted(len(under), 'card')}" if under else ""
    call = f" and calls {command['color']}" if "color" in command else ""
    ruling.say("plays", f"{command['by']} plays a {card.title}{laid}{call}.", player)
    if ruling.seat(player).hand == 0:
        go_out(ruling, card)
        return
    card.kind.play.effect(ruling)
    if ruling.seat(player).hand == 1:
        open_window(ruling, player, before.called)


def go_out(ruling: Ruling, card: Card) -> None:
    """COM-15, ATK-11: the round is won, whatever the card still sets off."""
    last = card.kind.last
    ruling.change(round_winner=ruling.player)
    text = f"{ruling.name(ruling.player)} has no cards left and wins the round."
    ruling.say("round_won", text, ruling.player, "COM-15")
    if last is Last.CARRIED_OUT or (
        last is Last.HOUSE_OPTION and ruling.position.setup.options.last_card_hits
    ):
        card.kind.play.effect(ruling)
    ruling.change(turn=None)


def open_window(ruling: Ruling, player: int, called: bool) -> None:
    """COM-12: from the touch on. Next closes it: by an owed press, or by taking a turn."""
    position = ruling.position
    following = position.next_after(player)
    presses = any(owed.by == following for owed in position.owed)
    closer = following if presses else position.turn
    ruling.change(window=Window(player, called, closer))


def refuse_color(position: Position, command: Command) -> Refusal | None:
    """COM-11: asked of who begins after a turned-up wild, once what that card set off is done."""
    waits = any(owed.reason not in PENALTIES for owed in position.owed)
    if position.turn is None or position.color is not None or waits:
        return wrong_phase(position, "COM-11")
    by = position.number(command["by"])
    if by != position.turn:
        return out_of_turn(position, "COM-11", by)
    if "color" not in command:
        return Refusal("color_required", "COM-11", "Say which colour is called.")
    return None


def color(ruling: Ruling, command: Command) -> None:
    """The colour to match is the called one."""
    ruling.change(color=command["color"])
    text = f"{command['by']} calls {command['color']}."
    ruling.say("calls", text, ruling.position.number(command["by"]), "COM-11")


HANDLERS = {"play": Handler(refuse_play, play), "color": Handler(refuse_color, color)}

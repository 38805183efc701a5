"""A card is played (COM-4 to COM-15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.commands.command_type import Candidate, CommandType, Offer
from rules.commands.handler import (
    Command,
    awaited,
    bad_count,
    is_out,
    out_of_turn,
    wrong_phase,
)
from rules.commands.members import (
    is_let_be,
    laid_under_all_towers,
    may_be_added,
    needs,
    samples,
    towers_due,
    ways,
    wrong_play,
)
from rules.commands.types import CARD, CARDS, COLOR, ICON, PLAYER, RULE, TOWERS, TRUTH
from rules.edition import Card, Kind, Last
from rules.outcome import Refusal
from rules.position import ICONS, Position, Window
from rules.ruling import Ruling
from rules.words import counted


def matches(position: Position, card: Card) -> bool:
    """COM-4: by colour, by number or symbol (but PGR-4), or a wild."""
    if card.color is None or card.color == position.color:
        return True
    top = position.setup.edition.cards[position.pile[-1]]
    return card.kind is top.kind and not position.color_only


def refuse_play(position: Position, command: Command) -> Refusal | None:
    """Everything that can be wrong with a play whose members are the right ones."""
    if position.owed:
        return Refusal("hits_owed", "LCH-8", f"No card can be played: {awaited(position)}.")
    if position.phase not in ("play", "drawn"):
        return wrong_phase(position, "COM-4")
    turn = position.turn
    if turn is None or position.seats[turn].name != command["by"]:
        return out_of_turn(position, "COM-4", position.number(command["by"]))
    card = position.setup.card(command["card"])
    kind = position.setup.kind(command)
    return (
        refuse_copies(position, card, command)
        or refuse_hand(position.seats[turn].hand, kind, command)
        or refuse_choices(position, kind, command)
        or refuse_towers(position, kind, command)
        or refuse_under(position, card, command)
    )


def refuse_copies(position: Position, card: Card, command: Command) -> Refusal | None:
    """DECK-6: a card whose every copy lies face up cannot be played; COM-4: it must match."""
    laid = (card.name, *command["with"]) if "with" in command else (card.name,)
    for name in laid:
        if position.pile.count(name) + laid.count(name) > position.setup.deck[name]:
            title = position.setup.card(name).title
            return Refusal("not_in_deck", "DECK-6", f"Every {title} lies face up already.")
    if not matches(position, card):
        assert position.top is not None
        top = position.setup.card(position.top)
        if card.kind is top.kind:
            sentence = f"Who begins matches the {top.title} by its colour alone."
            return Refusal("no_match", "PGR-4", sentence)
        called = "" if top.color == position.color else f" with {position.color} called"
        sentence = f"A {card.title} does not match the {top.title}{called}."
        return Refusal("no_match", "COM-4", sentence)
    return None


def refuse_hand(held: int, kind: Kind, command: Command) -> Refusal | None:
    """A hand holds what is laid, and nobody goes out with what forbids it (ATK-6)."""
    laid = 1 + len(command.get("with", ()))
    if laid > held:
        sentence = f"{command['by']} holds {counted(held, 'card')}, not {laid}."
        return Refusal("hand_too_small", "DECK-6", sentence)
    if laid == held and kind.last is Last.FORBIDDEN:
        sentence = f"Nobody goes out with {kind.name}: hit instead."
        return Refusal("cannot_go_out", "ATK-6", sentence)
    return None


def refuse_choices(position: Position, kind: Kind, command: Command) -> Refusal | None:
    """What the card needs comes with the play: a colour, a player."""
    if kind.wild and "color" not in command:
        return Refusal("color_required", "COM-5", f"Call a colour with the {kind.name}.")
    if not kind.target or is_let_be(command):
        return None
    return refuse_target(position, kind.name, kind.play.clause, command)


def refuse_target(position: Position, name: str, clause: str, command: Command) -> Refusal | None:
    """The chosen one is another player who takes part."""
    if "target" not in command:
        return Refusal("target_required", clause, f"Choose a player for the {name}.")
    target = position.number(command["target"])
    if target == position.number(command["by"]):
        return Refusal("bad_target", clause, f"{command['by']} must choose somebody else.")
    return is_out(position, target) if position.seats[target].out else None


def refuse_towers(position: Position, kind: Kind, command: Command) -> Refusal | None:
    """PGR-4, PGR-5: towers that the player does not hold, as many as the card takes."""
    due = towers_due(position, command) if kind.towers else 0
    if due == 0:
        return None
    clause = kind.play.clause
    asked = f"Take {counted(due, 'tower')} with the {kind.name}"
    if "towers" not in command:
        return Refusal("towers_required", clause, f"{asked}.")
    towers = command["towers"]
    for icon in towers:
        if position.towers[ICONS.index(icon)] == position.number(command["by"]):
            sentence = f"{command['by']} holds the tower {icon} already."
            return Refusal("bad_target", clause, sentence)
    if len(set(towers)) != due or len(towers) != due:
        return bad_count(clause, f"{asked}, each one once.")
    return None


def refuse_under(position: Position, card: Card, command: Command) -> Refusal | None:
    """ATK-3, PGR-11: what lies under the card: of its colour, or all of the hand but one card."""
    under = command.get("with", ())
    takes_towers = card.kind.towers or "icon" in command
    due = laid_under_all_towers(position, command) if takes_towers else 0
    if due:
        if len(under) == due:
            return None
        sentence = f"With all four towers {command['by']} lays {counted(due, 'card')} under it"
        return bad_count("PGR-11", f"{sentence}, not {len(under)}.")
    for name in under:
        if not name.startswith(f"{card.color}-"):
            sentence = f"A {card.title} takes {card.color} cards alone, not {name}."
            return bad_count(card.kind.play.clause, sentence)
    return None


def play(ruling: Ruling, command: Command) -> None:
    """The card touches the pile, and does what it does."""
    before = ruling.position
    card = before.setup.card(command["card"])
    kind = before.setup.kind(command)
    under = tuple(command.get("with", ()))
    assert before.turn is not None
    player = ruling.player = before.turn
    if "target" in command:
        ruling.target = before.number(command["target"])
    if "towers" in command:
        ruling.towers = tuple(command["towers"])
    elif "icon" in command:
        ruling.towers = (command["icon"],)
    ruling.clause = kind.play.clause
    ruling.close_window()
    ruling.lay((*under, card.name), command.get("color", card.color))
    laid = f" on {counted(len(under), 'card')}" if under else ""
    call = f" and calls {command['color']}" if "color" in command else ""
    ruling.say("plays", f"{command['by']} plays a {card.title}{laid}{call}.", player)
    if len(under) + 1 == before.seats[player].hand:
        go_out(ruling, kind, is_let_be(command))
        return
    kind.play.effect(ruling)
    if ruling.position.seats[player].hand == 1:
        open_window(ruling, player, before.called)


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
    if not position.in_round or position.turn is None or position.phase not in ("play", "drawn"):
        return
    player = position.name(position.turn)
    for name in position.setup.deck:
        if matches(position, position.setup.card(name)):
            for way in ways(position, {"do": "play", "by": player, "card": name}):
                sample = samples(position, way)
                yield Offer(way, needs(position, way), may_be_added(position, way)), sample


COMMANDS = (
    CommandType(
        "play",
        "COM-4",
        refuse_play,
        play,
        offer_play,
        needs={"by": PLAYER, "card": CARD},
        may={
            "color": COLOR,
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

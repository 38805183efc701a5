"""A card is played (COM-4 to COM-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.commands.command_type import Actor, Candidate, CommandType, Offer
from rules.commands.members import (
    PLAY,
    is_let_be,
    laid_under_all_towers,
    may_be_added,
    needs,
    samples,
    towers_due,
    ways,
    wrong_play,
)
from rules.commands.refusals import (
    Command,
    bad_count,
    is_out,
    out_of_turn,
    owed_first,
    wrong_phase,
)
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
from rules.edition import Card, Kind, Last
from rules.outcome import Refusal
from rules.position import ICONS, Position, Window
from rules.ruling import Ruling

MEMBERS_OF_ALL = len(PLAY)
NOTHING: tuple[str, ...] = ()
"""What lies under most cards."""


def matches(position: Position, card: Card) -> bool:
    """COM-4: by colour, by number or symbol (but PGR-4), or a wild.

    On a colour that was called and not told, any colour: it is the called one.
    """
    if card.color is None or card.color == position.color or position.caller is not None:
        return True
    top = position.setup.edition.cards[position.pile[-1]]
    return card.kind is top.kind and not position.color_only


def fitting(position: Position, names: Iterable[str]) -> list[str]:
    """Those of the cards that match: as ``matches`` says of each, at once for a hand."""
    cards, color = position.setup.edition.cards, position.color
    if position.caller is not None:
        return list(names)
    kind = None if position.color_only else cards[position.pile[-1]].kind
    return [
        name
        for name in names
        if (card := cards[name]).color is None or card.color == color or card.kind is kind
    ]


def refuse_play(position: Position, command: Command) -> Refusal | None:
    """Everything that can be wrong with a play whose members are the right ones."""
    if position.owed:
        return Refusal("hits_owed", "LCH-8", *owed_first(position))
    if position.stage != "play" or position.choosing or position.awaits_color:
        return wrong_phase(position, "COM-4")
    turn = position.turn
    if turn is None or position.seats[turn].name != command["by"]:
        return out_of_turn(position, "COM-4", position.number(command["by"]))
    setup, held, name = position.setup, position.seats[turn].hand, command["card"]
    card = setup.edition.cards[name]
    plain = len(command) == MEMBERS_OF_ALL and card.kind.plain and held > 1  # as most plays are
    if plain and position.pile.count(name) < setup.deck[name] and matches(position, card):
        return None
    return refuse_card(position, card, held, command)


def refuse_card(position: Position, card: Card, held: int, command: Command) -> Refusal | None:
    """What can be wrong with the card that is laid out of a hand of ``held``."""
    kind, under = position.setup.kind(command), command.get("with", ())
    return (
        refuse_copies(position, card, under)
        or refuse_hand(held, kind, 1 + len(under), command)
        or refuse_choices(position, kind, command)
        or refuse_towers(position, kind, command)
        or refuse_under(position, card, command)
    )


def refuse_copies(position: Position, card: Card, under: Sequence[str]) -> Refusal | None:
    """DECK-6: a card whose every copy lies face up cannot be played; COM-4: it must match."""
    if position.pile.count(card.name) >= position.setup.deck[card.name]:
        return Refusal("not_in_deck", "DECK-6", "refusal.all_face_up", {"card": card.name})
    for name in under:
        copies_left = position.setup.deck[name] - position.pile.count(name)
        if copies_left < under.count(name) + (name == card.name):
            key = "refusal.copies_left" if copies_left else "refusal.all_face_up"
            values = {"card": name, "n": copies_left} if copies_left else {"card": name}
            return Refusal("not_in_deck", "DECK-6", key, values)
    return None if matches(position, card) else no_match(position, card)


def no_match(position: Position, card: Card) -> Refusal:
    """COM-4: what would match; PGR-4: that the kind does not count."""
    assert position.top is not None
    top = position.setup.card(position.top)
    if card.kind is top.kind:
        return Refusal("no_match", "PGR-4", "refusal.color_alone", {"card": top.name})
    if top.color == position.color:
        values = {"card": card.name, "top": top.name}
        return Refusal("no_match", "COM-4", "refusal.no_match", values)
    values = {"card": card.name, "color": str(position.color)}
    return Refusal("no_match", "COM-4", "refusal.no_match_called", values)


def refuse_hand(held: int, kind: Kind, laid_cards: int, command: Command) -> Refusal | None:
    """A hand holds what is laid, and nobody goes out with what forbids it (ATK-6)."""
    if laid_cards > held:
        values = {"player": command["by"], "n": held, "laid": laid_cards}
        return Refusal("hand_too_small", "DECK-6", "refusal.hand_too_small", values)
    if laid_cards == held and kind.last is Last.FORBIDDEN:
        return Refusal("cannot_go_out", "ATK-6", "refusal.cannot_go_out", {"kind": kind.id})
    return None


def refuse_choices(position: Position, kind: Kind, command: Command) -> Refusal | None:
    """What the card needs comes with the play: a colour, a player."""
    if kind.wild and "color" not in command:
        return Refusal("color_required", "COM-5", "refusal.color_required", {"kind": kind.id})
    if not kind.target or is_let_be(command):
        return None
    return refuse_target(position, kind.id, kind.play.clause, command)


def refuse_target(position: Position, kind: str, clause: str, command: Command) -> Refusal | None:
    """The chosen one is another player who takes part."""
    if "target" not in command:
        return Refusal("target_required", clause, "refusal.target_required", {"kind": kind})
    target = position.number(command["target"])
    if target == position.number(command["by"]):
        values = {"player": command["by"]}
        return Refusal("bad_target", clause, "refusal.target_oneself", values)
    return is_out(position, target) if position.seats[target].out else None


def refuse_towers(position: Position, kind: Kind, command: Command) -> Refusal | None:
    """PGR-4, PGR-5: towers that the player does not hold, as many as the card takes."""
    due = towers_due(position, command) if kind.towers else 0
    if due == 0:
        return None
    clause = kind.play.clause
    values = {"kind": kind.id, "n": due}
    if "towers" not in command:
        return Refusal("towers_required", clause, "refusal.towers_required", values)
    towers = command["towers"]
    for icon in towers:
        if position.towers[ICONS.index(icon)] == position.number(command["by"]):
            held = {"player": command["by"], "tower": icon}
            return Refusal("bad_target", clause, "refusal.tower_held", held)
    if len(set(towers)) != due or len(towers) != due:
        return bad_count(clause, "refusal.towers_required", **values)
    return None


def refuse_under(position: Position, card: Card, command: Command) -> Refusal | None:
    """ATK-3, PGR-11: what lies under the card: of its colour, or all of the hand but one card."""
    under = command.get("with", ())
    takes_towers = card.kind.towers or "icon" in command
    due = laid_under_all_towers(position, command) if takes_towers else 0
    if due:
        laid_under = len(under)
        if laid_under == due:
            return None
        values = {"player": command["by"], "n": due, "laid": laid_under}
        return bad_count("PGR-11", "refusal.under_towers", **values)
    for name in under:
        if not name.startswith(f"{card.color}-"):
            values = {"kind": card.kind.id, "color": card.color, "card": name}
            return bad_count(card.kind.play.clause, "refusal.under_card", **values)
    return None


def play(ruling: Ruling, command: Command) -> None:
    """The card touches the pile, and does what it does."""
    before = ruling.position
    card = before.setup.edition.cards[command["card"]]
    kind, under = card.kind, NOTHING
    assert before.turn is not None
    player = ruling.player = before.turn
    ruling.clause = kind.play.clause
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
        open_window(ruling, player, before.called)


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
    if not position.in_round or position.turn is None or position.phase not in ("play", "drawn"):
        return
    player = position.name(position.turn)
    for name in fitting(position, position.setup.deck):
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

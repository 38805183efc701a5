"""Why a card cannot be played now (COM-4, DECK-6, ATK-6, HOU-1, HOU-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.commands.members import PLAY, is_let_be, laid_under_all_towers, towers_due
from rules.commands.refusals import Command, bad_count, is_out, out_of_turn, owed_first, wrong_phase
from rules.edition import Card, Kind, Last
from rules.outcome import Refusal
from rules.position import ICONS, Position
from rules.stacking import answers, is_answerable

MEMBERS_OF_ALL = len(PLAY)


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
    setup, name, turn = position.setup, command["card"], position.turn
    card = setup.edition.cards[name]
    in_turn = turn is not None and position.seats[turn].name == command["by"]
    if untimely := _refuse_moment(position, card.kind, in_turn=in_turn):
        return untimely
    by = turn if in_turn else position.number(command["by"])
    assert by is not None
    if not in_turn and not jumps_in(position, by, name):
        return out_of_turn(position, "COM-4", by)
    held = position.seats[by].hand
    plain = len(command) == MEMBERS_OF_ALL and card.kind.plain and held > 1  # as most plays are
    if plain and position.pile.count(name) < setup.deck[name] and matches(position, card):
        return None
    return refuse_card(position, card, held, command)


def _refuse_moment(position: Position, kind: Kind, *, in_turn: bool) -> Refusal | None:
    """Why nobody can play now, whoever's turn it is; what is owed can be answered (HOU-1)."""
    if position.owed:
        if in_turn and is_answerable(position) and answers(position, kind):
            return None
        return Refusal("hits_owed", "LCH-8", *owed_first(position))
    if position.stage != "play" or position.choosing or position.awaits_color:
        return wrong_phase(position, "COM-4")
    return None


def jumps_in(position: Position, by: int, card: str) -> bool:
    """HOU-2: whether anybody who takes part may play that card out of turn, in phase ``play``."""
    return position.open_to_all and card == position.top and position.seats[by].active


def refuse_card(position: Position, card: Card, held: int, command: Command) -> Refusal | None:
    """What can be wrong with the card that is laid out of a hand of ``held``."""
    kind, under = position.setup.kind(command), command.get("with", ())
    return (
        refuse_copies(position, card, under)
        or refuse_hand(position, kind, held, command)
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


def refuse_hand(position: Position, kind: Kind, held: int, command: Command) -> Refusal | None:
    """A hand holds what is laid, and nobody goes out with what forbids it (ATK-6)."""
    laid_cards = 1 + len(command.get("with", ()))
    if laid_cards > held:
        values = {"player": command["by"], "n": held, "laid": laid_cards}
        return Refusal("hand_too_small", "DECK-6", "refusal.hand_too_small", values)
    if laid_cards == held and kind.last is Last.FORBIDDEN:
        key = "refusal.cannot_go_out_drawing"
        if position.has_drawn:  # or has hit (HOU-6)
            key = "refusal.cannot_go_out_passing"
        elif position.setup.edition.launcher:
            key = "refusal.cannot_go_out"
        return Refusal("cannot_go_out", "ATK-6", key, {"kind": kind.id})
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

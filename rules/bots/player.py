"""A player without a mind of steel: sees the own hand and what everybody sees, and decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules.bots.cards import face, rule
from rules.commands.members import laid_under_all_towers, needs, takes, towers_due
from rules.commands.play_refusals import matches
from rules.edition import COLORS, Last
from rules.position import ICONS, Position
from rules.stacking import answers, is_answerable

if TYPE_CHECKING:
    from random import Random

Command = dict[str, Any]

KEEPS_BACK = 0.03
"""How often a playable card is kept back (COM-6)."""
FORGETS = 0.25
"""How often UNO is not called before the touch."""
CALLS_LATE = 0.1
CATCHES = 0.3
"""How often, after each command while the window is open."""
BLUFFS = 0.2
"""How often a Wild Draw Four is taken for playable beside cards of the colour (PGR-6)."""
CHALLENGES = 0.3
LETS_BE = 0.25
"""How often a last card's attack is not carried out (EXT-6)."""
JUMPS_IN = 0.7
"""How often who holds the card that was just played plays it out of turn (HOU-2)."""
SWAPS = frozenset({"ATK-5", "HOU-3"})
"""Clauses of cards whose player swaps hands."""


def talk(position: Position, random: Random) -> Command | None:
    """What somebody calls out while a hand of one is open: UNO, or caught; None: nothing."""
    window = position.window
    if window is None or not window.open or window.called:
        return None
    name, chance = position.name(window.player), random.random()
    if chance < CALLS_LATE:
        return {"do": "uno", "by": name}
    if chance < CALLS_LATE + CATCHES:
        by = random.choice(list(position.others(window.player)))
        return {"do": "catch", "by": position.name(by), "player": name}
    return None


def turn(
    position: Position, hand: Sequence[str], drawn: str | None, random: Random
) -> tuple[Command, list[str]]:
    """The command of the player whose turn it is, and the cards that it lays, the top one last.

    ``drawn`` is the card of an own draw: the only one that can be played after it (PGR-2).
    """
    assert position.turn is not None
    seat, by, phase = position.turn, position.name(position.turn), position.phase
    if phase == "color":
        return {"do": "color", "by": by, "color": _color(hand, random)}, []
    if phase == "choose":
        target = _target(position, seat, random)
        return {"do": "choose", "by": by, "color": _color(hand, random), "target": target}, []
    cards = _playable(position, seat, hand if drawn is None else [drawn], hand, random)
    if cards and random.random() >= KEEPS_BACK:
        return _play(position, seat, hand, random.choice(_not_wild(position, cards)), random)
    if position.setup.edition.launcher and not position.has_drawn:
        return {"do": "hit", "by": by}, []
    if position.has_drawn or position.launcher == 0:
        return {"do": "pass", "by": by}, []
    return {"do": "draw", "by": by}, []


def answer(
    position: Position, hand: Sequence[str], random: Random
) -> tuple[Command, list[str]] | None:
    """The play that answers what is owed (HOU-1), and the cards that it lays; None: none does."""
    seat = position.turn
    if seat is None or not is_answerable(position):
        return None
    held = [card for card in hand if answers(position, position.setup.card(face(card)).kind)]
    cards = _playable(position, seat, held, hand, random)
    if not cards or random.random() < KEEPS_BACK:
        return None
    return _play(position, seat, hand, random.choice(_not_wild(position, cards)), random)


def jump_in(
    position: Position, hands: Sequence[Sequence[str]], random: Random
) -> tuple[Command, list[str]] | None:
    """Somebody's play out of turn (HOU-2), and the cards that it lays; None: nobody jumps in."""
    card = position.top
    if card is None or not position.open_to_all or position.phase != "play":
        return None
    for seat in position.active():
        hand = hands[seat]
        if seat == position.turn or card not in hand or random.random() >= JUMPS_IN:
            continue
        if _playable(position, seat, [card], hand, random):
            return _play(position, seat, hand, card, random)
    return None


def calls_uno(position: Position, play: Command, laid_cards: int, random: Random) -> bool:
    """Whether the player says UNO before the card touches the pile (COM-12)."""
    assert position.turn is not None
    if position.called or play["by"] != position.name(position.turn):
        return False
    cards_left = position.seats[position.turn].hand - laid_cards
    if cards_left < 1:
        return False
    clause = position.setup.kind(play).play.clause
    if clause in SWAPS:
        cards_left = position.seats[position.number(play["target"])].hand
    elif clause == "HOU-4":
        giver = next(position.others(position.turn, -position.direction))
        cards_left = position.seats[giver].hand
    return cards_left == 1 and random.random() >= FORGETS


def is_guilty(position: Position, hand: Sequence[str]) -> bool:
    """Whether a Wild Draw Four out of this hand would be a bluff (PGR-6)."""
    return any(position.setup.card(face(card)).color == position.color for card in hand)


def _playable(
    position: Position, seat: int, cards: Sequence[str], hand: Sequence[str], random: Random
) -> list[str]:
    """Those of the cards that the player can play out of that hand."""
    setup = position.setup
    fitting = [card for card in dict.fromkeys(cards) if matches(position, setup.card(face(card)))]
    return [card for card in fitting if _may_be_played(position, seat, hand, card, random)]


def _may_be_played(
    position: Position, seat: int, hand: Sequence[str], card: str, random: Random
) -> bool:
    """Of a card that fits: whether more than that forbids it (ATK-6, PGR-6)."""
    if position.setup.card(face(card)).kind.challengeable and is_guilty(position, hand):
        return random.random() < BLUFFS
    if len(hand) > 1:
        return True
    return position.setup.kind(_named(position, seat, card)).last is not Last.FORBIDDEN


def _not_wild(position: Position, cards: list[str]) -> list[str]:
    """Wilds are kept for later."""
    if len(cards) == 1:
        return cards
    plain = [card for card in cards if position.setup.card(face(card)).color is not None]
    return plain or cards


def _named(position: Position, seat: int, card: str) -> Command:
    """The play of that card, without what it asks for."""
    play: Command = {"do": "play", "by": position.name(seat), "card": face(card)}
    if written := rule(card):
        play["rule"] = written
    return play


def _play(
    position: Position, seat: int, hand: Sequence[str], card: str, random: Random
) -> tuple[Command, list[str]]:
    play, kind = _named(position, seat, card), position.setup.card(face(card)).kind
    rest = list(hand)
    rest.remove(card)
    if not rest and "carry_out" in takes(position, play) and random.random() < LETS_BE:
        play["carry_out"] = False
    if kind.icon is not None and "icon" in takes(position, play):
        play["icon"] = kind.icon
    play |= _choices(position, seat, play, rest, random)
    under = _under(position, play, card, rest, random)
    if under:
        play["with"] = [face(name) for name in under]
    return play, [*under, card]


def _choices(
    position: Position, seat: int, play: Command, rest: list[str], random: Random
) -> Command:
    """What the play asks for beside cards."""
    needed, choices = needs(position, play), Command()
    if "color" in needed:
        choices["color"] = _color(rest, random)
    if "target" in needed:
        choices["target"] = _target(position, seat, random)
    if "towers" in needed:
        free = [i for i, holder in zip(ICONS, position.towers, strict=True) if holder != seat]
        choices["towers"] = random.sample(free, towers_due(position, play))
    return choices


def _under(
    position: Position, play: Command, card: str, rest: list[str], random: Random
) -> list[str]:
    """The cards that are laid under the played one (ATK-3, PGR-11)."""
    played = position.setup.card(face(card))
    if due := laid_under_all_towers(position, play):
        return random.sample(rest, due)
    if "with" not in played.kind.takes:
        return []
    return [name for name in rest if position.setup.card(face(name)).color == played.color]


def _color(hand: Sequence[str], random: Random) -> str:
    """The colour of which the player has most."""
    counts = Counter(name.partition("-")[0] for name in hand)
    largest = max(counts[color] for color in COLORS)
    return random.choice([color for color in COLORS if counts[color] == largest])


def _target(position: Position, player: int, random: Random) -> str:
    """Somebody else with the fewest cards."""
    others = list(position.others(player))
    fewest = min(position.seats[seat].hand for seat in others)
    chosen = random.choice([seat for seat in others if position.seats[seat].hand == fewest])
    return position.name(chosen)

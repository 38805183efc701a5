"""The ``game`` object of a scenario, checked into a setup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.commands.handler import whole
from rules.commands.types import is_name
from rules.edition import COLORS, Edition, Kind
from rules.editions import EDITIONS
from rules.house_options import OPTIONS
from rules.house_rules import EFFECT_WORDS, HouseRule, is_effect, write
from rules.names import same
from rules.outcome import Refusal
from rules.setup import (
    DEFAULT_TARGET,
    HAND,
    MAX_FIGURE,
    MAX_PLAYERS,
    MAX_RULES,
    MIN_PLAYERS,
    Options,
    Setup,
)
from rules.versions import CURRENT, FIRST, REVISED
from rules.words import counted, did_you_mean, listed, shown

MEMBERS = ("edition", "players", "dealer", "scoring", "target", "options", "deck", "hands", "rules")
SCORINGS = ("winner", "lowest", "challenge")


class BadSetup(Exception):
    """A clause, and a sentence that says what to change."""

    def __init__(self, clause: str, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = Refusal("bad_setup", clause, sentence)


def read_setup(game: object) -> Setup | Refusal:
    """Check a game object; everything wrong with it is ``bad_setup``, with one sentence."""
    try:
        return _read(game)
    except BadSetup as bad:
        return bad.refusal


def _read(game: object) -> Setup:
    if not isinstance(game, dict):
        raise BadSetup("COM-1", "A game is an object with an edition and players.")
    _known("COM-1", "a game", game, MEMBERS)
    for member in ("edition", "players"):
        if member not in game:
            raise BadSetup("COM-1", f'The game lacks its member "{member}".')
    edition = _edition(game["edition"])
    version = _version(game.get("rules", CURRENT))
    players = _players(game["players"], version)
    dealer = None
    if "dealer" in game:
        dealer = _seated(players, game["dealer"], version)
    if "dealer" in game and dealer is None:
        raise BadSetup(
            "COM-2", f"The dealer must be one of {listed(players)}, not {shown(game['dealer'])}."
        )
    scoring, target = game.get("scoring", "winner"), game.get("target", DEFAULT_TARGET)
    if scoring not in SCORINGS:
        words = listed((f'"{s}"' for s in SCORINGS), "or")
        raise BadSetup("COM-16", f'"scoring" must be {words}, not {shown(scoring)}.')
    if not whole(target) or target == 0:
        raise BadSetup("COM-16", f'"target" must be {_from(1)}, not {shown(target)}.')
    options, written = _options(edition, game.get("options", {}))
    deck = _deck(edition, game.get("deck", {}))
    hands = _hands(players, game.get("hands", {}), version)
    if all(edition.cards[name].kind.first.goes_back for name in deck):
        raise BadSetup("DECK-5", "The deck has no card that can be turned up first.")
    setup = Setup(edition, players, dealer, scoring, target, options, deck, hands, written, version)
    if setup.blanks < 0:
        copies = setup.blanks + len(written)
        sentence = f"{len(written)} house rules are too many for {counted(copies, 'card')}."
        raise BadSetup("EXT-5", sentence)
    needed = sum(hands.get(name, HAND) for name in players) + 2
    if setup.size < needed:
        sentence = (
            f"The deck has {counted(setup.size, 'card')}, but the hands, a first card "
            f"and one for the launcher need {needed}."
        )
        raise BadSetup("DECK-5", sentence)
    return setup


def _known(clause: str, what: str, members: Iterable[str], known: Iterable[str]) -> None:
    """Refuse what ``what`` does not have."""
    known = list(known)
    for member in members:
        if member not in known:
            hint = did_you_mean(str(member), known)
            raise BadSetup(clause, f"There is no {shown(member)} in {what}{hint}")


def _object(clause: str, member: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadSetup(clause, f'"{member}" must be an object, not {shown(value)}.')
    return value


def _edition(value: object) -> Edition:
    if isinstance(value, str) and value in EDITIONS:
        return EDITIONS[value]
    known = listed(f'"{name}"' for name in EDITIONS)
    hint = did_you_mean(value, EDITIONS) if isinstance(value, str) else "."
    hint = hint if hint.startswith(":") else "."
    raise BadSetup("DECK-5", f"This version knows the editions {known}, not {shown(value)}{hint}")


def _version(value: object) -> int:
    """By which version of the rules the game is played."""
    if type(value) is int and FIRST <= value <= CURRENT:
        return value
    known = f"the versions {FIRST} to {CURRENT} of the rules"
    raise BadSetup("COM-1", f'"rules" must be one of {known}, not {shown(value)}.')


def _seated(players: tuple[str, ...], name: object, version: int) -> str | None:
    """The player of that name as the seat spells it; None: nobody is called so."""
    if not isinstance(name, str):
        return None
    found = (p for p in players if p == name or (version >= REVISED and same(p) == same(name)))
    return next(found, None)


def _players(value: object, version: int) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(is_name(name) for name in value):
        sentence = '"players" must be a list of names: text that shows, without blanks at its ends.'
        raise BadSetup("COM-1", sentence)
    if not MIN_PLAYERS <= len(value) <= MAX_PLAYERS:
        sentence = f"{MIN_PLAYERS} to {MAX_PLAYERS} can play, not {len(value)}."
        raise BadSetup("COM-1", sentence)
    for name in value:
        if value.count(name) > 1:
            raise BadSetup("COM-1", f"Two players are called {name}: tell them apart.")
    if version >= REVISED:
        names = [same(name) for name in value]
        for name in value:
            if names.count(same(name)) > 1:
                sentence = f"The names of two players look like {shown(name)}: tell them apart."
                raise BadSetup("COM-1", sentence)
    return tuple(value)


def _options(edition: Edition, value: object) -> tuple[Options, tuple[Kind, ...]]:
    """The house options, and the cards with house rules on them."""
    options = dict(_object("TBL-2", "options", value))
    useful = [name for name in OPTIONS if name in edition.options]
    _known("TBL-2", f"the house options of {edition.name}", options, useful)
    for name, given in options.items():
        choice = OPTIONS[name]
        if not choice.check(given):
            raise BadSetup(choice.clause, f'"{name}" must be {choice.words}, not {shown(given)}.')
    points = options.get("points", {})
    _known(edition.points_clause, f"the kinds of {edition.name}", points, edition.points)
    for kind, number in points.items():
        _whole(edition.points_clause, f'The points of "{kind}"', number)
    written = _written(edition, options.pop("customizable", []))
    read = Options(**options)
    if "reload_below" in options and not (edition.launcher or read.draw_from == "launcher"):
        raise BadSetup("PGR-12", '"reload_below" is for a launcher: set "draw_from" to it as well.')
    return read, written


def _written(edition: Edition, rules: list[object]) -> tuple[Kind, ...]:
    """EXT-5: the house rules, each as the card on which it is written."""
    if len(rules) > MAX_RULES:
        raise BadSetup("EXT-5", f"{MAX_RULES} house rules are the most, not {len(rules)}.")
    fit = [kind for kind in edition.kinds if "rule" in kind.takes]
    return tuple(write(fit[0], _rule(rule)) for rule in rules)


def _rule(value: object) -> HouseRule:
    """One house rule: a sentence, and what is carried out of it."""
    if not isinstance(value, dict):
        raise BadSetup("EXT-5", f"A house rule is an object with a text, not {shown(value)}.")
    _known("EXT-5", "a house rule", value, ("text", "effects"))
    text, effects = value.get("text"), value.get("effects", [])
    if not isinstance(text, str) or not is_name(text):
        sentence = "A house rule needs a text on one line, without blanks at its ends."
        raise BadSetup("EXT-5", sentence)
    if not isinstance(effects, list):
        raise BadSetup("EXT-5", f'"effects" must be a list, not {shown(effects)}.')
    for effect in effects:
        if not is_effect(effect):
            raise BadSetup("EXT-5", f"An effect is {EFFECT_WORDS}, not {shown(effect)}.")
    return HouseRule(text, tuple(effects))


def _whole(clause: str, what: str, value: object) -> None:
    if not whole(value):
        raise BadSetup(clause, f"{what} must be {_from(0)}, not {shown(value)}.")


def _from(least: int) -> str:
    return f"a whole number from {least} to {MAX_FIGURE}"


def _deck(edition: Edition, value: object) -> dict[str, int]:
    """DECK-5: counts by kind first, then by card; what is left without copies is not in."""
    changes = _object("DECK-5", "deck", value)
    kinds = {kind.id: kind for kind in edition.kinds}
    _known("DECK-5", f"the deck of {edition.name}", changes, [*kinds, *edition.cards])
    deck = edition.deck
    for name, number in changes.items():
        _whole("DECK-5", f'The count of "{name}"', number)
    for name, number in changes.items():
        if name in kinds and not kinds[name].wild:
            if number % len(COLORS):
                sentence = f'{number} "{name}" cannot be spread evenly over {len(COLORS)} colours.'
                raise BadSetup("DECK-5", sentence)
            deck.update({f"{color}-{name}": number // len(COLORS) for color in COLORS})
    deck.update({name: number for name, number in changes.items() if name in edition.cards})
    return {name: number for name, number in deck.items() if number}


def _hands(players: tuple[str, ...], value: object, version: int) -> dict[str, int]:
    given = _object("COM-3", "hands", value)
    hands = {_seated(players, name, version) or name: many for name, many in given.items()}
    if len(hands) < len(given):
        raise BadSetup("COM-3", '"hands" names one player twice.')
    _known("COM-3", "the players", hands, players)
    for name, number in hands.items():
        if not whole(number) or number == 0:
            raise BadSetup("COM-3", f"The hand of {name} must be {_from(1)}, not {shown(number)}.")
    return hands

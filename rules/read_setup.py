"""The ``game`` object of a scenario, checked into a setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.commands.refusals import whole
from rules.commands.scoring import WAYS_TO_SCORE
from rules.commands.types import is_name
from rules.edition import COLORS, Edition, Kind
from rules.editions import EDITIONS
from rules.editions.box_parts import BadBox
from rules.editions.house import is_house, read_house
from rules.explaining import BOX_CLAUSE
from rules.house_options import MAX_HITS, OPTIONS, HouseRule, apply_options, is_effect, write
from rules.names import same, shows
from rules.outcome import Refusal
from rules.quoting import likely, shortened, shown
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
from rules.vocabulary import WHO, WORDS

MEMBERS = (
    "edition",
    "box",
    "players",
    "dealer",
    "scoring",
    "target",
    "options",
    "deck",
    "hands",
    "rules",
)
SCORINGS = tuple(WAYS_TO_SCORE)


class BadSetup(Exception):
    """What is wrong with a game object."""

    def __init__(self, clause: str, key: str, **values: Any) -> None:
        self.refusal = Refusal("bad_setup", clause, key, values)


def read_setup(game: object) -> Setup | Refusal:
    """Check a game object; whatever is wrong with it is ``bad_setup``."""
    try:
        return _read(game)
    except BadSetup as bad:
        return bad.refusal


def _read(game: object) -> Setup:
    if not isinstance(game, dict):
        raise BadSetup("COM-1", "refusal.game_object")
    _check_names("COM-1", "refusal.unknown_game_member", game, MEMBERS)
    for member in ("edition", "players"):
        if member not in game:
            raise BadSetup("COM-1", "refusal.game_lacks", member=member)
    edition = _house(game) if "box" in game else _edition(game["edition"])
    version = _version(game.get("rules", CURRENT))
    players = _players(game["players"], version)
    dealer = _dealer(players, game, version)
    scoring, target = _scoring(game)
    options, written = _options(edition, game.get("options", {}))
    edition = apply_options(edition, options)
    deck = _deck(edition, game.get("deck", {}))
    hands = _hands(players, game.get("hands", {}), version)
    if all(edition.cards[name].kind.first.goes_back for name in deck):
        raise BadSetup("DECK-5", "refusal.nothing_to_turn_up")
    setup = Setup(edition, players, dealer, scoring, target, options, deck, hands, written, version)
    if setup.blanks < 0:
        copies = setup.blanks + len(written)
        raise BadSetup("EXT-5", "refusal.more_rules_than_cards", rules=len(written), n=copies)
    needed = sum(hands.get(name, HAND) for name in players) + 2
    if setup.size < needed:
        raise BadSetup("DECK-5", "refusal.deck_too_small", n=setup.size, needed=needed)
    return setup


def _check_names(
    clause: str, key: str, names: Iterable[str], allowed: Iterable[str], **more: Any
) -> None:
    """Refuse a name that there is not."""
    allowed = list(allowed)
    for name in names:
        if name not in allowed:
            suggestions = likely(str(name), allowed)
            raise BadSetup(clause, key, said=shortened(str(name)), known=suggestions, **more)


def _whole(clause: str, key: str, member: str, numbers: dict[str, Any], least: int) -> None:
    """Refuse a number, told with the name that it stands for, that is out of bounds or is none."""
    for name, number in numbers.items():
        if not whole(number) or number < least:
            raise BadSetup(clause, key, **{member: name}, **_bounds(least, number))


def _bounds(least: int, value: object) -> dict[str, Any]:
    """What is told of a number that is out of bounds, or is none."""
    return {"least": least, "most": MAX_FIGURE, "said": shown(value)}


def _object(clause: str, member: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadSetup(clause, "refusal.not_object", member=member, said=shown(value))
    return value


def _edition(value: object) -> Edition:
    if isinstance(value, str) and value in EDITIONS:
        return EDITIONS[value]
    if isinstance(value, str) and is_house(value):
        raise BadSetup(BOX_CLAUSE, "refusal.no_such_box", said=shortened(value))
    suggestions = likely(value, EDITIONS) if isinstance(value, str) else list(EDITIONS)
    raise BadSetup("DECK-5", "refusal.unknown_edition", said=shown(value), known=suggestions)


def _house(game: Mapping[str, Any]) -> Edition:
    """DECK-7: the edition in the box that the game carries with it."""
    id = game["edition"]
    if not isinstance(id, str) or not is_house(id):
        raise BadSetup(BOX_CLAUSE, "refusal.other_box", said=shown(id))
    try:
        return read_house(id, game["box"])
    except BadBox as wrong:
        raise BadSetup(BOX_CLAUSE, wrong.key, **wrong.values) from None


def _version(value: object) -> int:
    """By which version of the rules the game is played."""
    if type(value) is int and FIRST <= value <= CURRENT:
        return value
    values = {"first": FIRST, "last": CURRENT, "said": shown(value)}
    raise BadSetup("COM-1", "refusal.unknown_version", **values)


def _seated(players: tuple[str, ...], name: object, version: int) -> str | None:
    """The player of that name as the seat spells it; None: nobody is called so."""
    if not isinstance(name, str):
        return None
    matching = (p for p in players if p == name or (version >= REVISED and same(p) == same(name)))
    return next(matching, None)


def _players(value: object, version: int) -> tuple[str, ...]:
    def named(name: object) -> bool:
        return is_name(name) and (version < REVISED or shows(str(name)))

    if not isinstance(value, list) or not all(map(named, value)):
        raise BadSetup("COM-1", "refusal.list_of_names")
    if not MIN_PLAYERS <= len(value) <= MAX_PLAYERS:
        bounds = {"least": MIN_PLAYERS, "most": MAX_PLAYERS}
        raise BadSetup("COM-1", "refusal.how_many_players", said=len(value), **bounds)
    for name in value:
        if value.count(name) > 1:
            raise BadSetup("COM-1", "refusal.same_name", player=name)
    if version >= REVISED:
        names = [same(name) for name in value]
        for name in value:
            if names.count(same(name)) > 1:
                raise BadSetup("COM-1", "refusal.names_look_alike", player=name)
    return tuple(value)


def _dealer(players: tuple[str, ...], game: Mapping[str, Any], version: int) -> str | None:
    """Who deals first; None: that is still to be found out."""
    dealer = _seated(players, game.get("dealer"), version)
    if "dealer" in game and dealer is None:
        values = {"names": list(players), "said": shown(game["dealer"])}
        raise BadSetup("COM-2", "refusal.bad_dealer", **values)
    return dealer


def _scoring(game: Mapping[str, Any]) -> tuple[str, int]:
    """What the points are for, and up to which."""
    scoring, target = game.get("scoring", "winner"), game.get("target", DEFAULT_TARGET)
    if scoring not in SCORINGS:
        values = {"member": "scoring", "known": list(SCORINGS), "said": shown(scoring)}
        raise BadSetup("COM-16", "refusal.one_of", **values)
    if not whole(target) or target == 0:
        raise BadSetup("COM-16", "refusal.whole_number", member="target", **_bounds(1, target))
    return scoring, target


def _options(edition: Edition, value: object) -> tuple[Options, tuple[Kind, ...]]:
    """The house options, and the cards with house rules on them."""
    options = dict(_object("TBL-2", "options", value))
    useful = [name for name in OPTIONS if name in edition.options]
    _check_names("TBL-2", "refusal.unknown_option", options, useful, edition=edition.id)
    for name, choice in options.items():
        wrong = OPTIONS[name].refuse(name, choice)
        if wrong is not None:
            key, values = wrong
            raise BadSetup(OPTIONS[name].clause, key, **values)
    points = options.get("points", {})
    clause = edition.points_clause
    _check_names(clause, "refusal.unknown_kind", points, edition.points, edition=edition.id)
    _whole(clause, "refusal.bad_points", "kind", points, 0)
    written = _written(edition, options.pop("customizable", []))
    read = Options(**options)
    if "reload_below" in options and not (edition.launcher or read.draw_from == "launcher"):
        raise BadSetup("PGR-12", "refusal.reload_below_a_pile")
    return read, written


def _written(edition: Edition, rules: list[object]) -> tuple[Kind, ...]:
    """EXT-5: the house rules, each as the card on which it is written."""
    if len(rules) > MAX_RULES:
        raise BadSetup("EXT-5", "refusal.too_many_rules", most=MAX_RULES, said=len(rules))
    fit = [kind for kind in edition.kinds if "rule" in kind.takes]
    return tuple(write(fit[0], _rule(rule)) for rule in rules)


def _rule(value: object) -> HouseRule:
    """One house rule: a sentence, and what is carried out of it."""
    if not isinstance(value, dict):
        raise BadSetup("EXT-5", "refusal.rule_object", said=shown(value))
    _check_names("EXT-5", "refusal.unknown_rule_member", value, ("text", "effects"))
    text, effects = value.get("text"), value.get("effects", [])
    if not isinstance(text, str) or not is_name(text):
        raise BadSetup("EXT-5", "refusal.rule_text")
    if not isinstance(effects, list):
        raise BadSetup("EXT-5", "refusal.not_list", member="effects", said=shown(effects))
    for effect in effects:
        if not is_effect(effect):
            allowed = {"words": list(WORDS), "who": list(WHO), "most": MAX_HITS}
            raise BadSetup("EXT-5", "refusal.bad_effect", said=shown(effect), **allowed)
    return HouseRule(text, tuple(effects))


def _deck(edition: Edition, value: object) -> dict[str, int]:
    """DECK-5: counts by kind first, then by card; what is left without copies is not in."""
    changes = _object("DECK-5", "deck", value)
    kinds = {kind.id: kind for kind in edition.kinds}
    names = [*kinds, *edition.cards]
    _check_names("DECK-5", "refusal.unknown_in_deck", changes, names, edition=edition.id)
    _whole("DECK-5", "refusal.bad_copies", "card", changes, 0)
    deck = edition.deck
    for name, number in changes.items():
        if name in kinds and not kinds[name].wild:
            deck.update(_copies(name, number))
    deck.update({name: number for name, number in changes.items() if name in edition.cards})
    return {name: number for name, number in deck.items() if number}


def _copies(kind: str, number: int) -> dict[str, int]:
    """So many of a kind, as many in each colour."""
    each, uneven = divmod(number, len(COLORS))
    if uneven:
        raise BadSetup("DECK-5", "refusal.uneven", n=number, kind=kind, colors=len(COLORS))
    return {f"{color}-{kind}": each for color in COLORS}


def _hands(players: tuple[str, ...], value: object, version: int) -> dict[str, int]:
    counts = _object("COM-3", "hands", value)
    hands = {_seated(players, name, version) or name: count for name, count in counts.items()}
    if len(hands) < len(counts):
        raise BadSetup("COM-3", "refusal.hands_twice")
    _check_names("COM-3", "refusal.unknown_hand", hands, players)
    _whole("COM-3", "refusal.bad_hand", "player", hands, 1)
    return hands

"""A kind of card in a house's own box: one that editions have, or one that the house describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.commands.refusals import whole
from rules.edition import Effect, Kind, Last, Rule
from rules.editions.known_kinds import KnownKind, known_kinds
from rules.effects import first_reverse, in_order
from rules.explaining import BOX_CLAUSE
from rules.house_options import MAX_HITS
from rules.quoting import likely, shortened, shown
from rules.ruling import Ruling
from rules.vocabulary import WORDS, effect_of, steps_of

MAX_COPIES, MAX_POINTS, MAX_EFFECTS = 100, 1000, 6
MAX_ID_CHARS, MAX_PICTURE_CHARS = 24, 3
KNOWN_MEMBERS = ("standard", "id", "name", "picture", "copies", "points")
"""Of a card that editions have."""
OWN_MEMBERS = ("id", "name", "picture", "copies", "points", "wild", "play", "first", "last")
"""Of a card that the house describes."""
SHAPES = (
    "skip",
    "reverse",
    "discard-all",
    "trade-hands",
    "wild-hit-fire",
    "wild-all-hit",
    "wild-attack-attack",
    "wild-customizable",
    "tower",
)
"""Pictures that the page and the printed decks draw."""
SHAPES_WITH_TEXT = ("text", "burst", "card")
"""Pictures with a text on them, as ``burst:2``."""
LASTS = ("void", "carried_out", "house_option", "forbidden")
PLAYED_WHO = ("turn", "next", "chosen", "others", "self")
FIRST_WHO = ("turn", "next", "others")
"""Whom a card turned up first can mean: nobody has chosen, and the dealer may have left."""
FIRST_WORDS: Mapping[str, Effect] = {"skip": WORDS["skip"], "reverse": first_reverse}

Path = tuple[str | int, ...]
"""Where something stands in the mapping: members, and indexes of lists."""


class BadBox(ValueError):
    """What is wrong with a box: a key with values, and where it stands."""

    def __init__(self, path: Path, key: str, values: Mapping[str, Any]) -> None:
        super().__init__(key, path, values)
        self.path = path
        self.key = key
        self.values = values


def bad(path: Path, key: str, **values: Any) -> BadBox:
    """The error of that key."""
    return BadBox(path, key, values)


def object_of(value: object, path: Path, members: Iterable[str]) -> dict[str, Any]:
    """The object. Raises ``BadBox`` if it is none, or has other members."""
    member = next((part for part in reversed(path) if isinstance(part, str)), "box")
    if not isinstance(value, dict):
        raise bad(path, "refusal.not_object", member=member, said=shown(value))
    allowed = list(members)
    for name in value:
        if name not in allowed:
            said = {"said": shortened(str(name)), "known": likely(str(name), allowed)}
            raise bad((*path, name), "refusal.unknown_box_member", **said)
    return value


def whole_of(
    content: Mapping[str, Any], path: Path, member: str, least: int, most: int, default: int
) -> int:
    """The whole number of that name. Raises ``BadBox``."""
    value = content.get(member, default)
    if not whole(value, most) or value < least:
        bounds = {"least": least, "most": most, "said": shown(value)}
        raise bad((*path, member), "refusal.whole_number", member=member, **bounds)
    return int(value)


def true_of(content: Mapping[str, Any], path: Path, member: str, *, default: bool) -> bool:
    """What is true or false of that name. Raises ``BadBox``."""
    value = content.get(member, default)
    if not isinstance(value, bool):
        raise bad((*path, member), "refusal.true_or_false", member=member, said=shown(value))
    return value


def house_kind(value: object, path: Path, *, launcher: bool) -> KnownKind:
    """The kind of card that an object describes, and what it needs. Raises ``BadBox``."""
    if isinstance(value, dict) and "standard" in value:
        return _known(object_of(value, path, KNOWN_MEMBERS), path, launcher=launcher)
    content = object_of(value, path, OWN_MEMBERS)
    return KnownKind(_own(content, path, launcher=launcher), frozenset(), frozenset())


def _known(content: Mapping[str, Any], path: Path, *, launcher: bool) -> KnownKind:
    name, kinds = content["standard"], known_kinds(launcher=launcher)
    if not isinstance(name, str) or name not in kinds:
        suggestions = likely(name, kinds) if isinstance(name, str) else list(kinds)
        values = {"said": shown(name), "known": suggestions}
        raise bad((*path, "standard"), "refusal.box_no_such_kind", **values)
    known = kinds[name]
    kind = replace(
        known.kind,
        id=_id(content, path, name),
        copies=whole_of(content, path, "copies", 1, MAX_COPIES, known.kind.copies),
        points=whole_of(content, path, "points", 0, MAX_POINTS, known.kind.points),
        picture=_picture(content, path, known.kind.wild) or known.kind.picture,
    )
    return replace(known, kind=kind)


def _own(content: Mapping[str, Any], path: Path, *, launcher: bool) -> Kind:
    for member in ("id", "copies", "points"):
        if member not in content:
            raise bad(path, "refusal.box_kind_lacks", member=member)
    wild = true_of(content, path, "wild", default=False)
    played = _effects(content, path, "play", PLAYED_WHO, WORDS, launcher=launcher)
    trades = "trade" in played
    last = _last(content, path)
    if trades:
        last = Last.FORBIDDEN
    play = Rule("ATK-5" if trades else BOX_CLAUSE, _played(played), steps=steps_of(played))
    return Kind(
        id=_id(content, path, ""),
        described=True,
        points=whole_of(content, path, "points", 0, MAX_POINTS, 0),
        copies=whole_of(content, path, "copies", 1, MAX_COPIES, 1),
        play=play,
        first=_first(content, path, wild=wild, launcher=launcher),
        wild=wild,
        last=last,
        target=trades or any(_who(effect) == "chosen" for effect in played),
        stacks=_stacks(played),
        also=("ATK-6",) if trades else (),
        picture=_picture(content, path, wild) or _usual_picture(played, wild=wild),
    )


def _id(content: Mapping[str, Any], path: Path, default: str) -> str:
    value = content.get("id", default)
    if not isinstance(value, str):
        raise bad((*path, "id"), "refusal.box_bad_id", said=shown(value), most=MAX_ID_CHARS)
    return value


def _first(content: Mapping[str, Any], path: Path, *, wild: bool, launcher: bool) -> Rule:
    """What the card does turned up first: nothing, unless the box says so."""
    effects = _effects(content, path, "first", FIRST_WHO, FIRST_WORDS, launcher=launcher)
    described = content.get("first", {})
    goes_back = true_of(described, (*path, "first"), "goes_back", default=False)
    usual = "COM-11" if wild else "COM-3"
    clause = BOX_CLAUSE if effects or goes_back else usual
    effect = in_order([_effect(effect, FIRST_WORDS) for effect in effects])
    return Rule(clause, effect, goes_back, steps=steps_of(effects))


def _effects(
    content: Mapping[str, Any],
    path: Path,
    member: str,
    who: tuple[str, ...],
    words: Mapping[str, Effect],
    *,
    launcher: bool,
) -> list[Any]:
    """The effects that are listed there. Raises ``BadBox``."""
    path = (*path, member)
    allowed = ("effects", "goes_back") if member == "first" else ("effects",)
    effects = object_of(content.get(member, {}), path, allowed).get("effects", [])
    path = (*path, "effects")
    if not isinstance(effects, list):
        raise bad(path, "refusal.not_list", member="effects", said=shown(effects))
    if len(effects) > MAX_EFFECTS:
        raise bad(path, "refusal.box_effects", most=MAX_EFFECTS, said=len(effects))
    for effect in effects:
        if not _is_effect(effect, who, words, launcher=launcher):
            values = {"said": shown(effect), "words": list(words), "who": list(who)}
            raise bad(path, "refusal.bad_effect", most=MAX_HITS, **values)
    return effects


def _is_effect(
    value: object, who: tuple[str, ...], words: Mapping[str, Effect], *, launcher: bool
) -> bool:
    if not isinstance(value, dict):
        return isinstance(value, str) and value in words
    if set(value) != {"hits", "who"} or value["who"] not in who:
        return False
    hits = value["hits"]
    if hits == "until_cards":
        return launcher and value["who"] == "turn"
    return type(hits) is int and 1 <= hits <= MAX_HITS


def _who(effect: object) -> str:
    return str(effect["who"]) if isinstance(effect, dict) else ""


def _effect(effect: Any, words: Mapping[str, Effect]) -> Effect:
    return effect_of(effect) if isinstance(effect, dict) else words[effect]


def _played(effects: list[Any]) -> Effect:
    """All of them; of a last card the hits alone, because nobody's turn follows (ATK-11)."""
    whole_effect = in_order([_effect(effect, WORDS) for effect in effects])
    if all(isinstance(effect, dict) for effect in effects):
        return whole_effect
    hits = in_order([effect_of(effect) for effect in effects if isinstance(effect, dict)])

    def effect(ruling: Ruling) -> None:
        part: Callable[[Ruling], None] = whole_effect
        if ruling.position.round_winner is not None:
            part = hits
        part(ruling)

    return effect


def _last(content: Mapping[str, Any], path: Path) -> Last:
    value = content.get("last", LASTS[0])
    if value not in LASTS:
        values = {"member": "last", "known": list(LASTS), "said": shown(value)}
        raise bad((*path, "last"), "refusal.one_of", **values)
    return Last[value.upper()]


def _stacks(effects: list[Any]) -> int:
    """How many hits it adds to a stack (HOU-1), where it gives nothing else."""
    if len(effects) != 1 or _who(effects[0]) != "turn":
        return 0
    hits = effects[0]["hits"]
    return hits if isinstance(hits, int) else 0


def _picture(content: Mapping[str, Any], path: Path, wild: bool) -> str:
    """What is drawn on the card; empty: the box does not say. Raises ``BadBox``."""
    picture = content.get("picture", "")
    shape, colon, text = picture.partition(":") if isinstance(picture, str) else ("", "", "")
    with_text = shape in SHAPES_WITH_TEXT and 1 <= len(text) <= MAX_PICTURE_CHARS
    plain = not colon and (shape in SHAPES or (shape == "wild" and wild))
    if "picture" not in content or (with_text and text.isprintable() and ":" not in text) or plain:
        return str(picture)
    shapes = [*SHAPES, *(f"{name}:…" for name in SHAPES_WITH_TEXT)]
    values = {"member": "picture", "known": shapes, "said": shown(picture)}
    raise bad((*path, "picture"), "refusal.one_of", **values)


def _usual_picture(effects: list[Any], *, wild: bool) -> str:
    """What is drawn where the box does not say: what the first effect looks like elsewhere."""
    first = effects[0] if effects else "wild" if wild else "text:?"
    if isinstance(first, dict):
        return f"burst:{first['hits']}" if isinstance(first["hits"], int) else "wild-hit-fire"
    return {"trade": "trade-hands"}.get(first, first)

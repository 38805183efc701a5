"""A kind of card in a house's own box: one that editions have, or one that the house describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.edition import Kind, Last, Rule
from rules.editions.box_parts import Path, bad, object_of, one_of, true_of, whole_of
from rules.editions.house_effects import (
    effects_at,
    first_effect,
    hits_others,
    played_effect,
    stacked_hits,
    who_hits,
)
from rules.editions.known_kinds import KnownKind, known_kinds
from rules.explaining import BOX_CLAUSE
from rules.quoting import nearest, shown
from rules.vocabulary import steps_of

MAX_COPIES, MAX_POINTS = 100, 1000
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
FOR_OTHERS = ("carried_out", "house_option")
"""They let a last card make others hit."""
IN_EFFECTS = ("effects", "hits", "who")
"""What people write beside ``play`` that belongs into it."""


def house_kind(value: object, path: Path, *, launcher: bool) -> KnownKind:
    """The kind of card that an object describes, and what it needs. Raises ``BadBox``."""
    if isinstance(value, dict) and "standard" in value:
        return _known(object_of(value, path, KNOWN_MEMBERS), path, launcher=launcher)
    content = object_of(value, path, OWN_MEMBERS, elsewhere=IN_EFFECTS)
    return KnownKind(_own(content, path, launcher=launcher), frozenset(), frozenset())


def _known(content: Mapping[str, Any], path: Path, *, launcher: bool) -> KnownKind:
    name, kinds = content["standard"], known_kinds(launcher=launcher)
    if not isinstance(name, str) or name not in kinds:
        path = (*path, "standard")
        if isinstance(name, str) and name.isdecimal():
            raise bad(path, "refusal.box_number_name", said=shown(name))
        if near := nearest(name, kinds):
            raise bad(path, "refusal.box_no_such_kind", said=shown(name), known=near)
        raise bad(path, "refusal.one_of", member="standard", known=list(kinds), said=shown(name))
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
    played = effects_at(content, path, "play", launcher=launcher)
    trades = "trade" in played
    last = _last(content, path)
    if trades:
        last = Last.FORBIDDEN
    play = Rule("ATK-5" if trades else BOX_CLAUSE, played_effect(played), steps=steps_of(played))
    return Kind(
        id=_id(content, path, ""),
        described=True,
        points=whole_of(content, path, "points", 0, MAX_POINTS, 0),
        copies=whole_of(content, path, "copies", 1, MAX_COPIES, 1),
        play=play,
        first=_first(content, path, wild=wild, launcher=launcher),
        wild=wild,
        last=last,
        target=trades or any(who_hits(effect) == "chosen" for effect in played),
        stacks=stacked_hits(played),
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
    effects = effects_at(content, path, "first", launcher=launcher)
    described = content.get("first", {})
    goes_back = true_of(described, (*path, "first"), "goes_back", default=False)
    usual = "COM-11" if wild else "COM-3"
    clause = BOX_CLAUSE if effects or goes_back else usual
    return Rule(clause, first_effect(effects), goes_back, steps=steps_of(effects))


def _last(content: Mapping[str, Any], path: Path) -> Last:
    value = content.get("last", LASTS[0])
    return Last[one_of(value, (*path, "last"), LASTS).upper()]


def check_last(content: Mapping[str, Any], path: Path, *, launcher: bool) -> None:
    """Raises ``BadBox`` if ``last`` asks for what this card can never do."""
    last = content.get("last")
    if last not in FOR_OTHERS:
        return
    if last == "house_option" and not launcher:  # the house has no such option there
        raise bad((*path, "last"), "refusal.box_last_launcher")
    effects = content.get("play", {}).get("effects", [])
    if "trade" in effects:
        raise bad((*path, "last"), "refusal.box_last_trades")
    if not any(hits_others(effect) for effect in effects):
        raise bad((*path, "last"), "refusal.box_last_of_nobody", said=shown(last))


def _picture(content: Mapping[str, Any], path: Path, wild: bool) -> str:
    """What is drawn on the card; empty: the box does not say. Raises ``BadBox``."""
    picture = content.get("picture", "")
    shape, colon, text = picture.partition(":") if isinstance(picture, str) else ("", "", "")
    with_text = shape in SHAPES_WITH_TEXT and 1 <= len(text) <= MAX_PICTURE_CHARS
    plain = not colon and (shape in SHAPES or (shape == "wild" and wild))
    if "picture" not in content or (with_text and text.isprintable() and ":" not in text) or plain:
        return str(picture)
    path = (*path, "picture")
    if shape in SHAPES_WITH_TEXT:
        values = {"most": MAX_PICTURE_CHARS, "said": shown(picture)}
        raise bad(path, "refusal.box_picture_text", **values)
    return one_of(picture, path, [*SHAPES, *(f"{name}:…" for name in SHAPES_WITH_TEXT)])


def _usual_picture(effects: list[Any], *, wild: bool) -> str:
    """What is drawn where the box does not say: what the first effect looks like elsewhere."""
    first = effects[0] if effects else "wild" if wild else "text:?"
    if isinstance(first, dict):
        return f"burst:{first['hits']}" if isinstance(first["hits"], int) else "wild-hit-fire"
    return {"trade": "trade-hands"}.get(first, first)

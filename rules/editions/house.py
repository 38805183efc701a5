"""A house's own box: an edition out of a mapping that a game carries with it (DECK-7).

The mapping is what a file of the house says, as JSON. It can name kinds of cards that editions have
and describe others with a part of the vocabulary, so that no box asks for what cannot be played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from rules.commands.types import is_name
from rules.edition import ANY, COLORS, Edition, Kind, edition
from rules.edition import numbers as number_cards
from rules.editions import EDITIONS
from rules.editions.box_parts import Path, bad, object_of, true_of, whole_of
from rules.editions.house_card import (
    MAX_COPIES,
    MAX_ID_CHARS,
    check_last,
    house_kind,
)
from rules.editions.known_kinds import KnownKind
from rules.explaining import BOX_CLAUSE
from rules.quoting import shortened, shown

PREFIX = "house:"
MAX_CARDS, MAX_KINDS = 200, 60
MAX_TITLE_CHARS, MAX_ABOUT_CHARS, MAX_LANGUAGES = 40, 200, 20
HASH_DIGITS = 8
MEMBERS = ("name", "about", "launcher", "numbers", "kinds")
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
"""Of a box and of a kind of card; a card's notation has dashes, too."""
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?\Z")
NUMBERS = 10


def is_house(id: str) -> bool:
    """Whether an edition of that ID is a house's own."""
    return id.startswith(PREFIX)


def short_name(id: str) -> str:
    """The name of a house's box in the ID of its edition."""
    return id.removeprefix(PREFIX)[: -1 - HASH_DIGITS]


def is_box_name(name: str) -> bool:
    """Whether a box can have that name."""
    return len(name) <= MAX_ID_CHARS and ID.match(name) is not None


def house_id(name: str, box: object) -> str:
    """The ID of the edition in a box: its name, and a hash of what it says. Raises ``BadBox``."""
    return _id(name, _canonical(box))


def read_house(id: str, box: object) -> Edition:
    """The edition in a box. Raises ``BadBox``, also if another box belongs to the ID."""
    canonical, name = _canonical(box), short_name(id)
    if not is_box_name(name) or id != _id(name, canonical):
        raise bad((), "refusal.other_box", said=shortened(id))
    return _read(id, canonical)


def new_house(name: str, box: object) -> Edition:
    """The edition in a box that is new. Raises ``BadBox``.

    Its own cards must not have the IDs of cards that editions have. Boxes of games that were begun
    can, because a later version may know more cards; nor is asked of them what only helps whoever
    writes a file.
    """
    made = read_house(house_id(name, box), box)
    known = {kind.id for edition in EDITIONS.values() for kind in edition.kinds}
    for at, described in enumerate((made.box or {}).get("kinds", ())):
        path: Path = ("kinds", at)
        if described.get("id") in known:
            raise bad((*path, "id"), "refusal.box_known_id", said=described["id"])
        for member in ("name", "picture"):
            if "id" not in described and member in described:
                raise bad((*path, member), "refusal.box_needs_id", member=member)
        check_last(described, path, launcher=made.launcher)
    _check_names(made)
    return made


def _check_names(made: Edition) -> None:
    """Raises ``BadBox`` if two cards of the box are called the same."""
    kinds = [kind.get("id") for kind in (made.box or {}).get("kinds", ())]
    for at, id in enumerate(kinds):
        names = made.names.get(f"kind.{id}", {})
        for other in filter(None, kinds[:at]):
            if same := _shared_name(names, made.names[f"kind.{other}"]):
                values = {"said": same, "kinds": [other, id]}
                raise bad(("kinds", at, "name"), "refusal.box_name_twice", **values)


def _shared_name(names: Mapping[str, str], others: Mapping[str, str]) -> str:
    """What both are called, also in one language alone; empty: they have no name in common."""
    for language, name in names.items():
        for other_language, other in others.items():
            together = language == other_language or ANY in (language, other_language)
            if together and name.casefold() == other.casefold():
                return name
    return ""


def _canonical(box: object) -> str:
    """The box as text that is the same for the same content. Raises ``BadBox``."""
    try:
        text = json.dumps(
            box, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
        )
        text.encode()
    except (RecursionError, TypeError, ValueError):
        raise bad((), "refusal.box_no_json") from None
    return text


def _id(name: str, canonical: str) -> str:
    return f"{PREFIX}{name}-{sha256(canonical.encode()).hexdigest()[:HASH_DIGITS]}"


@lru_cache(maxsize=32)
def _read(id: str, canonical: str) -> Edition:
    box = object_of(json.loads(canonical), (), MEMBERS)
    launcher = true_of(box, (), "launcher", default=True)
    own = _own_kinds(box, launcher=launcher)
    numbers = tuple(_numbers(box))
    kinds = (*numbers, *(known.kind for known in own))
    _check_size(numbers, [known.kind for known in own])
    commands = frozenset[str]().union(*(known.commands for known in own))
    if not launcher:
        commands |= {"draw", "pass"}
    options = frozenset[str]().union(*(known.options for known in own))
    made = edition(id, kinds, BOX_CLAUSE, commands, options, launcher)
    return replace(made, box=box, names=dict(_names(id, box)))


def _numbers(box: Mapping[str, Any]) -> Iterator[Kind]:
    """The number cards, which every box has: people draw them for the deal (COM-2)."""
    path = ("numbers",)
    numbers = object_of(box.get("numbers", {}), path, ("zeros", "copies"))
    zeros = whole_of(numbers, path, "zeros", 0, MAX_COPIES, 0)
    copies = whole_of(numbers, path, "copies", 1, MAX_COPIES, 2)
    for kind in number_cards(zeros=zeros):
        yield replace(kind, copies=copies) if kind.number else kind


def _check_size(numbers: Iterable[Kind], own: Iterable[Kind]) -> None:
    """Raises ``BadBox`` for a box with too many cards, where it says so of the most of them."""
    parts: dict[Path, int] = {("numbers", "copies"): sum(map(_cards, numbers))}
    parts |= {("kinds", at, "copies"): _cards(kind) for at, kind in enumerate(own)}
    cards = sum(parts.values())
    if cards > MAX_CARDS:
        most = max(parts, key=lambda path: parts[path])
        raise bad(most, "refusal.box_too_large", n=cards, most=MAX_CARDS)


def _cards(kind: Kind) -> int:
    return kind.copies * (1 if kind.wild else len(COLORS))


def _own_kinds(box: Mapping[str, Any], *, launcher: bool) -> list[KnownKind]:
    described = box.get("kinds", [])
    if not isinstance(described, list):
        raise bad(("kinds",), "refusal.box_kinds_written")
    most = MAX_KINDS - NUMBERS
    if len(described) > most:
        raise bad(("kinds", most), "refusal.box_many_kinds", most=most, said=len(described))
    kinds: list[KnownKind] = []
    numbers = {str(number) for number in range(NUMBERS)}
    taken: set[str] = set()
    for at, value in enumerate(described):
        path: Path = ("kinds", at)
        known = house_kind(value, path, launcher=launcher)
        id = known.kind.id
        if id.partition("-")[0] in COLORS or len(id) > MAX_ID_CHARS or ID.match(id) is None:
            raise bad((*path, "id"), "refusal.box_bad_id", said=shown(id), most=MAX_ID_CHARS)
        if id in numbers:
            raise bad((*path, "id"), "refusal.box_number_name", said=shown(id))
        if id in taken:
            raise bad((*path, "id"), "refusal.box_kind_twice", said=id)
        taken.add(id)
        kinds.append(known)
    return kinds


def _names(id: str, box: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """What the house calls its box and its cards. Raises ``BadBox``."""
    yield f"edition.{id}", _texts(box, (), "name", MAX_TITLE_CHARS) or {ANY: short_name(id)}
    yield f"about.{id}", _texts(box, (), "about", MAX_ABOUT_CHARS)
    for at, kind in enumerate(box.get("kinds", ())):
        if "id" in kind:
            texts = _texts(kind, ("kinds", at), "name", MAX_TITLE_CHARS)
            yield f"kind.{kind['id']}", texts or {ANY: kind["id"]}


def _texts(content: Mapping[str, Any], path: Path, member: str, most: int) -> Mapping[str, str]:
    """The texts by language; none: the box does not say. Raises ``BadBox``."""
    path = (*path, member)
    value = content.get(member, {})
    texts = {ANY: value} if isinstance(value, str) else value
    if not isinstance(texts, dict) or len(texts) > MAX_LANGUAGES:
        raise bad(path, "refusal.box_text", member=member, said=shown(value), most=most)
    for language, text in texts.items():
        if language != ANY and LANGUAGE.match(language) is None:
            raise bad((*path, language), "refusal.box_language", said=shortened(language))
        if not is_name(text) or len(text) > most:
            raise bad(path, "refusal.box_text", member=member, said=shown(text), most=most)
    return texts

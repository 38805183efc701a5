"""The parts of a house's box out of JSON: objects, words and numbers, and what is wrong where."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from rules.commands.refusals import whole
from rules.quoting import nearest, shortened, shown

WRITTEN: Mapping[str, str] = {
    "numbers": "refusal.box_numbers_written",
    "kinds": "refusal.box_kinds_written",
    "play": "refusal.box_play_written",
    "first": "refusal.box_play_written",
    "effects": "refusal.box_effects_written",
}
"""How a part is written in a file, as a key of the catalogue, by member."""

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


def object_of(
    value: object, path: Path, members: Iterable[str], elsewhere: Container[str] = ()
) -> dict[str, Any]:
    """The object. Raises ``BadBox`` if it is none, or has other members.

    ``elsewhere``: members that belong into what ``play`` says.
    """
    member = next((part for part in reversed(path) if isinstance(part, str)), "box")
    if not isinstance(value, dict):
        key = WRITTEN.get(member, "refusal.not_object")
        raise bad(path, key, member=member, said=shown(value))
    allowed = list(members)
    for name in value:
        if name not in allowed:
            said = shortened(str(name))
            if name in elsewhere:
                raise bad((*path, name), "refusal.box_in_play", said=said)
            near = nearest(name, allowed)
            key = "refusal.unknown_box_member" if near else "refusal.box_fields"
            raise bad((*path, name), key, said=said, known=near or allowed)
    return value


def one_of(value: object, path: Path, known: Iterable[str]) -> str:
    """The value, which is one of these words. Raises ``BadBox``."""
    words = list(known)
    if isinstance(value, str) and value in words:
        return value
    values = {"member": path[-1], "known": words, "said": shown(value)}
    if near := nearest(value, words):
        raise bad(path, "refusal.box_one_of_near", **values, near=near)
    raise bad(path, "refusal.one_of", **values)


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

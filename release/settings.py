"""The reference of all settings, in Markdown, out of the configuration's schema.

Ranges and defaults are those of the classes; what a setting means is its docstring there.
Usage: ``.venv/bin/python -m release.settings > docs/settings.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec import inspect as schema

from controller.base.config import Config
from controller.evenings.settings import OF_GROUPS, SETTINGS
from hardware.gpio.motor_drivers import MOTOR_INPUTS
from release import docstrings

HEAD = """# Settings

Every setting of the [configuration](configuration.md), made from the code.

A program reads the configuration when it starts: after a change, restart its service, for example
with `sudo systemctl restart rollerdeck-referee`. Where a setting says `service install`, run
`sudo rollerdeck service install` first.
"""
ON_THE_PAGE = """
## Settings on the page

Some can also be set on the page: *More*, *Settings*, at a table screen. Each value shows who says
it. Of several, the first holds:

1. the group whose game is on the table (tap its name)
2. the page, for every evening
3. the configuration
4. the default

*Take back* lets the next one hold. *Test the voice* lets the room hear it. What was set stands
beside the journal (`.settings.json`). A damaged file is reported, left as it is, and ignored: move
it away to set something again.

| setting | a group may have its own | used |
|---|---|---|
"""
USED = {
    "at_once": "at once",
    "next_game": "from the next game on",
    "restart": "after a restart of the referee",
}
"""By the effect of a setting."""
NOT_OF_GROUPS = """
The hit profile is no group's: the code of the draws is shown before anybody has said who plays.
"""
UNITS = {
    "_ms": " ms",
    "_us": " µs",
    "_mv": " mV",
    "_hz": " Hz",
    "_pct": " %",
    "_deg": "°",
    "deg_per_s": "°/s",
    "_s": " s",
    "_days": " days",
}
"""By the ends of names."""
REFUSED = frozenset(MOTOR_INPUTS)
"""Words that a list takes only so that they can be refused with a sentence."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the reference."""

    key: str
    values: str
    default: str
    meaning: str
    """Sentences, in Markdown as all of this."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the configuration."""

    name: str
    about: str
    settings: tuple[Setting, ...]


def sections() -> Iterator[Section]:
    """Every table of the configuration in the order of its class."""
    for field in _fields(Config):
        yield from _sections(field.name, field.type)


def page() -> str:
    """The whole reference."""
    parts = [HEAD, ON_THE_PAGE]
    parts += [
        f"| `{of_type.key}` | {'yes' if name in OF_GROUPS else 'no'} | {USED[of_type.effect]} |\n"
        for name, of_type in SETTINGS.items()
    ]
    parts.append(NOT_OF_GROUPS)
    for section in sections():
        parts.append(f"\n## {section.name}\n\n{section.about}\n")
        parts.append("\n| setting | value | default | meaning |\n|---|---|---|---|\n")
        parts += [
            f"| `{setting.key}` | {setting.values} | {setting.default} | {setting.meaning} |\n"
            for setting in section.settings
        ]
    return "".join(parts)


def _sections(name: str, of: schema.Type) -> Iterator[Section]:
    assert isinstance(of, schema.StructType)
    settings: list[Setting] = []
    inner: list[Section] = []
    for field in of.fields:
        key = f"{name}.{field.name}"
        if isinstance(field.type, schema.StructType):
            inner += _sections(key, field.type)
            continue
        default = msgspec.json.encode(field.default).decode()
        meaning = _meaning(of.cls, key, field.name)
        settings.append(Setting(key, _values(field.type, field.name), f"`{default}`", meaning))
    about = docstrings.markdown(of.cls.__doc__ or "").partition(": ")[2]
    yield Section(name, about[:1].upper() + about[1:], tuple(settings))
    yield from inner


def _fields(model: type[msgspec.Struct]) -> tuple[schema.Field, ...]:
    info = schema.type_info(model)
    assert isinstance(info, schema.StructType)
    return info.fields


def _meaning(model: type, key: str, name: str) -> str:
    """What the class says of a field; of what a Pico has like a Pi, ``[pins]`` says it."""
    texts = docstrings.of_fields(model, inherited=not key.startswith("pico."))
    if name in texts and not key.startswith("pico.turntable."):
        return texts[name]
    return f"As `{key.replace('pico.', 'pins.', 1)}`."


def _values(of: schema.Type, name: str) -> str:
    unit = next((unit for end, unit in UNITS.items() if name.endswith(end)), "")
    match of:
        case schema.Metadata():
            return _values(of.type, name)
        case schema.BoolType():
            return "`true`, `false`"
        case schema.IntType():
            return f"{of.ge} to {of.le}{unit}"
        case schema.LiteralType():
            words = [word for word in of.values if word not in REFUSED]
            return ", ".join(f"`{msgspec.json.encode(word).decode()}`" for word in words)
        case schema.VarTupleType():
            return f"list of {_values(of.item_type, name)}"
        case schema.StructType():
            return "tables"
    return "text"


if __name__ == "__main__":
    print(page(), end="")

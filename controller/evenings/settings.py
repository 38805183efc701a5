"""An evening's settings: what the page, a group and the file say, and which of them holds. Pure.

The group whose game is on the table goes before the page, the page before the file, the file before
the default. The hit profile and strict counting are no group's: the draws are sealed, and the
launcher is asked, before anybody has said who plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Literal, get_args

from msgspec import Struct, structs

from controller.base.config import Breath, Config, TurnTime, VoiceLevel, Volume, is_turn_time
from controller.evenings.groups import GroupId
from hardware.profiles import ProfileName, lacks_table

Value = bool | int | str
Source = Literal["group", "page", "file", "default"]
Effect = Literal["at_once", "next_game", "restart"]
"""When a changed value is used."""


class GroupValues(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a group may say itself; None: the page, the file or the default says it."""

    voice_level: VoiceLevel | None = None
    voice_volume_pct: Volume | None = None
    breath_ms: Breath | None = None
    turn_clock_s: TurnTime | None = None


class PageValues(GroupValues, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the page says for every evening; None: the file or the default says it."""

    profile: ProfileName | None = None
    strict: bool | None = None


class StoredSettings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that people have set on the page."""

    page: PageValues = PageValues()
    groups: dict[GroupId, GroupValues] = {}
    """By the group's ID."""


@dataclass(frozen=True, slots=True)
class SettingType:
    """What there is to know of one setting."""

    key: str
    """Its place in the configuration."""
    effect: Effect = "at_once"
    choices: tuple[str, ...] = ()
    """The words that it can be."""
    number: Any = None
    """A number's type, with its bounds."""
    step: int | None = None
    """By how much a tap changes a number."""

    @property
    def least(self) -> int | None:
        """The least that a number can be."""
        return get_args(self.number)[1].ge if self.number else None

    @property
    def most(self) -> int | None:
        """The most that a number can be."""
        return get_args(self.number)[1].le if self.number else None


SETTINGS: Mapping[str, SettingType] = {
    "voice_level": SettingType("referee.voice_level", choices=get_args(VoiceLevel)),
    "voice_volume_pct": SettingType("referee.voice_volume_pct", number=Volume, step=10),
    "profile": SettingType("launcher.profile", "next_game", choices=get_args(ProfileName)),
    "breath_ms": SettingType("referee.breath_ms", number=Breath, step=250),
    "turn_clock_s": SettingType("referee.turn_clock_s", number=TurnTime, step=10),
    "strict": SettingType("launcher.strict", "restart"),
}
"""In the order in which the page shows them."""

OF_GROUPS = frozenset(GroupValues.__struct_fields__)
"""The settings that a group may have."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The value that holds, and who says so."""

    value: Value
    source: Source


def resolve(name: str, stored: StoredSettings, group: str | None, config: Config) -> Resolved:
    """The value of a setting while the game of this group is on the table; None: nobody's."""
    layers: tuple[tuple[Source, GroupValues | None], ...] = (
        ("group", stored.groups.get(group) if group else None),
        ("page", stored.page),
    )
    for source, values in layers:
        value: Value | None = getattr(values, name, None)
        if value is not None and can_be(name, value, config):
            return Resolved(value, source)
    return resolve_below(name, config)


def resolve_below(name: str, config: Config) -> Resolved:
    """The value of a setting about which nobody has said anything on the page."""
    value_in = attrgetter(SETTINGS[name].key)
    value: Value = value_in(config)
    return Resolved(value, "default" if value == value_in(Config()) else "file")


def can_be(name: str, value: Value, config: Config) -> bool:
    """Whether a value is one with this configuration: ``custom`` needs a table in the file."""
    if name == "turn_clock_s":
        return is_turn_time(int(value))
    return (
        name != "profile" or value != "custom" or not lacks_table("custom", config.launcher.custom)
    )


def choices_of(name: str, config: Config) -> tuple[str, ...]:
    """The words that a setting can be with this configuration; none where it is no word."""
    return tuple(word for word in SETTINGS[name].choices if can_be(name, word, config))


def profiles_of(config: Config) -> tuple[ProfileName, ...]:
    """The hit profiles that can be chosen with this configuration."""
    names: tuple[ProfileName, ...] = get_args(ProfileName)
    return tuple(name for name in names if can_be("profile", name, config))


def with_settings(config: Config, stored: StoredSettings, group: str | None) -> Config:
    """The configuration with the values that hold in place of those of the file."""
    for name, setting in SETTINGS.items():
        part, _, member = setting.key.partition(".")
        value = resolve(name, stored, group, config).value
        changed = structs.replace(getattr(config, part), **{member: value})
        config = structs.replace(config, **{part: changed})
    return config


def changed(stored: StoredSettings, group: str | None, values: Mapping[str, Any]) -> StoredSettings:
    """What is stored once somebody has set these values, for a group or (None) for every evening.

    None as a value takes one back. A group without values of its own is not listed.
    """
    if group is None:
        return structs.replace(stored, page=structs.replace(stored.page, **values))
    before = stored.groups.get(group, GroupValues())
    others = without(stored, group).groups
    after = structs.replace(before, **values)
    own = {} if after == GroupValues() else {group: after}
    return structs.replace(stored, groups={**others, **own})


def without(stored: StoredSettings, group: str) -> StoredSettings:
    """What is stored once a group is deleted."""
    others = {id: values for id, values in stored.groups.items() if id != group}
    return structs.replace(stored, groups=others)

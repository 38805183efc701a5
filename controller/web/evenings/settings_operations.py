"""What is asked about an evening's settings, and what is answered."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from controller.base.config import Breath, TurnTime, VoiceLevel, Volume
from controller.evenings.groups import GroupId
from controller.evenings.settings import Effect, Source, Value
from controller.web.operation import WRITES, Operation
from hardware.profiles import ProfileName


class SettingsPatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Values to set; null takes one back; left out: it stays."""

    voice_level: VoiceLevel | UnsetType | None = UNSET
    """How much the room's voice says."""
    voice_volume_pct: Volume | UnsetType | None = UNSET
    """How loud it is."""
    profile: ProfileName | UnsetType | None = UNSET
    """The hit profile of new games."""
    breath_ms: Breath | UnsetType | None = UNSET
    """How long the button has to rest between two hits."""
    turn_clock_s: TurnTime | UnsetType | None = UNSET
    """How long the table waits for a player until a gong, at least 10 s; 0: there is no clock."""
    strict: bool | UnsetType | None = UNSET
    """Whether the launcher counts strictly."""


class ChangeSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host sets."""

    values: SettingsPatch
    """The values."""
    group: GroupId | None = None
    """The group that they are for; null: every evening."""


class SettingView(Struct, frozen=True):
    """One setting."""

    name: str
    """Its name in ``values`` of a change."""
    value: Value
    """What holds now, or as soon as ``effect`` lets it."""
    source: Source
    """Who says so: the group whose game is on the table, the page, the file, or nobody (the
    default)."""
    effect: Effect
    """When a change is used."""
    used: Value | None
    """What is used now; null: nothing, for example while no game is on."""
    below: Value
    """What the file or the default says."""
    page: Value | None
    """What the page says for every evening; null: nothing."""
    group: Value | None
    """What the group whose game is on the table says; null: nothing, or there is no such group."""
    of_groups: bool
    """Whether a group may have a value of its own."""
    choices: tuple[str, ...]
    """The words that it can be; empty: it is no word."""
    least: int | None
    """The least that a number can be; null: it is no number."""
    most: int | None
    """The most."""
    step: int | None
    """By how much a tap changes it."""


class GroupName(Struct, frozen=True):
    """A group of people."""

    id: str
    """Its ID."""
    name: str
    """What the people call it."""


class ProfileChances(Struct, frozen=True):
    """What a hit profile gives in the long run."""

    name: ProfileName
    """Its name."""
    chances: tuple[float, ...]
    """The chance of 0, 1, … 12 cards."""


class SettingsView(Struct, frozen=True):
    """An evening's settings."""

    group: GroupName | None
    """The group whose game is on the table; null: nobody's."""
    voice: bool
    """Whether the room has a voice."""
    settings: tuple[SettingView, ...]
    """In the order in which the page shows them."""
    profiles: tuple[ProfileChances, ...]
    """The hit profiles that can be chosen."""


SETTINGS_OPERATIONS = (
    Operation(
        "GET",
        "/api/settings",
        "settings",
        "Return an evening's settings, and who says what",
        gives=SettingsView,
        refusals=("settings_unreadable",),
        about="A group goes before the page, the page before the file, the file before the default "
        "([settings on the page](settings.md#settings-on-the-page)).",
    ),
    Operation(
        "POST",
        "/api/settings",
        "change_settings",
        "Set an evening's settings, for every evening or for a group",
        ChangeSettings,
        SettingsView,
        refusals=(
            *("bad_request", "settings_unreadable", "groups_unreadable", "no_such_group"),
            *WRITES,
        ),
        about="400 `bad_request`: a group cannot have `profile` and `strict`, and `custom` needs a "
        "table in the file.",
    ),
    Operation(
        "POST",
        "/api/voice/test",
        "test_voice",
        "Say a sentence aloud by which people can set the volume",
        refusals=("not_found",),
        about="404 `not_found`: the table has no [voice](voice.md).",
    ),
)
"""What ``SettingsSite`` answers."""

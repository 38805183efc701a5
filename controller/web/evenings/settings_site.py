"""Requests about an evening's settings, and their use at the table and by the voice."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Protocol

from msgspec import UNSET, structs
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.base.config import Config, Referee
from controller.base.errors import Refused
from controller.evenings import settings
from controller.evenings.groups import Group, GroupStore, group_of
from controller.evenings.settings import OF_GROUPS, SETTINGS, StoredSettings, Value
from controller.evenings.settings_store import SettingsStore
from controller.games.entries import Begun
from controller.table.table import Table
from controller.web.answers import json
from controller.web.evenings.repeatable import Repeatable
from controller.web.evenings.settings_operations import (
    ChangeSettings,
    GroupName,
    ProfileChances,
    SettingsView,
    SettingView,
)
from controller.web.requests import action_of, read, read_nothing
from hardware.profile_figures import expected
from hardware.profiles import Profile, ProfileName, profile_of

DIGITS = 4
"""Of a chance: a bar of a small picture shows no more."""


class Speaking(Protocol):
    """Something that speaks to the room."""

    def repeat_last(self) -> None:
        """Say the last ruling again, and what the table waits for."""
        ...

    def say_test(self) -> None:
        """Say a sentence by which people can set the volume."""
        ...

    def adjust(self, referee: Referee) -> None:
        """Speak as much, and as loud, as these settings say."""
        ...


class SettingsSite:
    """Answers the requests of ``SETTINGS_OPERATIONS``: one method for each, by its name."""

    def __init__(
        self,
        table: Table,
        config: Config,
        store: SettingsStore,
        groups: GroupStore,
        voice: Speaking | None,
        repeatable: Repeatable,
    ) -> None:
        """``config``: what the file says. Call ``follow`` after each change of the table.

        The table and the voice have begun with what is set for every evening.
        """
        self._table = table
        self._config = config
        self._store = store
        self._groups = groups
        self._voice = voice
        self._repeatable = repeatable
        self._begun: Begun | None = None
        stored = store.read_or_nothing()
        self._used = settings.with_settings(config, stored, group=None).referee

    async def settings(self, request: Request) -> Response:
        """Say what is set."""
        return json(await self._view())

    async def change_settings(self, request: Request) -> Response:
        """Set something."""
        asked = await read(request, ChangeSettings)
        action, group = action_of(request), asked.group
        patch = structs.asdict(asked.values)
        values = {name: value for name, value in patch.items() if value is not UNSET}
        self._refuse_values(values, group)

        def change(stored: StoredSettings) -> StoredSettings:
            self._table.permit(action)
            if group is not None:
                self._groups.find(group)
            return settings.changed(stored, group, values)

        async def set_values() -> SettingsView:
            await self._store.change(change)
            self.use()
            # whatever was set: a file that could not be read at the start may say another one
            await self._table.use_profile(self._in_force().launcher.profile)
            return await self._view()

        return await self._repeatable.once(request, set_values)

    async def test_voice(self, request: Request) -> Response:
        """Let people hear the voice."""
        if self._voice is None:
            raise HTTPException(404)
        await read_nothing(request)
        self._table.permit(action_of(request))
        self._voice.say_test()
        return Response(status_code=204)

    def follow(self) -> None:
        """Use the settings of the group whose game has come onto the table."""
        if self._table.record.begun is not self._begun:
            self._begun = self._table.record.begun
            self.use()

    async def forget_group(self, group: str) -> None:
        """Take out what a group has set. Raises ``Refused``; a file nobody can read stays."""
        try:
            self._store.read()
        except Refused:
            return
        await self._store.change(lambda stored: settings.without(stored, group))

    def use(self) -> None:
        """Use what holds now. Call it also after each change of the groups."""
        referee = self._in_force().referee
        if referee == self._used:
            return
        self._used = referee
        self._table.rest_button_for(referee.breath_ms / 1000)
        self._table.turn_timer.set_limit(referee.turn_clock_s)
        if self._voice is not None:
            self._voice.adjust(referee)

    def _in_force(self) -> Config:
        stored, group = self._store.read_or_nothing(), self._group()
        return settings.with_settings(self._config, stored, group.id if group else None)

    def _refuse_values(self, values: dict[str, Any], group: str | None) -> None:
        """Raise ``Refused`` for what a group cannot have, and for what needs more in the file."""
        for name, value in values.items():
            if group is not None and name not in OF_GROUPS:
                raise Refused("bad_request", "refusal.wrong_member", {"member": name})
            if value is None or settings.can_be(name, value, self._config):
                continue
            if name == "profile":
                raise Refused("bad_request", "refusal.no_custom_table")
            raise Refused("bad_request", "refusal.wrong_member", {"member": name})

    def _group(self) -> Group | None:
        """The group whose game is on the table; None: nobody's, or nobody can read the groups."""
        begun = self._table.record.begun
        if begun is None:
            return None
        try:
            return group_of(begun.game["players"], self._groups.all())
        except Refused:
            return None

    async def _view(self) -> SettingsView:
        stored, group = self._store.read(), self._group()
        profiles = [
            ProfileChances(name, await asyncio.to_thread(_chances, self._profile(name)))
            for name in settings.profiles_of(self._config)
        ]
        return SettingsView(
            GroupName(group.id, group.name) if group else None,
            self._voice is not None,
            tuple(self._setting(name, stored, group) for name in SETTINGS),
            tuple(profiles),
        )

    def _profile(self, name: ProfileName) -> Profile:
        return profile_of(name, self._config.launcher.custom)

    def _setting(self, name: str, stored: StoredSettings, group: Group | None) -> SettingView:
        of_type, id = SETTINGS[name], group.id if group else None
        resolved = settings.resolve(name, stored, id, self._config)
        own = stored.groups.get(id) if id else None
        return SettingView(
            name,
            resolved.value,
            resolved.source,
            of_type.effect,
            self._used_now(name, resolved.value),
            settings.resolve_below(name, self._config).value,
            getattr(stored.page, name),
            getattr(own, name, None),
            name in OF_GROUPS,
            settings.choices_of(name, self._config),
            of_type.least,
            of_type.most,
            of_type.step,
        )

    def _used_now(self, name: str, value: Value) -> Value | None:
        """What is used until the value is; None: nothing."""
        if name == "profile":
            begun = self._table.record.begun
            return None if begun is None else begun.profile
        if name == "strict":
            return self._table.launcher.capabilities.strict
        return value


@cache
def _chances(profile: Profile) -> tuple[float, ...]:
    return tuple(round(chance, DIGITS) for chance in expected(profile).cards)

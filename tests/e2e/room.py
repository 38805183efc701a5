"""An evening's settings as the referee says them."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.base.config import Config
from controller.evenings.settings import OF_GROUPS, SETTINGS, choices_of, profiles_of, resolve_below
from controller.web.evenings.settings_operations import (
    GroupName,
    ProfileChances,
    SettingsView,
    SettingView,
)
from hardware.profile_figures import expected
from hardware.profiles import profile_of


def room(group: str | None) -> dict[str, Any]:
    """All settings as usual, but a profile and strict counting that are not used yet."""
    config = Config()
    pending: dict[str, Any] = {"profile": "even", "strict": True}
    settings = []
    for name, of_type in SETTINGS.items():
        below, page = resolve_below(name, config), pending.get(name)
        settings.append(
            SettingView(
                name,
                below.value if page is None else page,
                "default" if page is None else "page",
                of_type.effect,
                below.value,
                below.value,
                page,
                None,
                name in OF_GROUPS,
                choices_of(name, config),
                of_type.least,
                of_type.most,
                of_type.step,
            )
        )
    profiles = tuple(
        ProfileChances(name, expected(profile_of(name)).cards) for name in profiles_of(config)
    )
    us = None if group is None else GroupName("0123abcd", group)
    view: dict[str, Any] = msgspec.to_builtins(SettingsView(us, True, tuple(settings), profiles))
    return view

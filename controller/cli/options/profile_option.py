"""``--profile``: the hit profile that a command uses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from controller.base.config import Config
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.paths import config_path
from hardware.profiles import Profile, ProfileName, lacks_table, profile_of


def profile_option(help_text: str) -> Callable[[Any], Any]:
    """The option ``--profile``, passed as ``name``."""
    choice = click.Choice(get_args(ProfileName))
    return click.option(
        "--profile",
        "name",
        type=choice,
        help=f"{help_text} [the profile in the configuration, else `measured`]",
    )


def profile_named(
    name: ProfileName | None, config: Config, file: Path | None
) -> tuple[ProfileName, Profile]:
    """The chosen profile, else that of the configuration, which was read from ``file``.

    Raises ``Trouble`` if it is ``custom`` and the configuration has no table for it.
    """
    name = name or config.launcher.profile
    if lacks_table(name, config.launcher.custom):
        raise Trouble(
            "There is no table for the profile custom: write [[launcher.custom]] into "
            f"{file or config_path()}, or choose another profile.",
            WRONG_USAGE,
        )
    return name, profile_of(name, config.launcher.custom)

"""``--profile``: which hit profile a command plays with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from controller.base.config import Config
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.paths import config_path
from hardware.profiles import Profile, ProfileName, lacks_table, profile_of


def profile_option(what: str) -> Callable[[Any], Any]:
    """The option ``--profile``, given on as ``name``."""
    choice = click.Choice(get_args(ProfileName))
    return click.option("--profile", "name", type=choice, help=f"{what} [as configured; measured]")


def profile_named(
    name: ProfileName | None, config: Config, file: Path | None
) -> tuple[ProfileName, Profile]:
    """The profile that was asked for, else the one of the configuration, which came from ``file``.

    Raises ``Trouble`` where it is ``custom``, and no table for it is configured.
    """
    name = name or config.launcher.profile
    if lacks_table(name, config.launcher.custom):
        raise Trouble(
            "There is no table for the profile custom: write [[launcher.custom]] into "
            f"{file or config_path()}, or take another profile.",
            WRONG_USAGE,
        )
    return name, profile_of(name, config.launcher.custom)

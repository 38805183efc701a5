"""What the commands about written games have in common."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base.config import load
from controller.base.errors import NOT_SO, Trouble
from controller.base.paths import config_path, journal_path

config_option = click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help=f"File with the configuration. [{config_path()}]",
)
journal_option = click.option(
    "--journal",
    type=click.Path(path_type=Path),
    help=f"File in which the games are written down. [{journal_path()}]",
)


def journal_of(file: Path | None, journal: Path | None) -> Path:
    """The journal that is meant: what is given here, else what the configuration says."""
    return journal or load(file).journal


def there(path: Path) -> Path:
    """A journal that is to be read. Raises ``Trouble`` (exit code 1) where there is none."""
    if not path.is_file():
        raise Trouble(
            f"There is no journal {path}: play a game first, or name another with --journal.",
            NOT_SO,
        )
    return path

"""``rollerdeck restore``: replaces all games by those of a backup."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli.options.journal_commands import config_option, journal_of, journal_option
from controller.games.backups import restore

HELP = """Replace all games with the games of the backup FILE.

Stop the referee before you run this command. The command saves the replaced games in another file,
and prints the name of this file.
"""


@click.command(help=HELP)
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE")
@config_option
@journal_option
def command(source: Path, file: Path | None, journal: Path | None) -> None:
    """Check the backup, keep the present games, and replace them atomically."""
    games, previous = restore(source, journal_of(file, journal))
    click.echo(f"Restored {games} game{'' if games == 1 else 's'}.")
    if previous is not None:
        click.echo(f"The previous games are in {previous}.")

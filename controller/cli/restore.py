"""``rollerdeck restore``: games out of a backup, in place of those that are there."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli.options.journal_commands import config_option, journal_of, journal_option
from controller.games.backup import restore

HELP = """Put the games of FILE, a backup, in the place of those that are there.

What is replaced is kept beside the journal, and the command says where. Refused while a referee is
running.
"""


@click.command(help=HELP)
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE")
@config_option
@journal_option
def command(source: Path, file: Path | None, journal: Path | None) -> None:
    """Check the backup, keep what is there, and replace it all at once."""
    games, kept = restore(source, journal_of(file, journal))
    click.echo(f"Restored {games} game{'' if games == 1 else 's'}.")
    if kept is not None:
        click.echo(f"What was there before is in {kept}.")

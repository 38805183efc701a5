"""``rollerdeck backup``: copies all games into one file, also during play."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli.options.journal_commands import (
    config_option,
    existing_journal,
    journal_of,
    journal_option,
)
from controller.games.backups import back_up

HELP = """Copy all games into FILE, which `rollerdeck restore` can read.

The referee can keep running: the copy contains all moves that the referee has accepted so far.
"""


@click.command(help=HELP)
@click.argument("target", type=click.Path(path_type=Path), metavar="FILE")
@config_option
@journal_option
def command(target: Path, file: Path | None, journal: Path | None) -> None:
    """Copy, check the copy, and say what is in it."""
    games = back_up(existing_journal(journal_of(file, journal)), target)
    click.echo(f"{target} holds {games} game{'' if games == 1 else 's'}.")

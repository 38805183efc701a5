"""``rollerdeck export``: prints a game of the journal as a scenario file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import click

from controller.base.errors import NOT_SO, Trouble
from controller.cli.options.click_parts import WholeNumber
from controller.cli.options.journal_commands import (
    config_option,
    existing_journal,
    journal_of,
    journal_option,
    refuse_missing,
)
from controller.games.exported import scenario
from controller.games.journal_replay import replay
from controller.games.shelf import GameSummary
from controller.journal.reading import read_entries, read_game

HELP = """Print a game as a text file that `rollerdeck replay` can read (a scenario file).

GAME is the number of the game; the default is the newest game. The file ends with the last state of
the game, and `rollerdeck replay` checks that the rules still lead to this state. The referee can
keep running.
"""


@click.command(help=HELP)
@click.argument("game", type=WholeNumber(1), required=False)
@click.option(
    "--list", "listing", is_flag=True, help="Print a list of all games instead of one game."
)
@config_option
@journal_option
def command(game: int | None, listing: bool, file: Path | None, journal: Path | None) -> None:
    """Print one game, or a line for each."""
    path = existing_journal(journal_of(file, journal))
    record = replay(read_entries(path).entries, path)
    listed = [summary for summary in record.games if summary.number not in record.deleted]
    if listing:
        for line in _lines(listed, record.taken_up):
            click.echo(line)
        return
    number = game or max((summary.number for summary in listed), default=0)
    if not number:
        raise Trouble("This journal has no game yet: play one first.", NOT_SO)
    refuse_missing(number, record)
    click.echo(scenario(read_game(path, number), path, not record.has_on_table(number)), nl=False)


def _lines(listed: Sequence[GameSummary], later: Mapping[int, int]) -> list[str]:
    return [
        f"{game.number}  {_day(game)}  {game.edition}  {_summary(game)}{_part(game, later)}"
        for game in listed
    ]


def _part(game: GameSummary, later: Mapping[int, int]) -> str:
    """Which games are other parts of it, if it was left and taken up again."""
    before = "" if game.goes_on is None else f", goes on from game {game.goes_on}"
    return before + (f", goes on as game {later[game.number]}" if game.number in later else "")


def _day(game: GameSummary) -> str:
    return f"{datetime.fromtimestamp(game.begun_s).astimezone():%Y-%m-%d %H:%M}"


def _summary(game: GameSummary) -> str:
    players = ", ".join(game.players)
    if not game.over or game.winner is None:
        return f"{players}: round {game.round}"
    won = game.winner if isinstance(game.winner, str) else " and ".join(game.winner)
    return f"{players}: won by {won}"

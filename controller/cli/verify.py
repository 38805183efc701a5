"""``rollerdeck verify``: recomputes the draws of a finished game."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.cli.options.click_parts import WholeNumber
from controller.cli.options.journal_commands import (
    config_option,
    existing_journal,
    journal_of,
    journal_option,
    refuse_missing,
)
from controller.games.exported import read_exported
from controller.games.fairness import Fairness, short
from controller.games.journal_replay import fairness_of, replay, session_of
from controller.games.record import Record
from controller.journal.reading import read_entries, read_game
from controller.words import say

HELP = """Check that nobody changed a random number of a finished game.

A hit is one press of the launcher's button, for which the launcher ejects a random number of cards.
The command computes all random numbers of the game again. For each hit, the command compares the
random number with the number of cards that the referee requested from the launcher. Exit code 0:
all numbers are right. docs/fairness.md says what this proves.

GAME is the number of the game, or a file with an exported game. You can export a game with
`rollerdeck export`, or on the referee's web page. The default is the newest finished game. The
referee can keep running.
"""

MOST_DIGITS = 640
"""Of a game's number: of so many, each Python makes a number (``sys.int_info``)."""
COLUMNS = "hit  by                    fair  drawn  asked  came"


@click.command(help=HELP)
@click.argument("game", required=False)
@click.option(
    "--code",
    help="Code that the page showed before the game, or the first characters of this code.",
)
@click.option(
    "--draws",
    "session",
    type=WholeNumber(1),
    help="Number of a session of cards without a game, instead of a game.",
)
@config_option
@journal_option
def command(
    game: str | None,
    code: str | None,
    session: int | None,
    file: Path | None,
    journal: Path | None,
) -> None:
    """Print a line for each hit, and one sentence."""
    if session is not None:
        if game is not None:
            raise Trouble("Name a game or --draws, not both.", WRONG_USAGE)
        fairness = _of_session(existing_journal(journal_of(file, journal)), session)
    elif game is None or (game.isdecimal() and len(game) <= MOST_DIGITS):
        path = existing_journal(journal_of(file, journal))
        fairness = _of_journal(path, None if game is None else int(game))
    else:
        fairness = _verifiable(replay(read_exported(Path(game)), Path(game)), True, game)
    _compare(code, fairness)
    report = fairness.report
    assert report is not None
    for line in _lines(fairness):
        click.echo(line)
    sentences = " ".join(say(remark.key, remark.values) for remark in report.remarks)
    if not report.in_order:
        raise Trouble(sentences, NOT_SO)
    click.echo(sentences)


def _of_journal(path: Path, named: int | None) -> Fairness:
    record = replay(read_entries(path).entries, path)
    over = [
        summary.number
        for summary in record.games
        if summary.over or not record.has_on_table(summary.number)
    ]
    number = max(set(over) - record.deleted, default=0) if named is None else named
    if named is None and not number:
        raise Trouble("This journal has no finished game: play one first.", NOT_SO)
    refuse_missing(number, record)
    superseded = not record.has_on_table(number)
    return _verifiable(replay(read_game(path, number), path), superseded, f"Game {number}")


def _of_session(path: Path, number: int) -> Fairness:
    """The draws of a session without a game."""
    newest = replay(read_entries(path).entries, path)
    last = session_of(path, number)
    if last is None:
        raise Trouble(f"This journal has no draws {number}: it has {newest.sessions}.", NOT_SO)
    superseded = number < newest.sessions or newest.draws is None
    fairness = fairness_of(last, superseded)
    assert fairness is not None
    if fairness.seed is None:
        raise Trouble(
            f"Draws {number} go on, so their seed is secret: end them, and try again.", NOT_SO
        )
    return fairness


def _verifiable(record: Record, superseded: bool, name: str) -> Fairness:
    fairness = fairness_of(record, superseded)
    if fairness is None:
        raise Trouble(
            f"{name} was begun by a version that did not seal draws, so they cannot be checked.",
            NOT_SO,
        )
    if fairness.seed is None:
        raise Trouble(
            f"{name} is still being played, so its seed is secret: "
            "try again when it is over, or when a new game or draws have begun.",
            NOT_SO,
        )
    return fairness


def _compare(code: str | None, fairness: Fairness) -> None:
    if code is None:
        return
    noted = "".join(code.split()).lower()
    if not noted or set(noted) - set("0123456789abcdef"):
        raise Trouble(
            "A code consists of digits and the letters a to f: check your note.", WRONG_USAGE
        )
    if not fairness.seal.commitment.startswith(noted):
        raise Trouble(
            "The draws are not correct: this game was sealed under the code "
            f"{short(fairness.seal.commitment)}, "
            "which is not the one that you noted.",
            NOT_SO,
        )


def _plain(text: str) -> str:
    """Text that others typed, without characters that control a terminal."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)


def _lines(fairness: Fairness) -> list[str]:
    report, seal = fairness.report, fairness.seal
    assert report is not None
    words = f"“{_plain(seal.words)}”" if seal.words else "none"
    lines = [
        f"code     {seal.commitment}",
        f"words    {words}",
        f"receipt  {seal.receipt}",
        f"profile  {fairness.profile}, {seal.profile_hash}",
        f"seed     {fairness.seed}",
    ]
    if report.hits:
        lines += ["", COLUMNS]
    for hit in report.hits:
        fair = "dealt" if hit.recomputed is None else hit.recomputed
        remark = "taken back" if hit.undone else ""
        if hit.complaint:
            remark = say(hit.complaint.key, hit.complaint.values)
        line = (
            f"{hit.nth:>3}  {_plain(hit.by):<20}  {fair:>4}  {hit.draw:>5}  {hit.requested:>5}"
            f"  {hit.delivered:>4}  {remark}"
        )
        lines.append(line.rstrip())
    return [*lines, ""]

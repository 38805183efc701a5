"""``rollerdeck edition check``: what is wrong with the file of a house's box."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.decks.box_file import UNREADABLE, BoxProblem, WrongBox, read_box
from controller.words import languages, say
from rules.edition import ANY, Edition


@click.command(name="check")
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Say what is wrong with the file of a box, and in which line.

    Exit code 0: the box can be played. 1: something is wrong with it. 2: the file cannot be read.
    """
    try:
        edition = read_box(file)
    except WrongBox as wrong:
        unreadable = wrong.problem.key in (UNREADABLE, "refusal.box_no_file")
        code = WRONG_USAGE if unreadable else NOT_SO
        raise Trouble(f"{file}{sentence(wrong.problem)}", code) from None
    values = {"edition": edition.id, "n": sum(edition.deck.values())}
    click.echo(say("cli.box_right", {**values, "kinds": len(edition.kinds)}))
    if unread := _unread(edition):
        click.echo(say("cli.box_languages", {"unread": unread, "known": list(languages())}))


def _unread(edition: Edition) -> list[str]:
    """The languages of its names that no page or voice has."""
    named = {language for names in edition.names.values() for language in names} - {ANY}
    known = {language.partition("-")[0] for language in languages()}
    return sorted(language for language in named if language.partition("-")[0] not in known)


def sentence(problem: BoxProblem) -> str:
    """What follows the file's name: the line, if there is one, and what is wrong."""
    line = "" if problem.line is None else f", line {problem.line}"
    return f"{line}: {say(problem.key, problem.values)}"

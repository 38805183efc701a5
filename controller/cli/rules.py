"""``rollerdeck rules``: explains an edition, a card or a clause."""

from __future__ import annotations

from shutil import get_terminal_size

import click

from controller.base.errors import WRONG_USAGE, Trouble
from controller.words import say
from rules import CLAUSES, EDITIONS, explain
from rules.edition import COLORS, Edition, Kind
from rules.quoting import likely, shortened

WIDEST = 90
"""Columns; longer lines are hard to read."""
WHEN = {"played": "Effect of the card", "first": "If it is the first card", "also": "Also"}


@click.command("rules")
@click.argument("edition", required=False, metavar="[EDITION|CLAUSE]")
@click.argument("card", required=False)
def command(edition: str | None, card: str | None) -> None:
    """Explain an edition of the game, one of its cards, or one of its rules.

    CARD is a card of the EDITION, such as hit-2 or red-7. CLAUSE is the ID of a rule in the
    rulebook, such as COM-12. Without arguments, the command lists the editions of the game.
    """
    if edition is None:
        for listed in EDITIONS.values():
            click.echo(say("cli.edition", {"edition": listed.id, "n": _size(listed)}))
        return
    if edition.upper() in CLAUSES:
        if card is not None:
            raise Trouble("Give either a clause, or an edition and a card.", WRONG_USAGE)
        _say(edition.upper(), say(f"clause.{edition.upper()}"), "")
        return
    if edition not in EDITIONS:
        values = {"said": shortened(edition), "known": likely(edition, EDITIONS)}
        raise Trouble(say("cli.unknown_edition", values), WRONG_USAGE)
    chosen = EDITIONS[edition]
    if card is None:
        _overview(chosen)
    elif card.upper() in CLAUSES:
        _say(card.upper(), say(f"clause.{card.upper()}"), "")
    else:
        _card(_kind(chosen, card))


def _kind(edition: Edition, card: str) -> Kind:
    """The kind of a card that is named by its ID or with its colour."""
    if card in edition.cards:
        return edition.cards[card].kind
    kinds = {kind.id: kind for kind in edition.kinds}
    if card not in kinds:
        suggestions = likely(card, [*kinds, *CLAUSES])
        values = {"said": shortened(card), "edition": edition.id, "known": suggestions}
        raise Trouble(say("cli.unknown_card", values), WRONG_USAGE)
    return kinds[card]


def _overview(edition: Edition) -> None:
    """What is in the box, and what each card does in a sentence."""
    click.echo(say("cli.box", {"edition": edition.id, "n": _size(edition)}) + "\n")
    numbers = [kind for kind in edition.kinds if kind.number is not None]
    bounds = {"first": numbers[0].id, "last": numbers[-1].id}
    copies = sum(_copies(kind) for kind in numbers)
    _say(say("cli.numbers", {"n": copies, **bounds}), _played(numbers[0]))
    for kind in edition.kinds:
        if kind.number is None:
            _say(say("cli.kind", {"n": _copies(kind), "kind": kind.id}), _played(kind))
    click.echo(
        f"\nTo see one card in full, run: rollerdeck rules {edition.id} {edition.kinds[-1].id}"
    )


def _played(kind: Kind) -> str:
    """What the card does when it is played."""
    return say(explain(kind)[0].key)


def _card(kind: Kind) -> None:
    """Everything about one card."""
    values = {"kind": kind.id, "n": _copies(kind), "points": kind.points}
    click.echo(say("cli.card", values) + "\n")
    for saying in explain(kind):
        _say(f"{WHEN[saying.when]} ({saying.clause})", say(saying.key, dict(saying.values)))


def _size(edition: Edition) -> int:
    """How many cards the box has."""
    return sum(edition.deck.values())


def _copies(kind: Kind) -> int:
    """How many are in the box."""
    return kind.copies * (1 if kind.wild else len(COLORS))


def _say(heading: str, text: str, indent: str = "  ") -> None:
    """Print an explanation, wrapped to the width of the terminal."""
    width = min(get_terminal_size().columns, WIDEST)
    click.echo(click.wrap_text(f"{heading}: {text}", width, indent, f"{indent}  "))

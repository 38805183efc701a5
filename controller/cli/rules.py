"""``rollerdeck rules``: an edition, a card or a clause explained."""

from __future__ import annotations

from shutil import get_terminal_size

import click

from controller.base.errors import WRONG_USAGE, Trouble
from rules import CLAUSES, EDITIONS, explain
from rules.edition import COLORS, Edition, Kind
from rules.words import counted, did_you_mean, shown

WIDEST = 90
"""Columns; longer lines are hard to read."""
WHEN = {"played": "Played", "first": "First card up", "also": "Also"}


@click.command("rules")
@click.argument("edition", required=False, metavar="[EDITION|CLAUSE]")
@click.argument("card", required=False)
def command(edition: str | None, card: str | None) -> None:
    """Explain an edition, one of its cards, or a clause of the rulebook.

    CARD is a card such as hit-2 or red-7, CLAUSE a clause such as COM-12. Without arguments the
    editions are listed.
    """
    if edition is None:
        for known in EDITIONS.values():
            click.echo(f"{known.id}: {known.name}, {_size(known)}")
        return
    if edition.upper() in CLAUSES:
        if card is not None:
            raise Trouble("Name a clause alone, or a card after its edition.", WRONG_USAGE)
        _say(edition.upper(), CLAUSES[edition.upper()], "")
        return
    if edition not in EDITIONS:
        hint = did_you_mean(edition, EDITIONS)
        raise Trouble(f"There is no edition or clause {shown(edition)}{hint}", WRONG_USAGE)
    chosen = EDITIONS[edition]
    if card is None:
        _overview(chosen)
    elif card.upper() in CLAUSES:
        _say(card.upper(), CLAUSES[card.upper()], "")
    else:
        _card(_kind(chosen, card))


def _kind(edition: Edition, card: str) -> Kind:
    """The kind of card that is meant, by its ID or with its colour."""
    if card in edition.cards:
        return edition.cards[card].kind
    kinds = {kind.id: kind for kind in edition.kinds}
    if card not in kinds:
        hint = did_you_mean(card, [*kinds, *CLAUSES])
        raise Trouble(f"There is no card {shown(card)} in {edition.name}{hint}", WRONG_USAGE)
    return kinds[card]


def _overview(edition: Edition) -> None:
    """What is in the box, and what each card does in a sentence."""
    click.echo(f"{edition.name}: {_size(edition)}\n")
    numbers = [kind for kind in edition.kinds if kind.number is not None]
    copies = sum(_copies(kind) for kind in numbers)
    _say(f"{copies} numbers, {numbers[0].name} to {numbers[-1].name}", explain(numbers[0])[0].text)
    for kind in edition.kinds:
        if kind.number is None:
            _say(f"{_copies(kind)} {kind.name} ({kind.id})", explain(kind)[0].text)
    click.echo(f"\nOne of them in full: rollerdeck rules {edition.id} {edition.kinds[-1].id}")


def _card(kind: Kind) -> None:
    """Everything about one card."""
    worth = counted(kind.points, "point")
    click.echo(f"{kind.name}: {counted(_copies(kind), 'card')}, {worth} in a hand\n")
    for saying in explain(kind):
        _say(f"{WHEN[saying.when]} ({saying.clause})", saying.text)


def _size(edition: Edition) -> str:
    """How many cards the box has."""
    return counted(sum(edition.deck.values()), "card")


def _copies(kind: Kind) -> int:
    """How many are in the box."""
    return kind.copies * (1 if kind.wild else len(COLORS))


def _say(what: str, text: str, indent: str = "  ") -> None:
    """What something is, wrapped to the width of a terminal."""
    width = min(get_terminal_size().columns, WIDEST)
    click.echo(click.wrap_text(f"{what}: {text}", width, indent, f"{indent}  "))

"""What a card does, in sentences for people who ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.edition import Edition, Kind, Last, Rule, Step

BOX_CLAUSE = "DECK-7"
LAST_CLAUSES = ("ATK-11", "PGR-15")
"""They name all cards of which they hold: of each it is said alone."""
AGAIN_CLAUSE = "TWO-3"
"""Who plays after hits of two players; it names a card for which this is otherwise."""
GOES_AGAIN = ("skip", "reverse", "hits.turn", "until_cards")
"""Steps after which of two players the same one plays again."""


class Saying(Struct, frozen=True):
    """A sentence about a kind of card."""

    when: str
    """To what it applies: ``played``, ``first`` (turned up first) or ``also`` (further facts)."""
    clause: str
    """The ID of the clause that says so."""
    key: str
    """Its key in the catalogue: that of the clause, ``clause.<ID>``, where the clause says it."""
    values: Mapping[str, int] = {}
    """Its values: ``n``, how many hits."""


def explain(kind: Kind, *, launcher: bool = True) -> tuple[Saying, ...]:
    """Everything that is to say about a kind of card, of a box with a launcher or with a pile."""
    if kind.described:
        return tuple(_described(kind, launcher=launcher))
    sayings = [_clause("played", kind.play.clause)]
    if kind.first.clause != kind.play.clause:
        sayings.append(_clause("first", kind.first.clause))
    return (*sayings, *(_also(kind, clause) for clause in kind.also))


def _clause(when: str, clause: str) -> Saying:
    return Saying(when, clause, f"clause.{clause}")


def _also(kind: Kind, clause: str) -> Saying:
    if clause in LAST_CLAUSES:
        last = Last.CARRIED_OUT if kind.last is Last.CARRIED_OUT else Last.HOUSE_OPTION
        return Saying("also", clause, _last(last))
    if clause == AGAIN_CLAUSE:
        again = any(step.name in GOES_AGAIN for step in kind.play.steps)
        return Saying("also", clause, "effect.two.again" if again else "effect.two.other")
    return _clause("also", clause)


def _last(last: Last) -> str:
    return f"effect.last.{last.name.lower()}"


def _described(kind: Kind, *, launcher: bool) -> Iterator[Saying]:
    """What a house's box says of its card, step by step."""
    if kind.wild:
        yield Saying("played", BOX_CLAUSE, "effect.calls_color")
    yield from _steps("played", kind.play, launcher=launcher)
    if not kind.wild and not kind.play.steps:
        yield Saying("played", BOX_CLAUSE, "effect.nothing")
    if kind.first.goes_back:
        yield Saying("first", BOX_CLAUSE, "effect.first.goes_back")
    elif kind.wild and not kind.first.steps:
        yield _clause("first", kind.first.clause)
    elif kind.first.steps:
        yield from _steps("first", kind.first, launcher=launcher)
    elif kind.play.steps:
        yield Saying("first", BOX_CLAUSE, "effect.first.nothing")
    if kind.play.steps:
        yield Saying("also", BOX_CLAUSE, _last(kind.last))
    if [step.name in GOES_AGAIN for step in kind.play.steps].count(True) == 1:
        yield Saying("also", AGAIN_CLAUSE, "effect.two.again")


def _steps(when: str, rule: Rule, *, launcher: bool) -> Iterator[Saying]:
    turned_up = "first." if when == "first" else ""
    for step in rule.steps:
        values = {} if step.hits is None else {"n": step.hits}
        yield Saying(
            when, BOX_CLAUSE, f"effect.{turned_up}{_named(step, launcher=launcher)}", values
        )


def _named(step: Step, *, launcher: bool) -> str:
    return step.name if launcher else step.name.replace("hits.", "draws.")


def target_purpose(kind: Kind) -> str | None:
    """What a player is chosen for: ``trade``, ``hits``, ``hits_and_trades`` or ``attack``.

    None: the card needs nobody, or a house rule on it says for what.
    """
    steps = {step.name for step in kind.play.steps}
    if "trade" in steps:
        return "hits_and_trades" if "hits.chosen" in steps else "trade"
    if "hits.chosen" in steps:
        return "hits"
    return "attack" if "attack" in steps else None


def target_purposes(edition: Edition) -> dict[str, str]:
    """What a player is chosen for, by the kind of card that needs one."""
    purposes = ((kind.id, target_purpose(kind)) for kind in edition.kinds)
    return {kind: purpose for kind, purpose in purposes if purpose is not None}

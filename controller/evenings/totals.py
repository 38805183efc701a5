"""What evenings and seasons came to: the figures of their games, added up. Pure.

The clock of the machine may be wrong, and may jump. So the order of the games in the journal
decides, and the clock only says where one evening ends and the next one begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from itertools import chain
from typing import Literal

import msgspec

from controller.evenings.figures import GameFigures, HitFire, PersonFigures, TurnRound
from rules.names import same

Span = Literal["evening", "season", "ever"]
"""The newest evening, its season, or every game."""

PAUSE_S = 4 * 3600
"""So long nobody plays between two evenings."""

Evening = tuple[GameFigures, ...]
"""The games of one evening, in the order in which they began: at least one."""

ADDED = ("presses", "dry", "taken", "from_presses", "catches", "forgotten", "rounds_won")
"""The figures of a person that are sums."""


class Season(msgspec.Struct, frozen=True):
    """A quarter of a year."""

    year: int
    """For example 2026."""
    quarter: int
    """1 to 4; 1 is January to March."""


def evenings(games: Sequence[GameFigures]) -> tuple[Evening, ...]:
    """The games, evening by evening. Each game is in one evening, whatever the clock said.

    A new evening begins with a game that began at least `PAUSE_S` after the last command of the
    game before it, or at least so long before it, because the clock was set back in between. If
    the clock may have stood still while the machine was off, a start of the machine is enough.
    """
    grouped: list[list[GameFigures]] = []
    for game in games:
        if grouped and _follows(game, grouped[-1][-1]):
            grouped[-1].append(game)
        else:
            grouped.append([game])
    return tuple(map(tuple, grouped))


def _follows(game: GameFigures, before: GameFigures) -> bool:
    started_anew = bool(game.boot) and game.boot != before.boot
    return not started_anew and abs(game.begun_s - before.ended_s) < PAUSE_S


def season_of(evening: Evening, zone: tzinfo | None = None) -> Season:
    """The season of an evening, by its last command. ``zone``: None means that of this machine."""
    day = datetime.fromtimestamp(evening[-1].ended_s, zone)
    return Season(day.year, (day.month + 2) // 3)


def within(
    games: Sequence[GameFigures], span: Span, zone: tzinfo | None = None
) -> tuple[Evening, ...]:
    """The evenings of a span, the oldest first.

    The span ends with the newest evening, not with today, which a wrong clock does not know.
    """
    every = evenings(games)
    if span == "ever" or not every:
        return every
    if span == "evening":
        return every[-1:]
    season = season_of(every[-1], zone)
    return tuple(evening for evening in every if season_of(evening, zone) == season)


class PersonTotals(PersonFigures, frozen=True):
    """What one person came to in all these games."""

    games: int = 0
    """Games of which this person was a player; one that went on later is one game."""
    won: int = 0
    """Games that this person won, alone or with others."""


class EveningTotals(msgspec.Struct, frozen=True):
    """One evening in short."""

    begun_s: int
    """When it began, in seconds since 1970."""
    games: int
    """Games that were played."""
    rounds: int
    """Rounds that ended."""
    cards: int
    """Cards that came out of the launcher."""
    presses: int
    """Presses of the launcher's button."""
    dry: int
    """Presses that gave no card."""


class GameLine(msgspec.Struct, frozen=True):
    """One game in a line."""

    number: int
    """Its number."""
    edition: str
    """ID of its edition."""
    begun_s: int
    """When it began, in seconds since 1970."""
    rounds: int
    """Rounds that ended."""
    over: bool
    """Whether it was played to its end."""
    winners: tuple[str, ...]
    """Who won it; empty: nobody has."""


class Statistics(msgspec.Struct, frozen=True):
    """What the evenings of a span came to."""

    span: Span
    """As it was asked."""
    group: str | None
    """ID of the group whose games these are; null: all games."""
    season: Season | None
    """The season of the newest evening; null: there is no game."""
    games: int
    """Games that were played; one that was left and taken up later is one game."""
    rounds: int
    """Rounds that ended."""
    cards: int
    """Cards that came out of the launcher. Opening hands do not count."""
    presses: int
    """Presses of the launcher's button, without those for opening hands."""
    dry: int
    """Presses that gave no card."""
    catches: int
    """How often a player caught another who had not called UNO."""
    forgotten: int
    """How often a player forgot to call UNO, caught or not."""
    hit_fire: HitFire | None
    """The longest one: the most presses until cards came."""
    turn_round: TurnRound | None
    """The biggest one: the most points that a later winner was behind."""
    people: tuple[PersonTotals, ...]
    """Who won most games comes first."""
    evenings: tuple[EveningTotals, ...]
    """The oldest first."""
    played: tuple[GameLine, ...]
    """Every game of the newest evening, the oldest first."""


def statistics(
    games: Sequence[GameFigures], span: Span, group: str | None, zone: tzinfo | None = None
) -> Statistics:
    """Add up the games of a span. ``games``: those of the group, in order."""
    spans = within(games, span, zone)
    every = list(chain.from_iterable(spans))
    people = _people(every)
    fires = [game.hit_fire for game in every if game.hit_fire]
    turns = [game.turn_round for game in every if game.turn_round]
    return Statistics(
        span=span,
        group=group,
        season=season_of(spans[-1], zone) if spans else None,
        catches=sum(person.catches for person in people),
        forgotten=sum(person.forgotten for person in people),
        hit_fire=max(fires, key=lambda fire: fire.presses, default=None),
        turn_round=max(turns, key=lambda turn: turn.points, default=None),
        people=people,
        evenings=tuple(map(_evening, spans)),
        played=tuple(map(_line, spans[-1])) if spans else (),
        **_sums(every),
    )


def _firsts(games: Iterable[GameFigures]) -> list[GameFigures]:
    """The games without those that only go on from another one of them."""
    firsts: list[GameFigures] = []
    numbers: set[int] = set()
    for game in games:
        if game.goes_on not in numbers:
            firsts.append(game)
        numbers.add(game.number)
    return firsts


def _people(games: Sequence[GameFigures]) -> tuple[PersonTotals, ...]:
    sums: dict[str, PersonTotals] = {}
    firsts = {game.number for game in _firsts(games)}
    played: dict[str, set[int]] = {}
    heads: dict[int, int] = {}
    """The number of the game as which a game of these began, by its own."""
    for game in games:
        head = game.number if game.number in firsts else heads[game.goes_on or 0]
        heads[game.number] = head
        winners = set(map(same, game.winners))
        for person in game.people:
            key = same(person.name)
            before = sums.get(key, PersonTotals(person.name))
            played.setdefault(key, set()).add(head)
            sums[key] = PersonTotals(
                person.name,
                most=max(before.most, person.most),
                **{name: getattr(before, name) + getattr(person, name) for name in ADDED},
                games=len(played[key]),
                won=before.won + (key in winners),
            )
    return tuple(sorted(sums.values(), key=lambda person: (-person.won, -person.rounds_won)))


def _evening(games: Evening) -> EveningTotals:
    return EveningTotals(begun_s=games[0].begun_s, **_sums(games))


def _sums(games: Sequence[GameFigures]) -> dict[str, int]:
    """What is told of an evening and of a span."""
    people = [person for game in games for person in game.people]
    return {
        "games": len(_firsts(games)),
        "rounds": sum(game.rounds for game in games),
        "cards": sum(game.cards for game in games),
        "presses": sum(person.presses for person in people),
        "dry": sum(person.dry for person in people),
    }


def _line(game: GameFigures) -> GameLine:
    return GameLine(game.number, game.edition, game.begun_s, game.rounds, game.over, game.winners)

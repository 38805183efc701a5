"""What one game came to, in figures: a fold over its entries. Pure.

Only what stands counts: a command that was taken back has not happened.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from controller.games.entries import CommandBody
from controller.games.hands import seated
from controller.games.journal_replay import NOTHING, steps
from controller.games.record import Record
from controller.games.shelf import RoundScores
from controller.journal.entry import Entry
from rules.position import Position

HIT_FIRE = "ATK-10"
"""The clause whose presses are a Hit-Fire's."""
LONGEST_PAUSE_S = 3600
"""A longer time between two entries of one game counts as so much: somebody paused overnight, or
the clock was set."""


class PersonFigures(msgspec.Struct, frozen=True):
    """What one player did in some games."""

    name: str
    """The player's name."""
    presses: int = 0
    """Presses of the launcher's button by this player."""
    dry: int = 0
    """Those of them that gave no card."""
    taken: int = 0
    """Cards that came out of the launcher for this player."""
    from_presses: int = 0
    """The presses from which these cards came, also those that gave none."""
    most: int = 0
    """The most cards that one press gave this player."""
    catches: int = 0
    """How often this player caught another who had not called UNO."""
    forgotten: int = 0
    """How often this player forgot to call UNO, caught or not."""
    rounds_won: int = 0
    """Rounds that this player won."""


class HitFire(msgspec.Struct, frozen=True):
    """A Hit-Fire: presses until cards came."""

    player: str
    """Who pressed."""
    presses: int
    """How many presses it took."""
    cards: int
    """How many cards came."""
    game: int
    """Number of the game."""


class TurnRound(msgspec.Struct, frozen=True):
    """A game that was won by somebody who had been behind."""

    player: str
    """The winner."""
    points: int
    """By how many points the winner was behind the best one after some round."""
    game: int
    """Number of the game."""


class GameFigures(msgspec.Struct, frozen=True):
    """What one game came to."""

    number: int
    edition: str
    players: tuple[str, ...]
    """The players when it began."""
    begun_s: int
    """When it began. It is computed back from the end, and no pause counts more than an hour."""
    ended_s: int
    """The time of its last command, in seconds since 1970 by a clock that may be wrong."""
    rounds: int
    """Rounds that ended in it."""
    cards: int
    """Cards that came out of the launcher for its presses, also those that are nobody's."""
    over: bool
    winners: tuple[str, ...]
    scores: dict[str, int]
    people: tuple[PersonFigures, ...]
    """Everybody who was at the table, in seating order; who joined later, last."""
    hit_fire: HitFire | None
    turn_round: TurnRound | None
    goes_on: int | None
    """The number of the game that was left and went on as this one."""
    boot: str = ""
    """See ``controller.games.entries.Begun``."""
    edition_names: dict[str, str] = {}
    """What a house calls the box, by language; empty: it is an edition of this version."""


@dataclass(frozen=True, slots=True)
class _Deed:
    """What one command adds to the figures."""

    by: str = ""
    owner: str = ""
    """Who got the cards; empty: nobody did."""
    cards: int | None = None
    """Cards of a press; None: it was no press."""
    sticking: int = 0
    """Cards of the press that the presser keeps, and not the owner."""
    fire: bool = False
    """The press was owed to a Hit-Fire."""
    catcher: str = ""
    forgot: str = ""
    won: str = ""
    """Who won the round by it."""


@dataclass
class _Game:
    """A game in the making."""

    first: Record
    now: Record
    """While it had the table."""
    last: Entry
    """Its last command, or its beginning."""
    end: Entry
    end_record: Record
    lasted_s: int = 0
    deeds: list[_Deed] = field(default_factory=list)

    def add(self, entry: Entry, now: Record) -> None:
        """Take in one more command."""
        body = msgspec.convert(entry.body, CommandBody)
        before, after = self.now.state, now.state
        assert before is not None and after is not None
        if body.command["do"] == "undo":
            self.deeds.pop()
        else:
            self.deeds.append(_deed(before.position, body, after.position))
        self.lasted_s += min(max(0, entry.wall_s - self.last.wall_s), LONGEST_PAUSE_S)
        self.last = entry

    def played(self) -> PlayedGame:
        """What it came to."""
        return PlayedGame(_figures_of(self), self.end, self.end_record)


class PlayedGame(NamedTuple):
    """A game, and where its entries end."""

    figures: GameFigures
    entry: Entry
    """The last one before the next game begins."""
    record: Record
    """After that entry."""


def played_games(
    entries: Iterable[Entry], path: Path, record: Record = NOTHING
) -> Iterator[PlayedGame]:
    """Each game of a journal, or of a part that begins with a game, in order.

    ``record``: the one before the first of these entries. Raises ``Trouble``, like
    `controller.games.journal_replay`.
    """
    game: _Game | None = None
    for entry, now in steps(entries, path, record):
        if entry.kind == "game":
            if game is not None:
                yield game.played()
            game = _Game(now, now, entry, entry, now)
        elif game is not None:
            if entry.kind == "command":
                game.add(entry, now)
            if now.draws is None:
                game.now = now
            game.end, game.end_record = entry, now
    if game is not None:
        yield game.played()


def _deed(before: Position, body: CommandBody, after: Position) -> _Deed:
    """What a command adds, from where the game stood before and after it."""
    command, forgot = body.command, _forgot(before, after)
    winner = after.round_winner if before.round_winner is None else None
    won = "" if winner is None else after.name(winner)
    if command["do"] == "hit" or (command["do"] == "draw" and body.hit is not None):
        return replace(_press(before, command), forgot=forgot, won=won)
    catcher = ""
    if command["do"] == "catch":
        catcher = before.name(before.number(command["by"]))
    return _Deed(catcher=catcher, forgot=forgot, won=won)


def _forgot(before: Position, after: Position) -> str:
    """Whose window to call UNO has closed without a call."""
    was, window = before.window, after.window
    if was is None or not was.open or was.called:
        return ""
    same = window is not None and window.open and window.player == was.player
    return "" if same else before.name(was.player)


def _press(before: Position, command: Mapping[str, Any]) -> _Deed:
    """A press, and who got what came out."""
    by, cards = before.name(before.number(command["by"])), int(command["cards"])
    if before.presser is None or before.name(before.presser) != by:
        return _Deed(by, cards=cards)  # out of order: the cards are nobody's
    owner, fire = by, False
    if before.owed:
        owed = before.owed[0]
        owner, fire = before.name(owed.owner), owed.reason == HIT_FIRE
    to_presser = before.setup.options.sticking_to == "presser"
    sticking = int(command.get("sticking", 0)) if to_presser else 0
    return _Deed(by, owner, cards, sticking, fire)


def _figures_of(game: _Game) -> GameFigures:
    now, first = game.now, game.first
    assert now.begun is not None and now.state is not None and first.state is not None
    position, played = now.state.position, now.begun.game
    edition = position.setup.edition
    winners = position.winner if position.phase == "game_over" else ()
    return GameFigures(
        number=now.number,
        edition=played["edition"],
        players=tuple(played["players"]),
        begun_s=game.last.wall_s - game.lasted_s,
        ended_s=game.last.wall_s,
        rounds=len(now.rounds) - len(first.rounds),
        cards=sum(deed.cards or 0 for deed in game.deeds),
        over=position.phase == "game_over",
        winners=winners,
        scores={seat.name: seat.score for seat in seated(position)},
        people=_people([seat.name for seat in position.seats], game.deeds),
        hit_fire=_longest_fire(game.deeds, now.number),
        turn_round=_turn_round(now.rounds, winners, played.get("scoring", "winner"), now.number),
        goes_on=now.begun.goes_on.game if now.begun.goes_on else None,
        boot=now.begun.boot,
        edition_names=dict(edition.names.get(f"edition.{edition.id}", {})),
    )


def _people(names: list[str], deeds: list[_Deed]) -> tuple[PersonFigures, ...]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    largest: Counter[str] = Counter()
    for deed in deeds:
        if deed.cards is not None:
            counts[deed.by]["presses"] += 1
            counts[deed.by]["dry"] += deed.cards == 0
            counts[deed.by]["taken"] += deed.sticking
            if deed.owner:
                counts[deed.owner]["from_presses"] += 1
                counts[deed.owner]["taken"] += deed.cards - deed.sticking
                largest[deed.owner] = max(largest[deed.owner], deed.cards - deed.sticking)
        for name, figure in (
            (deed.catcher, "catches"),
            (deed.forgot, "forgotten"),
            (deed.won, "rounds_won"),
        ):
            if name:
                counts[name][figure] += 1
    return tuple(PersonFigures(name, most=largest[name], **counts[name]) for name in names)


def _longest_fire(deeds: list[_Deed], game: int) -> HitFire | None:
    longest, presses = None, 0
    for deed in deeds:
        if deed.cards is None:
            continue
        presses = presses + 1 if deed.fire else 0
        if deed.fire and deed.cards:
            if longest is None or presses > longest.presses:
                longest = HitFire(deed.owner, presses, deed.cards, game)
            presses = 0
    return longest


def _turn_round(
    rounds: tuple[RoundScores, ...], winners: tuple[str, ...], scoring: str, game: int
) -> TurnRound | None:
    """How far behind a winner was. Points are good with ``winner`` alone."""
    best = None
    for earlier in rounds[:-1]:
        scores = earlier.scores
        leads = max(scores.values()) if scoring == "winner" else min(scores.values())
        for name in winners:
            if name in scores:
                behind = abs(leads - scores[name])
                if behind > (best.points if best else 0):
                    best = TurnRound(name, behind, game)
    return best

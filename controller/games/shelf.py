"""Games that are not on the table: a summary of each, and where a game stood that was left."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from controller.decks.face_up import FaceUpNumbers
from controller.games.doubts import Doubt
from controller.games.entries import Begun
from controller.games.hands import scores
from hardware.profiles import Past
from rules import State
from rules.position import Position

ROUND_ENDS = ("round_over", "game_over")
"""Phases in which a round's scores are final."""


class RoundScores(msgspec.Struct, frozen=True):
    """The scores when a round was over."""

    round: int
    """Number of the round, from 1."""
    scores: dict[str, int]
    """The total of each player after it."""


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """Where a game stood that was left before its end: what goes on when it is taken up again."""

    begun: Begun
    state: State
    """Without a past: an undo takes back no command of a game that was left, because what was
    published of its draws stays as it is."""
    undealt: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    rounds: tuple[RoundScores, ...]
    lost: bool
    past: Past
    """What the hit profile may take into account."""
    face_up: FaceUpNumbers
    """The numbers of the cards that lie face up."""

    def may_go_on_as(self, begun: Begun) -> bool:
        """Whether it is the same game: the same people play in the same way from here on."""
        same = [(start.game, start.rules, start.deal) for start in (self.begun, begun)]
        # an exported game does not have the draws before
        goes_on = begun.goes_on
        same_past = self.begun.seal is None or goes_on is None or goes_on.past == self.past
        return same_past and same[0] == same[1]


class GameSummary(msgspec.Struct, frozen=True):
    """A summary of one game of the journal, in its last state."""

    number: int
    """From 1, in the order in which the games began."""
    edition: str
    """ID of its edition."""
    players: tuple[str, ...]
    """The players when it began, in seating order."""
    begun_s: int
    """Seconds since 1970 by this machine's clock, which may be wrong."""
    round: int
    """The round that it has reached."""
    over: bool
    """Whether it was played to its end; false: it is still played, or another one was begun."""
    winner: str | tuple[str, ...] | None
    """Several names if they share the victory; null: nobody has won."""
    scores: dict[str, int]
    """Of the players who have not left."""
    hits: int
    """Hits that were counted."""
    goes_on: int | None
    """The number of the game that was left, and goes on as this one; its hits are not in ``hits``.
    Null: this game began anew."""


def summary_of(number: int, begun: Begun, begun_s: int, state: State, hits: int) -> GameSummary:
    """The summary of a game at this state."""
    position, game = state.position, begun.game
    return GameSummary(
        number,
        game["edition"],
        tuple(game["players"]),
        begun_s,
        position.round,
        position.phase == "game_over",
        _winner(position.winner),
        scores(position),
        hits,
        begun.goes_on.game if begun.goes_on else None,
    )


def rounds_over(rounds: tuple[RoundScores, ...], position: Position) -> tuple[RoundScores, ...]:
    """The rounds that are over at this position, also after an undo."""
    before = tuple(ended for ended in rounds if ended.round < position.round)
    if position.phase not in ROUND_ENDS:
        return before
    return (*before, RoundScores(position.round, scores(position)))


def _winner(names: tuple[str, ...]) -> str | tuple[str, ...] | None:
    if len(names) > 1:
        return names
    return names[0] if names else None

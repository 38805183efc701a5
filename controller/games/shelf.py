"""Summaries of games: what the referee keeps of each while the next one is played."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.games.seats import scores
from rules import State


class GameSummary(msgspec.Struct, frozen=True):
    """A summary of one game of the journal, in its last state."""

    number: int
    """From 1, in the order in which the games began."""
    edition: str
    players: tuple[str, ...]
    """The players when it began, in seating order."""
    begun_s: int
    """Seconds since 1970 by this machine's clock, which may be wrong."""
    round: int
    over: bool
    """It was played to its end. False: it is still played, or another one was begun."""
    winner: str | tuple[str, ...] | None
    """Several if they share the victory; None: nobody has won."""
    scores: dict[str, int]
    """Of the players who have not left."""
    hits: int
    """Hits that were counted."""


def summary_of(
    number: int, game: dict[str, Any], begun_s: int, state: State, hits: int
) -> GameSummary:
    """The summary of a game at this state."""
    position = state.position
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
    )


def _winner(names: tuple[str, ...]) -> str | tuple[str, ...] | None:
    if len(names) > 1:
        return names
    return names[0] if names else None

"""Past games in short: what is kept of each while the next one is played."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.games.seats import scores
from rules import State


class GameSummary(msgspec.Struct, frozen=True):
    """One game of a journal, as it stands or stood."""

    number: int
    """From 1, in the order in which they began."""
    edition: str
    players: tuple[str, ...]
    """Who sat down when it began, in seating order."""
    begun_s: int
    """When, in seconds since 1970 by this machine's clock, which may be wrong."""
    round: int
    over: bool
    """Played to its end; False: still played, or left for another one."""
    winner: str | tuple[str, ...] | None
    """Several where it was shared; None: nobody yet."""
    scores: dict[str, int]
    """Of players still seated."""
    hits: int
    """Hits that were counted."""


def summary_of(
    number: int, game: dict[str, Any], begun_s: int, state: State, hits: int
) -> GameSummary:
    """What the list of games says of one that stands like this."""
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

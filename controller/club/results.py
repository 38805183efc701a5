"""The results of the games that are over. Each is worked out once, for there can be thousands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from controller.club import messages
from controller.club.messages import Result
from controller.club.names import Names
from controller.club.referee_state import Game


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, and its result."""

    game: Game
    result: Result
    mark: str
    """That of the result, which takes time to compute."""


class Results:
    """The results of a list of games, which is another list after each change."""

    def __init__(self, language: str, *, with_names: bool) -> None:
        """``with_names``: the house wants the players' names to be published."""
        self._language = language
        self._with_names = with_names
        self._games: tuple[Game, ...] = ()
        self._ended: dict[int, Ended] = {}

    def of(self, games: tuple[Game, ...]) -> Mapping[int, Ended]:
        """How each game ended that is over, by its number."""
        if games is not self._games:
            over = (game for game in games if game.over and not game.deleted)
            self._ended = {game.number: self._work_out(game) for game in over}
            self._games = games
        return self._ended

    def _work_out(self, game: Game) -> Ended:
        ended = self._ended.get(game.number)
        if ended is not None and ended.game == game:
            return ended
        result = messages.result(game, Names(self._language, wanted=self._with_names))
        return Ended(game, result, result.mark)

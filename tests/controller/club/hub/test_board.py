"""What the scoreboard's pages are told of a table."""

from __future__ import annotations

from controller.club.hub.scoreboard import Board
from controller.club.hub.table_messages import Body, Player, State, Status, TableMessage

PLAYING = State(7, game=5, phase="play", turn="Bo", players=(Player("Bo", 3, 0),))
OVER = State(9, game=5, phase="game_over", turn="Bo", players=PLAYING.players)


def turns_of(board: Board, *bodies: Body) -> list[str | None]:
    """Whose turn is shown once each of these was heard, to who follows and to who comes then."""
    shown: list[str | None] = []
    for body in bodies:
        board.tell(TableMessage("table-1", body, False))
        (followed,), (whole,) = board.news().tables, board.whole().tables
        assert followed == whole
        shown.append(followed.turn)
    return shown


def test_a_table_that_is_away_has_no_turn_until_it_is_back() -> None:
    there, away = Status(True), Status(False)
    assert turns_of(Board(), PLAYING, there, away, there) == [None, "Bo", None, "Bo"]


def test_a_game_that_is_over_has_no_turn_until_another_one_is_played() -> None:
    assert turns_of(Board(), Status(True), PLAYING, OVER, PLAYING) == [None, "Bo", None, "Bo"]

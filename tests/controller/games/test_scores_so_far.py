"""The scores of every round are kept for the page's picture of the game, and taken back with it."""

from __future__ import annotations

from controller.games.journal_replay import replay
from controller.games.record import Record
from controller.games.shelf import RoundScores
from controller.journal.reading import read_entries
from controller.table.table import Table
from tests.worlds.evening import GAME, Evening

COUNTS = [{"do": "count", "player": name, "points": 20} for name in ("Ann", "Cy")]


async def play_to_the_count(table: Table) -> None:
    """Bo's last card is played."""
    for command in (
        {"do": "turn_up", "card": "red-5"},
        {"do": "set", "hands": {"Bo": 1}, "turn": "Bo"},
        {"do": "play", "by": "Bo", "card": "red-3"},
    ):
        await table.command(command)


async def test_each_counted_round_is_kept_and_an_undo_takes_it_back(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME)
    await play_to_the_count(table)
    for command in COUNTS:
        assert not table.record.rounds
        await table.command(command)
    first = {"Ann": 0, "Bo": 40, "Cy": 0}
    assert list(table.record.rounds) == [RoundScores(1, first)]
    await table.command({"do": "undo"})
    assert not table.record.rounds
    await table.command(COUNTS[1])
    await table.command({"do": "set", "scores": {"Bo": 45}})
    assert list(table.record.rounds) == [RoundScores(1, first | {"Bo": 45})]
    await table.command({"do": "next_round"})
    await play_to_the_count(table)
    for command in COUNTS:
        await table.command(command)
    assert [(one.round, one.scores["Bo"]) for one in table.record.rounds] == [(1, 45), (2, 85)]
    again: Record = replay(read_entries(evening.path).entries, evening.path)
    assert again.rounds == table.record.rounds
    await table.new_game(GAME)
    assert not table.record.rounds

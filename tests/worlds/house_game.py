"""A game with a house's own box, from its beginning to its end."""

from __future__ import annotations

from controller.games.exported import scenario
from controller.journal.reading import read_game
from controller.table.context import INTERNAL_REQUEST, StartOptions
from tests.rules.house_box import house_game
from tests.worlds.evening import Evening

HANDS = {"Ann": 3, "Bo": 1, "Cy": 2}
WINNER = "Bo"


async def play_house_game(evening: Evening) -> str:
    """Play the first game of this evening, with draws that bind; returns its export."""
    evening.fair = True
    table = await evening.open()
    game = house_game(hands=HANDS, target=20)
    await table.new_game(game, INTERNAL_REQUEST, StartOptions("purple walrus"))
    await table.command({"do": "turn_up", "card": "red-5"})
    for _ in range(6):
        await evening.press()
    for command in (
        {"do": "set", "hands": {WINNER: 2}},
        {"do": "set", "turn": WINNER},
        {"do": "uno", "by": WINNER},
        {"do": "play", "by": WINNER, "card": "red-3"},
        {"do": "set", "turn": WINNER},
        {"do": "play", "by": WINNER, "card": "red-9"},
        {"do": "count", "player": "Ann", "points": 15},
        {"do": "count", "player": "Cy", "points": 15},
    ):
        await table.command(command)
    assert [game.winner for game in table.record.games] == [WINNER]
    text = scenario(read_game(evening.path, 1), evening.path, superseded=True)
    assert text is not None
    return text

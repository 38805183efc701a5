"""Games of the world: every edition and a house's own box, with the options of a house."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from controller.base.paths import boxes_of
from tests.rules.house_box import ID, example_text
from tests.soak.random_games import random_game

NAMES = ("Ann", "Bo", "Cy", "Dee")
SHARE_OF_BOXES = 0.2
SHARE_OF_PLAIN_GAMES = 0.3


def lay_box(journal: Path) -> None:
    """Put the file of the house's box beside the journal."""
    folder = boxes_of(journal)
    folder.mkdir(parents=True)
    (folder / "family.toml").write_text(example_text(), encoding="utf-8")


def new_game(random: Random) -> dict[str, Any]:
    """What people say when a game begins."""
    players = list(NAMES[: random.randint(2, 4)])
    game = {**random_game(random), "players": players, "target": random.choice((1, 50, 500))}
    if "dealer" in game:
        game["dealer"] = random.choice(players)
    if random.random() < SHARE_OF_BOXES:
        game["edition"] = ID
        game.pop("deck", None)
        del game["options"]
    elif random.random() < SHARE_OF_PLAIN_GAMES:
        del game["options"]
    return {**game, "deal": random.choice(("people", "people", "launcher"))}

"""The box of docs/your-own-box.md, as a game carries it with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from rules.editions.house import MAX_LANGUAGES, MAX_TITLE_CHARS, house_id

PAGE = Path(__file__).parents[2] / "docs/your-own-box.md"


def example_text() -> str:
    """The file that the page shows."""
    block = re.search(r"```toml\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return block[1]


BOX: dict[str, Any] = tomllib.loads(example_text())
ID = house_id("family", BOX)


def house_game(**members: Any) -> dict[str, Any]:
    """A game object with that box."""
    players = ["Ann", "Bo", "Cy"]
    return {"edition": ID, "box": BOX, "players": players, "dealer": "Ann", **members}


LANGUAGES = [f"a{chr(ord('a') + n)}" for n in range(MAX_LANGUAGES)]
BROAD = "𐍈"
"""A sign of four bytes."""


def box_of(size: int) -> dict[str, Any]:
    """A box that can be played and has so many bytes as JSON."""
    names = [dict.fromkeys(LANGUAGES, "x") for _ in range(40)]
    own = {"wild": True, "copies": 1, "points": 1}
    kinds = [{**own, "id": f"k{n}", "name": name} for n, name in enumerate(names)]
    box = {"kinds": kinds}
    rest = size - len(msgspec.json.encode(box))
    for of_kind in names:
        for language in LANGUAGES:
            if rest >= len((BROAD * MAX_TITLE_CHARS).encode()):
                of_kind[language] = BROAD * MAX_TITLE_CHARS
            else:
                of_kind[language] = "x" * min(1 + rest, MAX_TITLE_CHARS)
            rest -= len(of_kind[language].encode()) - 1
    assert len(msgspec.json.encode(box)) == size
    return box

"""The box of docs/your-own-box.md, as a game carries it with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from rules.editions.house import house_id

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

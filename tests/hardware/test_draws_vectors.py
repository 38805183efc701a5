"""Worked vectors, made apart from this code, and the example that docs/fairness.md is."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from hardware.draws import HitDraws
from hardware.profile_table import Row
from hardware.profiles import Past, fingerprint, profile_of

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "draws.json").read_text())
SEED = bytes.fromhex(VECTORS["seed"])
CUSTOM = tuple(Row(row["chance_pct"], tuple(row["cards"])) for row in VECTORS["custom"])
DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()


@pytest.mark.parametrize("game", VECTORS["games"], ids=lambda game: str(game["profile"]))
def test_draws_are_those_of_the_vectors(game: dict[str, Any]) -> None:
    profile = profile_of(game["profile"], CUSTOM)
    bound_to = fingerprint(profile)
    words = game["words"].encode()
    assert bound_to.hex() == game["profile_hash"]
    source = HitDraws(SEED, 1, words, bound_to)
    assert [f"{source.below(1 << 64):016x}" for _ in range(6)] == game["numbers_of_hit_1"]
    past, drawn = Past(), []
    for hit in range(1, len(game["draws"]) + 1):
        drawn.append(profile.cards(past, HitDraws(SEED, hit, words, bound_to)))
        past = past.after(drawn[-1])
    assert drawn == game["draws"]


def test_the_example_prints_what_it_says_and_that_is_what_is_drawn() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert f"It prints:\n\n```\n{printed.getvalue()}```" in DOCUMENT
    (game,) = [game for game in VECTORS["games"] if game["profile"] == "measured"]
    lines = [line.split() for line in printed.getvalue().splitlines()]
    assert lines == [
        ["code", game["commitment"]],
        ["receipt", game["receipt"]],
        ["draws", *map(str, game["draws"][:12])],
    ]

"""A long count of read evenings that was made in parts is the same as one that was made at once."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from tests.controller.sightings.kept_evenings import KeptEvenings, sum_of_sources
from tests.controller.sightings.read_tally import Round, Tally


class Playing:
    def __init__(self) -> None:
        self.seeds: list[int] = []

    async def play(self, seed: int) -> Tally:
        self.seeds.append(seed)
        rounds = [Round(taps=seed, plain_taps=90, asked=2), Round(silent=1)]
        return Tally(1, rounds, Counter(played=seed), Counter(color=2), Counter(undo=1))

    async def total(self, kept: KeptEvenings, seeds: range) -> str:
        tally = Tally()
        for seed in seeds:
            tally.add(await kept.played(f"game {seed}", partial(self.play, seed)))
        return tally.report()


async def test_a_count_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    playing, path = Playing(), tmp_path / "tally"
    at_once = await Playing().total(KeptEvenings(tmp_path / "other"), range(4))
    await playing.total(KeptEvenings(path), range(3))
    with path.open("a") as file:
        file.write('{"game": "game 3", "sou')  # killed here
    assert await playing.total(KeptEvenings(path), range(4)) == at_once
    assert await playing.total(KeptEvenings(path), range(4)) == at_once
    assert playing.seeds == [0, 1, 2, 3]


async def test_games_of_other_rules_do_not_count(tmp_path: Path) -> None:
    playing, path = Playing(), tmp_path / "tally"
    await playing.total(KeptEvenings(path, "older rules"), range(2))
    await playing.total(KeptEvenings(path), range(2))
    assert playing.seeds == [0, 1, 0, 1]
    assert len(sum_of_sources()) == 16

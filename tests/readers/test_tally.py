"""A long count that was made in parts gives the same figures as one that was made at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

from tests.readers.measure import Measured, told  # isort: skip
from tests.readers.rendering.judging import Verdict  # isort: skip
from tests.readers.tally import Tally, sum_of_sources  # isort: skip


class Watching:
    def __init__(self) -> None:
        self.seeds: list[int] = []

    def watch(self, seed: int, plays: int) -> Measured:
        self.seeds.append(seed)
        conditions = Counter({("blur", True): seed, ("glare", False): 1})
        verdict = Verdict(plays, plays - 1, Counter({"other": 1}), 5, 4, conditions, [0.25], 2, 1)
        return Measured(verdict, 400, 1.5, Counter({"missed": 2}), [f"{seed}: a note"])


def total(tally: Tally, watching: Watching, seeds: range) -> str:
    measured = Measured()
    for seed in seeds:
        measured.add(tally.watched(seed, 20, watching.watch))
    return told(measured)


def test_a_count_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    watching, path = Watching(), tmp_path / "tally"
    at_once = total(Tally(None), Watching(), range(4))
    total(Tally(path), watching, range(3))
    with path.open("a") as file:
        file.write('{"sitting": "3 20", "sou')  # killed here
    assert total(Tally(path), watching, range(4)) == at_once
    assert total(Tally(path), watching, range(4)) == at_once
    assert watching.seeds == [0, 1, 2, 3]


def test_another_readers_sittings_do_not_count(tmp_path: Path) -> None:
    watching, path = Watching(), tmp_path / "tally"
    total(Tally(path, "an older reader"), watching, range(2))
    total(Tally(path), watching, range(2))
    assert watching.seeds == [0, 1, 0, 1]
    assert len(sum_of_sources()) == 16

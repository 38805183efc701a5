"""The long count of evenings: a line for each, in a file that it goes on with.

``python -m tests.soak.weighed_evenings_count FILE`` plays what is missing in the file and can be
stopped at any moment; then it prints what all of them came to. Begin a new file after a change of
the mechanism, of the estimator, of the referee's rules, or of the people's habits.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.seeds import soak_seed
from tests.soak.weighed_evenings import WildEvening

EVENINGS = int(os.environ.get("WEIGHED_EVENINGS", "1000"))
A_SEED = 10_000
"""So many evenings have a seed in common at most."""


class Played(NamedTuple):
    """One evening: the same people with a scale and without."""

    seed: int
    scale: bool


def evenings(seed: int, count: int = EVENINGS) -> Iterator[Played]:
    """So many with a scale and as many without; another ``seed`` gives others."""
    for nth in range(count):
        for scale in (True, False):
            yield Played(seed * A_SEED + nth, scale)


async def play(evening: Played) -> Counter[str]:
    """Play one to its end; what it came to."""
    with tempfile.TemporaryDirectory() as folder:
        there = WildEvening(Path(folder), evening.seed, scale=evening.scale)
        await there.play()
    return there.found


def line(evening: Played, found: Counter[str]) -> str:
    """One evening as a line of the file."""
    return json.dumps([evening, found])


def read(text: str) -> dict[Played, Counter[str]]:
    """What the lines of a file say; one that was cut off says nothing."""
    found: dict[Played, Counter[str]] = {}
    for one in text.splitlines():
        try:
            evening, figures = json.loads(one)
        except ValueError:
            continue
        found[Played(*evening)] = Counter(figures)
    return found


def sums(found: Mapping[Played, Counter[str]]) -> dict[bool, Counter[str]]:
    """With a scale and without."""
    told = {True: Counter[str](), False: Counter[str]()}
    for evening, figures in found.items():
        told[evening.scale]["evenings"] += 1
        told[evening.scale].update(figures)
    return told


def table(told: Mapping[bool, Counter[str]]) -> str:
    """The figures side by side."""
    lines = [f"{'':32} {'scale':>7} {'none':>7}"]
    lines += [
        f"{name:32} {told[True][name]:7} {told[False][name]:7}"
        for name in sorted(told[True] | told[False])
    ]
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    """Go on with a file."""
    file = Path(words[0])
    before = file.read_text() if file.exists() else ""
    found = read(before)
    with file.open("a") as out:
        if before and not before.endswith("\n"):
            out.write("\n")
        for evening in evenings(soak_seed(1)):
            if evening not in found:
                found[evening] = asyncio.run(play(evening))
                print(line(evening, found[evening]), file=out, flush=True)
    print(table(sums(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

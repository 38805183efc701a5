"""``make mutate``: breaks the rules at every place, one after the other, and says what no test saw.

Prints a table by file, and writes the survivors as ``build/survivors.diff``. What they come to:
``docs/mutation.md``.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

from tests.mutation.sources import Mutant, mutants
from tests.mutation.trial import tried

RULES = Path("rules")
NO_RULINGS = {"__init__.py", "bots"}
"""Names of files and folders: who plays or checks."""
SURVIVORS = Path("build/survivors.diff")


class Score(NamedTuple):
    """How many mutants there are, and how many of them no test has noticed."""

    name: str
    mutants: int
    survivors: int

    def __str__(self) -> str:
        share = 1 - self.survivors / self.mutants if self.mutants else 1
        return f"{self.name:32}{self.mutants:9}{self.survivors:11}{share:8.1%}"


def main(chosen: list[str]) -> int:
    """Break the chosen files, or all; 1 where the tests fail before anything is broken."""
    ruling = [str(path) for path in sorted(RULES.rglob("*.py")) if not NO_RULINGS & {*path.parts}]
    for name in chosen:
        if name not in ruling:
            print(f"{name} makes no rulings; there is {', '.join(ruling)}.", file=sys.stderr)
            return 2
    files = [Path(name) for name in chosen or ruling]
    whole = Mutant(files[0], files[0].read_text(encoding="utf-8"))
    if not all(tried([whole], jobs=1)):
        print("The tests of the rules fail as they are: see `make test`.", file=sys.stderr)
        return 1
    began = time.monotonic()
    every = [mutant for path in files for mutant in mutants(path)]
    results = zip(every, tried(every, os.cpu_count() or 1), strict=True)
    with click.progressbar(results, len(every), label="Breaking the rules") as bar:
        survivors = [mutant for mutant, survives in bar if survives]
    SURVIVORS.parent.mkdir(exist_ok=True)
    SURVIVORS.write_text("".join(mutant.diff for mutant in survivors), encoding="utf-8")
    print(f"{'':32}{'mutants':>9}{'survivors':>11}{'seen':>8}")
    for path in files:
        print(Score(str(path), *(sum(m.path == path for m in each) for each in (every, survivors))))
    print(Score("all", len(every), len(survivors)))
    print(f"In {(time.monotonic() - began) / 60:.0f} minutes. The survivors: {SURVIVORS}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit("\nStopped; nothing is changed.")

"""``python -m tests.world SEED`` plays a scene again; ``FIRST LAST`` plays many, and sums up."""

from __future__ import annotations

import sys
from collections import Counter

from tests.world.scene import Outcome, play


def sum_up(outcomes: list[Outcome]) -> str:
    """What scenes came to, and where their faults were placed."""
    counts: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    stages: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        counts += outcome.counts
        faults += outcome.faults
        stages += outcome.stages
    virtual_s = sum(outcome.virtual_s for outcome in outcomes)
    cpu_s = sum(outcome.cpu_s for outcome in outcomes)
    lines = [
        f"{len(outcomes)} scenes, {virtual_s:.0f} virtual seconds, "
        f"{cpu_s / len(outcomes):.3f} s of one core each",
        ", ".join(f"{number} {name}" for name, number in sorted(counts.items())),
        f"{faults.total()} faults:",
    ]
    columns = sorted({stage for _, stage in stages})
    lines.append(f"{'':28}" + "".join(f"{column:>12}" for column in columns))
    for name in sorted(faults):
        row = "".join(f"{stages[name, column]:12}" for column in columns)
        lines.append(f"{name:28}{row}")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Play; returns the exit code."""
    first, last = int(words[0]), int(words[-1])
    outcomes = []
    for seed in range(first, last + 1):
        outcome = play(seed)
        outcomes.append(outcome)
        if outcome.broken is not None:
            print(outcome.report(), flush=True)
    if first == last:
        print("\n".join(outcomes[0].events))
    print(sum_up(outcomes))
    return int(any(outcome.broken for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

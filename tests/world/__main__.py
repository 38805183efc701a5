"""``python -m tests.world SEED`` plays a scene again; ``FIRST LAST`` plays many, and sums up."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from tests.world.bundle import BadBundle, read_bundle
from tests.world.scene import WHOLE, Cut, Outcome, play
from tests.world.seen_again import see_again
from tests.world.shrinking import shrink


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


@click.command()
@click.argument("first", type=int, required=False)
@click.argument("last", type=int, required=False)
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    help="See the evening in a file of `rollerdeck doctor --bundle FILE --evening` again.",
)
@click.option("--shrink", "shrinks", is_flag=True, help="Find less that breaks a promise, too.")
@click.option("--without", multiple=True, metavar="FAULT", help="Leave out a kind of faults.")
@click.option("--people", type=click.IntRange(1), default=WHOLE.max_people, help="At most.")
@click.option("--seconds", type=click.FloatRange(0), default=WHOLE.max_s, help="At most.")
def main(
    first: int | None,
    last: int | None,
    bundle: Path | None,
    shrinks: bool,
    without: tuple[str, ...],
    people: int,
    seconds: float,
) -> None:
    """Play the scene of seed FIRST, or of all seeds from FIRST to LAST."""
    if bundle is not None:
        sys.exit(_see_again(bundle))
    if first is None:
        raise click.UsageError("Name the seed of a scene, or a --bundle.")
    cut = Cut(frozenset(name.replace("-", " ") for name in without), people, seconds)
    outcomes = []
    for seed in range(first, (first if last is None else last) + 1):
        outcome = play(seed, cut)
        outcomes.append(outcome)
        if outcome.broken is not None:
            print((shrink(outcome) if shrinks else outcome).report(), flush=True)
    if last is None and not shrinks:
        print("\n".join(outcomes[0].events))
    if outcomes:
        print(sum_up(outcomes))
    sys.exit(any(outcome.broken for outcome in outcomes))


def _see_again(bundle: Path) -> bool:
    """See the evening in a bundle again; True: something is wrong."""
    try:
        world, report = see_again(read_bundle(bundle))
    except BadBundle as bad:
        print(bad)
        return True
    print(report)
    return world.broken is not None


if __name__ == "__main__":
    main()

"""What a count of beam and weight came to: ``python -m tests.soak.weighing_report FILE``.

With ``--rows``, it prints the rows of the tables in docs/counting.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from hardware.profile_figures import interval
from tests.soak.weighing_count import USUAL, Machine, read
from tests.soak.weighing_table import Weighed


def share(part: int, of: int) -> str:
    """A share in %, with its 95 % interval."""
    low, high = interval(part, of)
    return f"{100 * part / max(1, of):.3f} % ({100 * low:.3f} to {100 * high:.3f})"


def report(name: str, told: Weighed) -> str:
    """All figures of a run."""
    words = sorted(told.word_us) or [0]
    p50, p99 = (words[int(len(words) * part)] / 1e6 for part in (0.5, 0.99))
    return "\n".join(
        [
            f"{name}: {told.hits} hits",
            f"  beam alone: exact {share(told.exact, told.hits)}, flagged "
            f"{share(told.flagged, told.hits)}, justly {told.justly} of {told.flagged}, silent "
            f"{share(told.silent, told.hits)}",
            f"  with weight: exact {share(told.exact_both, told.hits)}, flagged "
            f"{share(told.flagged_both, told.hits)}, justly {told.justly_both} of "
            f"{told.flagged_both}, silent {told.silent_both}: "
            f"{share(told.silent_both, told.hits)}; in {told.fewer_came} of them fewer cards came",
            f"  sure {share(told.sure, told.hits)}, before the next press "
            f"{share(told.at_once, told.hits)}, after {p50:.2f} s (median), {p99:.2f} s (99 %); "
            f"words not sure {told.unsure}",
            f"  silent differences put right {told.corrected}, doubts settled {told.settled}, "
            f"wrong corrections {told.wrong}, doubts settled wrongly {told.wrong_settled}; told of "
            f"cards that did not come {told.missing}, wrongly {told.missing_wrongly}",
            f"  asked because more cards came than one can hide {told.more}, because a card left "
            f"later {told.lone}, because a card may have leaned {told.leaned}; in vain "
            f"{told.in_vain}; given to several hits of one player together {told.joined}",
        ]
    )


def row(machine: Machine, told: Weighed) -> str:
    """A row of the table of all machines like this one."""
    low, high = interval(told.silent_both, told.hits)
    words = sorted(told.word_us) or [0]
    p50, p99 = (words[int(len(words) * part)] / 1e6 for part in (0.5, 0.99))
    changed = "" if machine.change == USUAL else f", {machine.change}"
    cells = [
        f"{100 * machine.rest_share:.0f} %",
        f"`{machine.kind}`{changed}",
        f"{told.hits:,}",
        _percent(told.silent, told.hits),
        f"{told.silent_both}: {_percent(told.silent_both, told.hits)} "
        f"({100 * low:.3f} to {100 * high:.3f} %)",
        _percent(told.flagged, told.hits),
        _percent(told.flagged_both, told.hits),
        _percent(told.sure, told.hits),
        *(str(one) for one in (told.corrected, told.wrong, told.wrong_settled)),
        f"{p50:.1f} s, {p99:.1f} s",
    ]
    return f"| {' | '.join(cells)} |"


def _percent(part: int, of: int) -> str:
    return f"{100 * part / max(1, of):.3f} %"


def totals(found: Mapping[Machine, Weighed], *, rows: bool = False) -> Iterator[str]:
    """The figures of all machines that are counted together, with their seeds."""
    sums: dict[str, Weighed] = {}
    alike: dict[str, list[Machine]] = {}
    for machine, told in found.items():
        sums.setdefault(machine.name, Weighed()).add(told)
        alike.setdefault(machine.name, []).append(machine)
    for name, told in sums.items():
        seeds = [machine.seed for machine in alike[name]]
        which = f"{len(seeds)} machines, seeds {min(seeds)} to {max(seeds)}"
        yield row(alike[name][0], told) if rows else report(f"{name} ({which})", told)


if __name__ == "__main__":
    counted = read(Path(sys.argv[1]).read_text())
    print("\n".join(totals(counted, rows="--rows" in sys.argv)))

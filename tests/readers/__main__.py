"""``python -m tests.readers FIRST SITTINGS [TALLY]``: watch sittings, and print the figures.

``TALLY`` is a file that keeps the figures of each sitting, so that a count can be made in parts.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from tests.readers.measure import PLAYS, Measured, told, watch
from tests.readers.tally import Tally


def main() -> None:
    """Watch the sittings with these seeds."""
    first, many, *kept = sys.argv[1:]
    cv2.setNumThreads(1)  # as in the reader
    tally, total = Tally(Path(kept[0]) if kept else None), Measured()
    for seed in range(int(first), int(first) + int(many)):
        measured = tally.watched(seed, PLAYS, watch)
        total.add(measured)
        print(*measured.notes, sep="\n", end="\n" if measured.notes else "", flush=True)
        print(f"after sitting {seed}: {told(total)}", file=sys.stderr, flush=True)
    print(told(total))


if __name__ == "__main__":
    main()

"""``make bench``: prints a table, and writes the same as ``build/bench.json``.

These machines are noisy, so a figure stands beside a yardstick of the same run; compare ratios.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from tests.bench import (
    crowd,
    exactness,
    feel,
    games,
    holdups,
    idle,
    paint,
    pico_exactness,
    published,
    push,
    reflexes,
    start_up,
    taps,
    wake_up,
    words,
    writes,
    years,
)
from tests.bench.figures import Figure, table

PARTS: dict[str, Callable[[Path], list[Figure]]] = {
    "whole games, beside RLCard's": games.measure,
    "hold-ups by requests": lambda folder: asyncio.run(holdups.measure(folder)),
    "start-up": start_up.measure,
    "games of years": years.measure,
    "memory and idle CPU": idle.measure,
    "push to 11 pages": lambda folder: asyncio.run(push.measure(folder)),
    "the same, with a publisher": lambda folder: asyncio.run(published.measure(folder)),
    "paint, and weight of the page": lambda folder: asyncio.run(paint.measure(folder)),
    "paint on 11 phones and a TV": lambda folder: asyncio.run(crowd.measure(folder)),
    "touches, and an idle page's frames": lambda folder: asyncio.run(feel.measure(folder)),
    "words": words.measure,
    "taps in mid-update": lambda _: asyncio.run(taps.measure()),
    "bytes written in an hour": writes.measure,
    "exactness of the eject loop": exactness.measure,
    "exactness of a Pico's files": pico_exactness.measure,
    "reflexes, Pico beside Pi": lambda folder: asyncio.run(reflexes.measure(folder)),
    "wake-up of the launcher's loop": lambda folder: asyncio.run(wake_up.measure(folder)),
}
RESULT = Path("build/bench.json")


def main() -> None:
    """Measure every part, then show all of it."""
    figures: list[Figure] = []
    with click.progressbar(
        PARTS.items(), item_show_func=lambda part: part[0] if part else ""
    ) as bar:
        for _, measure in bar:
            with tempfile.TemporaryDirectory() as folder:
                figures += measure(Path(folder))
    print(table(figures))
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps([figure.as_json() for figure in figures], indent=1) + "\n")
    print(f"\nThe same as JSON: {RESULT}")


main()

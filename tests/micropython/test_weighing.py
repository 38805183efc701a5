"""The scale's estimator on MicroPython: the same words, and nothing allocated on the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hardware.portable.ticks import MASK
from tests.micropython import process, webassembly
from tests.micropython.weighing import Weighing

CARD = 773
"""Counts of a card of 1.8 g on a bar of 5 kg."""


def evening(seed: int, per_kg: int = 429_497, ticks_at_start: int = MASK - 9_000_000) -> list[str]:
    """Readings of a scale with hits, cards that lean or did not come, reloads, hands, a turntable.

    In the end its chip is lost, and there again.
    """
    random = Random(seed)
    lines = [f"start {per_kg} {random.randint(1700, 1900)} 170"]
    counts, ticks = random.randint(-(2**22), 2**22), ticks_at_start
    lines.append("tare")

    def rest(readings: int, noise: int = 60, more: int = 0) -> None:
        nonlocal ticks
        for _ in range(readings):
            ticks = (ticks + 25_000) & MASK
            lines.append(f"sample {ticks} {round(random.gauss(counts + more, noise))}")

    rest(30)
    counts += 100 * CARD
    for hit in range(1, 30):
        rest(10, 4_000, 80_000)
        rest(random.choice((30, 60)))
        cards = random.randint(0, 12)
        lines.append(f"hit_begins {hit}")
        rest(20, 9_000)
        doubt = random.choice((0, 0, 0, 1))
        hidden = -1 if cards and hit == 12 else random.random() < 0.2
        counts -= (cards + hidden) * CARD
        lines.append(f"mouth {int(random.random() < 0.1)}")
        lines.append(f"hit_ends {hit} {cards} {doubt}")
        rest(random.choice((4, 30, 50)), more=random.choice((0, 0, 0, CARD // 2)))
        lines += random.choice(([], [], ["ask"], ["turning 1", "turning 0"]))
        if hit % 10 == 0:
            counts += 70 * CARD
    lines.append("lost")
    rest(30)
    lines.append(f"sample {ticks} {2**23 - 1}")
    counts = -(2**23) + 1_000
    rest(60)
    counts = 2**23 - 1_000
    rest(60)
    return lines


def here(lines: list[str]) -> list[str]:
    said: list[str] = []
    weighing = Weighing(said.append)
    for line in lines:
        weighing.line(line)
    return said


def trace(folder: Path, lines: list[str]) -> str:
    file = folder / "readings.txt"
    file.write_text("\n".join(lines) + "\n")
    return str(file)


LINES = [line for seed in range(3) for line in evening(seed)] + evening(3, 1_073_742)


def test_both_pythons_say_the_same_and_nothing_is_allocated(tmp_path: Path) -> None:
    said = here(LINES)
    assert process.run("weighing.py", trace(tmp_path, LINES)).splitlines() == said
    words = [line.split() for line in said if line != "start"]
    assert any(word[0] == "None" for word in words), "nobody asked"
    assert any(word[3] == word[4] and word[0] != "None" for word in words), "never sure"
    assert any(word[3] != word[4] for word in words), "always sure"


@pytest.mark.thorough
def test_words_of_32_bits_say_the_same(tmp_path: Path) -> None:
    assert webassembly.run("weighing", trace(tmp_path, LINES)).splitlines() == here(LINES)

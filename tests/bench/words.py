"""What words cost: a sentence in each language, and a catalogue for page and referee."""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from controller.games.journal_replay import steps
from controller.voice.narration import Snapshot
from controller.voice.narrator import narrate
from controller.words.catalogue import catalogue
from hatch_build import node_and_npm
from tests.bench.figures import Figure
from tests.worlds.spoken import game_of, languages

ROUNDS = 5
SAID = 20_000
"""So many sentences a round."""
KB = 1000
PAGE = Path(__file__).parents[2] / "controller" / "web" / "page"
BARE = "{player}: {n}, {card}."
"""Of about as many values as a sentence has, and with nothing to look up."""
READ = """
import sys, time
from pathlib import Path
from controller.words.catalogue import catalogue
catalogue("en")
status = lambda: int(Path("/proc/self/statm").read_text().split()[1])
before, began = status(), time.perf_counter()
for language in sys.argv[1:]:
    catalogue(language).say("list.and", {"first": "a", "last": "b"})
print((time.perf_counter() - began) * 1000, (status() - before) * 4096 / 1000)
"""
IN_THE_PAGE = """
import { readFileSync } from "node:fs";
import { speaker } from "./catalogue.js";
const [language, many, cases] = JSON.parse(readFileSync(0, "utf8"));
const { say } = speaker(JSON.parse(readFileSync(`words/${language}.json`, "utf8")));
const round = () => {
  const began = performance.now();
  for (let at = 0; at < many; at += 1) say(...cases[at % cases.length]);
  return (performance.now() - began) * 1000 / many;
};
console.log(JSON.stringify(Array.from({ length: 5 }, round)));
"""


def measure(_: Path) -> list[Figure]:
    """A sentence in each language beside a bare format; the rest beside English."""
    cases = _sentences()
    figures: list[Figure] = []
    for language in languages():
        spoken, bare = _worded_us(language, cases)
        name = f"words, {language}: a sentence"
        figures.append(Figure(f"{name} in Python", spoken, "µs", "a bare format", bare))
        if (in_page := _in_the_page_us(language, cases)) is not None:
            figures.append(Figure(f"{name} in the page", in_page, "µs", "in Python", spoken))
    english = _bytes_of("en")
    for language in languages():
        sent, packed = _bytes_of(language)
        name = f"words, {language}: catalogue of the page"
        figures.append(Figure(name, sent / KB, "kB", "English", english[0] / KB))
        figures.append(Figure(f"{name}, gzip", packed / KB, "kB", "English", english[1] / KB))
    others = [language for language in languages() if language != "en"]
    for language in others:
        took_ms, grown_kb = _read(language)
        figures.append(Figure(f"words, {language}: read", took_ms, "ms", "nothing", 0))
        figures.append(Figure(f"words, {language}: memory", grown_kb, "kB", "nothing", 0))
    return figures


def _sentences() -> list[tuple[str, dict[str, Any]]]:
    """What is said of a game of bots."""
    said: list[tuple[str, dict[str, Any]]] = []
    before: Snapshot | None = None
    for _, record in steps(game_of(3).entries, Path("journal")):
        now = Snapshot(record)
        said += [(one.key, dict(one.values)) for one in narrate(before, now).utterances]
        before = now
    return said


def _worded_us(language: str, cases: list[tuple[str, dict[str, Any]]]) -> tuple[float, float]:
    """Medians of interleaved rounds: a sentence of a game, and a bare format."""
    words = catalogue(language)
    values = {"player": "Ann", "n": 3, "card": "red-7"}
    spoken, bare = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for at in range(SAID):
            words.say(*cases[at % len(cases)])
        between = time.perf_counter()
        for _ in range(SAID):
            BARE.format(**values)
        spoken.append((between - began) * 1e6 / SAID)
        bare.append((time.perf_counter() - between) * 1e6 / SAID)
    return statistics.median(spoken), statistics.median(bare)


def _in_the_page_us(language: str, cases: list[tuple[str, dict[str, Any]]]) -> float | None:
    """The median of rounds in Node; None where there is no Node."""
    found = node_and_npm()
    if found is None:
        return None
    done = subprocess.run(
        [*found[0], "--input-type=module", "-e", IN_THE_PAGE],
        cwd=PAGE,
        input=json.dumps([language, SAID, cases]),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(statistics.median(json.loads(done.stdout)))


def _bytes_of(language: str) -> tuple[int, int]:
    """As the page gets it, and packed."""
    content = (PAGE / "words" / f"{language}.json").read_bytes()
    return len(content), len(gzip.compress(content))


def _read(language: str) -> tuple[float, float]:
    """How long a second catalogue takes to be read, and how much memory it takes."""
    both = [
        subprocess.run(
            [sys.executable, "-c", READ, language], capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(ROUNDS)
    ]
    took_ms = statistics.median(float(one[0]) for one in both)
    return took_ms, statistics.median(float(one[1]) for one in both)

"""The long count of beam and weight: a line for each machine, in a file that it goes on with.

``python -m tests.soak.weighing_count FILE`` counts what is missing in the file and can be stopped
at any moment; ``python -m tests.soak.weighing_report FILE`` prints what is there so far. Begin a
new file after a change of the mechanism, of the estimator, or of the people's habits. It needs no
package, so that PyPy can run it, which finds the same and is three times as quick.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hardware.mechanism.presets import PRESETS
from hardware.mechanism.scale_parameters import ScaleParameters, WeighedMachine, weighed
from tests.seeds import soak_seed
from tests.soak.weighing import WeighedStand
from tests.soak.weighing_table import Weighed

KINDS = tuple(PRESETS)
HITS = int(os.environ.get("WEIGHED_HITS", "100000"))
"""On each kind of machine, for each share of hits that have rest."""
SENSITIVE_HITS = max(500, HITS // 10)
PROCESSES = int(os.environ.get("PROCESSES", "2"))
HITS_A_MACHINE = 500
USUAL_REST = 0.7
RESTS = (USUAL_REST, 1.0, 0.4)
USUAL = "as it is"
WORD_STEP_US = 10_000
"""How exactly a line says how long words took."""


def noisier(times: float) -> Callable[[ScaleParameters], ScaleParameters]:
    """Everything that shakes the readings at rest is so many times as strong."""

    def change(plain: ScaleParameters) -> ScaleParameters:
        chip = replace(plain.chip, noise_nv=plain.chip.noise_nv * times)
        ambient_g, sway_g = plain.ambient_g * times, plain.sway_g * times
        return replace(plain, chip=chip, ambient_g=ambient_g, sway_g=sway_g)

    return change


CHANGES: Mapping[str, Callable[[ScaleParameters], ScaleParameters]] = {
    USUAL: lambda plain: plain,
    "noise x2": noisier(2.0),
    "noise x4": noisier(4.0),
    "cards 5 % lighter": lambda plain: replace(plain, card_g=plain.card_g * 0.95),
    "cards 5 % heavier": lambda plain: replace(plain, card_g=plain.card_g * 1.05),
    "a bump after every hit": lambda plain: replace(plain, bumps=1.0),
    "temperature x10": lambda plain: replace(plain, kelvin_a_minute=10.0 * plain.kelvin_a_minute),
}


class Machine(NamedTuple):
    """One machine on its scale, and how many hits are counted on it."""

    kind: str
    rest_share: float
    change: str
    seed: int
    hits: int

    @property
    def name(self) -> str:
        """Of all machines that are counted together."""
        return f"{self.kind}, {100 * self.rest_share:.0f} % rest, {self.change}"


def changed(kind: str, seed: int, change: str) -> WeighedMachine:
    """A machine whose scale is no longer as its bench run found it."""
    machine = weighed(kind, seed)
    return replace(machine, parameters=CHANGES[change](machine.parameters))


def weigh(machine: Machine) -> Weighed:
    """Count all its hits."""
    kind, rest_share, change, seed, hits = machine
    return WeighedStand(kind, seed, rest_share, changed(kind, seed, change)).run(hits)


def machines(kind: str, seed: int, rest_share: float, change: str, hits: int) -> list[Machine]:
    """As many of a kind as so many hits need; another ``seed`` gives others."""
    number = max(1, hits // HITS_A_MACHINE)
    each = min(hits, HITS_A_MACHINE)
    seeds = range(seed * number, (seed + 1) * number)
    return [Machine(kind, rest_share, change, one, each) for one in seeds]


def count(
    wanted: Sequence[Machine], said: Callable[[Machine, Weighed], None] = lambda *_: None
) -> Weighed:
    """Count on all of them, in several processes; ``said`` gets each when it is done."""
    told = Weighed()
    pool = ProcessPoolExecutor(PROCESSES)
    try:
        under_way = {pool.submit(weigh, one): one for one in wanted}
        for done in as_completed(under_way):
            told.add(done.result())
            said(under_way.pop(done), done.result())
    finally:
        # not by ``with``: its end takes this back, and waits until all have been counted
        pool.shutdown(cancel_futures=True)
    return told


def all_machines(seed: int) -> Iterator[Machine]:
    """What the soak tests count, in the order in which the first part says most."""
    plans = [(rest_share, USUAL, HITS) for rest_share in RESTS]
    plans += [(USUAL_REST, change, SENSITIVE_HITS) for change in CHANGES if change != USUAL]
    for rest_share, change, hits in plans:
        of_kinds = [machines(kind, seed, rest_share, change, hits) for kind in KINDS]
        for one_of_each in zip(*of_kinds, strict=True):
            yield from one_of_each


def line(machine: Machine, told: Weighed) -> str:
    """What a machine came to, as a line of the file."""
    words = Counter(us // WORD_STEP_US for us in told.word_us)
    return json.dumps([machine, vars(told) | {"word_us": sorted(words.items())}])


def read(text: str) -> dict[Machine, Weighed]:
    """What the lines of a file say; one that was cut off says nothing."""
    found: dict[Machine, Weighed] = {}
    for one in text.splitlines():
        try:
            machine, figures = json.loads(one)
        except ValueError:
            continue
        words = figures.pop("word_us")
        word_us = [step * WORD_STEP_US for step, times in words for _ in range(times)]
        found[Machine(*machine)] = Weighed(**figures, word_us=word_us)
    return found


def main(words: Sequence[str]) -> int:
    """Go on with a file."""
    file = Path(words[0])
    before = file.read_text() if file.exists() else ""
    found = read(before)
    # whoever stops it does not leave its processes behind
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped; the same command goes on."))
    wanted = [one for one in all_machines(soak_seed(1)) if one not in found]
    with file.open("a") as out:
        if not before.endswith("\n"):
            out.write("\n")

        def said(machine: Machine, told: Weighed) -> None:
            print(line(machine, told), file=out, flush=True)

        count(wanted, said)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

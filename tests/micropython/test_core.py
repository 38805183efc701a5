"""The launcher's core on MicroPython: the same outcome, and nothing allocated on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.portable.core import Core
from hardware.portable.ticks import MASK
from tests.micropython import process, traces
from tests.micropython.replay import Replay

SEEDS = range(70, 190)
SOME = (*SEEDS[:30], 108, 182)
"""The last two hold the faults that are rarest."""


def on_micropython(folder: Path, lines: list[str], *words: str) -> list[str]:
    file = folder / "traces.txt"
    file.write_text("\n".join(lines) + "\n")
    return process.run("replay.py", str(file), *words).splitlines()


def here(lines: list[str]) -> list[str]:
    said: list[str] = []
    replay = Replay(said.append)
    for line in lines:
        replay.line(line)
    return said


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(SOME, id="some"),
        pytest.param(SEEDS, id="every", marks=pytest.mark.thorough),
    ],
)
def evenings(request: pytest.FixtureRequest) -> list[str]:
    return [line for seed in request.param for line in traces.evening(seed)]


@pytest.fixture(scope="module")
def told(evenings: list[str]) -> list[str]:
    return here(evenings)


def test_both_pythons_say_the_same_of_every_trace(
    tmp_path: Path, evenings: list[str], told: list[str]
) -> None:
    assert on_micropython(tmp_path, evenings) == told


def test_the_traces_hold_what_can_befall_a_hit(evenings: list[str], told: list[str]) -> None:
    ended = [line.split() for line in told if line.startswith("ended")]
    assert len(ended) > 2 * len(SOME)
    faults = {int(words[7]) for words in ended}
    # none, EMPTY, SLIP, JAM, COVER_OPEN, LINK_LOST, OVERRUN, MOTOR_FAULT
    assert {0, 1, 2, 4, 8, 64, 128, 256} <= faults
    assert any(int(words[5]) for words in ended), "never uncertain"
    assert any(int(words[6]) for words in ended), "never a card that sticks"
    methods = {name for name, value in vars(Core).items() if callable(value) and name[0] != "_"}
    inputs = {line.split()[0] for line in evenings}
    assert inputs - {"start"} == methods - {*traces.QUESTIONS}


@pytest.mark.parametrize("heap", ["locked", "free"])
def test_a_hit_of_twelve_cards_allocates_nothing(tmp_path: Path, heap: str) -> None:
    """With the heap locked nothing can be; with the heap free, no byte is, however briefly."""
    there = on_micropython(tmp_path, traces.hit_of_twelve(0), heap)
    assert any(line.startswith("ended 1 12 12 1 0 0 0 ") for line in there)
    assert [line for line in there if line.startswith("allocated")] == []


@pytest.mark.parametrize("nth", [8, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_ticks_may_wrap_at_any_moment_of_a_hit(tmp_path: Path, nth: int) -> None:
    moments = sorted({int(line.split()[1]) for line in traces.hit_of_twelve(0)[1:]})
    starts = [0, *((MASK + 1 - moment) & MASK for moment in moments[::nth])]
    assert len(starts) > 60 // nth
    lines = [line for start in starts for line in traces.hit_of_twelve(start)]
    there = "\n".join(on_micropython(tmp_path, lines))
    first, *others = there.split("start\n")[1:]
    assert len(others) == len(starts) - 1
    assert {other.strip() for other in others} == {first.strip()}


class Word(int):
    """A number as a Pico holds it without allocating: 31 bits with its sign."""

    def __new__(cls, value: object) -> Word:
        number = super().__new__(cls, str(value))
        assert -(1 << 30) <= number < 1 << 30, f"{number} needs more than 31 bits"
        return number


def closed(name: str) -> object:
    operation = getattr(int, name)
    return lambda *numbers: Word(operation(*numbers))


for _name in ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor"):
    setattr(Word, f"__{_name}__", closed(f"__{_name}__"))
    setattr(Word, f"__r{_name}__", closed(f"__r{_name}__"))
Word.__neg__ = closed("__neg__")  # type: ignore[assignment, method-assign]


def test_no_step_needs_a_number_that_a_pico_would_have_to_allocate(
    evenings: list[str], told: list[str]
) -> None:
    """This MicroPython has words of 64 bits, so it cannot tell."""
    said: list[str] = []
    replay = Replay(said.append, number=Word)
    for line in evenings:
        replay.line(line)
    assert said == told
    with pytest.raises(AssertionError, match="31 bits"):
        Word(1 << 29) + Word(1 << 29)


def test_an_allocation_would_be_seen(tmp_path: Path) -> None:
    # a lease too long for any word: the sum with the present moment has to be allocated
    trace = [f"start 0 lease_us={1 << 100}", "arm 0 1 1"]
    with pytest.raises(AssertionError, match="heap is locked"):
        on_micropython(tmp_path, trace, "locked")
    assert re.fullmatch(r"allocated \d+ bytes", on_micropython(tmp_path, trace, "free")[1])

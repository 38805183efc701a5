"""The portable files on words of 32 bits: numbers past 31 bits would have to be allocated."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.portable.ticks import MASK
from tests.firmware_bridge.wire.vectors import VECTORS
from tests.micropython import traces, webassembly
from tests.micropython.test_core import here
from tests.micropython.test_decoding import read

SEEDS = range(12)


def replay(folder: Path, lines: list[str]) -> list[str]:
    """Put in with the heap locked, which makes an error of every allocation."""
    file = folder / "traces.txt"
    file.write_text("\n".join(lines) + "\n")
    return webassembly.run("replay", str(file)).splitlines()


@pytest.mark.thorough
def test_the_core_says_the_same_there_and_takes_no_memory(tmp_path: Path) -> None:
    lines = [line for seed in SEEDS for line in traces.evening(seed)]
    assert any(line.startswith("eject") for line in lines)
    assert replay(tmp_path, lines) == here(lines)


@pytest.mark.thorough
def test_the_ticks_may_wrap_there_at_any_moment_of_a_hit(tmp_path: Path) -> None:
    moments = sorted({int(line.split()[1]) for line in traces.hit_of_twelve(0)[1:]})
    starts = [0, *((MASK + 1 - moment) & MASK for moment in moments[::8])]
    lines = [line for start in starts for line in traces.hit_of_twelve(start)]
    first, *others = "\n".join(replay(tmp_path, lines)).split("start\n")[1:]
    assert "ended 1 12 12 1 0 0 0 " in first
    assert len(others) > 7
    assert {other.strip() for other in others} == {first.strip()}


@pytest.mark.thorough
@pytest.mark.parametrize(("lease_us", "fits"), [(MASK, True), (MASK + 1, False)])
def test_a_number_past_31_bits_would_be_seen_there(
    tmp_path: Path, lease_us: int, fits: bool
) -> None:
    trace = [f"start 0 lease_us={lease_us}", "arm 0 1 1"]
    if fits:
        assert replay(tmp_path, trace) == here(trace)
    else:
        with pytest.raises(AssertionError, match="MemoryError"):
            replay(tmp_path, trace)


@pytest.mark.thorough
def test_the_golden_vectors_mean_the_same_there(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("\n".join(vector.data.hex() for vector in VECTORS) + "\n")
    said = webassembly.run("decode", str(file)).splitlines()
    assert [read(line) for line in said[::2]] == [list(vector.messages) for vector in VECTORS]

"""What a Pico's core is told of an edge: its moment, and whether one was lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.pico_pins import PicoPins
from tests.micropython import process

LOOK_US = 100
"""What a look at the clock or at a pin takes, see ``edges.py``."""


@pytest.fixture
def wiring(tmp_path: Path) -> Path:
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(PicoPins().wiring() | {"build": "test", "calibration": ""}))
    return file


def told(wiring: Path, handler: str, levels: str) -> list[Any]:
    entries: list[Any] = json.loads(
        process.run("edges.py", str(wiring), handler, levels, shim=True)
    )
    return entries


def test_an_edge_has_the_moment_of_its_interrupt_whatever_its_handler_does(wiring: Path) -> None:
    assert told(wiring, "pin", "1") == [["sensor", 0, 1]]


@pytest.mark.parametrize("handler", ["tick", "masked"])
def test_an_edge_that_comes_while_interrupts_wait_is_told_once_and_is_no_lost_one(
    wiring: Path, handler: str
) -> None:
    assert told(wiring, handler, "1") == [["sensor", 0, 1]]


def test_an_edge_during_the_handler_of_the_one_before_is_told_by_its_own(wiring: Path) -> None:
    blocked, free = told(wiring, "pin", "10")
    assert blocked == ["sensor", 0, 1]
    assert free == ["sensor", LOOK_US, 0]


def test_a_change_that_a_tick_finds_and_that_ends_before_the_tick_does_is_told_both_ways(
    wiring: Path,
) -> None:
    entries = told(wiring, "tick", "1110")
    assert [[what, value] for what, _, value in entries] == [["sensor", 1], ["sensor", 0]]


@pytest.mark.parametrize(
    ("levels", "then"), [("10", []), ("101", [["sensor", 0, 1]])], ids=["two", "three"]
)
def test_of_edges_while_interrupts_wait_a_pair_is_lost(
    wiring: Path, levels: str, then: list[Any]
) -> None:
    assert told(wiring, "masked", levels) == [["missed", 0, 2], *then]

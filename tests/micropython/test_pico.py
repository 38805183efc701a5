"""The Pico's program on a real MicroPython, its pins simulated, interrupts under a locked heap."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import shutil
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from firmware_bridge.pico_pins import PicoPins
from firmware_bridge.serial_line import dial
from firmware_bridge.wire.frames import Decoder, encode
from hardware.portable.settings import Settings
from tests.micropython import process, workbench
from tests.need import need_program

TICK_US = 2_000
HELLO = {"protocol": 1, "caller": "test"}


@pytest.fixture
def wiring(tmp_path: Path) -> Path:
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(PicoPins().wiring() | {"build": "test", "calibration": ""}))
    return file


def play(wiring: Path, *words: str) -> dict[str, Any]:
    outcome: dict[str, Any] = json.loads(process.run("pico.py", str(wiring), *words, shim=True))
    return outcome


def test_a_press_gives_what_was_armed_and_all_of_it_is_told(wiring: Path) -> None:
    told = play(wiring, "hit")
    (result,) = told["ended"]
    assert (result["delivered"], result["complete"], result["fault"]) == (3, True, None)
    assert told["left"] == 3
    assert told["fed"] > 100


def test_the_motor_pins_are_low_before_anything_else(wiring: Path) -> None:
    first = play(wiring, "hit")["first"]
    assert first[:2] == [[10, 0], [11, 0]]


HALF = (
    "import sys\nimport machine\n"
    "try:\n    import firmware_bridge.pico.main\n"
    "except Exception as error:\n    print(repr(error))\n"
    "print(machine.Pin.first, machine.Timer.callback)\n"
)


SCALE = {"scale_counts_per_kg": 429_497, "scale_card_mg": 1_800, "scale_noise_mg": 170}


@pytest.mark.thorough
@pytest.mark.parametrize("chip", ["nau7802", "hx711"])
def test_it_weighs_a_hit_and_works_on_when_the_scale_falls_silent(
    tmp_path: Path, chip: Literal["nau7802", "hx711"]
) -> None:
    pins = PicoPins(scale=chip, scale_data=20, scale_clock=21)
    assert pins.complaint() is None
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(pins.wiring(SCALE) | {"build": "test", "calibration": ""}))
    told = json.loads(
        process.run("pico.py", str(file), "weighs", shim=True, files=workbench.build())
    )
    assert told["left"] == 3
    assert told["words"] == [[None, None, 0, 0, 0, 0], [1, 1, 3, 3, 3, 0]]
    assert told["without"] == [[None, None, 0, 0, 0, None]]
    assert [one["delivered"] for one in told["ended"]] == [3, 2]
    assert told["again"] == [[None, None, 0, 0, 0, 0]]
    assert told["trouble"] == [], "an older host would hang up"


@pytest.mark.thorough
def test_it_tells_why_it_cannot_read_its_scale_and_when_it_can_again(tmp_path: Path) -> None:
    pins = PicoPins(scale="nau7802", scale_data=20, scale_clock=21)
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(pins.wiring(SCALE) | {"build": "test", "calibration": ""}))
    files = workbench.build()
    told = json.loads(process.run("pico.py", str(file), "ails", shim=True, files=files))
    reasons = {ail: heard[-1] for ail, (heard, _, _) in told["ails"].items()}
    assert reasons == {
        "absent": "no_answer",
        "clock held": "bus_held",
        "data held": "bus_held",
        "another chip": "other_chip",
        "never starts": "not_started",
        "never calibrates": "calibration_hangs",
        "cannot calibrate": "not_calibrated",
        "dead": "no_readings",
        "overloaded": "overloaded",
    }
    for ail, ((*before, reason), answer, newest) in told["ails"].items():
        # a chip that falls silent is started again, and only then it shows what it has
        assert before in ([], ["no_readings"]), ail
        assert (answer, newest) == (reason, None), ail


def test_a_hand_that_pushes_before_and_after_a_trouble_does_not_push_all_the_time(
    tmp_path: Path,
) -> None:
    pins = PicoPins(scale="nau7802", scale_data=20, scale_clock=21)
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(pins.wiring(SCALE) | {"build": "test", "calibration": ""}))
    files = workbench.build()
    told = json.loads(process.run("pico.py", str(file), "slaps", shim=True, files=files))
    assert told["troubles"] == ["no_answer", None]


def test_a_scale_that_is_not_calibrated_only_gives_its_readings(tmp_path: Path) -> None:
    pins = PicoPins(scale="hx711", scale_data=20, scale_clock=21)
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(pins.wiring() | {"build": "test", "calibration": ""}))
    files = workbench.build()
    told = json.loads(process.run("pico.py", str(file), "reads", shim=True, files=files))
    assert told["capable"] is False
    assert told["words"] == []
    readings = [(one["scale"], one["counts"]) for one in told["readings"]]
    assert readings == [(True, 0), (True, -50_000)]
    assert told["readings"][1]["nth"] > 10


@pytest.mark.thorough
@pytest.mark.parametrize("there", [0, 0.5])
def test_a_half_written_firmware_moves_nothing(there: float, tmp_path: Path) -> None:
    """A pin becomes an output only when every file was read; until then resistors hold it low."""
    files = shutil.copytree(workbench.build(), tmp_path / "files")
    half = files / "launcher.json"
    half.write_bytes(half.read_bytes()[: round(there * half.stat().st_size)])
    done = subprocess.run(
        [need_program("micropython", process.HOW), "-c", HALF],
        env=os.environ | {"MICROPYPATH": f"{process.FOLDER / 'shim'}:{files}:.frozen"},
        cwd=files,
        capture_output=True,
        text=True,
        timeout=process.PATIENCE_S,
    )
    *error, pins = done.stdout.splitlines()
    assert pins == "[] None", done.stdout + done.stderr
    assert "Error" in error[-1]


@pytest.mark.parametrize("main", ["main", "stuck"])
def test_motor_off_within_lease_and_bound_also_when_the_main_program_is_stuck(
    wiring: Path, main: str
) -> None:
    told = play(wiring, "silence", main)
    assert told["on"] and told["off"]
    settings = Settings()
    assert 0 < told["silent_us"] <= settings.lease_us + settings.finish_bound_us + TICK_US


def test_an_interrupt_that_fails_switches_the_motor_off_and_starves_the_watchdog(
    wiring: Path,
) -> None:
    told = play(wiring, "failure")
    assert told["on"] and told["off"]
    assert told["fed_since"] == 0


def test_a_host_that_takes_no_byte_holds_nothing_up(wiring: Path) -> None:
    told = play(wiring, "deaf")
    assert told["left"] == 3
    assert 0 < told["waiting"] <= 8 * 1024


def test_a_tick_leaves_the_core_alone_while_nothing_is_due(wiring: Path) -> None:
    told = play(wiring, "rests")
    assert told["ticks"] == 500
    assert told["idle"] <= 20 + 1  # LONGEST_REST_US
    assert told["left"] == 3
    assert 10 < told["hit"] < 100  # of 165 ticks in 330 ms


def test_everything_happens_at_the_tick_at_which_it_would_if_every_tick_did_all(
    wiring: Path,
) -> None:
    every, seldom = (play(wiring, "traced", rest_us)["seen"] for rest_us in ("0", "50000"))
    assert len(every) > 20
    assert seldom == every


LIMITS = {
    "tick": ("longest_tick_us", 1_700),
    "stack": ("deepest_stack_bytes", 5_000),
    "heap": ("least_heap_bytes", -39_000),
}
"""What tells of it, and by how much it changes."""


@pytest.mark.parametrize(("limit", "by"), [("tick", 1_700), ("stack", 20), ("heap", 40_000)])
def test_the_nearest_that_it_came_to_a_limit_is_told(wiring: Path, limit: str, by: int) -> None:
    told = play(wiring, "load", limit, str(by))
    for one, (name, change) in LIMITS.items():
        nearer = (told["after"][name] - told["before"][name]) / change
        assert (nearer >= 1) == (one == limit), one
        assert nearer >= 0, one


@pytest.mark.parametrize("sensor", ["phototransistor", "fc-51"])
def test_a_torn_sensor_lets_no_motor_turn_whichever_level_says_card(
    tmp_path: Path, sensor: str
) -> None:
    pins = msgspec.convert({"sensor": sensor}, PicoPins)
    file = tmp_path / "launcher.json"
    file.write_text(json.dumps(pins.wiring() | {"build": "test", "calibration": ""}))
    told = play(file, "torn")
    assert [one["fault"] for one in told["armed"]] == ["SENSOR_BLOCKED"]
    assert not told["on"]


@contextmanager
def started(wiring: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The program as a Pico starts it, its line a pseudo terminal."""
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    try:
        running = process.start("../../firmware_bridge/pico/main.py", master, wiring.parent)
        try:
            yield running, os.ttyname(slave)
        finally:
            running.kill()
            running.wait()
    finally:
        os.close(master)
        os.close(slave)


async def test_the_program_starts_and_takes_no_byte_for_ctrl_c(wiring: Path) -> None:
    with started(wiring) as (_, path):
        reader, writer = await dial(path)
        writer.write(b"\x03\x03\x04" + encode({"id": 7, "do": "hello"} | HELLO))
        decoder = Decoder()
        async with asyncio.timeout(process.PATIENCE_S):
            while not (heard := decoder.feed(await reader.read(100))):
                pass
        assert heard[0]["to"] == 7
        assert heard[0]["capabilities"]["build"] == "test"
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def test_who_holds_the_button_at_the_start_gets_the_console(wiring: Path) -> None:
    told = json.loads(wiring.read_text())
    wiring.write_text(json.dumps(told | {"inverted": ["button"]}))  # an open pin: pressed
    with started(wiring) as (running, _):
        assert running.wait(process.PATIENCE_S) == 0

"""Calibration of launchers that nobody knows, in virtual time (a hundred of them: `make soak`)."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from controller.base import services
from controller.workshop.bench import calibration
from controller.workshop.bench.calibration import calibrate
from controller.workshop.bench.guide import Guide, SimulatedPerson, Stopped, session
from controller.workshop.bench.instrument import BenchTrouble, Instrument, on_the_bench
from firmware_bridge.address import at_socket
from firmware_bridge.client import SessionOptions, connect
from firmware_bridge.pico_pins import PicoPins
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.calibration import (
    MEASURED,
    Calibration,
    CalibrationTrouble,
    find_calibration,
    this_machine,
    wired_as,
    write_calibration,
)
from hardware.gpio.pins import Pins
from hardware.portable.settings import Settings
from tests.worlds.pretended import nobody
from tests.worlds.unknown import FIGURES, measure, truth_of, unknown

pytestmark = pytest.mark.looptime


@pytest.mark.parametrize("seed", [100, pytest.param(112, marks=pytest.mark.thorough)])
async def test_an_unknown_launcher_is_measured(tmp_path: Path, seed: int) -> None:
    machine = unknown(seed)
    found, truth = await measure(tmp_path, machine, seed), truth_of(machine.parameters)
    for name in FIGURES:
        one = getattr(found.fit, name)
        width = one.high_us - one.low_us
        assert one.low_us - width < getattr(truth, name) < one.high_us + width, name
        assert width < 0.3 * one.us, name
    assert found.fit.card.high_us - found.fit.card.low_us < 0.02 * found.fit.card.us
    assert set(found.settings) == set(MEASURED)
    assert 0 < found.button_bounce.us <= machine.parameters.button_bounce_us
    assert found.button_bounce.of == 20  # ten presses, ten releases
    assert found.settings["release_us"] >= Settings.release_us


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "duty_pct"), [(100, 50), (112, 50), (100, 70)])
async def test_an_unknown_launcher_with_less_power_is_measured(
    tmp_path: Path, seed: int, duty_pct: int
) -> None:
    machine = unknown(seed, duty_pct)
    truth = truth_of(machine.parameters, duty_pct)
    found = await measure(tmp_path, machine, seed)
    for name in FIGURES:
        one = getattr(found.fit, name)
        width = one.high_us - one.low_us
        assert one.low_us - width < getattr(truth, name) < one.high_us + width, name
    assert found.fit.card.us == pytest.approx(truth.card, rel=0.01)
    assert found.settings["card_us"] > machine.settings.card_us  # friction takes its part


@pytest.mark.thorough
async def test_what_was_measured_with_less_power_counts(tmp_path: Path) -> None:
    machine = unknown(112, 60)
    found = await measure(tmp_path, machine, 112)
    calibrated = replace(machine, settings=Pins(duty_pct=60).settings(found.settings))
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 112, 7, calibrated)
    async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
        results = [await bench.eject(4) for _ in range(20)]
    await simulator.close()
    assert [(r.delivered, r.uncertain) for r in results] == [(4, 0)] * 20


@pytest.mark.thorough
async def test_what_was_measured_counts_better_than_the_defaults(tmp_path: Path) -> None:
    """A launcher a quarter slower than the default one."""
    slow = unknown(112)
    slow = replace(slow, parameters=replace(slow.parameters, no_load_mm_per_s=820.0))
    found = await measure(tmp_path, slow, 112, decks=2)
    assert found.settings["card_us"] > 1.2 * Settings.card_us
    exact = {}
    for name, settings in (("default", Settings()), ("found", Settings(**found.settings))):
        path = tmp_path / f"{name}.sock"
        simulator = await start_simulator(path, 112, 7, replace(slow, settings=settings))
        async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
            results = [await bench.eject(4) for _ in range(20)]
        await simulator.close()
        exact[name] = sum(r.delivered == 4 and not r.uncertain for r in results)
    assert exact["found"] == 20
    assert exact["default"] < 20


KNOWN = Calibration(this_machine(), wired_as(Pins()), {"card_us": 80_000})


async def staged_run(
    path: Path,
    file: Path,
    named: bool,
    sees: bool = True,
    stop_after_s: float = 1e6,
    read_from: Path | None = None,
) -> list[str]:
    """As the command does it; returns what was said. Raises Stopped."""
    stop = asyncio.Event()
    asyncio.get_running_loop().call_later(stop_after_s, stop.set)
    said: list[str] = []

    class Somebody(SimulatedPerson):
        async def yes(self, question: str) -> bool:
            return sees

    async def work(bench: Instrument, guide: Guide) -> None:
        somebody = Somebody(SimulatorControl(path), said.append)
        target = file if named else None
        await calibration.calibrate_in_stages(
            bench,
            somebody,
            target,
            calibration.StoredCalibration(read_from or file, Pins(), "restart it"),
            2,
            True,
        )

    take = partial(connect, at_socket(path), options=SessionOptions(instead=True))
    await session(take, path, work, nobody(), said.append, stop)
    return said


async def test_ctrl_c_leaves_the_motor_off_and_the_last_calibration_in_force(
    tmp_path: Path,
) -> None:
    path, file = tmp_path / "l.sock", tmp_path / "calibration.json"
    write_calibration(file, KNOWN)
    simulator = await start_simulator(path, 0, 3)
    with pytest.raises(Stopped):
        await staged_run(path, file, True, stop_after_s=9.4)  # in the middle of the first deck
    truth = await SimulatorControl(path).truth()
    assert 0 < truth.cards_left < 112
    assert not truth.motor_on
    assert find_calibration(file, this_machine(), Pins()) == KNOWN
    await simulator.close()


@pytest.mark.parametrize(
    ("named", "sees", "saved"),
    [
        pytest.param(True, True, True, marks=pytest.mark.thorough),
        pytest.param(True, False, False, marks=pytest.mark.thorough),
        pytest.param(False, True, False, marks=pytest.mark.thorough),
    ],
)
async def test_it_is_saved_where_somebody_says_so_and_never_a_simulated_one_by_itself(
    tmp_path: Path, named: bool, sees: bool, saved: bool
) -> None:
    path, file = tmp_path / "l.sock", tmp_path / "calibration.json"
    write_calibration(file, KNOWN)
    simulator = await start_simulator(path, 0, 100, unknown(100))
    said = await staged_run(path, file, named, sees)
    assert any(line.split()[:2] == ["card_us", "80000"] for line in said)
    assert (find_calibration(file, this_machine(), Pins()) != KNOWN) is saved
    assert said[-1].startswith("Saved: " if saved else "The calibration was not saved")
    if saved:
        assert said[-1].startswith(f"Saved: {file}. Restart it: then it is in use.")
        assert "calibration.json.before" in said[-1]
    await simulator.close()


@pytest.mark.thorough
async def test_a_calibration_that_nobody_reads_is_not_said_to_be_in_use(tmp_path: Path) -> None:
    path, file = tmp_path / "l.sock", tmp_path / "elsewhere.json"
    simulator = await start_simulator(path, 0, 100, unknown(100))
    said = await staged_run(path, file, True, read_from=tmp_path / "calibration.json")
    assert "has no effect yet" in said[-1]
    assert "Copy it there" in said[-1] and "restart it" in said[-1]
    await simulator.close()


async def test_a_calibration_that_cannot_be_saved_is_refused_before_anything_moves(
    tmp_path: Path,
) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 0, 3)
    with pytest.raises(CalibrationTrouble, match="with sudo"):
        await staged_run(path, tmp_path, True)
    assert (await SimulatorControl(path).truth()).cards_left == 0
    await simulator.close()


def test_the_calibration_of_the_installed_service_is_saved_where_its_driver_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    installed = calibration.of_driver(at_socket(services.SOCKET), Pins())
    assert str(installed.file) == "/var/lib/rollerdeck-driver/calibration.json"
    assert "sudo systemctl restart rollerdeck-driver" in installed.then
    own = calibration.of_driver(at_socket(tmp_path / "l.sock"), Pins())
    assert own.file == tmp_path / "calibration.json"
    assert services.pico_calibration_of(None) == tmp_path / "calibration-pico.json"
    of_services = calibration.of_pico(services.pico_calibration_of(services.CONFIG), PicoPins())
    assert str(of_services.file) == "/var/lib/rollerdeck/calibration-pico.json"
    assert "sudo rollerdeck firmware install" in of_services.then


async def test_a_launcher_whose_button_is_dead_is_not_measured(tmp_path: Path) -> None:
    class NoFinger(SimulatedPerson):
        async def press(self, times: int) -> None:
            """Nobody does."""

    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 0, 3)
    async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
        with pytest.raises(BenchTrouble, match="No press was seen"):
            await calibrate(bench, NoFinger(SimulatorControl(path), lambda _: None))
    await simulator.close()


async def test_a_motor_that_turns_one_way_only_is_not_measured(tmp_path: Path) -> None:
    one_way = replace(unknown(3), settings=Settings(retract_pct=0))
    with pytest.raises(BenchTrouble, match="cannot turn the roller back"):
        await measure(tmp_path, one_way, 3)


@pytest.mark.thorough
async def test_what_was_measured_is_shown_beside_what_is_in_force_and_then_saved(
    tmp_path: Path,
) -> None:
    measured = await measure(tmp_path, unknown(113), 113, decks=2)
    file, pins = tmp_path / "calibration.json", Pins()
    assert calibration.in_force(file, pins) == ({}, "")
    shown = "\n".join(calibration.table(measured, {"card_us": 80_000}))
    assert f"80000{measured.settings['card_us']:>12}" in shown
    assert "(default)" in shown
    assert not file.exists()
    calibration.save(file, pins, measured)
    assert calibration.in_force(file, pins) == (measured.settings, "")
    kept = find_calibration(file, this_machine(), pins)
    assert kept is not None
    assert kept.period_us == round(measured.fit.period.us)
    _, complaint = calibration.in_force(file, Pins(motor_driver="tb6612"))
    assert "was measured with other [pins]" in complaint

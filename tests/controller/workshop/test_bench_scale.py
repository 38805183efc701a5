"""``rollerdeck bench scale``: the guided run in virtual time, and the command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner

from controller.base.config import ScaleConfig
from controller.base.errors import Trouble
from controller.base.findings import Level
from controller.cli import bench
from controller.cli.options.at_launcher import Reached
from controller.cli.options.launcher_commands import pico_figures
from controller.workshop.bench import scale_measurement
from controller.workshop.bench.guide import SimulatedPerson
from controller.workshop.bench.instrument import BenchTrouble, on_the_bench
from controller.workshop.bench.scale_measurement import (
    Scaled,
    calibration_of,
    lines,
    measure_scale,
    readings_of,
    scale_report,
)
from controller.workshop.doctor.launcher_checks import check_scale
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.notices import AT_A_PICO
from firmware_bridge.pico_pins import PicoPins
from firmware_bridge.simulated_board import SimulatedBoard
from firmware_bridge.simulator import Simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.calibration import (
    PICO_BUS,
    PICO_SCALE_CALIBRATION,
    CalibrationTrouble,
    ScaleCalibration,
    find_scale_calibration,
    this_machine,
    write_scale_calibration,
)
from hardware.gpio.nau7802 import ScaleInUse, ScaleTrouble
from hardware.gpio.scale_readings import Reading
from hardware.launcher import ScaleFault, ScaleReading
from hardware.mechanism.load_cell import Scale
from hardware.mechanism.rig import Rig
from hardware.mechanism.scale_parameters import ScaleParameters
from hardware.portable.nau7802 import ADDRESS
from hardware.portable.settings import Settings
from tests.worlds.pretended import Pretended

virtual = pytest.mark.looptime


class UnderTheLauncher:
    """Readings of a simulated scale under a simulated launcher, in its time."""

    def __init__(self, board: SimulatedBoard, scale: Scale) -> None:
        self._board = board
        self._scale = scale
        self.breaks_after = 10**9

    async def next(self) -> Reading:
        await asyncio.sleep(self._scale.period_us / 1e6)
        self.breaks_after -= 1
        if self.breaks_after < 0:
            raise ScaleTrouble("No chip answers: check the wires.")
        return Reading(self._board.now_us(), self._scale.read())


@asynccontextmanager
async def scale_under(
    tmp_path: Path, parameters: ScaleParameters | None = None
) -> AsyncIterator[tuple[UnderTheLauncher, Callable[[], Awaitable[Scaled]]]]:
    """A launcher on a scale, and the run that measures the scale."""
    settings = Settings()
    rig = Rig(3, 0, settings)
    board = SimulatedBoard(rig, settings, asyncio.get_running_loop().time)
    simulator = Simulator(board)
    path = tmp_path / "l.sock"
    await simulator.start(path)
    readings = UnderTheLauncher(board, Scale(rig, 3, parameters))

    async def measure() -> Scaled:
        async with on_the_bench(await connect(at_socket(path), "bench")) as launcher:
            await launcher.eject(1)  # as `bench motor` does, which leaves the fault EMPTY
            guide = SimulatedPerson(SimulatorControl(path), lambda _: None)
            return await measure_scale(launcher, guide, readings.next)

    try:
        yield readings, measure
    finally:
        await simulator.close()


@virtual
@pytest.mark.parametrize("drift_s", [60, pytest.param(600, marks=pytest.mark.thorough)])
async def test_a_scale_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drift_s: int
) -> None:
    monkeypatch.setattr(scale_measurement, "DRIFT_S", drift_s)
    async with scale_under(tmp_path) as (_, measure):
        scaled = await measure()
    parameters = ScaleParameters()
    truth = parameters.bar.counts_per_g * parameters.card_g
    assert scaled.weighing.per_card == pytest.approx(truth, rel=0.01)
    assert scaled.complaints == []
    assert scaled.motor_noise_cards > 3 * scaled.weighing.reading_noise_cards
    assert scaled.settled_us is not None and scaled.settled_us < 1_000_000
    assert scaled.drift[-1][0] - scaled.drift[0][0] >= 0.98e6 * drift_s
    saved = calibration_of(scaled, "here", 1, ADDRESS, 1_800)
    assert saved.counts_per_kg == pytest.approx(1000 * parameters.bar.counts_per_g, rel=0.01)
    assert saved.card_low_permille < 1000 < saved.card_high_permille
    said = "\n".join(lines(scaled, 1_800))
    assert "the same, as a mass                     1.800 g (1." in said
    page = scale_report(scaled, 1_800)
    assert page.count("<svg") == 3
    assert "<script" not in page


@virtual
@pytest.mark.parametrize(
    ("shaken", "complaint"),
    [
        pytest.param({"sway_g": 2.0}, "a weight differs by", marks=pytest.mark.thorough),
        pytest.param({"kelvin_a_minute": 50.0}, "drifted", marks=pytest.mark.thorough),
    ],
)
async def test_a_scale_that_is_shaken_or_drifts_is_refused(
    tmp_path: Path, shaken: dict[str, float], complaint: str
) -> None:
    async with scale_under(tmp_path, replace(ScaleParameters(), **shaken)) as (_, measure):  # type: ignore[arg-type]
        scaled = await measure()
    assert any(complaint in one for one in scaled.complaints)


@virtual
async def test_an_overloaded_scale_ends_the_run(tmp_path: Path) -> None:
    heavy = ScaleParameters(launcher_g=100_000.0, stop=False)
    async with scale_under(tmp_path, heavy) as (_, measure):
        with pytest.raises(BenchTrouble, match="The scale is overloaded"):
            await measure()


@virtual
@pytest.mark.parametrize("after", [0, 400])
async def test_a_scale_that_is_lost_ends_the_run_with_its_sentence(
    tmp_path: Path, after: int
) -> None:
    async with scale_under(tmp_path) as (readings, measure):
        readings.breaks_after = after
        with pytest.raises(BenchTrouble, match="No chip answers: check the wires"):
            await measure()


@virtual
async def test_readings_of_a_launcher_that_reads_its_scale_itself_come_once_each() -> None:
    newest = [ScaleReading(*one) for one in [(1, 5), (1, 5), (2, -7), (2, -7), (2, -7), (3, 5)]]

    class Asked:
        async def reading(self) -> ScaleReading | None:
            return newest.pop(0) if newest else None

    following = readings_of(cast(Any, Asked()))
    assert [(await following()).counts for _ in range(3)] == [5, -7, 5]
    with pytest.raises(ScaleTrouble, match=r"no scale: set pico\.scale"):
        await following()


@virtual
async def test_a_launcher_whose_chip_is_silent_is_a_sentence() -> None:
    class Asked:
        async def reading(self) -> ScaleReading | None:
            return ScaleReading(0, 0)

    following = readings_of(cast(Any, Asked()))
    await following()
    with pytest.raises(ScaleTrouble, match="gives no readings"):
        await following()


@virtual
@pytest.mark.parametrize("trouble", ScaleFault)
async def test_what_a_pico_says_of_its_scale_is_a_sentence(trouble: ScaleFault) -> None:
    class Asked:
        async def reading(self) -> ScaleReading | None:
            return ScaleReading(0, 0, trouble)

    with pytest.raises(ScaleTrouble) as said:
        await readings_of(cast(Any, Asked()))()
    what, _, then = str(said.value).partition(", and wait 30 s: ")
    assert AT_A_PICO[trouble] == f"{what}."
    assert then == "then the Pico tries again."


def test_a_picos_scale_goes_with_its_calibration_into_its_wiring(tmp_path: Path) -> None:
    pins = PicoPins(scale="hx711", scale_data=20, scale_clock=21)
    file = tmp_path / "calibration-pico.json"
    assert pico_figures(pins, file) == {}
    saved = ScaleCalibration(this_machine(), PICO_BUS, ADDRESS, 429_000, 1_800, 990, 1_010, 170)
    write_scale_calibration(tmp_path / PICO_SCALE_CALIBRATION, saved)
    scale = pins.wiring(pico_figures(pins, file))["scale"]
    figures = {"counts_per_kg": 429_000, "card_mg": 1_800, "noise_mg": 170}
    assert scale == {"chip": "hx711", "data": 20, "clock": 21, "figures": figures}
    assert pico_figures(PicoPins(), file) == {}
    write_scale_calibration(tmp_path / PICO_SCALE_CALIBRATION, KNOWN)
    with pytest.raises(Trouble, match="was measured at another machine"):
        pico_figures(pins, file)


@pytest.mark.parametrize(
    ("grams", "sentence"),
    [
        ("nan", "nan is not from 10.4 to 1040.0."),
        ("inf", "inf is not from 10.4 to 1040.0."),
        ("10.3", "10.3 is not from 10.4 to 1040.0."),
        ("1040.1", "1040.1 is not from 10.4 to 1040.0."),
        ("95,2", "95,2 is no number; write for example 95.2."),
    ],
)
def test_a_weight_that_cannot_be_is_a_sentence(grams: str, sentence: str) -> None:
    done = CliRunner().invoke(bench.command, ["scale", "--grams", grams])
    assert (done.exit_code, sentence in done.output) == (2, True), done.output


def test_without_a_scale_in_the_configuration_it_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(bench.command, ["scale", "--socket", str(tmp_path / "s")])
    assert "No scale is configured" in str(done.exception)


def test_a_simulated_scale_needs_no_calibration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Simulated:
        simulated = True

    monkeypatch.setattr(Reached, "do", lambda _, work: asyncio.run(work(Simulated(), None)))
    file = tmp_path / "config.toml"
    file.write_text('[scale]\nchip = "nau7802"\n')
    with pytest.raises(BenchTrouble, match="a simulated scale is calibrated already"):
        bench.command.main(["scale", "--config", str(file)], standalone_mode=False)


@pytest.mark.parametrize(
    ("chip", "missing", "kept", "levels"),
    [
        ("none", "No chip answers: check it.", "", []),
        ("nau7802", "", "", ["OK", "WARN"]),
        ("nau7802", "No chip answers: check it.", "known", ["FAIL", "OK"]),
        ("nau7802", "", "damaged", ["OK", "FAIL"]),
    ],
)
def test_the_doctor_looks_for_chip_and_calibration(
    tmp_path: Path, chip: Any, missing: str, kept: str, levels: list[str]
) -> None:
    pi, file = Pretended(), tmp_path / "scale.json"
    pi.no_scale = missing
    if kept == "known":
        write_scale_calibration(file, KNOWN)
    elif kept:
        file.write_text("{")
    found = list(check_scale(pi, ScaleConfig(chip=chip), file, "here"))
    assert [one.level.value for one in found] == levels
    assert all(one.fix for one in found if one.level is not Level.OK)


def test_a_scale_that_the_driver_reads_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_use(*_: int) -> None:
        raise ScaleInUse("Another program reads it.")

    pi = Pretended()
    monkeypatch.setattr(pi, "find_scale", in_use)
    found = next(iter(check_scale(pi, ScaleConfig(chip="nau7802"), tmp_path / "none", "here")))
    assert found.level is Level.OK


KNOWN = ScaleCalibration("here", 1, ADDRESS, -429_000, 1_800, 990, 1_010, 170)


def test_a_calibration_is_kept_for_its_scale(tmp_path: Path) -> None:
    file = tmp_path / "scale.json"
    assert find_scale_calibration(file, "here", 1, ADDRESS) is None
    write_scale_calibration(file, KNOWN)
    assert find_scale_calibration(file, "here", 1, ADDRESS) == KNOWN
    assert KNOWN.counts_per_card == pytest.approx(-772.2)
    for place in (("there", 1, ADDRESS), ("here", 0, ADDRESS), ("here", 1, ADDRESS + 1)):
        with pytest.raises(CalibrationTrouble, match="was measured"):
            find_scale_calibration(file, *place)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"machine": "here"}'])
def test_a_damaged_calibration_is_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "scale.json"
    file.write_text(text)
    with pytest.raises(CalibrationTrouble, match="is damaged"):
        find_scale_calibration(file, this_machine(), 1, ADDRESS)
    write_scale_calibration(file, replace_counts(0))
    with pytest.raises(CalibrationTrouble, match="is damaged"):
        find_scale_calibration(file, "here", 1, ADDRESS)


def replace_counts(counts_per_kg: int) -> ScaleCalibration:
    return ScaleCalibration("here", 1, ADDRESS, counts_per_kg, 1_800, 990, 1_010, 170)

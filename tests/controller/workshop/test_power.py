"""How little power a launcher's motor needs: tried on simulated ones, in virtual time."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base.errors import NOT_SO
from controller.cli import bench as cli
from controller.cli.options.at_launcher import Reached
from controller.workshop.bench import power
from controller.workshop.bench.calibration import StoredCalibration
from controller.workshop.bench.guide import SimulatedPerson
from controller.workshop.bench.instrument import BenchTrouble, on_the_bench
from controller.workshop.bench.power import Power, conclusion, lines, try_duties
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.bench.duties import Feeding, feedings
from hardware.bench.recording import Run
from hardware.bench.replayed_run import recorded, replay
from hardware.gpio.pins import Pins
from hardware.launcher import Fault, HitResult
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.presets import Machine, fitted
from hardware.portable.core import Core

virtual = pytest.mark.looptime
STIFF = Parameters(no_load_mm_per_s=700.0, friction_mm_per_s2=7_000.0, spin_up_tau_us=40_000.0)
"""Friction takes 280 mm/s: half of the power would hardly turn it."""
STORED = StoredCalibration(Path("/var/lib/calibration.json"), Pins(), "restart the driver")
FILE = Path("/etc/rollerdeck.toml")


def calibrated(parameters: Parameters, duty_pct: int = 100) -> Machine:
    return Machine(parameters, fitted(parameters, duty_pct=duty_pct), "pi_idle")


async def tried(folder: Path, machine: Machine) -> tuple[Power, Run]:
    """Try it as the command does, then eject once more with its usual power."""
    path = folder / "l.sock"
    simulator = await start_simulator(path, 0, 3, machine)
    try:
        async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
            found = await try_duties(bench, SimulatedPerson(SimulatorControl(path), lambda _: None))
            await bench.eject(1)
            return found, bench.run
    finally:
        await simulator.close()


def fed(duty_pct: int, faults: int = 0, second_tries: int = 0) -> Feeding:
    jammed = HitResult(-1, 4, 2, False, fault=Fault.JAM)
    results = (jammed,) * faults + (HitResult(-2, 4, 4, True),) * (power.EJECTIONS - faults)
    return Feeding(duty_pct, results, second_tries, 50_000.0, 90_000.0, 6_000.0)


@pytest.mark.thorough
@virtual
async def test_a_launcher_that_feeds_with_half_of_its_power_should_have_more(
    tmp_path: Path,
) -> None:
    found, run = await tried(tmp_path, calibrated(Parameters()))
    assert [one.duty_pct for one in found.tried] == [100, 90, 80, 70, 60, 50]
    assert (found.lowest_pct, found.recommended_pct) == (50, 70)
    full, *_, half = found.tried
    assert full.card_us and half.card_us and full.gap_us and half.gap_us
    assert half.card_us == pytest.approx(2 * full.card_us, rel=0.05)
    assert half.gap_us > full.gap_us
    # afterwards it has its usual power again
    assert [one.value for one in run.seen if one.kind == "motor"][-4:] == [100, 0, -100, 0]
    assert replay(run) == recorded(run)
    assert feedings(run)[1:] == found.tried[1:]


@pytest.mark.thorough
@virtual
async def test_a_launcher_that_needs_its_power_keeps_it(tmp_path: Path) -> None:
    found, _ = await tried(tmp_path, calibrated(STIFF))
    assert [feeding.duty_pct for feeding in found.tried] == [100, 90, 80, 70]
    assert found.lowest_pct == 80
    assert not found.tried[-1].well
    assert found.recommended_pct is None
    assert "leave pins.duty_pct at 100." in conclusion(found, STORED, FILE, "pins")


@virtual
async def test_a_launcher_never_gets_more_than_its_configuration_allows(tmp_path: Path) -> None:
    found, run = await tried(tmp_path, calibrated(Parameters(), 60))
    assert [one.duty_pct for one in found.tried] == [60, 50]
    assert {one.value for one in run.seen if one.kind == "motor"} == {60, 50, 0, -50, -60}


@virtual
async def test_a_launcher_that_is_too_old_to_try_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_duty = Core.eject

    def without(core: Core, now_us: int, hit: int, count: int, duty_pct: int) -> int:
        return with_duty(core, now_us, hit, count)

    monkeypatch.setattr(Core, "eject", without)
    with pytest.raises(BenchTrouble, match=r"got 100 % of its power instead of 90 %.* Update it"):
        await tried(tmp_path, calibrated(Parameters()))


@pytest.mark.parametrize(
    ("second_tries", "faults", "well"), [(0, 0, True), (1, 0, True), (2, 0, False), (0, 1, False)]
)
def test_one_second_try_can_be_chance(second_tries: int, faults: int, well: bool) -> None:
    assert fed(60, faults, second_tries).well is well


def test_what_to_do_is_said() -> None:
    enough = Power((fed(100), fed(90), fed(80), fed(70), fed(60, second_tries=2)))
    assert enough.recommended_pct is None  # 70 % of the power and a quarter less: 93 %
    one_more = Power((*enough.tried[:4], fed(60), fed(50, faults=1)))
    assert one_more.recommended_pct == 80
    said = conclusion(one_more, STORED, FILE, "pico")
    assert "write duty_pct = 80 into the section [pico] of /etc/rollerdeck.toml" in said
    assert "take the file /var/lib/calibration.json away, restart the driver, and run" in said
    table = "\n".join(lines(one_more))
    assert "  50 %             50.0 ms       90.0 ms    6.0 ms   a fault ended 1 of 8" in table
    assert "2 of 8 ejections needed a second try" in lines(enough)[-1]


def test_a_launcher_that_does_not_feed_is_no_success(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(Reached, "do", lambda *_: Power((fed(100, faults=1),)))
    result = CliRunner().invoke(cli.command, ["duty", "--socket", str(tmp_path / "l.sock")])
    assert result.exit_code == NOT_SO
    assert "does not feed well with 100 % of its power" in result.output
    monkeypatch.setattr(Reached, "do", lambda *_: Power(tuple(fed(pct) for pct in (100, 90, 60))))
    result = CliRunner().invoke(cli.command, ["duty", "--socket", str(tmp_path / "l.sock")])
    assert result.exit_code == 0
    assert f"[pins] of {tmp_path}" in result.output

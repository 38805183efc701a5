"""The doctor in each state that it is for."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import doctor as cli
from controller.config import Config, Referee
from controller.doctor import board, house
from controller.doctor.bundle import BundleTrouble, write_bundle
from controller.doctor.drift import check_drift, hits, periods_ms
from controller.doctor.launcher import check_launcher
from controller.doctor.machine import Machine, ThisMachine
from controller.doctor.rounds import Places, examine
from controller.entries import Measured, Said
from controller.errors import Trouble
from controller.findings import Finding, Level, fail, lines
from controller.journal import Entry
from firmware_bridge.client import connect
from firmware_bridge.hand import Hand
from firmware_bridge.simulator import start_simulator
from hardware.calibration import Calibration, this_machine, wired_as, write_calibration
from hardware.gpio.pins import Pins
from tests.controller.pretended import RUNS, Pretended

PINS = Pins()


@pytest.fixture
def pi() -> Pretended:
    return Pretended()


def worst(found: Finding | Iterable[Finding]) -> Finding:
    order = [Level.OK, Level.WARN, Level.FAIL]
    every = [found] if isinstance(found, Finding) else list(found)
    return max(every, key=lambda one: order.index(one.level))


def change(file: str, text: str) -> Callable[[Pretended], object]:
    return lambda pi: pi.files.__setitem__(file, text)


def everything(pi: Machine, pins: Pins = PINS) -> list[Finding]:
    return [
        *board.check_board(pi),
        board.check_strict(pi),
        board.check_start(pi, pins),
        *board.check_factory(pi, pins),
        board.check_groups(pi),
        *board.check_lines(pi, pins, False),
        house.check_disk(pi, Path("/somewhere/journal")),
        *house.check_services(pi),
    ]


def test_a_pi_on_which_all_is_well(pi: Pretended) -> None:
    found = everything(pi)
    assert {one.level for one in found} == {Level.OK}
    assert len(found) >= 11


STATES: dict[str, tuple[Callable[[Pretended], object], Level, str, str]] = {
    "no Pi": (
        lambda pi: pi.files.pop("/proc/device-tree/model"),
        Level.WARN,
        "no Raspberry Pi",
        "rollerdeck simulator",
    ),
    "old kernel": (
        change("/proc/sys/kernel/osrelease", "6.1.21-v8+"),
        Level.WARN,
        "6.1.21-v8+ may be too old",
        "Update",
    ),
    "undervoltage now": (
        lambda pi: pi.says.update({"vcgencmd get_throttled": "throttled=0x50005"}),
        Level.FAIL,
        "too low, now",
        "power supply",
    ),
    "undervoltage once": (
        lambda pi: pi.says.update({"vcgencmd get_throttled": "throttled=0x50000"}),
        Level.WARN,
        "was too low",
        "power supply",
    ),
    "no vcgencmd": (
        lambda pi: pi.says.pop("vcgencmd get_throttled"),
        Level.WARN,
        "does not tell",
        "video",
    ),
    "not strict": (
        lambda pi: pi.files.update(
            {"/proc/cmdline": "quiet", "/boot/firmware/config.txt": "gpio=23,24=pd,op,dl"}
        ),
        Level.FAIL,
        "may go on turning when the driver is killed",
        "dtparam=strict_gpiod",
    ),
    "strict, but not restarted": (
        change("/proc/cmdline", "quiet"),
        Level.FAIL,
        "in config.txt, but not in force",
        "Restart",
    ),
    "motor pins not low at the start": (
        change("/boot/firmware/config.txt", "dtparam=strict_gpiod\n#gpio=23,24=op,dl"),
        Level.WARN,
        "GPIO 23, 24 are low",
        "gpio=23,24=pd,op,dl",
    ),
    "one of them overruled": (
        change("/boot/firmware/config.txt", "gpio=22-25=pd,op,dl\ngpio=24=dh"),
        Level.WARN,
        "GPIO 24 are low",
        "gpio=23,24",
    ),
    "no libraries": (
        lambda pi: pi.modules.remove("gpiozero"),
        Level.FAIL,
        "gpiozero or gpiod is missing",
        "pip install",
    ),
    "no lgpio": (lambda pi: pi.modules.remove("lgpio"), Level.FAIL, "lgpio is missing", "nstall"),
    "not in the group": (
        lambda pi: setattr(pi, "in_groups", ("pi",)),
        Level.WARN,
        "not in the group gpio",
        "usermod",
    ),
    "a line held": (
        lambda pi: pi.held.update({17: "w1"}),
        Level.FAIL,
        "GPIO 17 (pins.card_sensor) is in use by w1",
        "another pin for pins.card_sensor",
    ),
    "no chip": (
        lambda pi: setattr(pi, "no_chip", "There is no GPIO chip of a Pi here: run it on a Pi."),
        Level.FAIL,
        "There is no GPIO chip of a Pi here",
        "Run it on a Pi.",
    ),
    "disk full": (
        lambda pi: setattr(pi, "free", house.NEXT_TO_NOTHING_BYTES - 1),
        Level.FAIL,
        "20 MB free",
        "no game can be kept",
    ),
    "disk nearly full": (
        lambda pi: setattr(pi, "free", house.NEXT_TO_NOTHING_BYTES),
        Level.WARN,
        "20 MB free",
        "soon",
    ),
    "disk not to be written": (
        lambda pi: setattr(pi, "free", None),
        Level.FAIL,
        "nothing can be written in /somewhere",
        "referee.journal",
    ),
    "a service failed": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("=active", "=failed")}
        ),
        Level.FAIL,
        "has failed",
        "journalctl -u rollerdeck-driver",
    ),
    "a service is stopped": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-referee": RUNS.replace("=active", "=inactive")}
        ),
        Level.WARN,
        "does not run",
        "systemctl start rollerdeck-referee",
    ),
    "a service is not enabled": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("=enabled", "=disabled")}
        ),
        Level.WARN,
        "not after the next start",
        "systemctl enable rollerdeck-driver",
    ),
    "a service that dies": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("NRestarts=0", "NRestarts=7")}
        ),
        Level.WARN,
        "restarted 7 times",
        "journalctl",
    ),
}


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_told_with_its_fix(pi: Pretended, state: str) -> None:
    bring_about, level, says, fix = STATES[state]
    bring_about(pi)
    told = worst(everything(pi))
    assert told.level is level
    assert says in told.says
    assert fix in told.fix


def test_room_at_the_boundary(pi: Pretended) -> None:
    for free, level in ((house.LITTLE_BYTES - 1, Level.WARN), (house.LITTLE_BYTES, Level.OK)):
        pi.free = free
        assert house.check_disk(pi, Path("/x/y")).level is level


def test_a_kernel_that_tells_by_its_parameter(pi: Pretended) -> None:
    pi.files["/proc/cmdline"] = "quiet"
    pi.files["/sys/module/pinctrl_rp1/parameters/persist_gpio_outputs"] = "N\n"
    assert board.check_strict(pi).level is Level.OK
    pi.files["/sys/module/pinctrl_rp1/parameters/persist_gpio_outputs"] = "Y\n"
    assert board.check_strict(pi).level is Level.FAIL


def test_the_traps_of_the_other_factory(pi: Pretended) -> None:
    pins = Pins(factory="rpigpio")
    assert worst(board.check_factory(pi, pins)).says == "rpi-lgpio is missing"
    pi.modules.add("RPi")
    assert worst(board.check_factory(pi, pins)).level is Level.OK
    pi.modules.add("RPi._GPIO")
    assert "hears nothing from Linux 6.6 on" in worst(board.check_factory(pi, pins)).says
    pi.files["/proc/sys/kernel/osrelease"] = "6.1.21-v8+"
    assert worst(board.check_factory(pi, pins)).level is Level.OK


def test_edges_that_get_lost_are_warned_of(pi: Pretended) -> None:
    told = worst(board.check_factory(pi, Pins(edges="gpiozero")))
    assert (told.level, told.what) == (Level.WARN, "edges")


def test_lines_that_the_driver_has_are_in_order(pi: Pretended) -> None:
    pi.held = {17: "rollerdeck", 23: "lg"}
    assert worst(board.check_lines(pi, PINS, driver_runs=True)).level is Level.OK


def test_the_pull_downs_are_proved_and_a_missing_one_is_found(pi: Pretended) -> None:
    assert board.prove_pull_downs(pi, PINS).level is Level.OK
    assert pi.proved == [23, 24]
    pi.without_resistor = (24,)
    told = board.prove_pull_downs(pi, PINS)
    assert (told.level, told.says) == (Level.FAIL, "nothing holds GPIO 24 down")
    pi.held = {23: "lg"}
    assert "systemctl stop rollerdeck-driver" in board.prove_pull_downs(pi, PINS).fix


def test_the_calibration_against_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    told, kept = house.check_calibration(file, "here", PINS)
    assert (told.level, kept) == (Level.WARN, None)
    write_calibration(file, Calibration("here", wired_as(PINS), {"card_us": 90_000}, 95_000))
    told, kept = house.check_calibration(file, "here", PINS)
    assert told.level is Level.OK
    assert kept is not None
    other = Pins(motor_driver="tb6612")
    for told, _ in (
        house.check_calibration(file, "elsewhere", PINS),
        house.check_calibration(file, "here", other),
    ):
        assert told.level is Level.FAIL
        assert "was measured" in told.says
        assert told.fix.startswith("Take the file away")


def entry(times: tuple[int, ...], **more: object) -> Entry:
    measured: dict[str, object] = {"requested": len(times), "card_times_ms": times, **more}
    body = {"command": {"do": "hit", "cards": len(times)}, "hit": 1, "measured": measured}
    return Entry(1, 1, "command", body)


def timed(period_ms: int, cards: int = 6) -> tuple[int, ...]:
    return tuple(150 + period_ms * nth for nth in range(cards))


@pytest.mark.parametrize(
    ("period_ms", "level", "says"),
    [
        (100, Level.OK, "feed as at calibration (+0 %"),
        (111, Level.OK, "+11 %"),
        (112, Level.WARN, "feed 12 % slower than at calibration"),
        (118, Level.WARN, "feed 18 % slower than at calibration"),
        (89, Level.OK, "-11 %"),
        (88, Level.WARN, "feed 12 % faster than at calibration"),
    ],
)
def test_drift_is_told_from_the_journals_own_timings(
    period_ms: int, level: Level, says: str
) -> None:
    entries = [entry(timed(period_ms)) for _ in range(4)]
    told = check_drift(periods_ms(hits(entries)), 100_000)
    assert told.level is level
    assert says in told.says
    if "slower" in says:
        assert told.fix.startswith("Clean the roller")


def test_drift_is_not_told_from_next_to_nothing() -> None:
    entries = [
        *(entry(timed(150), uncertain=1) for _ in range(20)),
        *(entry(timed(150), fault="JAM") for _ in range(20)),
        *(entry(timed(150), confirmed=True) for _ in range(20)),
        *(entry(timed(150, 2)) for _ in range(19)),
    ]
    assert "only 19 cards" in check_drift(periods_ms(hits(entries)), 100_000).says
    assert check_drift([150] * 99, 0).level is Level.OK


@pytest.mark.looptime
async def test_a_launcher_that_answers(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    found, there = await check_launcher(path)
    assert there
    assert {one.level for one in found} == {Level.OK}
    hand = Hand(path)
    await hand.block(True)
    await hand.press(60_000)
    found, _ = await check_launcher(path)
    assert [(one.what, one.level) for one in found[1:]] == [
        ("card sensor", Level.FAIL),
        ("button", Level.FAIL),
    ]
    assert "pins.inverted" in found[1].fix
    await simulator.close()


@pytest.mark.looptime
async def test_a_launcher_with_a_fault_and_one_with_a_game(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    await Hand(path).fault("cover", True)
    found, _ = await check_launcher(path)
    assert "COVER_OPEN" in [one.says for one in found if one.level is Level.FAIL]
    await Hand(path).fault("cover", False)
    table = await connect(path, "referee 1")
    await table.keep(True)
    (told,), there = await check_launcher(path)
    assert there
    assert (told.level, "its game is on" in told.says) == (Level.WARN, True)
    await table.close()
    await simulator.close()


@pytest.mark.looptime
async def test_a_sensor_that_is_flooded(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    await Hand(path).block(True)
    await Hand(path).fault("flicker", True)
    found, _ = await check_launcher(path)
    (told,) = [one for one in found if one.what == "card sensor"]
    assert told.level is Level.FAIL
    assert "although nobody touched it" in told.says
    await simulator.close()


def test_without_a_launcher_it_says_how_to_start_one(tmp_path: Path, pi: Pretended) -> None:
    file = tmp_path / "rollerdeck.toml"
    file.write_text("[pins]\nbutton = 99\n")
    nowhere = tmp_path / "none"
    found = examine(pi, Places(file, nowhere, nowhere, nowhere)).findings
    (told,) = [one for one in found if one.what == "launcher"]
    assert "No launcher at" in told.says
    assert worst(found).what == "configuration"


def test_the_bundle_holds_no_names_and_no_seeds(tmp_path: Path, pi: Pretended) -> None:
    config = Config(referee=Referee(names=("zoe.example.org",), journal="/home/zoe/games"))
    said = [Said({"do": "hit", "by": "Zoe"}, 1, Measured(2, card_times_ms=(150, 250)))]
    findings = [
        fail("configuration", "referee.names: 'Zoe' is no name", "Mend it."),
        fail("disk", f"nothing can be written in {Path.home()}/games", "Allow it."),
    ]
    file = tmp_path / "bundle.zip"
    write_bundle(file, pi, findings, config, Calibration("m", "p", {"card_us": 1}), said)
    with zipfile.ZipFile(file) as archive:
        whole = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(whole) == {
        *("findings.json", "versions.json", "hits.json"),
        *("configuration.json", "calibration.json"),
    }
    everything = "".join(whole.values())
    for secret in ("Zoe", "zoe", str(Path.home()), "seed", "machine"):
        assert secret not in everything, secret
    assert json.loads(whole["hits.json"])[0]["card_times_ms"] == [150, 250]
    with pytest.raises(BundleTrouble, match="cannot be written"):
        write_bundle(tmp_path, pi, findings, config, None, said)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.command, words)
    if isinstance(result.exception, Trouble):
        return result.exception.exit_code, str(result.exception)
    return result.exit_code, result.output


@pytest.fixture
def at_a_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pi: Pretended) -> Pretended:
    monkeypatch.setattr(cli, "ThisMachine", lambda: pi)
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return pi


def test_it_ends_with_what_it_found(at_a_pi: Pretended, tmp_path: Path) -> None:
    code, said = run()
    assert code == 0
    assert "OK    strict_gpiod: in force" in said
    at_a_pi.files["/proc/cmdline"] = ""
    code, said = run("--json")
    assert code == 1
    told = json.loads(said)
    assert {"level": "FAIL", "what": "strict_gpiod"}.items() <= told[4].items()
    code, said = run("--bundle", str(tmp_path / "b.zip"))
    assert f"Written: {tmp_path / 'b.zip'}" in said


def test_the_pull_downs_are_proved_only_after_asking(at_a_pi: Pretended) -> None:
    no = CliRunner().invoke(cli.command, ["--pull-downs"], input="n\n")
    assert "WARN  pull-downs: not proved" in no.output
    assert at_a_pi.proved == []
    yes = CliRunner().invoke(cli.command, ["--pull-downs"], input="y\n")
    assert "OK    pull-downs: a resistor holds GPIO 23, 24 down" in yes.output
    assert run("--pull-downs", "--json")[0] == 2


def test_this_machine_can_be_looked_at(tmp_path: Path) -> None:
    here = ThisMachine()
    assert here.read("/proc/sys/kernel/osrelease")
    assert here.read(str(tmp_path)) is None
    assert here.run("no-such-program-here") is None
    assert here.run("false") is None
    assert here.run("echo", "hello") == "hello\n"
    assert here.groups()
    assert (here.free_bytes(tmp_path / "not" / "yet" / "there") or 0) > 0
    assert here.has_module("json")
    assert not here.has_module("no_such_module.at_all")
    assert this_machine() == this_machine()
    assert lines([Finding(Level.OK, "a", "b")]) == ["OK    a: b"]

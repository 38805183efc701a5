"""``rollerdeck service``, in a folder that stands for a machine's root."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from controller.base import services
from controller.base.config import Config, LauncherConfig
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.cli import service as service_command
from controller.workshop.install import service, unit_files

START = "/opt/rollerdeck/.venv/bin/rollerdeck"


def run(*args: str) -> Result:
    done = CliRunner().invoke(service_command.command, args)
    assert done.exception is None or isinstance(done.exception, (Trouble, SystemExit)), done
    return done


def tried(root: Path, *args: str) -> Result:
    start = () if args[0] == "uninstall" else ("--command", START)
    return run(*args, "--root", str(root), *start)


def there(root: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(root)): one.read_bytes() for one in root.rglob("*") if one.is_file()
    }


def test_install_writes_every_file_and_a_second_time_nothing(tmp_path: Path) -> None:
    first = tried(tmp_path, "install")
    assert first.exit_code == 0, first.output
    wanted = unit_files.files(Path(START), Config())
    assert there(tmp_path) == {file.target: file.content for file in wanted}
    assert first.output.count("write ") == len(wanted) == 7
    before = {one: one.lstat().st_mtime_ns for one in tmp_path.rglob("*")}
    assert tried(tmp_path, "install").output == "The services are installed.\n"
    assert {one: one.lstat().st_mtime_ns for one in tmp_path.rglob("*")} == before
    assert tried(tmp_path, "status").exit_code == 0


def configure(root: Path, text: str) -> None:
    file = service.below(root, services.CONFIG)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


ON_PICO = '[launcher]\nserial = "auto"\n'
DRIVER_UNIT, PICO_UNIT, REFEREE_UNIT, READER_UNIT, MQTT_UNIT, HUB_UNIT, KIOSK_UNIT = (
    f"etc/systemd/system/{unit}" for unit in services.UNITS
)
MOTOR_OFF = "usr/local/lib/rollerdeck/motor-off"


def test_a_launcher_on_a_pico_gets_no_driver_on_the_pins(tmp_path: Path) -> None:
    configure(tmp_path, ON_PICO)
    tried(tmp_path, "install")
    found = there(tmp_path)
    assert PICO_UNIT in found and REFEREE_UNIT in found
    assert DRIVER_UNIT not in found and MOTOR_OFF not in found
    before = found
    assert tried(tmp_path, "install").output == "The services are installed.\n"
    assert there(tmp_path) == before
    assert tried(tmp_path, "status").exit_code == 0


def test_a_launcher_may_move_to_a_pico_and_back(tmp_path: Path) -> None:
    tried(tmp_path, "install")
    on_pins = there(tmp_path)
    configure(tmp_path, ON_PICO)
    told = tried(tmp_path, "status")
    assert told.exit_code != 0
    assert "rollerdeck-driver.service: not needed" in told.stdout
    moved = tried(tmp_path, "install")
    assert f"remove {tmp_path / DRIVER_UNIT}" in moved.output
    assert not (tmp_path / MOTOR_OFF).exists()
    assert tried(tmp_path, "status").exit_code == 0
    configure(tmp_path, "")
    assert "rollerdeck-pico.service: not needed" in tried(tmp_path, "status").stdout
    tried(tmp_path, "install")
    service.below(tmp_path, services.CONFIG).unlink()
    assert there(tmp_path) == on_pins
    # the referee's unit is the same for both: it has no device in either case
    configure(tmp_path, ON_PICO)
    tried(tmp_path, "install")
    assert there(tmp_path)[REFEREE_UNIT] == on_pins[REFEREE_UNIT]
    assert tried(tmp_path, "uninstall").exit_code == 0
    assert set(there(tmp_path)) == {str(services.CONFIG).lstrip("/")}


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("auto", []),
        ("2E8A:0005", []),
        ("1209:ADDA", [("1209", "adda")]),
        ("/dev/serial/by-id/usb-MicroPython_Board-if00", []),
        ("/dev/ttyACM0", []),
    ],
)
def test_udev_gives_the_line_that_is_configured_to_the_services(
    tmp_path: Path, line: str, more: list[tuple[str, str]]
) -> None:
    configure(tmp_path, f'[launcher]\naddress = "serial:{line}"\n')
    tried(tmp_path, "install")
    usual = (Path(__file__).parents[3] / "systemd/rollerdeck.rules").read_text()
    text = (tmp_path / "etc/udev/rules.d/60-rollerdeck.rules").read_text()
    assert text.startswith(usual)
    own = text.removeprefix(usual)
    assert re.findall(r'ATTRS{idVendor}=="(\w+)", ATTRS{idProduct}=="(\w+)"', own) == more
    assert own.count(', GROUP="rollerdeck", MODE="0660", ') == len(more) == own.count("\n")


@pytest.mark.parametrize("line", ["/dev/ttyAMA0", "/dev/ttyUSB0", "/tmp/pico", "com3", '/dev/"x'])
def test_a_line_that_no_pico_has_is_refused(tmp_path: Path, line: str) -> None:
    configure(tmp_path, f"[launcher]\nserial = '{line}'\n")
    done = tried(tmp_path, "install")
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == WRONG_USAGE
    assert "a Pico over USB only" in str(done.exception)
    assert set(there(tmp_path)) == {str(services.CONFIG).lstrip("/")}


def test_a_launcher_of_another_machine_is_refused(tmp_path: Path) -> None:
    configure(tmp_path, '[launcher]\naddress = "tcp:127.0.0.1:7000"\n')
    done = tried(tmp_path, "install")
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == WRONG_USAGE
    assert "launcher.address is tcp:127.0.0.1:7000" in str(done.exception)
    assert set(there(tmp_path)) == {str(services.CONFIG).lstrip("/")}


def test_on_this_machine_the_needless_unit_ends_before_its_files_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end switches the motor off, with a program that goes as well."""
    tried(tmp_path, "install")
    configure(tmp_path, ON_PICO)
    monkeypatch.setattr(service_command, "_is_this_machine", lambda root: True)
    done = tried(tmp_path, "install", "--dry-run")
    steps = [line.removeprefix("would ") for line in done.output.splitlines()]
    assert steps[:2] == [
        "run systemctl stop rollerdeck-driver.service",
        "run systemctl disable rollerdeck-driver.service",
    ]
    assert any(step.endswith("motor-off") and step.startswith("remove") for step in steps[2:])
    assert steps[-4:-1] == [
        "run systemctl enable rollerdeck-pico.service rollerdeck-referee.service",
        "run udevadm trigger --subsystem-match=tty --action=change",
        "run systemctl restart rollerdeck-pico.service rollerdeck-referee.service",
    ]


PROGRAMS = ("usr/bin/cage", "usr/bin/chromium", "usr/sbin/seatd", "usr/bin/Xwayland")


def provide(root: Path, *programs: str) -> None:
    """Lay programs of the distribution down."""
    for program in programs:
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        (root / program).touch()


def address(root: Path) -> str:
    """What the kiosk shows."""
    unit = (root / KIOSK_UNIT).read_text()
    return next(line.split()[-1] for line in unit.splitlines() if line.startswith("ExecStart="))


def test_a_kiosk_is_installed_compared_and_removed_like_the_others(tmp_path: Path) -> None:
    provide(tmp_path, *PROGRAMS)
    tried(tmp_path, "install")
    before = there(tmp_path)
    assert tried(tmp_path, "install", "--kiosk").output.count("write ") == 3
    assert address(tmp_path) == "http://localhost:8080/"
    assert tried(tmp_path, "install", "--kiosk").output == "The services are installed.\n"
    assert tried(tmp_path, "status").exit_code == 0
    (tmp_path / KIOSK_UNIT).write_text("[Service]\n")
    assert tried(tmp_path, "status").stdout.count("different") == 1
    assert tried(tmp_path, "install").output.count("write ") == 1
    assert tried(tmp_path, "install", "--kiosk=off").output.count("remove ") == 3
    assert there(tmp_path) == before
    tried(tmp_path, "install", "--kiosk")
    tried(tmp_path, "uninstall")
    assert set(there(tmp_path)) == set(PROGRAMS)


def test_the_sound_card_is_the_referees_only_while_there_is_a_voice(tmp_path: Path) -> None:
    drop_in = tmp_path / services.VOICE_DROP_IN.relative_to("/")
    tried(tmp_path, "install")
    before = there(tmp_path)
    assert not drop_in.exists()
    configure(tmp_path, "[referee]\nvoice = 'espeak-ng'\n")
    assert tried(tmp_path, "status").stdout.count("missing") == 1
    assert tried(tmp_path, "install").output.count("write ") == 1
    assert "SupplementaryGroups=audio" in drop_in.read_text()
    configure(tmp_path, "[referee]\n")
    assert tried(tmp_path, "install").output.count("remove ") == 1
    assert set(there(tmp_path)) - set(before) == {str(services.CONFIG).lstrip("/")}
    assert not drop_in.parent.exists()


def test_a_reader_is_a_service_only_while_the_configuration_names_one(tmp_path: Path) -> None:
    tried(tmp_path, "install")
    before = there(tmp_path)
    assert READER_UNIT not in before
    configure(tmp_path, "[readers]\nscanner = 'auto'\n")
    assert tried(tmp_path, "status").stdout.count("missing") == 2
    assert tried(tmp_path, "install").output.count("write ") == 2
    unit = there(tmp_path)[READER_UNIT].decode()
    assert f"\nExecStart={START} reader --wait\n" in unit
    assert tried(tmp_path, "status").exit_code == 0
    configure(tmp_path, "[readers]\n")
    assert "rollerdeck-reader.service: not needed" in tried(tmp_path, "status").stdout
    assert tried(tmp_path, "install").output.count("remove ") == 2
    assert set(there(tmp_path)) - set(before) == {str(services.CONFIG).lstrip("/")}


def test_a_publisher_is_a_service_only_while_the_configuration_names_a_broker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(tmp_path, "install")
    before = there(tmp_path)
    assert MQTT_UNIT not in before
    configure(tmp_path, "[mqtt]\nhost = 'broker.local'\n")
    assert tried(tmp_path, "install").output.count("write ") == 2
    assert f"\nExecStart={START} mqtt --wait\n" in there(tmp_path)[MQTT_UNIT].decode()
    assert tried(tmp_path, "status").exit_code == 0
    with monkeypatch.context() as patched:
        patched.setattr(service_command, "_is_this_machine", lambda root: True)
        runs = tried(tmp_path, "install", "--dry-run").output
    assert "would run systemd-sysusers rollerdeck-mqtt.conf" in runs
    assert "rollerdeck-referee.service rollerdeck-mqtt.service" in runs
    configure(tmp_path, "[mqtt]\nhost = 'broker.local'\ncommands = ['safe_off']\n")
    assert tried(tmp_path, "install").output.count("write ") == 1
    drop_in = tmp_path / services.MQTT_DROP_IN.relative_to("/")
    assert "\nSupplementaryGroups=rollerdeck\n" in drop_in.read_text()
    configure(tmp_path, "")
    assert tried(tmp_path, "install").output.count("remove ") == 3
    assert not drop_in.parent.exists()
    assert set(there(tmp_path)) - set(before) == {str(services.CONFIG).lstrip("/")}


def test_a_machine_that_is_only_a_hub_has_no_referee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(tmp_path, "install")
    before = there(tmp_path)
    configure(tmp_path, "[hub]\nhost = 'broker.local'\n")
    assert tried(tmp_path, "install").output.count("write ") == 2
    assert f"\nExecStart={START} hub --wait\n" in there(tmp_path)[HUB_UNIT].decode()
    assert tried(tmp_path, "status").exit_code == 0
    configure(tmp_path, "[hub]\nhost = 'broker.local'\nonly = true\n")
    tried(tmp_path, "install")
    assert [one for one in there(tmp_path) if one.endswith(".service")] == [HUB_UNIT]
    assert tried(tmp_path, "status").exit_code == 0
    with monkeypatch.context() as patched:
        patched.setattr(service_command, "_is_this_machine", lambda root: True)
        runs = tried(tmp_path, "install", "--dry-run").output
    assert "would run systemctl enable rollerdeck-hub.service\n" in runs
    assert "rollerdeck-referee" not in runs
    configure(tmp_path, "")
    tried(tmp_path, "install")
    assert set(there(tmp_path)) - set(before) == {str(services.CONFIG).lstrip("/")}


def test_cameras_are_the_readers_only_while_it_has_one(tmp_path: Path) -> None:
    drop_in = tmp_path / services.CAMERA_DROP_IN.relative_to("/")
    configure(tmp_path, "[readers]\nscanner = 'auto'\n")
    tried(tmp_path, "install")
    assert not drop_in.exists()
    configure(tmp_path, "[readers]\ncamera = '0'\n")
    assert tried(tmp_path, "install").output.count("write ") == 1
    assert "SupplementaryGroups=video" in drop_in.read_text()
    configure(tmp_path, "")
    assert tried(tmp_path, "install").output.count("remove ") == 3
    assert not drop_in.parent.exists()


def test_an_i2c_bus_is_the_drivers_only_while_there_is_a_scale_on_this_pi(tmp_path: Path) -> None:
    drop_in = tmp_path / services.SCALE_DROP_IN.relative_to("/")
    tried(tmp_path, "install")
    assert not drop_in.exists()
    configure(tmp_path, "[scale]\nchip = 'nau7802'\n")
    assert tried(tmp_path, "install").output.count("write ") == 1
    assert "SupplementaryGroups=i2c" in drop_in.read_text()
    configure(tmp_path, "")
    assert tried(tmp_path, "install").output.count("remove ") == 1
    assert not drop_in.parent.exists()


def test_on_this_machine_a_readers_user_is_there_before_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(tmp_path, "[readers]\nscanner = '/dev/ttyAMA0'\n")
    tried(tmp_path, "install")
    monkeypatch.setattr(service_command, "_is_this_machine", lambda root: True)
    done = tried(tmp_path, "install", "--dry-run")
    runs = [line for line in done.output.splitlines() if line.startswith("would run ")]
    three = "rollerdeck-driver.service rollerdeck-referee.service rollerdeck-reader.service"
    assert runs[1] == "would run systemd-sysusers rollerdeck-reader.conf"
    assert runs[-1] == f"would run systemctl start {three}"


def test_an_upgrade_or_another_port_leaves_the_kiosk_as_it_was_asked_for(tmp_path: Path) -> None:
    provide(tmp_path, *PROGRAMS)
    tried(tmp_path, "install", "--kiosk=tv")
    assert address(tmp_path) == "http://localhost:8080/#tv"
    for program in PROGRAMS:
        (tmp_path / program).unlink()
    configure(tmp_path, "[referee]\nport = 80\n")
    assert tried(tmp_path, "status").stdout.count("different") == 2
    tried(tmp_path, "install")
    assert address(tmp_path) == "http://localhost:80/#tv"
    provide(tmp_path, *PROGRAMS)
    tried(tmp_path, "install", "--kiosk")
    assert address(tmp_path) == "http://localhost:80/"


@pytest.mark.parametrize("lacks", range(len(PROGRAMS)))
def test_what_a_kiosk_lacks_is_named_before_anything_is_done(tmp_path: Path, lacks: int) -> None:
    packages = ("cage", "chromium", "seatd", "xwayland")
    provide(tmp_path, *PROGRAMS[:lacks])
    before = there(tmp_path)
    done = tried(tmp_path, "install", "--kiosk")
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == WRONG_USAGE
    named = " ".join(packages[lacks:])
    assert f"`sudo apt install --no-install-recommends {named}`" in str(done.exception)
    assert there(tmp_path) == before


def test_on_this_machine_a_kiosks_user_and_devices_are_there_before_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    provide(tmp_path, *PROGRAMS)
    tried(tmp_path, "install")
    monkeypatch.setattr(service_command, "_is_this_machine", lambda root: True)
    done = tried(tmp_path, "install", "--dry-run", "--kiosk")
    runs = [line for line in done.output.splitlines() if line.startswith("would run ")]
    three = "rollerdeck-driver.service rollerdeck-referee.service rollerdeck-kiosk.service"
    assert runs == [
        "would run systemd-sysusers rollerdeck.conf",
        "would run systemd-sysusers rollerdeck-kiosk.conf",
        "would run systemd-tmpfiles --create rollerdeck.conf",
        "would run udevadm control --reload",
        "would run systemctl daemon-reload",
        f"would run systemctl enable {three}",
        "would run udevadm trigger --subsystem-match=input --action=change",
        f"would run systemctl restart {three}",
    ]


def test_every_file_of_the_folder_is_installed() -> None:
    folder = Path(__file__).parents[3] / "systemd"
    names = {one.name for one in folder.iterdir()} - {"README.md"}
    assert set(unit_files.TARGETS) == names


def test_a_dry_run_says_the_same_and_does_nothing(tmp_path: Path) -> None:
    dry = tried(tmp_path, "install", "--dry-run")
    assert there(tmp_path) == {}
    real = tried(tmp_path, "install")
    said = [line.removeprefix("would ") for line in dry.output.splitlines()]
    assert said[:-1] == real.output.splitlines()[:-1]
    assert said[-1] == "Nothing was done, because this was a dry run."
    before = there(tmp_path)
    tried(tmp_path, "uninstall", "--delete-games", "--dry-run")
    assert there(tmp_path) == before


def test_an_upgrade_writes_only_what_is_another(tmp_path: Path) -> None:
    tried(tmp_path, "install")
    unit = tmp_path / "etc/systemd/system/rollerdeck-driver.service"
    unit.write_text("[Service]\n")
    (tmp_path / "usr/local/lib/rollerdeck/motor-off").chmod(0o644)
    assert tried(tmp_path, "status").stdout.count("different") == 2
    again = tried(tmp_path, "install")
    assert again.output.count("write ") == 2
    assert tried(tmp_path, "status").exit_code == 0


def test_what_runs_as_root_is_not_the_checkouts_and_can_be_run(tmp_path: Path) -> None:
    tried(tmp_path, "install")
    unit = (tmp_path / "etc/systemd/system/rollerdeck-driver.service").read_text()
    found = re.search(r"^ExecStopPost=\+(\S+)", unit, re.MULTILINE)
    assert found is not None
    assert (tmp_path / found[1].lstrip("/")).stat().st_mode & 0o777 == 0o755


def test_units_start_the_command_that_is_named(tmp_path: Path) -> None:
    run("install", "--root", str(tmp_path), "--command", "/srv/deck/bin/rollerdeck")
    for name, word in (("driver", "driver"), ("referee", "play")):
        unit = (tmp_path / f"etc/systemd/system/rollerdeck-{name}.service").read_text()
        assert f"\nExecStart=/srv/deck/bin/rollerdeck {word} " in unit
        assert "/opt/rollerdeck" not in unit


def test_a_shell_finds_the_command_of_the_services(tmp_path: Path) -> None:
    link = tmp_path / service.LINK
    for start in ("/opt/rollerdeck/0.1.0/bin/rollerdeck", "/opt/rollerdeck/0.2.0/bin/rollerdeck"):
        run("install", "--root", str(tmp_path), "--command", start)
        assert str(link.readlink()) == start
    tried(tmp_path, "uninstall")
    assert not link.is_symlink()


def test_somebody_elses_command_of_that_name_stays(tmp_path: Path) -> None:
    link = tmp_path / service.LINK
    link.parent.mkdir(parents=True)
    link.write_text("theirs")
    tried(tmp_path, "install")
    tried(tmp_path, "uninstall")
    assert link.read_text() == "theirs"


def test_the_announced_port_is_the_configurations(tmp_path: Path) -> None:
    config = service.below(tmp_path, services.CONFIG)
    config.parent.mkdir(parents=True)
    config.write_text("[referee]\nport = 8123\n")
    tried(tmp_path, "install")
    announced = (tmp_path / "etc/avahi/services/rollerdeck.service").read_text()
    assert "<port>8123</port>" in announced


def test_uninstall_leaves_games_and_configuration_and_nothing_else(tmp_path: Path) -> None:
    states = (
        *(services.REFEREE_STATE, services.DRIVER_STATE),
        *(services.READER_STATE, services.MQTT_STATE, services.KIOSK_STATE),
    )
    files = (*(folder / "x" for folder in states), services.CONFIG)
    kept = [service.below(tmp_path, file) for file in files]
    for file in kept:
        file.parent.mkdir(parents=True)
        file.write_text("")
    tried(tmp_path, "install")
    done = tried(tmp_path, "uninstall")
    assert done.exit_code == 0, done.output
    assert set(there(tmp_path)) == {str(one.relative_to(tmp_path)) for one in kept}
    assert not (tmp_path / "usr/local/lib/rollerdeck").exists()
    assert tried(tmp_path, "uninstall").output.count("remove ") == 0
    tried(tmp_path, "uninstall", "--delete-games")
    assert set(there(tmp_path)) == {str(services.CONFIG).lstrip("/")}


def test_status_says_what_is_missing_and_how_to_mend_it(tmp_path: Path) -> None:
    done = tried(tmp_path, "status")
    assert done.stdout.count("missing") == 7
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == NOT_SO
    assert "rollerdeck service install" in str(done.exception)


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("/home/ann/rollerdeck/.venv/bin/rollerdeck", "below /home"),
        ("/opt/../root/bin/rollerdeck", "below /root"),
        ("/opt/card deck/bin/rollerdeck", "cannot stand in a unit"),
        ("/opt/%h/rollerdeck", "cannot stand in a unit"),
        ("bin/rollerdeck", "cannot stand in a unit"),
    ],
)
def test_a_command_that_the_units_could_not_start_is_refused(
    tmp_path: Path, start: str, why: str
) -> None:
    done = run("install", "--root", str(tmp_path), "--command", start)
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == WRONG_USAGE
    assert why in str(done.exception)
    assert there(tmp_path) == {}


def test_a_place_that_takes_no_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "etc").write_text("")
    with pytest.raises(Trouble, match=r"^Could not write .* \(.+\): fix that and try again\.$"):
        raise tried(tmp_path, "install").exception or AssertionError


def test_on_this_machine_systemd_is_told_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real root, without touching it: what would be run."""
    new = [service.Step("write a file", AssertionError)]
    monkeypatch.setattr(service, "install", lambda root, wanted: new)
    done = run("install", "--dry-run", "--command", START)
    runs = [line for line in done.output.splitlines() if line.startswith("would run ")]
    assert runs == [
        "would run systemd-sysusers rollerdeck.conf",
        "would run systemd-tmpfiles --create rollerdeck.conf",
        "would run udevadm control --reload",
        "would run systemctl daemon-reload",
        "would run systemctl enable rollerdeck-driver.service rollerdeck-referee.service",
        "would run systemctl restart rollerdeck-driver.service rollerdeck-referee.service",
    ]


def test_a_program_that_fails_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "systemctl"
    tool.write_text("#!/bin/sh\necho Access denied. >&2\nexit 4\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(Trouble, match=r"^`systemctl stop x` failed: Access denied\. Fix that"):
        service_command._call("systemctl", "stop", "x")


def test_of_what_systemctl_says_only_properties_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "Warning: it changed on disk.\nActiveState=active\nStatusText=Seat=Ann\n"
    monkeypatch.setattr(service_command, "_is_this_machine", lambda _: True)
    monkeypatch.setattr(service_command, "_call", lambda *_: said)
    words = ["--root", str(tmp_path), "--command", "/opt/rollerdeck/.venv/bin/rollerdeck"]
    with pytest.raises(Trouble, match="Something is wrong with the services"):
        service_command.status.main(words, standalone_mode=False)
    assert "rollerdeck-referee.service: active. Seat=Ann\n" in capsys.readouterr().out


def test_help_names_all_three() -> None:
    assert isinstance(service_command.command, click.Group)
    assert list(service_command.command.commands) == ["install", "uninstall", "status"]


def test_the_units_use_the_places_that_everything_else_looks_at() -> None:
    on_pico = Config(launcher=LauncherConfig(serial="auto"))
    wanted = [*unit_files.files(Path(START), Config()), *unit_files.files(Path(START), on_pico)]
    units = {file.target: file.content.decode() for file in wanted}
    driver, pico, referee = (units[unit] for unit in (DRIVER_UNIT, PICO_UNIT, REFEREE_UNIT))
    for unit in (driver, pico, referee):
        assert f" --socket {services.SOCKET}\n" in unit
        assert f"Environment=XDG_CONFIG_HOME={services.CONFIG.parents[1]}\n" in unit
    for unit, user, state in zip(
        (driver, referee),
        services.USERS[:2],
        (services.DRIVER_STATE, services.REFEREE_STATE),
        strict=True,
    ):
        assert f"User={user}\n" in unit
        assert f"StateDirectory={state.name}\n" in unit
    assert services.CALIBRATION.parent == services.DRIVER_STATE
    assert services.JOURNAL.parent == services.REFEREE_STATE

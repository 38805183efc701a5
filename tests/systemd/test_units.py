"""The units as systemd itself reads them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.base.config import Referee
from controller.base.services import HUB_STATE, KIOSK_STATE, MQTT_STATE, PAIRING
from controller.daemon.door import MAX_OPEN
from firmware_bridge.driver import LIMIT_MIB
from firmware_bridge.serial_line import BOARDS
from tests.need import need_program

UNITS = Path(__file__).parents[2] / "systemd"
INSTALLED_COMMAND = "/opt/rollerdeck/.venv/bin/rollerdeck"
INSTALLED_CAGE = "/usr/bin/cage"
INSTALLED_MOTOR_OFF = "/usr/local/lib/rollerdeck/motor-off"
DAEMONS = ("rollerdeck-driver", "rollerdeck-pico", "rollerdeck-referee", "rollerdeck-reader")
OTHERS = ("rollerdeck-mqtt", "rollerdeck-hub", "rollerdeck-kiosk")
EXPOSURE = dict(zip((*DAEMONS, *OTHERS), (0.6, 0.4, 1.1, 1.2, 1.0, 1.0, 2.2), strict=True))
"""What `systemd-analyze security` may say at most: 0 is a closed box, 10 an open one."""


def verify(folder: Path) -> str:
    """What ``systemd-analyze verify`` has to say of the units in a folder; nothing is best."""
    analyze = need_program("systemd-analyze", "install the package systemd")
    units = sorted(map(str, folder.glob("*.service")))
    # Whether their manual pages can be shown depends on this machine, not on the units.
    asked = [analyze, "verify", "--man=no", *units]
    done = subprocess.run(asked, capture_output=True, text=True)
    return done.stdout + done.stderr + (f"exit {done.returncode}" if done.returncode else "")


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, their command and user replaced by ones that this machine has."""
    command = tmp_path / "rollerdeck"
    command.symlink_to(sys.executable)
    for unit in UNITS.glob("*.service"):
        text = unit.read_text()
        started = INSTALLED_CAGE if "kiosk" in unit.name else INSTALLED_COMMAND
        assert started in text
        text = text.replace(started, str(command)).replace(
            INSTALLED_MOTOR_OFF, str(UNITS / "motor-off")
        )
        (tmp_path / unit.name).write_text(text)
    # the distribution's, which this machine may lack
    (tmp_path / "seatd.service").write_text(f"[Service]\nExecStart={command}\n")
    return tmp_path


def test_all_units_verify_in_silence(units: Path) -> None:
    assert len(list(units.glob("rollerdeck-*.service"))) == 7
    assert verify(units) == ""


def test_a_misspelt_key_would_be_heard(units: Path) -> None:
    unit = units / "rollerdeck-referee.service"
    unit.write_text(unit.read_text().replace("StateDirectory=", "StateDirektory="))
    assert "StateDirektory" in verify(units)


def test_a_driver_that_hangs_is_killed_at_once_and_writes_no_core_first() -> None:
    """Until a killed process is gone its pins stay as they are, and a core takes its time."""
    assert "\nWatchdogSignal=SIGKILL\n" in (UNITS / "rollerdeck-driver.service").read_text()


def keys(unit: str) -> dict[str, list[str]]:
    """What a unit sets, each key with its lines in order."""
    found: dict[str, list[str]] = {}
    for line in (UNITS / f"{unit}.service").read_text().splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("unit", list(EXPOSURE))
def test_a_unit_is_hardened_as_far_as_was_promised(unit: str) -> None:
    analyze = need_program("systemd-analyze", "install the package systemd")
    asked = [analyze, "security", "--offline=yes", "--no-pager"]
    threshold = f"--threshold={EXPOSURE[unit] * 10:.0f}"
    file = str(UNITS / f"{unit}.service")
    done = subprocess.run([*asked, threshold, file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("unit", list(EXPOSURE))
def test_every_point_that_is_left_open_is_explained(unit: str) -> None:
    analyze = need_program("systemd-analyze", "install the package systemd")
    asked = [analyze, "security", "--offline=yes", "--no-pager", "--json=short"]
    file = str(UNITS / f"{unit}.service")
    done = subprocess.run([*asked, file], capture_output=True, text=True)
    rows = json.loads(done.stdout)
    opened = [row["name"] for row in rows if row["set"] is False]
    guide = (UNITS / "README.md").read_text().replace("\\|", "|")
    assert len(opened) > 3
    assert [name for name in opened if f"`{name}`" not in guide] == []


WITH_VOICE = 1.3
"""The referee's exposure with the sound card that a voice needs."""


def test_a_reader_with_a_camera_may_use_cameras_and_more_memory(tmp_path: Path) -> None:
    analyze = need_program("systemd-analyze", "install the package systemd")
    unit, drop_in = UNITS / "rollerdeck-reader.service", UNITS / "rollerdeck-reader-camera.conf"
    both = tmp_path / "rollerdeck-reader.service"
    both.write_text(unit.read_text() + drop_in.read_text())
    threshold = f"--threshold={EXPOSURE['rollerdeck-reader'] * 10:.0f}"
    asked = [analyze, "security", "--offline=yes", "--no-pager", threshold, str(both)]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    set_to = [line for line in drop_in.read_text().splitlines() if line[:1] not in ("#", "[")]
    assert set_to == ["DeviceAllow=char-81 rw", "SupplementaryGroups=video", "MemoryMax=384M"]


def test_a_driver_with_a_scale_may_use_i2c_buses_and_nothing_else(tmp_path: Path) -> None:
    analyze = need_program("systemd-analyze", "install the package systemd")
    unit, drop_in = UNITS / "rollerdeck-driver.service", UNITS / "rollerdeck-scale.conf"
    both = tmp_path / "rollerdeck-driver.service"
    both.write_text(unit.read_text() + drop_in.read_text())
    threshold = f"--threshold={EXPOSURE['rollerdeck-driver'] * 10:.0f}"
    asked = [analyze, "security", "--offline=yes", "--no-pager", threshold, str(both)]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    set_to = [line for line in drop_in.read_text().splitlines() if line[:1] not in ("#", "[")]
    assert set_to == ["DeviceAllow=char-89 rw", "SupplementaryGroups=i2c"]


def test_a_referee_with_a_voice_may_use_the_sound_card_and_nothing_else(tmp_path: Path) -> None:
    analyze = need_program("systemd-analyze", "install the package systemd")
    unit, drop_in = UNITS / "rollerdeck-referee.service", UNITS / "rollerdeck-voice.conf"
    both = tmp_path / "rollerdeck-referee.service"
    both.write_text(unit.read_text() + drop_in.read_text())
    asked = [analyze, "security", "--offline=yes", "--no-pager"]
    done = subprocess.run(
        [*asked, f"--threshold={WITH_VOICE * 10:.0f}", str(both)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    set_to = [line for line in drop_in.read_text().splitlines() if line[:1] not in ("#", "[")]
    assert set_to == ["PrivateDevices=no", "DeviceAllow=char-116 rw", "SupplementaryGroups=audio"]
    rows = json.loads(
        subprocess.run([*asked, "--json=short", str(both)], capture_output=True, text=True).stdout
    )
    guide = (UNITS / "README.md").read_text().replace("\\|", "|")
    opened = [row["name"] for row in rows if row["set"] is False]
    assert [name for name in opened if f"`{name}`" not in guide] == []


@pytest.mark.parametrize("unit", DAEMONS)
def test_a_unit_says_when_it_serves_is_watched_and_restarted_with_a_limit(unit: str) -> None:
    set_to = keys(unit)
    assert set_to["Type"] == ["notify"]
    assert float(set_to["WatchdogSec"][0]) > 0
    assert set_to["Restart"] == ["on-failure"]
    # soon enough that the limit is reached at all
    needed_s = (float(set_to["RestartSec"][0]) + 2) * int(set_to["StartLimitBurst"][0])
    assert needed_s < float(set_to["StartLimitIntervalSec"][0])
    assert set_to["LimitCORE"] == ["0"]


def test_the_driver_has_no_network_and_the_referee_no_device() -> None:
    driver, referee = keys("rollerdeck-driver"), keys("rollerdeck-referee")
    assert driver["PrivateNetwork"] == ["yes"]
    assert driver["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert referee["PrivateDevices"] == ["yes"]
    assert "DeviceAllow" not in referee and "SupplementaryGroups" not in referee


def test_the_end_of_a_picos_line_has_no_network_and_no_pin() -> None:
    pico = keys("rollerdeck-pico")
    assert pico["PrivateNetwork"] == ["yes"]
    assert pico["RestrictAddressFamilies"] == ["AF_UNIX"]
    # by number: a name in this list means nothing before the first such line is plugged in
    assert (pico["DevicePolicy"], pico["DeviceAllow"]) == (["closed"], ["char-166 rw"])
    assert "SupplementaryGroups" not in pico and "LimitRTPRIO" not in pico


def test_a_picos_line_is_its_units_alone() -> None:
    """The group that udev gives it to is the unit's; the referee, of this group too, sees none."""
    rules = (UNITS / "rollerdeck.rules").read_text()
    assert f'GROUP="{keys("rollerdeck-pico")["Group"][0]}", MODE="0660"' in rules
    assert keys("rollerdeck-referee")["PrivateDevices"] == ["yes"]


def test_the_reader_gets_serial_ports_but_not_a_launchers_and_keeps_its_pairing_to_itself() -> None:
    reader, pico = keys("rollerdeck-reader"), keys("rollerdeck-pico")
    assert reader["DevicePolicy"] == ["closed"]
    assert all(re.fullmatch(r"char-\d+ rw", one) for one in reader["DeviceAllow"])
    # udev gives a Pico's port to this group
    assert pico["Group"][0] not in (*reader["Group"], *reader["SupplementaryGroups"])
    assert reader["StateDirectory"] == [PAIRING.parent.name]
    assert (reader["StateDirectoryMode"], reader["UMask"]) == (["0700"], ["0077"])
    assert reader["IPAddressAllow"] == keys("rollerdeck-referee")["IPAddressAllow"]
    assert int(reader["Nice"][0]) > 0


@pytest.mark.parametrize(("unit", "folder"), [("mqtt", MQTT_STATE), ("hub", HUB_STATE)])
def test_publisher_and_hub_get_no_device_and_keep_their_passwords_to_themselves(
    unit: str, folder: Path
) -> None:
    publisher = keys(f"rollerdeck-{unit}")
    assert (publisher["DevicePolicy"], publisher["PrivateDevices"]) == (["closed"], ["yes"])
    assert "DeviceAllow" not in publisher and "SupplementaryGroups" not in publisher
    assert publisher["StateDirectory"] == [folder.name]
    assert (publisher["StateDirectoryMode"], publisher["UMask"]) == (["0700"], ["0077"])
    assert publisher["IPAddressAllow"] == keys("rollerdeck-referee")["IPAddressAllow"]
    assert int(publisher["Nice"][0]) > 0


def test_the_kiosks_browser_reaches_the_page_alone_and_comes_after_the_game() -> None:
    kiosk = keys("rollerdeck-kiosk")
    assert (kiosk["IPAddressDeny"], kiosk["IPAddressAllow"]) == (["any"], ["localhost"])
    assert (kiosk["DevicePolicy"], kiosk["DeviceAllow"]) == (
        ["closed"],
        ["char-drm rw", "char-alsa rw"],
    )
    assert int(kiosk["OOMScoreAdjust"][0]) > 0 and int(kiosk["Nice"][0]) > 0
    assert "--no-sandbox" not in kiosk["ExecStart"][0]


def test_the_kiosk_comes_back_whatever_ended_it_but_not_for_ever() -> None:
    kiosk = keys("rollerdeck-kiosk")
    assert kiosk["Restart"] == ["always"]
    needed_s = (float(kiosk["RestartSec"][0]) + 2) * int(kiosk["StartLimitBurst"][0])
    assert needed_s < float(kiosk["StartLimitIntervalSec"][0])


def test_the_kiosks_profile_and_socket_are_in_folders_of_its_own() -> None:
    kiosk = keys("rollerdeck-kiosk")
    words = kiosk["ExecStart"][0].split()
    assert f"--user-data-dir={KIOSK_STATE}/profile" in words
    assert f"XDG_RUNTIME_DIR=/run/{kiosk['RuntimeDirectory'][0]}" in kiosk["Environment"]
    assert kiosk["StateDirectory"] == [KIOSK_STATE.name]
    assert kiosk["StateDirectoryMode"] == kiosk["RuntimeDirectoryMode"] == ["0700"]
    assert words[-1] == f"http://localhost:{Referee().port}/"


def test_games_and_calibration_are_for_their_own_user_only() -> None:
    driver, referee = keys("rollerdeck-driver"), keys("rollerdeck-referee")
    assert driver["User"] != referee["User"]
    for unit in (driver, referee):
        assert (unit["StateDirectoryMode"], unit["UMask"]) == (["0700"], ["0077"])


def test_what_tidies_up_after_a_crash_is_let_to_the_pins() -> None:
    """A list of devices binds a whole unit, also what runs as root after its end."""
    allowed = keys("rollerdeck-driver")["DeviceAllow"]
    for device in ("char-gpiochip", "/dev/mem", "/dev/gpiomem", "/dev/gpiomem0"):
        assert f"{device} rw" in allowed


def test_the_users_are_those_of_the_units(tmp_path: Path) -> None:
    sysusers = need_program("systemd-sysusers", "install the package systemd")
    (tmp_path / "etc").mkdir()
    for name in (
        "rollerdeck",
        *(f"rollerdeck-{one}" for one in ("reader", "mqtt", "hub", "kiosk")),
    ):
        call = [sysusers, f"--root={tmp_path}", str(UNITS / f"{name}.sysusers")]
        done = subprocess.run(call, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    users = {line.split(":")[0] for line in (tmp_path / "etc/passwd").read_text().splitlines()}
    groups = {
        line.split(":")[0]: line.split(":")[3]
        for line in (tmp_path / "etc/group").read_text().splitlines()
    }
    for unit in EXPOSURE:
        set_to = keys(unit)
        assert set_to["User"][0] in users and set_to["Group"][0] in groups
    assert groups["rollerdeck"] == "rollerdeck-driver"
    assert "gpio" in groups


def test_folders_rules_and_the_pages_announcement_are_well_formed(tmp_path: Path) -> None:
    tmpfiles = need_program("systemd-tmpfiles", "install the package systemd")
    (tmp_path / "etc").mkdir()
    asked = [tmpfiles, "--create", f"--root={tmp_path}", str(UNITS / "rollerdeck.tmpfiles")]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert "rollerdeck.tmpfiles:" not in done.stderr  # a line that it cannot read
    assert done.returncode == 0 and (tmp_path / "etc/rollerdeck").is_dir(), done.stderr
    announced = ElementTree.parse(UNITS / "rollerdeck.avahi.xml").getroot()
    assert announced.findtext("service/type") == "_http._tcp"
    assert announced.findtext("service/port") == str(Referee().port)
    rules = (UNITS / "rollerdeck.rules").read_text()
    named = re.findall(r'ATTRS{idVendor}=="(\w+)", ATTRS{idProduct}=="([\w|]+)"', rules)
    boards = [(vendor, product) for vendor, many in named for product in many.split("|")]
    assert sorted(boards) == sorted((f"{ids[0]:04x}", f"{ids[1]:04x}") for ids in BOARDS)


def test_the_driver_may_lock_what_it_may_have_and_says_so_itself() -> None:
    driver = keys("rollerdeck-driver")
    assert driver["LimitMEMLOCK"] == [f"{LIMIT_MIB}M"]
    assert int(driver["MemoryMax"][0].removesuffix("M")) > LIMIT_MIB


def test_a_service_that_wants_ever_more_is_stopped_before_the_machine_is() -> None:
    driver, referee = keys("rollerdeck-driver"), keys("rollerdeck-referee")
    # every connection, the journal, the pages' files, and what Python has open itself
    assert MAX_OPEN + 100 <= int(referee["LimitNOFILE"][0]) <= 1024
    assert int(driver["LimitNOFILE"][0]) <= 256
    for unit, most_mb in ((driver, 128), (referee, 256)):
        assert int(unit["TasksMax"][0]) <= 64
        assert int(unit["MemoryMax"][0].removesuffix("M")) <= most_mb

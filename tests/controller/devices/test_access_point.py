"""``[access_point]``: what may stand there, and the files that follow."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import Any

import pytest

from controller.base import services
from controller.base.config import read
from controller.base.errors import WRONG_USAGE, Trouble
from controller.network import access_point
from controller.network.access_point import HOSTS
from controller.workshop.install import service
from tests.controller.workshop.test_service import tried

FILE = Path("rollerdeck.toml")
POINT = {"ssid": "Rollerdeck", "password": "deal me in"}
CONNECTION = access_point.TARGETS[0]


def complaint(**point: Any) -> str | None:
    try:
        read({"access_point": POINT | point}, FILE)
    except Trouble as trouble:
        return str(trouble)
    return None


def configured(root: Path, port: int = 80, **point: str) -> None:
    """Write a configuration where the services look for it."""
    file = service.below(root, services.CONFIG)
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{name} = {value!r}" for name, value in (POINT | point).items()]
    file.write_text("\n".join([f"[referee]\nport = {port}\n[access_point]", *lines]))


@pytest.mark.parametrize("ssid", ["R", "R" * 32, "Ann's".replace("'", "-"), "The table 2.0"])
def test_names_that_can_be(ssid: str) -> None:
    assert complaint(ssid=ssid) is None


@pytest.mark.parametrize("ssid", ["R" * 33, " R", "R ", "a;b", "a\\b", "a\nb", "é", "a=b"])
def test_names_that_cannot(ssid: str) -> None:
    said = complaint(ssid=ssid)
    assert said is not None and "access_point.ssid takes" in said


@pytest.mark.parametrize("password", ["12345678", "x" * 63, "a b c d!", 'a"b$c%d&'])
def test_passwords_that_can_be(password: str) -> None:
    assert complaint(password=password) is None


@pytest.mark.parametrize(
    "password", ["", "1234567", "x" * 64, " 12345678", "1234567;", "a\\bcdefg"]
)
def test_passwords_that_cannot(password: str) -> None:
    said = complaint(password=password)
    assert said is not None and "access_point.password takes" in said


def test_a_password_alone_and_a_device_that_is_none_are_said() -> None:
    assert "no access_point.ssid" in (complaint(ssid="") or "")
    assert "is no network device" in (complaint(interface="../wlan0") or "")


def test_the_files_make_an_access_point_with_the_names_that_phones_ask(tmp_path: Path) -> None:
    configured(tmp_path)
    done = tried(tmp_path, "install")
    assert done.exit_code == 0, done.output
    assert done.output.endswith("Restart this machine to start its own Wi-Fi, Rollerdeck.\n")
    keyfile = configparser.ConfigParser(interpolation=None)
    keyfile.read(tmp_path / CONNECTION)
    assert (keyfile["wifi"]["ssid"], keyfile["wifi-security"]["psk"]) == tuple(POINT.values())
    assert keyfile["wifi-security"]["pmf"] == "1", "a Pi's Wi-Fi chip refuses protected frames"
    assert (keyfile["wifi"]["mode"], keyfile["ipv4"]["method"]) == ("ap", "shared")
    assert (tmp_path / CONNECTION).stat().st_mode & 0o777 == 0o600
    names = (tmp_path / access_point.TARGETS[1]).read_text()
    for host in (*HOSTS, access_point.NAME):
        assert f"address=/{host}/{access_point.ADDRESS}\n" in names
    ports = (tmp_path / access_point.TARGETS[2]).read_text()
    assert ports.splitlines()[-1] == "net.ipv4.ip_unprivileged_port_start = 80"
    assert tried(tmp_path, "status").exit_code == 0


def test_they_go_with_the_setting_and_with_the_services(tmp_path: Path) -> None:
    for away in ("setting", "services"):
        configured(tmp_path)
        tried(tmp_path, "install")
        if away == "setting":
            (service.below(tmp_path, services.CONFIG)).unlink()
            tried(tmp_path, "install")
        else:
            tried(tmp_path, "uninstall")
        assert not any((tmp_path / target).exists() for target in access_point.TARGETS)


def test_a_page_where_no_phone_asks_is_refused(tmp_path: Path) -> None:
    configured(tmp_path, port=8080)
    done = tried(tmp_path, "install")
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == WRONG_USAGE
    assert "write port = 80 below [referee]" in str(done.exception)

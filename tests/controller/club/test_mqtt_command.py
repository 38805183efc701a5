"""What ``rollerdeck mqtt`` refuses, and where it keeps the password."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base.config import Config, LauncherConfig
from controller.base.errors import Trouble
from controller.base.mqtt import Mqtt
from controller.base.paths import MQTT_PASSWORD, MQTT_PUBLISHED
from controller.cli.mqtt import command
from controller.cli.mqtt.publishing import _look, switch_off
from controller.club import broker
from controller.club.broker import Broker
from controller.club.messages import Message
from controller.club.password import LONGEST, keep_password, read_password
from controller.club.publisher_store import Published, PublisherStore
from controller.readers.http_client import H11Client, Response, read_url
from tests.controller.club.broker import USERS, Mosquitto
from tests.processes import free_port, here


def configured(folder: Path, text: str) -> tuple[str, str]:
    file = folder / "rollerdeck.toml"
    file.write_text(f"[mqtt]\n{text}\n")
    return "--config", str(file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "No broker is named: write mqtt.host"),
        ("port = 65536", "mqtt.port"),
        ("table = 'a/b'", "mqtt.table: 'a/b' cannot be a table's name"),
        ("user = 'café'", "mqtt.user: 'café' cannot be a table's name"),
        (f"table = '{'t' * 33}'", "cannot be a table's name"),
        ("key = '/k'", "mqtt.certificate and mqtt.key need each other"),
        ("authority = '/a'", "write mqtt.tls = true"),
        ("hots = 'x'", "did you mean mqtt.host?"),
    ],
)
def test_a_wrong_configuration_is_refused_in_a_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    done = here("mqtt", *configured(tmp_path, text))
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_a_name_of_32_signs_is_one() -> None:
    assert Mqtt(table="t" * 32).complaint() is None


def test_without_a_referee_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    text = f"host = 'localhost'\nurl = 'http://localhost:{free_port()}'"
    done = here("mqtt", *configured(tmp_path, text))
    assert done.returncode == 3
    assert "No referee answers at http://localhost:" in done.stderr


@pytest.mark.parametrize("released", [True, False])
def test_without_the_library_it_says_what_to_install(
    released: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned = tmp_path / "mqtt.txt"
    if released:
        pinned.write_text("aiomqtt\n")
    monkeypatch.setattr(broker, "PINNED", pinned)
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    what = f"--require-hashes -r {pinned}" if released else "'rollerdeck[mqtt]'"
    with pytest.raises(Trouble, match=re.escape(f"-m pip install {what}")):
        Broker(Mqtt(host="localhost"), None)


def test_the_password_is_kept_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    options = ["--password", *configured(tmp_path, "host = 'x'")]
    done = CliRunner().invoke(command, options, input="deal me in\ndeal me in\n")
    assert "The password is kept." in done.output
    file = tmp_path / "mqtt-password"
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_password(file) == "deal me in"
    file.chmod(0o640)
    with pytest.raises(Trouble, match="Others can read the password"):
        read_password(file)


def test_a_table_that_is_forgotten_forgets_its_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub stayed in the file of a table whose publisher was stopped."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    keep_password(tmp_path / MQTT_PASSWORD, USERS["table-1"])
    kept = PublisherStore(tmp_path / MQTT_PUBLISHED)
    kept.write(Published("1f", 5, 1, 3, {1: "ab"}, "aa", "hub", {1: "ab"}))
    with Mosquitto(tmp_path) as mosquitto:
        text = f"host = 'localhost'\nport = {mosquitto.port}\nuser = 'table-1'"
        assert here("mqtt", "--forget", *configured(tmp_path, text)).returncode == 0
    assert kept.read() == Published("1f", 5, 1, 3, {1: "ab"}, "aa")


async def test_the_look_before_it_publishes_leaves_a_running_publisher_alone(
    mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(*_: object) -> Response:
        return Response(200, {}, b"")

    monkeypatch.setattr(H11Client, "request", answer)
    broker = Broker(mosquitto.config(), USERS["table-1"])
    address = read_url("http://localhost:8080")
    async with broker.connected() as publisher:
        await _look(broker, H11Client(address), address)
        await publisher.publish(Message("rollerdeck/table-1/event", b"{}"))


async def test_a_launcher_that_is_not_there_is_told(tmp_path: Path) -> None:
    config = Config(launcher=LauncherConfig(socket=str(tmp_path / "nobody.sock")))
    assert "disconnect its power" in await switch_off(config)


def test_no_password_and_passwords_that_are_none(tmp_path: Path) -> None:
    file = tmp_path / "password"
    assert read_password(file) is None
    keep_password(file, "x" * LONGEST)
    for wrong in ("", "x" * (LONGEST + 1), "a\nb"):
        with pytest.raises(Trouble, match="can be seen"):
            keep_password(file, wrong)
    file.write_bytes(b"\xff")
    with pytest.raises(Trouble, match="holds no password"):
        read_password(file)

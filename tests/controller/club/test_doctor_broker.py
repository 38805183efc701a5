"""What the doctor says of the broker."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from controller.base.config import Config
from controller.base.findings import Finding, Level
from controller.base.mqtt import Mqtt
from controller.base.services import REFEREE_STATE
from controller.club.broker import Broker
from controller.workshop.doctor.bundle import write_bundle
from controller.workshop.doctor.club import check_broker
from tests.controller.club.broker import USERS, Mosquitto
from tests.processes import PATIENCE_S
from tests.worlds.pretended import Pretended

SHORT_S = 0.3
"""Enough where nothing comes back."""


def checked(
    pi: Pretended, config: Mqtt, password: str = USERS["table-1"], back_s: float = PATIENCE_S
) -> list[Finding]:
    class Later:
        def connected(self, *, with_will: bool = True):  # type: ignore[no-untyped-def]
            return Broker(config, password).connected(with_will=with_will)

    return list(check_broker(pi, Config(mqtt=config), Later(), back_s=back_s))


@pytest.fixture
def pi_with_aiomqtt() -> Pretended:
    found = Pretended()
    found.modules = {"aiomqtt"}
    return found


def test_without_a_broker_there_is_nothing_to_check(pi_with_aiomqtt: Pretended) -> None:
    assert list(check_broker(pi_with_aiomqtt, Config())) == []


def test_a_message_goes_to_the_broker_and_comes_back(
    pi_with_aiomqtt: Pretended, mosquitto: Mosquitto
) -> None:
    (found,) = checked(pi_with_aiomqtt, mosquitto.config())
    assert (found.level, found.says) == (Level.OK, "it passes on what this table publishes")


def test_a_broker_that_passes_nothing_on_is_told(
    pi_with_aiomqtt: Pretended, mosquitto: Mosquitto
) -> None:
    """The broker acknowledges what its list of rights does not allow."""
    (found,) = checked(pi_with_aiomqtt, mosquitto.config(table="table-2"), back_s=SHORT_S)
    assert found.level is Level.FAIL and "passes nothing on" in found.says


def test_what_is_missing_is_told_with_its_remedy(
    pi_with_aiomqtt: Pretended, mosquitto: Mosquitto
) -> None:
    pi_with_aiomqtt.files[str(REFEREE_STATE)] = ""
    service, login = checked(pi_with_aiomqtt, mosquitto.config(), "wrong")
    assert "service install" in service.fix
    assert "does not accept user and password" in login.says and login.fix.startswith("Correct")
    pi_with_aiomqtt.modules = set()
    (library,) = checked(pi_with_aiomqtt, mosquitto.config())
    assert library.fix.startswith("Install it with")


def test_a_bundle_names_no_broker(pi_with_aiomqtt: Pretended, tmp_path: Path) -> None:
    found = checked(
        pi_with_aiomqtt, Mqtt(host="our-house.example", port=1, user="table-1"), "deal me in"
    )
    config = Config(mqtt=Mqtt(host="our-house.example", user="table-1"))
    write_bundle(tmp_path / "bundle.zip", pi_with_aiomqtt, found, config, None, ())
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        text = b" ".join(archive.read(name) for name in archive.namelist())
    assert b"our-house" not in text and b"deal me in" not in text and b"table-1" not in text

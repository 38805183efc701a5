"""What the doctor says of a hub."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.base.config import Config
from controller.base.findings import Finding, Level
from controller.base.mqtt import Hub
from controller.club.broker import Broker
from controller.club.hub.result_store import Store
from controller.workshop.doctor.club import check_hub
from tests.controller.club.broker import USERS, Mosquitto
from tests.worlds.pretended import Pretended


def checked(
    mosquitto: Mosquitto, file: Path, password: str = USERS["hub"], user: str = "hub"
) -> list[Finding]:
    config = Hub(host="localhost", port=mosquitto.port, user=user, file=str(file))
    pi = Pretended()
    pi.modules = {"aiomqtt"}
    if file.exists():
        pi.files[str(file)] = ""

    class Later:
        def connected(self, *, with_will: bool = True):  # type: ignore[no-untyped-def]
            return Broker(config, password).connected(with_will=with_will)

    return list(check_hub(pi, Config(hub=config), Later(), back_s=0.5))


def test_a_machine_that_is_no_hub_is_not_checked() -> None:
    assert list(check_hub(Pretended(), Config())) == []


def test_a_hub_can_answer_and_the_tables_are_kept_apart(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as mosquitto:
        (well,) = checked(mosquitto, tmp_path / "none")
        (table,) = checked(mosquitto, tmp_path / "none", USERS["table-1"], "table-1")
        (wrong,) = checked(mosquitto, tmp_path / "none", "wrong")
    assert (well.level, well.fix) == (Level.OK, "")
    assert "does not let it answer" in table.says and "rollerdeck/+/ack/+" in table.fix
    assert "does not accept user and password" in wrong.says and "rollerdeck hub" in wrong.fix


def test_an_open_broker_and_a_newer_file_are_told(tmp_path: Path) -> None:
    file = tmp_path / "hub.sqlite3"
    Store(file).close()
    with Mosquitto(tmp_path, with_acl=False) as mosquitto:
        (open_,) = checked(mosquitto, file)
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA user_version = 99")
        (newer,) = checked(mosquitto, file)
    assert open_.level is Level.WARN and "no game counts as proved" in open_.says
    assert newer.level is Level.FAIL and "newer Rollerdeck wrote" in newer.says

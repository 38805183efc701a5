"""Publisher and hub as services, at a Mosquitto that was set up as docs/club.md says.

With TLS, passwords, and the list of rights of the example. These tests come before those of the
other services, on the same machine, and leave only these installed.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from controller.base.paths import HUB_FILE, HUB_PASSWORD, MQTT_PASSWORD
from controller.base.services import CONFIG, HUB_STATE, MQTT_STATE
from controller.club.password import keep_password
from tests.certificates import make
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.product import HOME, INSTALL
from tests.vm.booted.services import COMMAND, call, process, shown, until_restarted
from tests.vm.booted.table import PLAYERS, Table, until

pytestmark = pytest.mark.on_lines

HUB, PUBLISHER = "rollerdeck-hub.service", "rollerdeck-mqtt.service"
USERS = {"home": "see all", "hub": "keep all", "table-1": "deal me in"}
MOSQUITTO = Path("/etc/mosquitto")
AUTHORITY = CONFIG.parent / "authority.pem"
BROKER = f"host = 'localhost'\ntls = true\nauthority = '{AUTHORITY}'\n"
SCOREBOARD = "http://127.0.0.1:8090"
BO_WINS: list[dict[str, object]] = [
    {"do": "turn_up", "card": "red-7"},
    {"do": "set", "hands": {"Bo": 1}},
    {"do": "play", "by": "Bo", "card": "red-3"},
    {"do": "count", "player": "Ann", "points": 50},
    {"do": "count", "player": "Cy", "points": 60},
]


def start_broker() -> None:
    """What docs/club.md asks a person to do."""
    examples = HOME / "examples" / "mosquitto"
    (MOSQUITTO / "conf.d" / "rollerdeck.conf").write_bytes(
        (examples / "rollerdeck.conf").read_bytes()
    )
    (MOSQUITTO / "rollerdeck.acl").write_bytes((examples / "rollerdeck.acl").read_bytes())
    passwords = MOSQUITTO / "passwords"
    passwords.touch()
    for user, password in USERS.items():
        call("mosquitto_passwd", "-b", str(passwords), user, password)
    pair = make(MOSQUITTO / "certs", "DNS:localhost")
    AUTHORITY.write_bytes(pair.certificate.read_bytes())
    pair.certificate.rename(MOSQUITTO / "certs" / "broker.pem")
    key = pair.key.rename(MOSQUITTO / "certs" / "broker.key")
    call("chown", "mosquitto:", str(passwords), str(key))
    call("systemctl", "restart", "mosquitto")


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """A table that is published, and a hub beside it."""
    CONFIG.parent.mkdir(exist_ok=True)
    start_broker()
    for folder, name, user in (
        (MQTT_STATE, MQTT_PASSWORD, "table-1"),
        (HUB_STATE, HUB_PASSWORD, "hub"),
    ):
        folder.mkdir(mode=0o700)
        keep_password(folder / name, USERS[user])
    before = Path("/run/rollerdeck.toml").read_text()
    more = f"\n[mqtt]\nuser = 'table-1'\n{BROKER}\n[hub]\nuser = 'hub'\n{BROKER}"
    CONFIG.write_text(before + more)
    print(call(COMMAND, "service", "install"))
    table = Table(Ledger(seed=0))
    table.until_it_serves()
    yield table
    print(call("sh", "-c", INSTALL))
    table.until_it_serves()
    assert shown(HUB, "LoadState") == shown(PUBLISHER, "LoadState") == "not-found"
    call("systemctl", "stop", "mosquitto")
    # the tests that come next play on
    table.ask("/api/games", {"edition": "attack", "players": PLAYERS, "dealer": "Ann"})
    table.ask("/api/commands", {"do": "turn_up", "card": "red-5"})
    table.until_armed()


def board() -> dict[str, Any]:
    """What the scoreboard shows; nothing if nobody answers."""
    try:
        with urlopen(f"{SCOREBOARD}/api/board", timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
    except (URLError, OSError):
        return {"tables": [], "summary": {"games": 0}}
    return found


def is_on(board: dict[str, Any]) -> bool:
    return any(one["id"] == "table-1" and one["online"] for one in board["tables"])


def test_a_game_is_on_the_scoreboard_and_proved(table: Table) -> None:
    until(lambda: is_on(board()), "table on the scoreboard")
    table.ask("/api/games", {"edition": "attack", "players": PLAYERS, "dealer": "Ann", "target": 1})
    for command in BO_WINS:
        table.ask("/api/commands", command)
        if command["do"] == "turn_up":  # a game that is over at once was never committed to
            until(lambda: board()["tables"][0]["phase"] == "play", "game on the scoreboard")
    until(lambda: board()["summary"]["games"] == 1, "result on the scoreboard")
    # the first time, the referee may not have the draws yet
    until(lambda: board()["summary"]["standings"][0]["proved"] == 1, "proof")
    summary = board()["summary"]
    first = summary["standings"][0]
    assert (first["name"], first["points"], first["proved"]) == ("Player 2", 2, 1)
    assert summary["said"] == []


@pytest.mark.parametrize("unit", [HUB, PUBLISHER])
def test_it_is_its_own_user_sees_no_launcher_and_comes_back(table: Table, unit: str) -> None:
    victim, user = process(unit), unit.removesuffix(".service")
    assert Path(f"/proc/{victim}").owner() == user
    assert not Path(f"/proc/{victim}/root/dev/gpiochip0").exists()
    before = int(shown(unit, "NRestarts"))
    os.kill(victim, signal.SIGKILL)
    until_restarted(unit, victim, before)
    until(lambda: is_on(board()), "table on the scoreboard")
    assert board()["summary"]["games"] == 1


def test_what_they_keep_is_for_their_own_users_alone(table: Table) -> None:
    for file in (HUB_STATE / HUB_FILE, HUB_STATE / HUB_PASSWORD, MQTT_STATE / MQTT_PASSWORD):
        assert file.stat().st_mode & 0o077 == 0
        assert file.owner() == file.parent.name == file.parent.owner()

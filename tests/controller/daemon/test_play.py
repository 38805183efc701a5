"""``rollerdeck play`` as a process: how it starts, what it refuses, how it ends."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base.config import Config
from controller.base.errors import Trouble
from controller.cli import play
from controller.daemon.door import listen
from firmware_bridge.address import LauncherAddress, at_socket
from firmware_bridge.client import SessionOptions
from firmware_bridge.simulator_control import SimulatorControl, Truth
from hardware.launcher import LauncherBusy, LauncherGone
from tests.processes import PATIENCE_S, Running, here
from tests.worlds.evening import GAME
from tests.worlds.house import House
from tests.worlds.running import rollerdeck


def refused(done: subprocess.CompletedProcess[str], exit_code: int, sentence: str) -> None:
    assert (done.returncode, done.stdout, done.stderr) == (
        exit_code,
        "",
        f"rollerdeck: {sentence}\n",
    )


@pytest.mark.thorough
def test_the_simulator_outlives_a_killed_referee_and_serves_the_next(house: House) -> None:
    with house.play("--simulate") as referee:
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        referee.kill()
    (left,) = house.simulators()
    with house.play() as again:
        assert house.get("/api/table")["launcher"]["hit"]["number"] == 1
        link = here("host", "link", "--journal", house.journal).stdout
        assert link.startswith(f"{house.address}/host#")
        assert again.end() == 0
    assert left.is_running()


@pytest.mark.thorough
def test_after_a_foreign_safe_off_what_is_shown_as_armed_is_armed(house: House) -> None:
    # The first press of this profile is dry: the hit before is over at once, on any machine.
    config = house.folder / "dry.toml"
    config.write_text('[referee]\nbreath_ms = 0\n[launcher]\nprofile = "sequence"\n')
    with house.play("--simulate", "--config", str(config)) as referee:

        def number() -> int:
            hit = house.get("/api/table")["launcher"]["hit"]
            return int(hit["number"]) if hit else 0  # between two hits there is none

        def truth() -> Truth:
            return asyncio.run(SimulatorControl(house.socket).truth())

        def armed() -> bool:
            return truth().stage == "armed"

        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        house.post("/api/simulator/press")
        # The finger of this press lies on the button for a while; only then is there a new press.
        referee.until(lambda: number() == 2 and armed() and not truth().button_down, "second hit")
        assert rollerdeck("safe-off", "--socket", str(house.socket)).returncode == 0
        referee.until(armed, "hit armed again")
        assert house.get("/api/table")["launcher"]["hit"]["stage"] == "armed"
        dings = truth().dings
        house.post("/api/simulator/press")
        # Not the hit's end: a starved machine may miss its lease on the way to it.
        referee.until(lambda: truth().dings > dings, "ding")


def test_no_launcher(house: House) -> None:
    refused(
        here(*house.args),
        3,
        f"There is no launcher at {house.socket}: start one with `rollerdeck simulator`, "
        "or correct --socket or launcher.address.",
    )


@pytest.mark.thorough
def test_a_simulator_that_cannot_start(house: House) -> None:
    house.socket = house.folder / "file" / "s"
    (house.folder / "file").write_text("")
    refused(
        here(*house.args, "--simulate"),
        3,
        f"The simulated launcher did not start at {house.socket}: "
        "run `rollerdeck simulator` to see why.",
    )


@pytest.mark.thorough
def test_with_a_pico_in_the_configuration_a_simulated_launcher_starts_too(house: House) -> None:
    config = house.folder / "pico.toml"
    config.write_text('[launcher]\naddress = "serial:auto"\n')
    with house.play("--simulate", "--config", str(config)) as referee:
        referee.until(lambda: house.get("/healthz")["link"] == "up", "launcher")


@pytest.mark.thorough
def test_a_second_referee_finds_the_launcher_or_the_journal_held(house: House) -> None:
    with house.play("--simulate"):
        other = House(house.folder)
        other.journal = house.folder / "other"
        done = here(*other.args)
        assert done.returncode == 3
        pattern = (
            r"rollerdeck: Another program is using the launcher \(referee \w+\): "
            r"stop that program first\.\n"
        )
        assert re.fullmatch(pattern, done.stderr)
        assert house.serves()
        other = House(house.folder)
        other.socket = house.folder / "other socket"
        refused(
            here(*other.args),
            2,
            f"Another referee is writing the journal {house.journal}; "
            "end that one, or name another with --journal.",
        )


def test_a_port_in_use(house: House) -> None:
    with closing(listen("127.0.0.1", house.port)):
        refused(
            here(*house.args, "--simulate"),
            2,
            f"Port {house.port} is in use: end what uses it, or name another with --port.",
        )
    assert house.simulators() == []


def test_port_0_is_any_free_one_whatever_the_configuration_says(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def refuse(host: str, port: int) -> None:
        asked.append(port)
        raise Trouble("That is enough.", 2)

    monkeypatch.setattr(play, "listen", refuse)
    file = house.folder / "f.toml"
    file.write_text(f'[referee]\nport = {house.port}\njournal = "{house.journal}"\n')
    for words in ((), ("--port", "0"), ("--port", "9000")):
        CliRunner().invoke(play.command, ["--config", str(file), *words])
    assert asked == [house.port, 0, 9000]


def test_an_address_that_is_not_this_machines(house: House) -> None:
    refused(
        here(*house.args, "--host", "192.0.2.7"),
        2,
        "192.0.2.7 is no address of this machine: name one of its own with --host.",
    )


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a..b", "a" * 64])
def test_a_host_that_does_not_exist(host: str) -> None:
    with pytest.raises(Trouble) as trouble:
        listen(host, 0)
    assert str(trouble.value) == f"There is no address {host}: name another with --host."
    assert trouble.value.exit_code == 2


@pytest.mark.parametrize("name", ["/", ".", ""])
def test_what_is_no_file_is_no_journal(name: str, house: House) -> None:
    refused(
        here(*house.args, "--journal", name),
        2,
        f"The journal {Path(name)} is no file: name one with --journal.",
    )


def test_a_damaged_journal(house: House) -> None:
    house.journal.parent.mkdir()
    house.journal.write_text("not a journal, but a poem\n" * 99)
    refused(
        here(*house.args),
        1,
        f"The journal {house.journal} cannot be read as a journal (file is not a database); "
        "it was left as it is: put a backup in its place, or begin another with --journal.",
    )


def test_a_broken_configuration(house: House) -> None:
    file = house.folder / "f.toml"
    file.write_text("[referee]\nprot = 80\n")
    refused(
        here(*house.args, "--config", str(file)),
        2,
        f"{file}: referee.prot is unknown; did you mean referee.port?",
    )


@pytest.mark.thorough
def test_the_configuration_is_used_where_the_command_line_is_silent(house: House) -> None:
    file = house.folder / "f.toml"
    file.write_text(
        f'[referee]\nhost = "127.0.0.1"\nport = {house.port}\njournal = "{house.journal}"\n'
        f'[launcher]\nsocket = "{house.socket}"\nprofile = "even"\nstrict = true\n'
    )
    with Running(house.folder, "play", "--simulate", "--config", str(file)) as referee:
        referee.until(house.serves, "page")
        house.post("/api/games", GAME)
        assert house.get("/api/table")["launcher"]["strict"] is True
    with closing(sqlite3.connect(house.journal)) as db:
        (body,) = db.execute("SELECT body FROM entry WHERE seq = 1").fetchone()
    assert json.loads(body)["profile"] == "even"


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
async def test_who_comes_second_leaves_the_first_its_launcher(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(address: LauncherAddress, caller: str, options: SessionOptions) -> None:
        if not Path(address.place).exists():  # noqa: ASYNC240 - a glance
            raise LauncherGone("launcher.not_yet")
        raise LauncherBusy("launcher.busy", {"caller": "somebody else"})

    monkeypatch.setattr(play, "connect", too_late)
    with pytest.raises(Trouble, match=r"using the launcher \(somebody else\)") as trouble:
        async with play._launcher(at_socket(house.socket), True, "second", Config()):
            pass
    assert trouble.value.exit_code == 3
    del trouble
    gc.collect()  # what has to be let go of is let go of here
    (left,) = house.simulators()
    assert left.is_running()


def test_ctrl_c_before_a_command_has_begun_says_nothing(house: House) -> None:
    pipe = house.folder / "pipe"
    os.mkfifo(pipe)
    with Running(house.folder, "replay", str(pipe)) as command:
        with pipe.open("w"):  # it is reading now
            os.kill(command.process.pid, signal.SIGINT)
            assert command.process.wait(PATIENCE_S) == -signal.SIGINT
        assert command.said == ""


@pytest.mark.thorough
def test_ctrl_c_ends_it_as_well(house: House) -> None:
    with house.play("--simulate") as referee:
        os.kill(referee.process.pid, signal.SIGINT)
        assert referee.process.wait(PATIENCE_S) == 0
    assert house.simulators() == []

"""``rollerdeck play`` as a process: how it starts, what it refuses, how it ends."""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from controller.cli import play
from controller.errors import Trouble
from controller.serve import listen
from hardware.launcher import LauncherBusy, LauncherGone
from tests.processes import Running, free_port, run

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}


class House:
    """Paths and a port of its own, and requests to what runs there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "s"
        self.journal = folder / "games" / "j"
        self.port = free_port()

    @property
    def args(self) -> list[str]:
        return [
            *("play", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--socket", str(self.socket), "--journal", str(self.journal)),
        ]

    def play(self, *more: str) -> Running:
        """A referee that serves."""
        referee = Running(self.folder, *self.args, *more)
        referee.until(self.serves, "page")
        return referee

    def serves(self) -> bool:
        try:
            return bool(self.get("/healthz")["link"] == "up")
        except OSError:
            return False

    def get(self, path: str) -> dict[str, Any]:
        with self._open(urllib.request.Request(self.address + path)) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def post(self, path: str, body: object = None) -> None:
        data = json.dumps({} if body is None else body).encode()
        with self._open(urllib.request.Request(self.address + path, data)) as answer:
            answer.read()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def page(self) -> socket.socket:
        """A browser's stream, opened and read up to its first table."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        stream.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        seen = b""
        while b"event: table" not in seen:
            seen += stream.recv(65536)
        return stream

    def simulators(self) -> list[psutil.Process]:
        return [
            one
            for one in psutil.process_iter(["cmdline"])
            if str(self.socket) in (cmd := one.info["cmdline"] or []) and "simulator" in cmd
        ]

    def _open(self, request: urllib.request.Request) -> Any:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return opener.open(request, timeout=10)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    for left in house.simulators():
        left.terminate()
        left.wait(10)


def refused(done: subprocess.CompletedProcess[str], exit_code: int, sentence: str) -> None:
    assert (done.returncode, done.stdout, done.stderr) == (
        exit_code,
        "",
        f"rollerdeck: {sentence}\n",
    )


def test_it_ends_within_a_second_with_eleven_pages_open(house: House) -> None:
    with house.play("--simulate") as referee, ExitStack() as pages:
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        streams = [pages.enter_context(house.page()) for _ in range(11)]
        before = time.monotonic()
        assert referee.end() == 0
        assert time.monotonic() - before < 1.0
        for stream in streams:
            said = b""
            while chunk := stream.recv(65536):
                said += chunk
            assert said.endswith(b"event: bye\ndata: {}\n\n\r\n0\r\n\r\n")
        assert house.simulators() == []
        assert referee.said == f"The table is at {house.address}. Ctrl-C ends.\n"


def test_it_ends_within_a_second_with_a_launcher_that_hangs(house: House) -> None:
    with Running(house.folder, "simulator", "--socket", str(house.socket)) as launcher:
        launcher.until(house.socket.exists, "socket")
        with house.play() as referee, house.page():
            house.post("/api/games", GAME)
            house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
            launcher.process.send_signal(signal.SIGSTOP)
            before = time.monotonic()
            code = referee.end()
            took_s = time.monotonic() - before
            launcher.process.send_signal(signal.SIGCONT)
            assert (code, "Traceback" in referee.said) == (0, False)
            assert took_s < 1.0


def test_a_page_that_does_not_read_holds_nothing_up(house: House) -> None:
    with house.play("--simulate") as referee, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", house.port))
        deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        for score in range(60):
            house.post("/api/commands", {"do": "set", "scores": {"Ann": score}})
        before = time.monotonic()
        assert referee.end() == 0
        assert time.monotonic() - before < 3.0  # would be for ever
        assert "Traceback" not in referee.said


def test_browsers_that_vanish_leave_nothing_behind(house: House) -> None:
    with house.play("--simulate") as referee:
        me = psutil.Process(referee.process.pid)
        quiet = me.num_fds()
        for _ in range(5):
            pages = [house.page() for _ in range(11)]
            for page in pages:
                page.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                page.close()  # without a word: a reset
        referee.until(lambda: me.num_fds() <= quiet + 1, "closing of what vanished")
        house.post("/api/games", GAME)
        assert "Traceback" not in referee.said


def test_what_strangers_send_amiss_is_no_line_on_the_terminal(house: House) -> None:
    amiss = [
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"\x16\x03\x01\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n",
    ]
    with house.play("--simulate") as referee:
        for words in amiss:
            with socket.create_connection(("127.0.0.1", house.port)) as stranger:
                stranger.sendall(words)
                stranger.shutdown(socket.SHUT_WR)
                while stranger.recv(4096):
                    pass
        assert referee.end() == 0
        assert referee.said == f"The table is at {house.address}. Ctrl-C ends.\n"


def test_the_simulator_outlives_a_killed_referee_and_serves_the_next(house: House) -> None:
    with house.play("--simulate") as referee:
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        referee.kill()
    (left,) = house.simulators()
    with house.play() as again:
        assert house.get("/api/table")["launcher"]["hit"]["number"] == 1
        assert again.end() == 0
    assert left.is_running()


def test_no_launcher(house: House) -> None:
    refused(
        run(*house.args),
        3,
        f"No launcher at {house.socket}: start one with `rollerdeck simulator`, "
        "or say where it is with --socket.",
    )


def test_a_simulator_that_cannot_start(house: House) -> None:
    house.socket = house.folder / "file" / "s"
    (house.folder / "file").write_text("")
    refused(
        run(*house.args, "--simulate"),
        3,
        f"The simulated launcher did not start at {house.socket}: "
        "see why with `rollerdeck simulator`.",
    )


def test_a_second_referee_finds_the_launcher_held(house: House) -> None:
    with house.play("--simulate"):
        other = House(house.folder)
        other.journal = house.folder / "other"
        done = run(*other.args)
        assert done.returncode == 3
        pattern = r"rollerdeck: The launcher is held by referee \w+: stop that first\.\n"
        assert re.fullmatch(pattern, done.stderr)
        assert house.serves()


def test_a_second_referee_finds_the_journal_held(house: House) -> None:
    with house.play("--simulate"):
        other = House(house.folder)
        other.socket = house.folder / "other"
        refused(
            run(*other.args),
            2,
            f"Another referee is writing the journal {house.journal}; "
            "end that one, or name another with --journal.",
        )


def test_a_port_in_use(house: House) -> None:
    with closing(listen("127.0.0.1", house.port)):
        refused(
            run(*house.args, "--simulate"),
            2,
            f"Port {house.port} is in use: end what uses it, or name another with --port.",
        )
    assert house.simulators() == []


def test_an_address_that_is_not_this_machines(house: House) -> None:
    refused(
        run(*house.args, "--host", "192.0.2.7"),
        2,
        "192.0.2.7 is no address of this machine: name one of its own with --host.",
    )


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a..b", "a" * 64])
def test_a_host_that_does_not_exist(host: str) -> None:
    with pytest.raises(Trouble) as trouble:
        listen(host, 0)
    assert str(trouble.value) == f"There is no address {host}: name another with --host."
    assert trouble.value.exit_code == 2


def test_a_damaged_journal(house: House) -> None:
    house.journal.parent.mkdir()
    house.journal.write_text("not a journal, but a poem\n" * 99)
    refused(
        run(*house.args),
        1,
        f"The journal {house.journal} cannot be read as a journal (file is not a database); "
        "it was left as it is: put a backup in its place, or begin another with --journal.",
    )


def test_a_broken_configuration(house: House) -> None:
    file = house.folder / "f.toml"
    file.write_text("[referee]\nprot = 80\n")
    refused(
        run(*house.args, "--config", str(file)),
        2,
        f"{file}: referee.prot is unknown; did you mean referee.port?",
    )


def test_the_configuration_is_used_where_the_command_line_is_silent(house: House) -> None:
    file = house.folder / "f.toml"
    file.write_text(
        f'[referee]\nhost = "127.0.0.1"\nport = {house.port}\njournal = "{house.journal}"\n'
        f'[launcher]\nsocket = "{house.socket}"\nprofile = "even"\n'
    )
    with Running(house.folder, "play", "--simulate", "--config", str(file)) as referee:
        referee.until(house.serves, "page")
        house.post("/api/games", GAME)
    with closing(sqlite3.connect(house.journal)) as db:
        (body,) = db.execute("SELECT body FROM entry WHERE seq = 1").fetchone()
    assert json.loads(body)["profile"] == "even"


@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
async def test_who_comes_second_leaves_the_first_its_launcher(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(path: Path, caller: str) -> None:
        if not path.exists():  # noqa: ASYNC240 - a glance
            raise LauncherGone("None yet.")
        raise LauncherBusy("Somebody else has it.")

    monkeypatch.setattr(play, "connect", too_late)
    with pytest.raises(Trouble, match="Somebody else has it") as trouble:
        async with play._launcher(house.socket, True, "second"):
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
            assert command.process.wait(10) == -signal.SIGINT
        assert command.said == ""


def test_ctrl_c_ends_it_as_well(house: House) -> None:
    with house.play("--simulate") as referee:
        os.kill(referee.process.pid, signal.SIGINT)
        assert referee.process.wait(10) == 0
    assert house.simulators() == []

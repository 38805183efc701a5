"""``rollerdeck play`` as a process, with pages and strangers at its door, to its end."""

from __future__ import annotations

import select
import signal
import socket
from contextlib import ExitStack

import psutil
import pytest

from controller.daemon.door import MAX_PER_ADDRESS
from tests.processes import Running, without_waiting
from tests.worlds.evening import GAME
from tests.worlds.house import House, knock


def without_link_losses(referee: Running) -> list[str]:
    """What it has printed, but not that its launcher was away for a moment and came back.

    A busy machine loses the link by itself.
    """
    lines = referee.said.splitlines()
    away = [line for line in lines if "The launcher is away." in line]
    back = [line for line in lines if "The launcher is there" in line]
    assert len(away) == len(back), referee.said
    return [line for line in lines if line not in (*away, *back)]


@pytest.mark.thorough
def test_it_ends_in_order_with_eleven_pages_open(house: House) -> None:
    """How quickly: `test_serving.py`, in virtual time."""
    with house.play("--simulate") as referee, ExitStack() as pages:
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        streams = [pages.enter_context(house.page()) for _ in range(11)]
        assert referee.end() == 0
        for stream in streams:
            said = b""
            while chunk := stream.recv(65536):
                said += chunk
            assert said.endswith(b"event: bye\ndata: {}\n\n\r\n0\r\n\r\n")
        assert house.simulators() == []
        address, game = without_link_losses(referee)
        assert address == f"The table is at {house.address}. Stop with Ctrl-C."
        assert game.endswith(" Game 1 begins: attack, 3 players.")


@pytest.mark.thorough
def test_it_ends_with_a_launcher_that_hangs(house: House) -> None:
    with Running(house.folder, "simulator", "--socket", str(house.socket)) as launcher:
        launcher.until(house.socket.exists, "socket")
        with house.play() as referee, house.page():
            house.post("/api/games", GAME)
            house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
            launcher.process.send_signal(signal.SIGSTOP)
            code = referee.end()
            launcher.process.send_signal(signal.SIGCONT)
            assert (code, "Traceback" in referee.said) == (0, False)


@pytest.mark.thorough
def test_a_page_that_does_not_read_holds_nothing_up(house: House) -> None:
    at_once = without_waiting(house.folder)
    with house.play("--simulate", *at_once) as referee, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", house.port))
        deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        house.post("/api/games", GAME)
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        for score in range(60):
            house.post("/api/commands", {"do": "set", "scores": {"Ann": score}})
        assert (referee.end(), "Traceback" in referee.said) == (0, False)


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_a_crowd_is_turned_away_at_the_door(house: House) -> None:
    with house.play("--simulate") as referee, house.page() as page, ExitStack() as crowd:
        strangers = []
        for _ in range(MAX_PER_ADDRESS + 40):
            strangers.append(crowd.enter_context(knock(house.port)))
        turned_away, _, _ = select.select(strangers[MAX_PER_ADDRESS:], [], [], 10)
        assert turned_away
        assert select.select(strangers[:30], [], [], 0)[0] == []
        crowd.close()
        referee.until(house.serves, "page")
        page.setblocking(False)
        with pytest.raises(BlockingIOError):  # nor has it lost the launcher, or told anything
            page.recv(1)
        assert referee.said == f"The table is at {house.address}. Stop with Ctrl-C.\n"


@pytest.mark.thorough
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
        assert without_link_losses(referee) == [
            f"The table is at {house.address}. Stop with Ctrl-C."
        ]

"""A serial line as a kernel's pseudo terminal: found, taken alone, lost and found again."""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from firmware_bridge.address import at_serial
from firmware_bridge.client import connect
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.serial_line import BOARDS, dial, find, is_there
from firmware_bridge.wire.frames import encode
from hardware.launcher import HitEnded, LauncherGone, LinkChanged, Reason
from tests.firmware_bridge.bench import Bench
from tests.processes import PATIENCE_S

BY_ID = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e6614103e7452d2f-if00"


class Plug:
    """A launcher at a serial line that can be pulled out, and comes back under another number."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bench = Bench()
        self._line = DeviceEnd(self.bench.device)
        self._master = -1
        self.heard: list[bytes] = []
        self.unread = b""
        """What it had to say to a host before, which was not there to read it."""

    def put_in(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(self._master)
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self._slave = slave
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        asyncio.get_running_loop().add_reader(self._master, self._hear)

    def pull_out(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._slave)
        os.close(self._master)
        self.path.unlink()

    def _hear(self) -> None:
        with suppress(OSError):
            self.heard.append(os.read(self._master, 4096))
            self._line.feed(self.heard[-1])
        self.say()

    def say(self) -> None:
        self.bench.device.pump()
        os.write(self._master, self.unread + b"".join(self._line.take()))
        self.unread = b""

    def pass_time(self, seconds: float) -> None:
        """Let the launcher live on, as one does beside its motor whatever becomes of the line."""
        for _ in range(round(seconds / 0.05)):
            self.bench.now_s += 0.05
            self.bench.device.pump()


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SimpleNamespace]]:
    """What is plugged in, as pyserial lists it."""
    found: list[SimpleNamespace] = []
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    yield found


def port(device: str, vid: int | None, pid: int | None) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, pid=pid)


def test_a_path_is_taken_as_it_is(ports: list[SimpleNamespace]) -> None:
    assert find(BY_ID) == BY_ID


def test_the_one_pico_is_found_among_other_ports(ports: list[SimpleNamespace]) -> None:
    ports += [port("/dev/ttyS0", None, None), port("/dev/ttyUSB0", 0x0403, 0x6001)]
    ports += [port("/dev/ttyACM3", 0x2E8A, 0x0005)]
    assert find("auto") == "/dev/ttyACM3"
    assert find("2E8A:0005") == "/dev/ttyACM3"
    assert find("0403:6001") == "/dev/ttyUSB0"


@pytest.mark.parametrize("ids", BOARDS, ids=BOARDS.get)
def test_every_board_that_micropython_knows_is_found(
    ports: list[SimpleNamespace], ids: tuple[int, int]
) -> None:
    ports += [port("/dev/ttyACM0", 0x2E8A, 0x0003), port("/dev/ttyACM1", *ids)]
    assert find("auto") == "/dev/ttyACM1"


@pytest.mark.parametrize("trouble", [TypeError("int() of None"), OSError("No such device")])
def test_a_plug_that_is_pulled_while_it_is_looked_at_is_not_there(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pyserial wants to read of it is gone by then."""

    def pulled() -> list[SimpleNamespace]:
        raise trouble

    monkeypatch.setattr(list_ports, "comports", pulled)
    assert not is_there("auto")
    with pytest.raises(LauncherGone, match="no_pico"):
        find("auto")


def test_two_boards_of_different_kinds_are_said(ports: list[SimpleNamespace]) -> None:
    ports += [port("/dev/ttyACM1", 0x2E8A, 5), port("/dev/ttyACM0", 0x239A, 0x80F2)]
    with pytest.raises(LauncherGone, match=r"several_ports.*/dev/ttyACM0', '/dev/ttyACM1"):
        find("auto")
    assert find("239a:80f2") == "/dev/ttyACM0"


def test_none_and_two_are_said(ports: list[SimpleNamespace]) -> None:
    with pytest.raises(LauncherGone, match="no_pico"):
        find("auto")
    with pytest.raises(LauncherGone, match=r"no_such_usb.*1234:abcd"):
        find("1234:abcd")
    ports += [port("/dev/ttyACM1", 0x2E8A, 5), port("/dev/ttyACM0", 0x2E8A, 5)]
    with pytest.raises(LauncherGone, match=r"several_ports.*/dev/ttyACM0', '/dev/ttyACM1"):
        find("auto")


async def test_a_port_that_is_not_there_or_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(LauncherGone, match=r"no_port.*nothing"):
        await dial(str(tmp_path / "nothing"))
    (tmp_path / "file").touch()
    with pytest.raises(LauncherGone, match="no_serial_line"):
        await dial(str(tmp_path / "file"))


async def test_a_port_that_this_user_may_not_open_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pico").touch()

    def refuse(path: str, flags: int) -> int:  # root may open everything
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        with pytest.raises(LauncherGone, match=r"port_forbidden.*pico"):
            await dial(str(tmp_path / "pico"))


async def test_a_line_has_one_program_at_a_time(tmp_path: Path) -> None:
    plug = Plug(tmp_path / "pico")
    plug.put_in()
    _, writer = await dial(str(plug.path))
    with pytest.raises(LauncherGone, match=r"port_taken.*pico"):
        await dial(str(plug.path))
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    _, writer = await dial(str(plug.path))
    writer.close()
    plug.pull_out()


async def test_the_last_word_to_a_host_that_died_is_not_for_the_next_one(tmp_path: Path) -> None:
    plug = Plug(tmp_path / "pico")
    plug.put_in()
    plug.unread = encode({"over": "The caller fell silent and lost its lease.", "why": "lease"})
    launcher = await connect(at_serial(str(plug.path)), "table")
    assert launcher.link_up
    plug.unread = encode({"over": "Somebody else switched it off.", "why": "safe_off"})
    told = launcher.events()
    plug.say()
    lost = await anext(told)
    assert lost == LinkChanged(False, Reason("launcher.switched_off"))
    await launcher.close()
    plug.pull_out()


async def test_what_came_out_while_unplugged_is_told_when_it_is_plugged_in_again(
    tmp_path: Path,
) -> None:
    plug = Plug(tmp_path / "pico")
    plug.put_in()
    launcher = await connect(at_serial(str(plug.path)), "table")
    told = launcher.events()
    assert await launcher.arm(1, 6) is None
    plug.pull_out()
    plug.bench.press()
    plug.pass_time(0.2)
    lost = await anext(told)
    assert isinstance(lost, LinkChanged) and not lost.up
    plug.pass_time(2)
    plug.put_in()
    async with asyncio.timeout(PATIENCE_S):
        while not isinstance(event := await anext(told), LinkChanged) or not event.up:
            pass
        assert not event.restarted
        while not isinstance(event := await anext(told), HitEnded):
            pass
    assert event.result.hit == 1
    assert event.result.delivered == plug.bench.rig.cards_left
    assert (event.result.complete, event.result.fault) == (False, "LINK_LOST")
    assert await launcher.result(1) == event.result
    await launcher.close()
    plug.pull_out()

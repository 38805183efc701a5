"""A launcher on a serial line behind a relay, whose plug comes and goes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, SessionOptions, connect, made_with, safe_off
from firmware_bridge.relay import Relay
from firmware_bridge.serial_line import dial
from firmware_bridge.sockets import MOST_CONNECTIONS
from firmware_bridge.wire.frames import Decoder, encode
from hardware.launcher import HitEnded, LauncherBusy, LauncherGone, LinkChanged, Reason
from tests.firmware_bridge.test_serial_line import Plug
from tests.processes import PATIENCE_S


class Table:
    """A plug, and a relay between it and a socket."""

    def __init__(self, folder: Path) -> None:
        self.plug = Plug(folder / "pico")
        self.path = folder / "launcher.sock"
        self.opened = 0
        self.relay = Relay(self._dial)

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.opened += 1
        return await dial(str(self.plug.path))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    table = Table(tmp_path)
    table.plug.put_in()
    await table.relay.start(table.path)
    yield table
    await table.relay.close()


async def until(launcher: RemoteLauncher, kind: type) -> object:
    """The next event of a kind."""
    async with asyncio.timeout(PATIENCE_S):
        async for event in launcher.events():
            if isinstance(event, kind):
                return event
    raise AssertionError(f"no {kind}")


async def until_up(launcher: RemoteLauncher) -> None:
    """The link is up; before, the relay may still have had the caller from before."""
    up = False
    while not up:
        event = await until(launcher, LinkChanged)
        assert isinstance(event, LinkChanged)
        up = event.up


async def once_free(make: Callable[[], Awaitable[RemoteLauncher]]) -> RemoteLauncher:
    """The launcher, once the relay has noticed that the caller from before is gone."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(LauncherBusy):
                return await make()


async def test_silent_callers_take_the_line_from_nobody(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    silent = [await asyncio.open_unix_connection(str(table.path)) for _ in range(MOST_CONNECTIONS)]
    assert await launcher.arm(1, 2) is None
    assert table.opened == 1
    for _, writer in silent:
        writer.close()
    await launcher.close()


async def test_a_hit_over_the_relay_is_counted(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    assert await launcher.arm(1, 2) is None
    table.plug.bench.press()
    for _ in range(40):
        table.plug.pass_time(0.05)
        table.plug.say()
        await asyncio.sleep(0.002)
    ended = await until(launcher, HitEnded)
    assert isinstance(ended, HitEnded)
    assert ended.result.delivered == table.plug.bench.rig.cards_left
    await launcher.close()
    table.plug.pull_out()


async def test_nobody_gets_the_long_lease_over_a_line(table: Table) -> None:
    """Whoever asks for it: the line cannot tell the launcher that its caller has died."""
    launcher = await connect(at_socket(table.path), "referee")
    assert await launcher.arm(1, 2) is None
    table.plug.pass_time(0.4)
    assert table.plug.bench.armed_hit() == 0
    await launcher.close()
    table.plug.pull_out()


async def test_the_line_is_open_only_while_somebody_calls(table: Table) -> None:
    assert table.opened == 0
    launcher = await connect(at_socket(table.path), "referee")
    with pytest.raises(LauncherGone, match="port_taken"):
        await dial(str(table.plug.path))
    await launcher.close()
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(LauncherGone):
                _, writer = await dial(str(table.plug.path))
                break
            await asyncio.sleep(0.005)
    writer.close()
    table.plug.pull_out()


async def test_a_second_caller_is_told_who_has_it(table: Table) -> None:
    first = await connect(at_socket(table.path), "referee")
    with pytest.raises(LauncherBusy, match=r"launcher\.busy.*referee"):
        await connect(at_socket(table.path), "bench")
    await first.keep(True)
    with pytest.raises(LauncherBusy, match=r"launcher\.game_is_on.*referee"):
        await connect(at_socket(table.path), "bench", SessionOptions(instead=True))
    assert first.link_up
    await first.close()
    table.plug.pull_out()


@pytest.mark.parametrize("needed", ["kept", "armed"])
async def test_an_idle_launcher_goes_to_the_bench(table: Table, needed: str) -> None:
    referee = await connect(at_socket(table.path), "referee")
    await referee.keep(True)
    if needed == "armed":
        assert await referee.arm(1, 2) is None
    with pytest.raises(LauncherBusy):
        await connect(at_socket(table.path), "bench", SessionOptions(instead=True))
    await referee.disarm()
    await referee.keep(False)
    bench = await connect(at_socket(table.path), "bench", SessionOptions(instead=True))
    assert bench.link_up
    lost = await until(referee, LinkChanged)
    assert lost == LinkChanged(False, Reason("launcher.taken", {"caller": "bench"}))
    await referee.close()
    await bench.close()
    table.plug.pull_out()


async def test_anybody_may_switch_the_motor_off(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    assert await launcher.arm(1, 12) is None
    table.plug.bench.press()
    table.plug.pass_time(0.2)
    assert table.plug.bench.motor_on()
    await safe_off(at_socket(table.path), 1)
    assert not table.plug.bench.motor_on()
    assert await until(launcher, LinkChanged) == LinkChanged(False, Reason("launcher.switched_off"))
    # the referee takes it again by itself
    await until_up(launcher)
    await launcher.close()
    table.plug.pull_out()


async def test_a_plug_that_is_out_is_said_and_found_again(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    table.plug.pull_out()
    lost = await until(launcher, LinkChanged)
    assert isinstance(lost, LinkChanged) and not lost.up
    why = await until(launcher, LinkChanged)
    no_port = Reason("launcher.no_port", {"path": str(table.plug.path)})
    assert why == LinkChanged(False, no_port)
    with pytest.raises(LauncherGone, match="no_port"):
        await connect(at_socket(table.path), "another")
    table.plug.put_in()
    back = await until(launcher, LinkChanged)
    assert isinstance(back, LinkChanged) and back.up and not back.restarted
    await launcher.close()
    table.plug.pull_out()


async def test_a_referee_may_start_before_the_plug_is_in(table: Table) -> None:
    table.plug.pull_out()
    with pytest.raises(LauncherGone, match="no_port"):
        await connect(at_socket(table.path), "referee")
    launcher = await connect(at_socket(table.path), "referee", SessionOptions(patient=True))
    assert not launcher.link_up
    why = await until(launcher, LinkChanged)
    assert why == LinkChanged(False, Reason("launcher.no_port", {"path": str(table.plug.path)}))
    table.plug.put_in()
    back = await until(launcher, LinkChanged)
    assert isinstance(back, LinkChanged) and back.up
    assert await launcher.arm(1, 2) is None
    await launcher.close()
    table.plug.pull_out()


async def test_patience_does_not_wait_for_a_relay_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LauncherGone, match="nowhere"):
        await connect(at_socket(tmp_path / "nothing.sock"), "referee", SessionOptions(patient=True))


async def test_a_pico_of_another_build_is_not_used_and_waited_for(table: Table) -> None:
    capabilities = table.plug.bench.board.capabilities
    capabilities["build"] = "00000000"
    fits = made_with("12345678", "")
    with pytest.raises(LauncherGone, match="other_build"):
        await connect(at_socket(table.path), "referee", SessionOptions(fits=fits))
    launcher = await once_free(
        lambda: connect(at_socket(table.path), "referee", SessionOptions(fits=fits, patient=True))
    )
    assert not launcher.link_up
    capabilities["build"] = "12345678"
    await until_up(launcher)
    await launcher.close()
    table.plug.pull_out()


async def test_a_pico_that_says_nothing_is_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its program is half-written, and so the console of MicroPython answers, or nothing."""
    monkeypatch.setattr("firmware_bridge.caller_end.ANSWER_S", 0.1)
    asyncio.get_running_loop().remove_reader(table.plug._master)
    with pytest.raises(LauncherGone, match="no_answer"):
        await connect(at_socket(table.path), "referee")
    launcher = await connect(at_socket(table.path), "referee", SessionOptions(patient=True))
    assert not launcher.link_up
    await launcher.close()
    asyncio.get_running_loop().add_reader(table.plug._master, table.plug._hear)
    table.plug.pull_out()


async def test_only_whole_messages_reach_the_line(table: Table) -> None:
    reader, writer = await asyncio.open_unix_connection(str(table.path))
    hello = encode({"id": 7, "do": "hello", "protocol": 1, "caller": "x" * 65})
    writer.write(b"\x03\x04import machine\r\n:{broken*00000000\n" + hello)
    (answer,) = Decoder().feed(await reader.readuntil(b"\n"))
    assert answer["error"] == "bad_member"  # by the launcher itself
    assert b"".join(table.plug.heard) == encode(
        {"id": 7, "do": "hello", "protocol": 1, "caller": "x" * 65}
    )
    writer.close()
    table.plug.pull_out()


async def test_a_caller_without_hello_is_refused_while_another_calls(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    reader, writer = await asyncio.open_unix_connection(str(table.path))
    writer.write(encode({"id": 7, "do": "eject", "count": 3, "boot": "boot1"}))
    (answer,) = Decoder().feed(await reader.readuntil(b"\n"))
    assert (answer["to"], answer["error"]) == (7, "no_hello")
    assert await reader.read() == b""
    writer.close()
    await launcher.close()
    table.plug.pull_out()


async def test_a_relay_that_stops_says_so(table: Table) -> None:
    launcher = await connect(at_socket(table.path), "referee")
    await table.relay.close()
    lost = await until(launcher, LinkChanged)
    assert lost == LinkChanged(False, Reason("launcher.stopped"))
    await launcher.close()
    table.plug.pull_out()


async def test_a_line_that_takes_nothing_more_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.relay.STUCK_S", 0.05)
    here, there = socket.socketpair()

    async def stuck() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(sock=here)

    relay = Relay(stuck)
    await relay.start(tmp_path / "launcher.sock")
    reader, writer = await asyncio.open_unix_connection(str(tmp_path / "launcher.sock"))
    writer.write(encode({"id": 1, "do": "beat", "filler": "x" * 900}) * 2000)
    async with asyncio.timeout(PATIENCE_S):
        with suppress(ConnectionResetError):  # it had not read everything
            assert await reader.read() == b""
    writer.close()
    there.close()
    await relay.close()


class Manager:
    """Counts what a service manager is told."""

    watchdog_s = 0.04

    def __init__(self, fed: asyncio.Event) -> None:
        self.told: list[str] = []
        self._fed = fed

    def ready(self) -> None:
        self.told.append("ready")

    def alive(self) -> None:
        self.told.append("alive")
        if self.told.count("alive") == 3:
            self._fed.set()

    def status(self, sentence: str) -> None:
        self.told.append(sentence)

    def stopping(self) -> None:
        self.told.append("stopping")


async def test_the_watchdog_is_fed_also_without_a_plug(tmp_path: Path) -> None:
    manager = Manager(fed := asyncio.Event())

    async def no_line() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        raise LauncherGone("launcher.no_pico")

    relay = Relay(no_line, manager=manager)
    await relay.start(tmp_path / "launcher.sock")
    launcher = await connect(
        at_socket(tmp_path / "launcher.sock"), "referee", SessionOptions(patient=True)
    )
    async with asyncio.timeout(PATIENCE_S):
        await fed.wait()
    assert manager.told[0] == "ready"
    await launcher.close()
    await relay.close()
    assert manager.told[-1] == "stopping"

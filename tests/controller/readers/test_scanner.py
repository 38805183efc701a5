"""A scanner on a serial line: found, read, lost in the middle, found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.decks.drawing import label_text
from controller.readers import scanner
from controller.readers.reports import Health, SeenCard
from controller.readers.scanner import (
    LINE_PAUSE_S,
    LOG_EVERY_S,
    LONG_PAUSE_S,
    LOST,
    OK,
    OpenPort,
    find_port,
    open_port,
    read_cards,
)
from firmware_bridge.serial_line import BOARDS
from tests.controller.readers.plugged import Plugged
from tests.controller.readers.pretended import Log

News = SeenCard | Health


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plugged]:
    monkeypatch.setattr(scanner, "RETRY_S", 0.001)
    plug = Plugged(tmp_path / "scanner")
    plug.put_in()
    yield plug
    plug.pull_out()


def watched(plug: Plugged, log: Log, *, patient: bool = False) -> AsyncGenerator[News, None]:
    async def dial() -> OpenPort:
        return OpenPort(str(plug.path), await open_port(str(plug.path)))

    return read_cards(dial, asyncio.get_running_loop().time, log, patient=patient)


async def following(news: AsyncGenerator[News, None]) -> News:
    async with asyncio.timeout(10):
        return await anext(news)


async def test_a_label_is_a_card_with_its_deck_and_time(plug: Plugged) -> None:
    async with aclosing(watched(plug, Log())) as news:
        assert await following(news) == OK
        plug.send(b"RD-K3F9-017\r\nRD-K3F9-018\r\n")
        first, second = await following(news), await following(news)
    assert isinstance(first, SeenCard) and isinstance(second, SeenCard)
    assert (first.deck, first.number, second.number) == ("K3F9", 17, 18)
    assert first.evidence["kind"] == "scanner"
    assert 0 <= asyncio.get_running_loop().time() - first.at_s < 10


async def test_a_label_whose_line_has_no_end_is_read_after_a_pause(plug: Plugged) -> None:
    async with aclosing(watched(plug, Log())) as news:
        assert await following(news) == OK
        plug.send(b"RD-K3F9-017")
        seen = await following(news)
    assert isinstance(seen, SeenCard) and seen.number == 17


async def test_a_misread_label_is_a_card_that_nobody_can_read(plug: Plugged) -> None:
    log = Log()
    async with aclosing(watched(plug, log)) as news:
        assert await following(news) == OK
        plug.send(b"RD-K3F9-012-8\r\n")  # it was 042
        seen = await following(news)
    assert isinstance(seen, SeenCard) and (seen.number, seen.deck) == (None, None)
    assert log.events == ["scanner_found", "scanner_misread"]


async def test_a_plug_that_is_pulled_in_the_middle_of_a_label_costs_only_this_label(
    plug: Plugged,
) -> None:
    log = Log()
    async with aclosing(watched(plug, log)) as news:
        assert await following(news) == OK
        plug.send(b"RD-K3F9-017\rRD-K3F9-0")
        assert isinstance(await following(news), SeenCard)
        plug.pull_out()
        assert await following(news) == LOST
        while await following(news) != LOST:  # it is looked for again
            pass
        plug.put_in()
        while (found := await following(news)) == LOST:
            pass
        assert found == OK
        plug.send(b"RD-K3F9-019\r")
        after = await following(news)
    assert isinstance(after, SeenCard) and after.number == 19
    # however often it was looked for, it is told once that it is gone, and once why
    told = [event for event in log.events if event != "scanner_strange"]
    assert told == ["scanner_found", "scanner_lost", "scanner_lost", "scanner_found"]


async def test_no_scanner_at_the_beginning_ends_the_command_unless_it_shall_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner, "RETRY_S", 0.001)
    plug = Plugged(tmp_path / "scanner")
    with pytest.raises(Trouble, match="There is no port") as told:
        await following(watched(plug, Log()))
    assert told.value.exit_code == NO_HARDWARE
    async with aclosing(watched(plug, Log(), patient=True)) as news:
        assert await following(news) == LOST
        plug.put_in()
        while (found := await following(news)) == LOST:
            pass
        assert found == OK
    plug.pull_out()


async def reported(*packets: tuple[float, bytes], log: Log | None = None) -> list[News]:
    """What is reported of packets, each after a pause, up to a second after the last one."""
    reader = asyncio.StreamReader()
    writer = SimpleNamespace(transport=SimpleNamespace(abort=lambda: None))
    reports: list[News] = []

    async def dial() -> OpenPort:
        return OpenPort("port", (reader, writer))  # type: ignore[arg-type]

    async def read() -> None:
        clock = asyncio.get_running_loop().time
        async for report in read_cards(dial, clock, log or Log(), patient=False):
            reports.append(report)

    reading = asyncio.create_task(read())
    for pause_s, data in packets:
        await asyncio.sleep(pause_s)
        reader.feed_data(data)
    await asyncio.sleep(1)
    reading.cancel()
    return reports


def numbers(reports: list[News]) -> list[int | None]:
    return [report.number for report in reports if isinstance(report, SeenCard)]


TEXT = label_text("K3F9", 17).encode()


@pytest.mark.looptime
@pytest.mark.parametrize("end", [b"\r", b""])
@pytest.mark.parametrize("cut", range(1, len(TEXT)))
async def test_a_label_in_two_packets_is_one_card(cut: int, end: bytes) -> None:
    log = Log()
    reports = await reported((1, TEXT[:cut]), (0.15, TEXT[cut:] + end), log=log)
    assert numbers(reports) == [17] and log.events == ["scanner_found"]


@pytest.mark.looptime
async def test_packets_with_a_long_pause_between_them_are_no_label() -> None:
    cut = len("RD-K3F9-0")
    assert numbers(await reported((1, TEXT[:cut]), (LONG_PAUSE_S + 0.01, TEXT[cut:]))) == []


@pytest.mark.looptime
async def test_a_whole_label_without_an_end_is_reported_soon() -> None:
    began_s = asyncio.get_running_loop().time()
    *_, card = await reported((0, TEXT))
    assert isinstance(card, SeenCard) and card.at_s - began_s == pytest.approx(LINE_PAUSE_S)


@pytest.mark.looptime
@pytest.mark.parametrize("parity, name", [(0, "7E1"), (1, "7O1")])
async def test_a_scanner_that_sends_a_parity_bit_is_told_how_to_be_set(
    parity: int, name: str
) -> None:
    sent = bytes(byte | (byte.bit_count() + parity) % 2 << 7 for byte in TEXT + b"\r")
    log = Log()
    assert numbers(await reported((1, sent), log=log)) == []
    assert f"7 bits and a parity bit ({name})" in log.sentences[-1]
    assert "set it to 8N1" in log.sentences[-1]


@pytest.mark.looptime
async def test_other_bytes_with_a_top_bit_are_not_taken_for_parity() -> None:
    log = Log()
    await reported((1, TEXT.replace(b"9", b"\xb9") + b"\r"), log=log)
    assert "no label of a card" in log.sentences[-1]


@pytest.mark.looptime
async def test_strange_lines_are_told_once_and_then_once_a_minute() -> None:
    reader = asyncio.StreamReader()
    writer = SimpleNamespace(transport=SimpleNamespace(abort=lambda: None))
    log = Log()

    async def dial() -> OpenPort:
        return OpenPort("port", (reader, writer))  # type: ignore[arg-type]

    async def read() -> None:
        async for _ in read_cards(dial, asyncio.get_running_loop().time, log, patient=False):
            pass

    reading = asyncio.create_task(read())
    for _ in range(round(2.5 * LOG_EVERY_S)):
        reader.feed_data(b"4006381333931\x1b[2J\r")
        await asyncio.sleep(1)
    reading.cancel()
    told = [said for said in log.sentences if "no label" in said]
    assert len(told) == 3
    assert "('4006381333931\\x1b[2J')" in told[0]
    assert "60 times" in told[1]


async def test_a_port_has_one_program_and_has_to_be_one(tmp_path: Path, plug: Plugged) -> None:
    _, writer = await open_port(str(plug.path))
    with pytest.raises(Trouble, match="Another program uses the scanner's port"):
        await open_port(str(plug.path))
    writer.transport.abort()
    (tmp_path / "file").touch()
    with pytest.raises(Trouble, match="cannot be used as a serial port"):
        await open_port(str(tmp_path / "file"))


def port(device: str, vid: int | None = None, pid: int | None = None) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, pid=pid)


PICO = port("/dev/ttyACM0", 0x2E8A, 0x0005)
UART = port("/dev/ttyUSB0", 0x1A86, 0x7523)
OLD = port("/dev/ttyS0")
CDC = port("/dev/ttyACM1", 0x1234, 0x0001)
NEWLAND = port("/dev/ttyACM2", 0x1EAB, 0x8003)


def test_the_only_port_that_can_be_a_scanner_is_found() -> None:
    assert find_port("auto", ports=[OLD, PICO, UART, CDC]) == CDC.device
    assert find_port("auto", ports=[OLD, PICO, UART, CDC, NEWLAND]) == NEWLAND.device
    assert find_port("1a86:7523", ports=[OLD, PICO, UART, CDC]) == UART.device
    assert find_port("/dev/ttyAMA0", ports=[PICO]) == "/dev/ttyAMA0"


@pytest.mark.parametrize(
    ("where", "there", "said"),
    [
        ("auto", [OLD, PICO, UART], "No scanner was found"),
        ("auto", [CDC, port("/dev/ttyACM4", 0x5678, 1)], "Several ports.*ttyACM1, /dev/ttyACM4"),
        ("auto", [NEWLAND, port("/dev/ttyUSB3", 0x0C2E, 1)], "Several ports"),
        ("1234:0002", [CDC], "No port has the USB IDs 1234:0002"),
    ],
)
def test_none_and_several_are_told_in_a_sentence(
    where: str, there: list[SimpleNamespace], said: str
) -> None:
    with pytest.raises(Trouble, match=said) as told:
        find_port(where, ports=there)
    assert told.value.exit_code == NO_HARDWARE


@pytest.mark.parametrize("ids", BOARDS, ids=BOARDS.get)
def test_a_board_that_can_be_a_launcher_is_never_taken(ids: tuple[int, int]) -> None:
    board = port("/dev/ttyACM0", *ids)
    with pytest.raises(Trouble, match="No scanner"):
        find_port("auto", ports=[board])
    for where in (board.device, f"{ids[0]:04x}:{ids[1]:04x}"):
        with pytest.raises(Trouble, match="port of a launcher") as told:
            find_port(where, ports=[board])
        assert told.value.exit_code == WRONG_USAGE


@pytest.mark.parametrize("launcher", [CDC.device, "1234:0001"])
def test_the_launcher_of_the_configuration_is_never_taken(launcher: str) -> None:
    with pytest.raises(Trouble, match="No scanner"):
        find_port("auto", launcher, [CDC])
    with pytest.raises(Trouble, match="port of a launcher"):
        find_port(CDC.device, launcher, [CDC])


def test_a_launcher_under_another_name_is_known(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    (tmp_path / "by-id").symlink_to(tmp_path / "port")
    with pytest.raises(Trouble, match="port of a launcher"):
        find_port(str(tmp_path / "port"), str(tmp_path / "by-id"), [])
    board = port(str(tmp_path / "port"), 0x2E8A, 5)
    with pytest.raises(Trouble, match="port of a launcher"):
        find_port(str(tmp_path / "by-id"), "", [board])

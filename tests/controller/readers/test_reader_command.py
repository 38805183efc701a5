"""``rollerdeck reader``: bad input is one sentence with an exit code, and a service waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from click.testing import CliRunner

import catalogues
from controller.base import services
from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.base.service_manager import ServiceManager
from controller.cli.reader import HELP, command, reading
from controller.readers.pairing import store_pairing
from controller.readers.reports import Health, SeenCard, SourceInterrupted
from tests.controller.readers.pretended import (
    PAIRED,
    Log,
    PretendedReferee,
    answer,
    refusal,
)

READER = answer({"role": "reader"})
CLAIMED = answer({"device": 3}, set_cookie="rollerdeck-abc=secret; Path=/")


@pytest.fixture
def referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PretendedReferee:
    """A referee that pairs; files of this user in a folder of the test."""
    there = PretendedReferee()
    there.answering = lambda path, asked: CLAIMED if "claim" in path else READER
    monkeypatch.setattr(reading, "H11Client", lambda address: there)
    monkeypatch.setattr(reading, "begin_log", lambda: None)
    monkeypatch.setattr(services, "config_file", lambda named: named)
    monkeypatch.setattr(services, "pairing_file", lambda: tmp_path / "reader.json")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return there


def told(*args: str) -> Trouble:
    done = CliRunner().invoke(command, args)
    assert isinstance(done.exception, Trouble), done
    return done.exception


def test_pairing_keeps_the_cookie_and_ends(referee: PretendedReferee, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, ["--pair", "K3F9", "--url", "http://table:8080/"])
    assert done.output == "Paired with the referee at http://table:8080.\n", done
    assert "secret" in (tmp_path / "reader.json").read_text()


def test_without_an_address_the_referee_of_this_machine_is_asked(
    referee: PretendedReferee, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text("[referee]\nport = 8123\n")
    done = CliRunner().invoke(command, ["--pair", "K3F9", "--config", str(tmp_path / "mine.toml")])
    assert "http://localhost:8123" in done.output


@pytest.mark.parametrize(
    ("args", "exit_code", "said"),
    [
        ([], WRONG_USAGE, "No reader is named"),
        (["--scanner", "auto"], WRONG_USAGE, "not paired"),
        (["--pair", "K3F9", "--url", "table"], WRONG_USAGE, "not the address of a referee"),
        (["--scanner", "auto", "--camera", "0"], WRONG_USAGE, "with a pairing of its own"),
        (["--scanner", "auto", "--show"], WRONG_USAGE, "add --camera"),
        (["--camera", "0"], WRONG_USAGE, "not paired"),
        (["--camera", "/nowhere", "--show"], WRONG_USAGE, "no camera, folder, video"),
        (["--scanner", "auto", "--config", "/nowhere"], WRONG_USAGE, "no such file"),
    ],
)
def test_bad_options_are_one_sentence(
    referee: PretendedReferee, args: list[str], exit_code: int, said: str
) -> None:
    trouble = told(*args)
    assert (trouble.exit_code, said in str(trouble)) == (exit_code, True), trouble


@pytest.mark.parametrize(
    ("found", "exit_code", "said"),
    [
        (None, NO_HARDWARE, "No referee answers at http://table:8080"),
        (refusal("not_found", 404), WRONG_USAGE, "the same version of Rollerdeck"),
        (answer({"role": "spectator"}), WRONG_USAGE, "does not know this reader"),
        (READER, NO_HARDWARE, "There is no port /nowhere"),
    ],
)
def test_a_referee_or_a_scanner_that_is_not_there_is_one_sentence(
    referee: PretendedReferee, tmp_path: Path, found: object, exit_code: int, said: str
) -> None:
    store_pairing(tmp_path / "reader.json", PAIRED)
    referee.answering = lambda path, asked: found  # type: ignore[assignment, return-value]
    trouble = told("--scanner", "/nowhere")
    assert (trouble.exit_code, said in str(trouble)) == (exit_code, True), trouble


def test_the_help_names_the_button_as_the_page_does() -> None:
    words = (Path(catalogues.__file__).parent / "controller/words/en.po").read_text()
    button = words.partition('msgid "ui.readers.connect"\nmsgstr "')[2].partition('"')[0]
    assert button == "Connect a card reader"
    assert f'"{button}"' in " ".join(HELP.split())


@pytest.mark.looptime
async def test_a_service_waits_until_it_is_paired_and_then_reads(
    referee: PretendedReferee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, file = Log(), tmp_path / "reader.json"
    monkeypatch.setattr(reading, "note", log)

    async def cards() -> AsyncGenerator[SeenCard | Health, None]:
        now_s = asyncio.get_running_loop().time()
        yield SeenCard(17, "K3F9", now_s, {"kind": "scanner"})
        await asyncio.Event().wait()

    manager = ServiceManager({}, 1)
    referee.answering = None
    waiting = asyncio.create_task(reading._wait_and_read("scanner", cards, "", file, manager))
    await asyncio.sleep(20)
    assert log.events == ["waits"]
    store_pairing(file, PAIRED)
    await asyncio.sleep(5)
    assert [one["card"] for one in referee.sent] == [17]
    waiting.cancel()


@pytest.mark.looptime
@pytest.mark.parametrize("breaks", [True, False])
async def test_a_source_that_can_be_read_only_once_does_not_begin_anew(
    referee: PretendedReferee, tmp_path: Path, breaks: bool
) -> None:
    store_pairing(tmp_path / "reader.json", PAIRED)
    referee.answering = None
    begun: list[float] = []

    async def cards() -> AsyncGenerator[SeenCard | Health, None]:
        begun.append(asyncio.get_running_loop().time())
        yield SeenCard(17, None, begun[-1], {"kind": "camera"})
        if breaks:
            raise SourceInterrupted(
                "3.png is no picture that can be read: take it away.", NO_HARDWARE
            )

    work = reading._wait_and_read(
        "camera", cards, "", tmp_path / "reader.json", ServiceManager({}, 1)
    )
    async with asyncio.timeout(60):
        if breaks:
            with pytest.raises(SourceInterrupted, match=r"3\.png"):
                await work
        else:
            await work
    assert (len(begun), [one["card"] for one in referee.sent]) == (1, [17])


class Told(ServiceManager):
    """Keeps each status that the service was given."""

    def __init__(self) -> None:
        super().__init__({}, 1)
        self.statuses: list[str] = []

    def status(self, text: str) -> None:
        self.statuses.append(text)


@pytest.mark.looptime
async def test_a_service_that_was_signed_out_opens_its_port_again_only_when_it_is_paired(
    referee: PretendedReferee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, manager, begun = Log(), Told(), []
    monkeypatch.setattr(reading, "note", log)
    store_pairing(tmp_path / "reader.json", PAIRED)

    async def cards() -> AsyncGenerator[SeenCard | Health, None]:
        begun.append(asyncio.get_running_loop().time())
        yield Health("reader.ok")
        await asyncio.Event().wait()

    def sign_out() -> None:
        referee.answering = lambda path, asked: (
            answer({"role": "spectator"}) if path == "/api/me" else refusal("not_yours", 403)
        )

    sign_out()
    waiting = asyncio.create_task(
        reading._wait_and_read("scanner", cards, "", tmp_path / "reader.json", manager)
    )
    await asyncio.sleep(59)
    assert len(begun) == 1  # nobody knows before that this reader was signed out
    assert log.events == ["ready", "waits"]
    assert all("does not know this reader" in one for one in manager.statuses[1:])
    referee.answering = lambda path, asked: READER
    await asyncio.sleep(100)
    assert len(begun) == 2 and log.events == ["ready", "waits", "ready"]
    assert manager.statuses[-1].startswith("Reads cards")
    sign_out()
    await asyncio.sleep(100)
    assert len(begun) == 2 and log.events == ["ready", "waits", "ready", "waits"]
    waiting.cancel()

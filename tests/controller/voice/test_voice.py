"""The voice at work: never late, cut short in time, and no hindrance to anybody."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from controller.base.config import Referee
from controller.voice import queue as queue_module
from controller.voice import speech_program as program_module
from controller.voice import voice as voice_module
from controller.voice.narration import Level, Snapshot
from controller.voice.queue import Line
from controller.voice.speech_program import Program, Silent, command_of
from controller.voice.voice import FIRST_PAUSE_S, HANGS_S, Voice, make_voice
from controller.words.catalogue import catalogue
from tests.processes import PATIENCE_S
from tests.worlds.client import Client
from tests.worlds.evening import GAME, PLAY, Evening, until
from tests.worlds.house import House
from tests.worlds.spoken import Recorder, game_of, hear, moves_told

HANGS = [sys.executable, "-c", "import time; time.sleep(600)"]
KILLED = [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]
FAILS = [sys.executable, "-c", "raise SystemExit(1)"]


def writes_to(file: Path) -> list[str]:
    """A program that writes down what it is to say."""
    code = f"import sys; open({str(file)!r}, 'a').write(sys.stdin.read())"
    return [sys.executable, "-c", code]


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [getattr(one, "event", "") for one in caplog.records if one.name == "rollerdeck"]
    return [event for event in found if event.startswith("voice")]


@asynccontextmanager
async def listening(evening: Evening, speaker: object) -> AsyncIterator[Voice]:
    """A voice that hears a table as ``serve`` lets it."""
    voice = Voice(catalogue(), Level.PLAYS, speaker)  # type: ignore[arg-type]
    evening.changed = lambda _: voice.update(evening.table)
    speaking = asyncio.create_task(voice.run())
    try:
        yield voice
    finally:
        speaking.cancel()
        with suppress(asyncio.CancelledError):
            await speaking


async def test_a_press_while_somebody_is_called_cuts_the_call_short(evening: Evening) -> None:
    recorder = Recorder(chars_a_second=1)
    async with listening(evening, recorder) as voice:
        await evening.begin()
        await until(lambda: bool(recorder.said))
        voice.repeat_last()
        await until(lambda: len(recorder.said) == 2)
        assert recorder.texts[-1] == "The first card is red 5. Bo: match 5 or red."
        assert len(recorder.cut) == 1


@pytest.mark.looptime
async def test_however_often_it_is_asked_it_speaks_again_once_a_second() -> None:
    recorder = Recorder()
    voice = Voice(catalogue(), Level.PLAYS, recorder)
    seen, moments = await hear(game_of(3).entries[:40], "en", Level.PLAYS, Recorder())
    assert len(moments) == 40
    speaking = asyncio.create_task(voice.run())
    voice.handle(Snapshot(seen[-1][1]))
    await asyncio.sleep(30)
    assert len(recorder.said) == 1
    for _ in range(100):
        voice.repeat_last()
        await asyncio.sleep(0.1)
    assert 10 <= len(recorder.said) - 1 <= 11
    speaking.cancel()


@pytest.mark.parametrize(("mute", "status"), [(False, 204), (True, 404)])
async def test_a_device_can_have_it_said_again_if_there_is_a_voice(
    evening: Evening, mute: bool, status: int
) -> None:
    await evening.begin()
    client = Client(evening, None, mute=mute)
    assert (await client.post("/api/voice/again")).status_code == status
    assert (await client.post("/api/voice/again", {"loud": True})).status_code in (400, 404)
    assert mute or (client.mouth is not None and client.mouth.asked == 1)
    await client.http.aclose()


@pytest.mark.looptime
async def test_a_program_that_fails_is_logged_once_and_tried_again_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    attempts: list[float] = []
    well = False

    class Failing(Recorder):
        async def speak(self, text: str) -> None:
            attempts.append(asyncio.get_running_loop().time())
            if not well:
                raise Silent("The voice's program x has failed.")

    voice = Voice(catalogue(), Level.PLAYS, Failing())
    speaking = asyncio.create_task(voice.run())
    voice._queue.add([Line(0, "One.")], frozenset(), 0)
    for second in range(100):
        await asyncio.sleep(1)
        voice._queue.add([Line(second + 1.0, "One.")], frozenset(), second + 1.0)
        voice._wake_up()
    pauses = [later - before for before, later in pairwise(attempts)]
    assert pauses[0] >= FIRST_PAUSE_S and pauses == sorted(pauses) and len(attempts) < 6
    assert events(caplog) == ["voice_silent"]
    well = True
    for second in range(100, 300):
        await asyncio.sleep(1)
        voice._queue.add([Line(second + 1.0, "One.")], frozenset(), second + 1.0)
        voice._wake_up()
    assert events(caplog) == ["voice_silent", "voice_back"]
    speaking.cancel()


@pytest.mark.looptime
async def test_a_program_that_hangs_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    recorder = Recorder(chars_a_second=0.001)
    voice = Voice(catalogue(), Level.PLAYS, recorder)
    speaking = asyncio.create_task(voice.run())
    voice._queue.add([Line(0, "One.")], frozenset(), 0)
    await asyncio.sleep(HANGS_S - 1)
    assert recorder.cut == [] and events(caplog) == []
    await asyncio.sleep(2)
    assert recorder.cut == ["One."] and events(caplog) == ["voice_silent"]
    speaking.cancel()


@pytest.fixture(autouse=True)
def no_process_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a killed program until it is gone, however late the kernel of a busy machine is."""
    monkeypatch.setattr(program_module, "GONE_S", PATIENCE_S)


@pytest.fixture
def no_sentence_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop nothing because a busy machine starts a program late."""
    monkeypatch.setattr(queue_module, "LATEST_S", PATIENCE_S)


@pytest.mark.usefixtures("no_sentence_late")
async def test_what_a_real_program_is_given_is_the_round(evening: Evening, tmp_path: Path) -> None:
    file = tmp_path / "said"
    evening.draws = {1: 0, 2: 2}
    table = await evening.begin()

    async def then(heard: int) -> None:
        await until(lambda: file.exists() and file.read_text().count("\n") == heard)

    async with listening(evening, Program(writes_to(file))) as voice:
        voice.update(table)
        for heard, (by, card) in enumerate(
            (("Bo", "red-3"), ("Cy", "blue-3"), ("Ann", "blue-hit-2")), start=1
        ):
            await then(heard)
            await table.command({"do": "play", "by": by, "card": card})
        for heard in (4, 5):
            await then(heard)
            await evening.press()
        await then(6)
    assert moves_told(file.read_text().splitlines(), "en") == [
        *(("turn", "Bo", "red", "5"), ("play", "Bo", "red-3", None, 0)),
        *(("turn", "Cy", "red", "3"), ("play", "Cy", "blue-3", None, 0)),
        *(("turn", "Ann", "blue", "3"), ("play", "Ann", "blue-hit-2", None, 0)),
        *(("hit", "Bo", 0), ("hit", "Bo", 2), ("turn", "Cy", "blue", "hit-2")),
    ]


@pytest.mark.parametrize("command", [["/nowhere/espeak"], FAILS, HANGS, KILLED, ["/bin/true"]])
async def test_the_referee_plays_on_whatever_the_voice_does(
    evening: Evening, command: list[str]
) -> None:
    async with listening(evening, Program(command)):
        table = await evening.begin()
        async with asyncio.timeout(PATIENCE_S):
            await table.command(PLAY)
            await evening.press()
            await table.command({"do": "play", "by": "Ann", "card": "red-9"})
    assert evening.state["top"] == "red-9"


async def test_a_voice_that_cannot_word_something_disturbs_nobody(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(voice_module, "narrate", fail)
    async with listening(evening, Recorder()):
        table = await evening.begin()
        await table.command(PLAY)
    assert "voice_confused" in events(caplog)
    assert evening.state["top"] == "red-3"


async def test_what_could_not_be_worded_is_not_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[tuple[Snapshot | None, Snapshot]] = []

    def fail(before: Snapshot | None, now: Snapshot) -> None:
        tried.append((before, now))
        raise ValueError

    monkeypatch.setattr(voice_module, "narrate", fail)
    voice = Voice(catalogue(), Level.PLAYS, Recorder())
    table = await evening.begin()
    voice.update(table)
    voice.update(table)
    (_, first), (before, _) = tried
    assert before is first


async def test_a_program_is_given_the_text_and_no_shell(tmp_path: Path) -> None:
    file = tmp_path / "said"
    text = "Ann; rm -rf /: $(red) `5` [[h@l'oU]] „ü“."
    await Program(writes_to(file)).speak(text)
    assert file.read_text() == "Ann; rm -rf /: $(red) `5` h@l'oU „ü“.\n"


@pytest.mark.parametrize("in_its_start", [False, True])
async def test_a_program_that_is_cut_short_is_gone_with_all_that_it_started(
    tmp_path: Path, in_its_start: bool
) -> None:
    file = tmp_path / "pid"
    child = ["import os, subprocess, sys, time", f"f = open({str(file)!r}, 'w')"]
    child += ["p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"]
    child += ["print(p.pid, file=f, flush=True)", "time.sleep(600)"]
    program = Program([sys.executable, "-c", "; ".join(child)])

    def is_up() -> bool:
        return file.exists() and file.read_text().endswith("\n")

    speaking = asyncio.create_task(program.speak("One."))
    if in_its_start:
        for _ in range(2):  # the program runs, and its pipe is not connected yet
            await asyncio.sleep(0)
        latest_s = time.monotonic() + PATIENCE_S
        while not is_up() and time.monotonic() < latest_s:  # the loop does not get on meanwhile
            os.sched_yield()
    else:
        await until(is_up)
    speaking.cancel()
    async with asyncio.timeout(PATIENCE_S):
        with suppress(asyncio.CancelledError):
            await speaking
    await until(lambda: not is_running(int(file.read_text())))


@pytest.mark.parametrize("turns", range(6))
async def test_a_program_is_gone_though_it_was_cut_short_twice(turns: int) -> None:
    """A text's time was over, and the referee stops meanwhile."""
    program = Program(HANGS)
    speaking = asyncio.create_task(program.speak("One."))
    for _ in range(turns):
        await asyncio.sleep(0)
    speaking.cancel()
    await asyncio.sleep(0)
    speaking.cancel()
    with suppress(asyncio.CancelledError):
        await speaking
    assert program._stuck is None or program._stuck.returncode is not None


@pytest.mark.parametrize("command", [["/nowhere/espeak"], FAILS, KILLED])
async def test_a_program_that_does_not_speak_says_so(command: list[str]) -> None:
    with pytest.raises(Silent, match=r"^The voice's program .*\.$"):
        await Program(command).speak("One.")


def test_the_command_line_of_espeak_and_of_another_program() -> None:
    assert command_of(Referee(voice="espeak-ng", voice_volume_pct=60, voice_name="en-gb")) == [
        *("espeak-ng", "-v", "en-gb", "-a", "60", "--stdin"),
    ]
    other = Referee(voice="say 'in {language}' -v {voice} --loud={volume}")
    assert command_of(other) == ["say", "in en", "-v", "en", "--loud=100"]


async def test_a_voice_is_made_as_the_configuration_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    (tmp_path / "pcmC0D0p").touch()
    voice = make_voice(Referee(voice="espeak-ng", voice_level="everything"), tmp_path)
    assert voice._level is Level.EVERYTHING
    assert events(caplog) == []


async def test_a_machine_without_a_sound_output_is_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """espeak-ng itself ends there without an error."""
    (tmp_path / "pcmC0D0c").touch()  # a microphone
    caplog.set_level(logging.INFO, "rollerdeck")
    make_voice(Referee(voice="espeak-ng"), tmp_path)
    make_voice(Referee(voice="say"), tmp_path)
    assert events(caplog) == ["voice_silent"]
    assert caplog.messages[0].startswith("There is no sound output for the voice.")


@pytest.mark.thorough
def test_a_referee_with_a_voice_speaks_and_leaves_no_program_behind(house: House) -> None:
    """The program ends by itself before it gets a text that it would not have in time.

    On a busy machine, the referee drops a sentence that waits until another was cut short.
    """
    said = house.folder / "said"
    speak = f'echo "$$ $(cat)" >> {said}; [ $(grep -c "Rot 5" {said}) -lt 2 ] || exec sleep 600'
    config = house.folder / "voice.toml"
    line = json.dumps(shlex.join(["/bin/sh", "-c", speak]))
    config.write_text(f"[referee]\nlanguage = 'de'\nvoice = {line}\n")

    def pids() -> list[int]:
        return [int(line.split()[0]) for line in said.read_text().splitlines()]

    def is_silent() -> bool:
        return not any(map(psutil.pid_exists, pids()))

    with house.play("--simulate", "--config", str(config)) as referee:
        house.post("/api/games", GAME)
        referee.until(lambda: said.exists() and is_silent(), "end of the first sentence")
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        referee.until(lambda: "Rot 5" in said.read_text() and is_silent(), "end of a sentence")
        assert house.get("/api/table")["voice"]
        house.post("/api/voice/again")
        referee.until(lambda: said.read_text().count("Rot 5") == 2, "the same sentence")
        assert is_running(pids()[-1])
        assert referee.end() == 0
    assert not any(map(is_running, pids()))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.looptime
async def test_level_and_volume_change_while_it_speaks_and_a_test_is_heard() -> None:
    recorder = Recorder()
    voice = Voice(catalogue(), Level.PLAYS, recorder)
    speaking = asyncio.create_task(voice.run())
    voice.adjust(Referee(voice="espeak-ng", voice_level="turns", voice_volume_pct=30))
    assert recorder.commands == [["espeak-ng", "-v", "en", "-a", "30", "--stdin"]]
    voice.say_test()
    voice.say_test()  # nobody can make it start programs all the time
    await asyncio.sleep(10)
    assert recorder.texts == ["This is the voice of the table."]
    speaking.cancel()

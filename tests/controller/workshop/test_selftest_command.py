"""``rollerdeck selftest`` as a person uses it, on pretended pins."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
from click.testing import CliRunner

from controller.base import paths, services
from controller.base.errors import NO_HARDWARE, NOT_SO, STOPPED, Trouble
from controller.cli.selftest import command, testing
from controller.workshop.selftest import interruptions
from controller.workshop.selftest.figures import Pulled
from controller.workshop.selftest.load import NEEDED_BYTES
from controller.workshop.selftest.record import read_record
from controller.workshop.selftest.run import Effort, Means
from hardware.gpio.motor_pins import BOOT_ID
from hardware.gpio.pins import Pins
from hardware.launcher import ChipLoad
from tests.controller.workshop.jumpered import Jumpered

STOPS = (signal.SIGINT, *testing.LIKE_CTRL_C)


@pytest.fixture
def jumpered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Jumpered:
    """The command sees these pins, and its working directory is ``tmp_path``."""
    pi = Jumpered(Pins())
    monkeypatch.setattr(testing, "ThisMachine", lambda: pi.machine)
    monkeypatch.setattr(testing, "Means", lambda machine: pi.means())
    monkeypatch.setattr(testing, "Effort", lambda: Effort(edges=100, busy_s=1, stops=1))
    monkeypatch.setattr(services, "CONFIG", tmp_path / "none.toml")
    monkeypatch.setattr(paths, "config_path", lambda: tmp_path / "none.toml")
    monkeypatch.chdir(tmp_path)
    return pi


def run(*arguments: str, typed: str = "y\n", terminal: bool = True) -> tuple[int, str]:
    with patch.object(testing, "is_terminal", lambda: terminal):
        done = CliRunner().invoke(command, arguments, input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


def test_it_says_what_to_join_and_writes_the_file_and_the_page(
    jumpered: Jumpered, tmp_path: Path
) -> None:
    code, said = run("--loopback")
    assert code == 0, said
    assert "GPIO 23 (pin 16) and GPIO 17 (pin 11)" in said
    assert "GPIO 26 (pin 37) and GPIO 4 (pin 7)" in said
    assert "  100 of 100" in said
    assert "OK    edges: none of 100 edges was lost" in said
    assert read_record(tmp_path / "selftest.json").figures.quiet is not None
    assert (tmp_path / "selftest.html").read_text().startswith("<!doctype html>")

    jumpered.machine.files[str(BOOT_ID)] = "another start\n"
    code, said = run("--after-restart", "selftest.json")
    assert code == 0 and "OK    pins after a restart" in said
    assert "OK    jumpers" in said
    assert read_record(tmp_path / "selftest.json").figures.restarted is not None


def test_a_fault_sets_the_exit_code_and_is_in_the_file(jumpered: Jumpered, tmp_path: Path) -> None:
    jumpered.held_low = {23}
    code, said = run("--loopback", "--out", "mine.json")
    assert code == NOT_SO and "FAIL  motor: something holds GPIO 23" in said
    assert read_record(tmp_path / "mine.json").verdicts[0].what == "motor"


def test_without_a_yes_nothing_is_tested(jumpered: Jumpered, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="supply off first; nothing was tested"):
        run("--loopback", typed="n\n")
    with pytest.raises(Trouble, match="Stopped; nothing was written"):
        run("--loopback", typed="")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("free", "complaint"), [(NEEDED_BYTES - 1, "needs 256 MiB"), (None, "may not write")]
)
def test_a_card_without_space_is_said(jumpered: Jumpered, free: int | None, complaint: str) -> None:
    jumpered.machine.free = free
    with pytest.raises(Trouble, match=complaint):
        run("--loopback")
    jumpered.machine.free = NEEDED_BYTES
    assert run("--loopback")[0] == 0


@pytest.mark.parametrize(
    ("out", "complaint"),
    [
        ("mine.html", "the page gets this ending"),
        ("no/mine.json", r"there is no folder .+/no; make it"),
        (".", "is a folder; name a file in it"),
        ("", "is a folder; name a file in it"),
        ("pipe", "pipe is no ordinary file"),
        ("taken.json", r"^taken\.html: this user may not write there"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_test(
    jumpered: Jumpered, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, out: str, complaint: str
) -> None:
    (tmp_path / "taken.html").touch()
    os.mkfifo(tmp_path / "pipe")
    may = os.access  # root may write everywhere

    def may_not_write_taken(at: Path, how: int) -> bool:
        return may(at, how) and not (how & os.W_OK and at.name == "taken.html")

    monkeypatch.setattr(os, "access", may_not_write_taken)
    before = jumpered.now_us
    with pytest.raises(Trouble, match=complaint):
        run("--loopback", "--out", out)
    assert jumpered.now_us == before


def test_a_full_card_leaves_the_verdicts_on_the_terminal(
    jumpered: Jumpered, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(file: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", fill)
    monkeypatch.setattr("click.confirm", lambda question: True)
    with pytest.raises(Trouble, match="No space left on device"):
        testing.carry_out(True, None, None, Path("selftest.json"), None)
    assert "OK    edges: none of 100 edges was lost" in capsys.readouterr().out


@pytest.mark.parametrize("number", STOPS)
def test_a_test_that_is_stopped_says_so_and_writes_nothing(
    jumpered: Jumpered, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: signal.Signals
) -> None:
    def stop(seconds: float) -> None:
        os.kill(os.getpid(), number)

    monkeypatch.setattr(jumpered, "sleep", stop)
    handlers = {one: signal.getsignal(one) for one in STOPS}
    try:
        with pytest.raises(Trouble, match="Stopped; nothing was written") as stopped:
            run("--loopback")
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
    assert stopped.value.exit_code == STOPPED
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("asked", [(), ("--loopback", "--serial", "auto")])
def test_one_thing_is_tested(jumpered: Jumpered, asked: tuple[str, ...]) -> None:
    with pytest.raises(Trouble, match="Say what to test"):
        run(*asked)


def test_a_restart_is_added_to_the_same_file(jumpered: Jumpered) -> None:
    with pytest.raises(Trouble, match="leave --out out"):
        run("--after-restart", "one.json", "--out", "two.json")


def test_another_program_and_a_missing_chip_are_sentences(jumpered: Jumpered) -> None:
    jumpered.machine.held[4] = "a-lamp"
    with pytest.raises(Trouble, match=r"GPIO 4 \(pin 7\) is in use by a-lamp"):
        run("--loopback")
    jumpered.machine.no_chip = "There is no GPIO chip of a Raspberry Pi here."
    with pytest.raises(Trouble, match="no GPIO chip"):
        run("--loopback")


@pytest.mark.parametrize(
    ("terminal", "typed", "pulls"), [(True, "y\n", 2), (True, "n\n", 0), (False, "", 0)]
)
def test_a_pico_says_how_busy_it_is_and_is_found_again(
    jumpered: Jumpered,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    terminal: bool,
    typed: str,
    pulls: int,
) -> None:
    async def ask(serial: str) -> ChipLoad:
        assert serial == "auto"
        return ChipLoad(900, 3000, 60_000)

    async def watch(serial: str, pulls: int, say: Callable[[str], None]) -> tuple[Pulled, ...]:
        assert serial == "auto"
        say("Pull it.")
        return (Pulled(300),) * pulls

    monkeypatch.setattr(interruptions, "ask_pico", ask)
    monkeypatch.setattr(interruptions, "watch_pulls", watch)
    code, said = run("--serial", "auto", typed=typed, terminal=terminal)
    assert code == 0 and "OK    ticks: the longest took 900" in said
    assert ("\nPull it.\n" in said) == (pulls > 0)
    assert said.count("plug: pulled 2 times") == (pulls == 2)
    # the file can be read again, and says what was not asked for
    figures = read_record(tmp_path / "selftest.json").figures
    assert figures.pulled == ((Pulled(300),) * 2 if pulls else msgspec.UNSET)
    with pytest.raises(Trouble, match="is no test with --loopback"):
        run("--after-restart", str(tmp_path / "selftest.json"))


def test_a_pico_whose_program_tells_nothing_is_a_sentence(
    jumpered: Jumpered, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def ask(serial: str) -> None:
        return None

    monkeypatch.setattr(interruptions, "ask_pico", ask)
    with pytest.raises(Trouble, match="does not say how busy it is"):
        run("--serial", "auto", terminal=True, typed="")
    assert not list(tmp_path.iterdir())


def test_nobody_is_asked_to_pull_a_plug_where_there_is_no_pico(jumpered: Jumpered) -> None:
    with pytest.raises(Trouble, match=r"/dev/none") as trouble:
        run("--serial", "/dev/none", terminal=True, typed="")
    assert trouble.value.exit_code == NO_HARDWARE


def test_its_own_means_reach_the_kernel() -> None:
    """Nothing of a test is left in what a person gets."""
    pi = Jumpered(Pins())
    ours = {type(pi).__module__}
    means = Means(pi.machine)
    assert {means.whole_loop.__module__, means.end_drivers.__module__}.isdisjoint(ours)

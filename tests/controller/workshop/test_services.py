"""Which launcher, configuration and calibration are meant where the services are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.base import paths, services
from controller.base.errors import Trouble
from controller.cli import bench, safe_off
from controller.workshop.doctor.machine import ThisMachine
from controller.workshop.doctor.rounds import find_places


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the services have, of which nothing is there yet."""
    monkeypatch.setattr(services, "SOCKET", tmp_path / "run" / "launcher.sock")
    monkeypatch.setattr(services, "CONFIG", tmp_path / "etc" / "rollerdeck.toml")
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "own"))
    return tmp_path


def meant(*words: str) -> str:
    """Where a command looks for a launcher that does not answer."""
    command = bench.command if words[0] == "eject" else safe_off.command
    outcome = CliRunner().invoke(command, words if words[0] == "eject" else words[1:])
    assert isinstance(outcome.exception, Trouble)
    return str(outcome.exception)


@pytest.mark.parametrize("words", [("eject", "1"), ("safe-off",)])
def test_the_installed_driver_is_meant_while_it_runs(
    installed: Path, words: tuple[str, ...]
) -> None:
    assert str(installed / "own") in meant(*words)
    services.SOCKET.parent.mkdir()
    services.SOCKET.touch()
    assert str(services.SOCKET) in meant(*words)
    assert str(installed / "named") in meant(*words, "--socket", str(installed / "named"))


def test_the_bench_reads_the_configuration_of_the_launcher_that_it_reaches(
    installed: Path,
) -> None:
    services.CONFIG.parent.mkdir()
    services.CONFIG.write_text("nonsense")
    assert str(installed / "own") in meant("eject", "1")
    services.SOCKET.parent.mkdir()
    services.SOCKET.touch()
    assert str(services.CONFIG) in meant("eject", "1")
    assert str(services.CONFIG) in meant("eject", "1", "--socket", str(services.SOCKET))
    own = installed / "own" / "launcher.sock"
    assert str(own) in meant("eject", "1", "--socket", str(own))


@pytest.mark.parametrize("key", ['socket = "', 'address = "unix:'])
def test_a_socket_in_a_named_configuration_is_meant(installed: Path, key: str) -> None:
    services.SOCKET.parent.mkdir()
    services.SOCKET.touch()
    file = installed / "mine.toml"
    file.write_text(f'[launcher]\n{key}{installed}/mine.sock"\n')
    assert f"{installed}/mine.sock" in meant("eject", "1", "--config", str(file))
    assert find_places(ThisMachine(), file, None).launcher.socket == installed / "mine.sock"


def test_a_launcher_over_tcp_in_a_named_configuration_is_meant(installed: Path) -> None:
    services.SOCKET.parent.mkdir()
    services.SOCKET.touch()
    file = installed / "mine.toml"
    file.write_text('[launcher]\naddress = "tcp:127.0.0.1:1"\n')
    assert "127.0.0.1:1:" in meant("eject", "1", "--config", str(file))
    places = find_places(ThisMachine(), file, None)
    assert (str(places.launcher), places.on_pico) == ("tcp:127.0.0.1:1", False)


@pytest.mark.parametrize("broken", [False, True])
def test_safe_off_means_the_launcher_of_the_configuration(installed: Path, broken: bool) -> None:
    usual = paths.config_path()
    usual.parent.mkdir(parents=True)
    usual.write_text('[launcher]\naddress = "tcp:127.0.0.1:1"\n' + "nonsense" * broken)
    assert ("127.0.0.1:1" in meant("safe-off")) is not broken


def test_safe_off_uses_the_relay_that_has_a_pico(installed: Path) -> None:
    usual = paths.config_path()
    usual.parent.mkdir(parents=True)
    usual.write_text('[launcher]\naddress = "serial:/dev/none"\n')
    assert "/dev/none" in meant("safe-off")
    relay = paths.socket_path()
    relay.parent.mkdir(parents=True, exist_ok=True)
    relay.touch()
    assert str(relay) in meant("safe-off")


def test_what_this_user_may_not_look_at_counts_as_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not services.is_there(tmp_path / "none")
    assert services.is_there(tmp_path)

    def barred(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "lstat", barred)
    assert services.is_there(tmp_path / "none")


def test_a_name_that_no_file_can_have_is_not_there() -> None:
    assert not services.is_there(Path("x\0"))
    assert not services.is_there(Path("x" * 300))

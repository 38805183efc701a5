"""What ``rollerdeck hub`` refuses, and what its other commands say."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.club.hub.result_store import Store
from tests.controller.club.hub.test_store import keep, result
from tests.processes import free_port, here


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    file = tmp_path / "rollerdeck.toml"
    file.write_text(f"[hub]\nhost = 'localhost'\nport = {free_port()}\npage_port = 0\n")
    return "--config", str(file)


def test_without_a_broker_it_says_so(config: tuple[str, str], tmp_path: Path) -> None:
    done = here("hub", *config)
    assert (done.returncode, "correct hub.host" in done.stderr) == (3, True), done.stderr
    Path(config[1]).write_text("")
    done = here("hub", *config)
    assert (done.returncode, "write hub.host into" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("only = true", "hub.only needs a broker"),
        ("name = 'a/b'", "cannot be a hub's name"),
        ("key = '/k'", "hub.certificate and hub.key need each other"),
        ("events_days = 0", "hub.events_days"),
        ("names = ['http://x']", "hub.names"),
    ],
)
def test_a_wrong_configuration_is_refused_in_a_sentence(
    config: tuple[str, str], text: str, said: str
) -> None:
    Path(config[1]).write_text(f"[hub]\n{text}\n")
    done = here("hub", *config)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_results_are_exported_copied_and_forgotten(config: tuple[str, str], tmp_path: Path) -> None:
    for words in (("export",), ("forget", "Ann"), ("backup", str(tmp_path / "copy"))):
        done = here("hub", *words, *config)
        assert (done.returncode, "run the hub first" in done.stderr) == (2, True), done.stderr
    store = Store(tmp_path / "hub.sqlite3")
    keep(store, result(1, {"Ann": 3, "Bo": 1}))
    store.close()
    assert (
        "t,1,1790000600,attack,2,10,no_commitment,Ann,3,1"
        in here("hub", "export", "--csv", *config).stdout
    )
    assert here("hub", "export", "--boxes", *config).stdout == "{}\n"
    both = here("hub", "export", "--boxes", "--csv", *config)
    assert (both.returncode, "leave out --csv or --boxes" in both.stderr) == (2, True)
    copy = str(tmp_path / "copy")
    assert "holds 1 result." in here("hub", "backup", copy, *config).stdout
    said = here("hub", "forget", "Ann", *config).stdout
    assert said.startswith("The name is taken out of 1 result, ")
    assert here("hub", "forget", "Zoe", *config).returncode == 1
    assert here("hub", "forget", " ", *config).returncode == 2
    assert "Ann" not in here("hub", "export", *config).stdout
    assert "Restored 1 result." in here("hub", "restore", copy, *config).stdout

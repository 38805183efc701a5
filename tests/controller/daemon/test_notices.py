"""What the referee logs: each event once, and nobody's name."""

from __future__ import annotations

import logging
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from controller.base.errors import Refused
from controller.daemon.table_notices import TableNotices
from firmware_bridge.notices import AT_A_PICO
from hardware.launcher import LauncherEvent, ScaleChanged, ScaleFault
from tests.processes import COMMAND, PATIENCE_S
from tests.worlds.evening import GAME, PLAY, Evening, fill_up, make_room, until


class Logged(Evening):
    """A table as `serve` puts it together, as far as its log is concerned."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.notices = TableNotices(0)
        self.changed = lambda _: self.notices.stands(self.table)
        self.heard = self.notices.heard


@pytest.fixture
async def logged_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("controller.table.table.RETRY_S", 0.0)
    evening = Logged(tmp_path)
    yield evening
    await evening.close()


def events(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, Any]]]:
    return [(one.event, one.fields) for one in caplog.records if one.name == "rollerdeck"]  # type: ignore[attr-defined]


async def test_an_evening_is_logged_without_a_name(
    logged_evening: Logged, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "rollerdeck")
    await logged_evening.begin()
    await logged_evening.press()
    logged_evening.launcher.set_cover(True)
    logged_evening.launcher.cut()
    logged_evening.launcher.mend()
    await logged_evening.launcher.heard()
    said = events(caplog)
    assert [name for name, _ in said] == [
        *("game_begun", "hit_ended", "fault", "launcher_lost", "launcher_back"),
    ]
    of = dict(said)
    assert of["game_begun"] == {"game": 1, "edition": "attack", "players": 3}
    assert (of["hit_ended"]["hit"], of["hit_ended"]["cards"]) == (1, 3)
    assert of["fault"] == {"fault": "COVER_OPEN"}
    everything = caplog.text + str(said)
    seed = logged_evening.table.record.begun.seed  # type: ignore[union-attr]
    for secret in (*GAME["players"], seed, logged_evening.journal.seed(2).hex()):
        assert secret not in everything


async def test_what_a_launcher_says_again_is_logged_once(
    logged_evening: Logged, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    seen: list[LauncherEvent] = []

    def hear(event: LauncherEvent) -> None:
        seen.append(event)
        logged_evening.notices.heard(event)

    logged_evening.heard = hear
    await logged_evening.begin()
    logged_evening.launcher.press_until(1)
    logged_evening.launcher.rig.set_fault("jam", True)
    logged_evening.launcher.finish()
    await logged_evening.launcher.heard()
    before = events(caplog)
    assert [name for name, _ in before] == ["game_begun", "hit_broken_off", "fault"]
    logged_evening.launcher.repeat(*seen)
    await logged_evening.launcher.heard()
    assert events(caplog) == before


async def test_a_picos_scale_that_fails_is_logged_once_and_the_game_goes_on(
    logged_evening: Logged, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    await logged_evening.begin()
    held = ScaleChanged(ScaleFault.BUS_HELD)
    logged_evening.launcher.repeat(held, held, ScaleChanged(None), ScaleChanged(None))
    await logged_evening.press()
    await logged_evening.launcher.heard()
    assert [name for name, _ in events(caplog)] == ["game_begun", "scale", "scale", "hit_ended"]
    assert [one.levelno for one in caplog.records[1:3]] == [logging.WARNING, logging.INFO]
    assert AT_A_PICO[ScaleFault.BUS_HELD] in caplog.text


async def test_a_disk_that_refuses_is_logged_once_and_so_is_its_end(
    logged_evening: Logged, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "rollerdeck")
    table = await logged_evening.begin()
    fill_up(logged_evening)
    for _ in range(3):
        with pytest.raises(Refused, match="not_saved"):
            await table.command(PLAY)
    make_room(logged_evening)
    await until(lambda: logged_evening.table.is_saved)
    await until(lambda: events(caplog)[-1][0] == "saved_again")
    names = [name for name, _ in events(caplog)]
    assert names.count("not_saved") == names.count("saved_again") == 1
    (unsaved,) = (one for one in caplog.records if one.levelno == logging.ERROR)
    assert unsaved.getMessage().startswith("The journal could not be written (")


@pytest.mark.thorough
def test_a_command_that_cannot_start_is_an_error_in_the_journal_too(tmp_path: Path) -> None:
    config = tmp_path / "rollerdeck.toml"
    config.write_text("[referee]\nprot = 1\n")
    with (tmp_path / "out").open("w+") as stream:
        found = os.fstat(stream.fileno())
        for stands in (f"{found.st_dev}:{found.st_ino}", ""):
            ended = subprocess.run(
                [*COMMAND, "play", "--config", str(config)],
                stderr=stream,
                env=os.environ | {"JOURNAL_STREAM": stands},
                timeout=PATIENCE_S,
            )
            assert ended.returncode == 2
        stream.seek(0)
        journal, terminal = stream.read().splitlines()
    assert terminal.startswith("rollerdeck: ") and "prot" in terminal
    assert journal == f"<3>{terminal}"

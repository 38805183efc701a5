"""``rollerdeck driver --pico``, and a referee that waits for a Pico."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.base.errors import WRONG_USAGE
from tests.processes import Running, here
from tests.worlds.house import House

ON_PICO = '[launcher]\nserial = "{line}"\n'


@pytest.mark.parametrize("option", ["--pico", "--socket"])
def test_a_pico_and_a_driver_are_not_used_at_once(tmp_path: Path, option: str) -> None:
    """Neither touches a pin or a line where the other one is configured."""
    config = tmp_path / "rollerdeck.toml"
    config.write_text("" if option == "--pico" else ON_PICO.format(line="auto"))
    socket = tmp_path / "run" / "launcher.sock"
    pico = ["--pico"] if option == "--pico" else []
    done = here("driver", "--config", config, "--socket", socket, *pico)
    assert done.returncode == WRONG_USAGE
    said = done.stderr.splitlines()[-1]
    assert ("launcher.address" if pico else "launcher.serial") in said and said.endswith(".")
    assert not socket.parent.exists()


def test_a_relay_beside_another_launcher_is_refused(tmp_path: Path) -> None:
    config, socket = tmp_path / "rollerdeck.toml", tmp_path / "launcher.sock"
    config.write_text(ON_PICO.format(line="auto"))
    socket.touch()
    done = here("driver", "--pico", "--config", config, "--socket", socket)
    assert done.returncode == WRONG_USAGE
    assert f"{socket} is not a socket" in done.stderr


@pytest.mark.thorough
def test_a_referee_serves_its_page_before_the_pico_is_plugged_in(house: House) -> None:
    line, config = house.folder / "pico", house.folder / "pico.toml"
    config.write_text(ON_PICO.format(line=line))
    named = ("--config", str(config), "--socket", str(house.socket))
    with Running(house.folder, "driver", "--pico", *named) as relay:
        relay.until(lambda: "listens at" in relay.said, "listening")
        with Running(house.folder, *house.args, "--config", str(config)) as referee:
            referee.until(lambda: "The table is at" in referee.said, "page")
            referee.until(lambda: f"The port {line} does not exist" in referee.said, "reason")
            assert house.get("/api/table")["launcher"]["link"] == "down"
            assert referee.end() == 0
        assert relay.end() == 0

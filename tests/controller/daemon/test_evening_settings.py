"""What was set on the page, at the start of a referee."""

from __future__ import annotations

import pytest

from controller.base.paths import settings_of
from controller.evenings.settings import PageValues, StoredSettings
from controller.evenings.settings_store import write_settings
from tests.worlds.evening import GAME
from tests.worlds.house import House


@pytest.mark.thorough
def test_a_referee_begins_with_what_was_set_on_the_page(house: House) -> None:
    house.journal.parent.mkdir()
    page = PageValues(profile="suspense", strict=True)
    write_settings(settings_of(house.journal), StoredSettings(page))
    with house.play("--simulate"):
        assert house.get("/api/table")["launcher"]["strict"]
        house.post("/api/games", GAME)
        assert house.get("/api/table")["fairness"]["game"]["profile"] == "suspense"


@pytest.mark.thorough
def test_a_referee_with_a_damaged_file_says_so_and_serves(house: House) -> None:
    house.journal.parent.mkdir()
    file = settings_of(house.journal)
    file.write_bytes(b"{")
    with house.play("--simulate") as referee:
        assert not house.get("/api/table")["launcher"]["strict"]
        told = f"The file {file.name} with the settings of the page is damaged"
        referee.until(lambda: told in referee.said, "what is wrong")
    assert file.read_bytes() == b"{"

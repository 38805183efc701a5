"""Who only hears the room's voice can write the round down: the same plays, counts and turns."""

from __future__ import annotations

from itertools import pairwise

import pytest

from controller.voice.narration import Level
from controller.voice.queue import LATEST_S
from tests.worlds.spoken import Recorder, game_of, hear, languages, moves_made, moves_told


@pytest.mark.looptime
@pytest.mark.parametrize("language", languages())
async def test_a_game_can_be_written_down_from_what_was_heard(language: str) -> None:
    recorder = Recorder()
    seen, _ = await hear(game_of(3).entries, language, Level.PLAYS, recorder)
    told, made = moves_told(recorder.texts, language), moves_made(seen)
    deeds = [one for one in told if one[0] != "turn"]
    assert deeds == [one for one in made if one[0] != "turn"]
    assert len(deeds) > 30
    # what is still so is said again, for example after a reload
    heard = [one for one in told if one[0] == "turn"]
    turns = [one for one in made if one[0] == "turn"]
    assert in_order(turns, heard)
    assert set(heard) == set(turns)


@pytest.mark.looptime
async def test_who_hears_the_turns_alone_hears_each_of_them() -> None:
    recorder = Recorder()
    seen, _ = await hear(game_of(4).entries, "en", Level.TURNS, recorder)
    told = moves_told(recorder.texts, "en")
    assert {one[0] for one in told} == {"turn"}
    assert in_order([one for one in moves_made(seen) if one[0] == "turn"], told)


@pytest.mark.looptime
async def test_however_quick_a_game_is_nothing_is_late_and_the_newest_is_said() -> None:
    """Bots that play much more quickly than the voice speaks."""
    recorder = Recorder()
    seen, moments = await hear(game_of(5).entries, "en", Level.PLAYS, recorder, pace=10)
    for began, _ in recorder.said:
        # something had happened shortly before
        assert any(0 <= began - moment <= LATEST_S for moment in moments)
    assert all(later[0] > earlier[0] for earlier, later in pairwise(recorder.said))
    made = [one for one in moves_made(seen) if one[0] != "turn"]
    assert [one for one in moves_told(recorder.texts, "en") if one[0] != "turn"] == made
    assert recorder.cut


def in_order(wanted: list[tuple[object, ...]], heard: list[tuple[object, ...]]) -> bool:
    """Whether all of these were heard, in this order."""
    left = iter(heard)
    return all(one in left for one in wanted)

"""A game that was left by beginning another is taken up again where it stood."""

from __future__ import annotations

import pytest

import rules
from controller.games.journal_replay import course
from controller.journal.entry import Stamp
from controller.journal.reading import read_game
from controller.table.context import INTERNAL_REQUEST, RequestInfo, StartOptions
from controller.table.hit import HitStage
from controller.table.rate_limit import RateLimit
from controller.table.staleness import Tag
from tests.controller.games.left_game import HIT_TWO, OTHER_GAME, left, numbers
from tests.worlds.evening import GAME, PLAY, Evening, Killed, refusal


async def test_it_goes_on_where_it_stood(evening: Evening) -> None:
    table = await evening.begin()
    await table.command(HIT_TWO)
    await evening.press()
    stood, offers = table.record.state, rules.legal(table.record.state or pytest.fail())
    await table.new_game(OTHER_GAME)
    await table.command({"do": "turn_up", "card": "blue-7"})
    await evening.press()
    await table.play_on(1)
    for record in (table.record, (await evening.restart()).record):
        state = record.state
        assert state is not None and state == stood
        undo = [one.json() for one in offers if one.json()["do"] != "undo"]
        assert [one.json() for one in rules.legal(state)] == undo
        assert numbers(evening) == [None, None, 1]
        assert (record.number, record.played) == (3, 2)
        assert record.log[-1].key == "log.goes_on"
        assert record.log[-1].values == {"game": 1, "names": ["Ann", "Bo", "Cy"]}


async def test_what_a_player_owes_is_still_owed_and_drawn_anew(evening: Evening) -> None:
    table = await left(evening)
    armings, rolled = len(evening.launcher.armings), len(evening.rolled)
    await table.play_on(1)
    assert evening.filled[-1] == evening.state["launcher"]  # another game has used the launcher
    assert evening.rolled[rolled:] == [1]  # the first draw of the new seal
    assert [hits for _, hits in evening.launcher.armings[armings:]] == [3]
    held = evening.state["hands"]["Cy"]
    await evening.press()
    assert evening.state["hands"]["Cy"] == held + 3
    assert evening.state["owed"] == []
    assert evening.balanced()


async def test_nobody_leaves_a_game_in_the_middle_of_a_hit(evening: Evening) -> None:
    table = await left(evening)
    await table.command({"do": "turn_up", "card": "blue-7"})
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    for asked in (table.play_on(1), table.new_game(GAME)):
        assert (await refusal(asked))[0] == "launcher_busy"
    table = await evening.restart()  # nor where only the table can say what came
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM
    assert (await refusal(table.play_on(1)))[0] == "launcher_busy"
    await table.confirm(table.hit.number, 3)
    await table.play_on(1)
    assert [(one["by"], one["hits"]) for one in evening.state["owed"]] == [("Cy", 1)]


async def test_a_game_may_be_left_and_taken_up_again_and_again(evening: Evening) -> None:
    table = await left(evening)
    for goes_on in (1, 3, 5):
        stood = evening.table.record.games[goes_on - 1]
        await table.play_on(goes_on)
        table = await evening.restart()
        await table.command({"do": "set", "scores": {"Ann": goes_on}})
        await table.new_game(OTHER_GAME)
        assert (stood.scores["Ann"], stood.round) == (max(0, goes_on - 2), 1)
    assert numbers(evening) == [None, None, 1, None, 3, None, 5, None]
    assert (table.record.played, table.record.taken_up) == (5, {1: 3, 3: 5, 5: 7})
    seen = course(read_game(evening.path, 7), evening.path, superseded=True)
    assert seen is not None and seen.state["scores"] == {"Ann": 5, "Bo": 0, "Cy": 0}
    assert (await evening.restart()).record.games == table.record.games


@pytest.mark.parametrize("before", ["the hopper is filled", "the hit is armed"])
async def test_killed_in_the_middle_it_goes_on(
    before: str, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await left(evening)

    async def fill(cards: int) -> None:
        raise Killed

    def arm() -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if before == "the hopper is filled":
            patch.setattr(evening, "fill", fill)
        else:
            evening.launcher.before_arm = arm
        with pytest.raises(Killed):
            await table.play_on(1)
    table = await evening.restart()
    assert (table.record.number, evening.filled[-1]) == (3, evening.state["launcher"])
    assert table.hit is not None and table.hit.stage is HitStage.ARMED
    await evening.press()
    assert evening.state["owed"] == [] and evening.balanced()


async def test_what_cannot_go_on_says_why(evening: Evening) -> None:
    table = await left(evening)
    assert await refusal(table.play_on(2)) == (
        "on_the_table",
        "Game 2 is on the table already: go back to the table and play.",
    )
    await table.play_on(1)
    assert await refusal(table.play_on(1)) == (
        "not_left",
        "Game 1 was already continued as game 3: look for game 3 in the list of past games.",
    )
    await table.delete_game(2)
    for number in (0, 2, 4):
        assert (await refusal(table.play_on(number)))[0] == "no_such_game"
    await table.command({"do": "set", "scores": {"Ann": 499}, "hands": {"Ann": 1}, "turn": "Ann"})
    while evening.state["owed"]:
        await evening.press()
    await table.command({"do": "set", "hands": {"Ann": 1}, "turn": "Ann"})
    await table.command({"do": "play", "by": "Ann", "card": "red-3"})
    for name in ("Bo", "Cy"):
        await table.command({"do": "count", "player": name, "points": 5})
    assert evening.state["phase"] == "game_over"
    await table.new_game(OTHER_GAME)
    assert await refusal(table.play_on(3)) == (
        "not_left",
        "Game 3 is over, so it cannot go on: begin a new game.",
    )
    assert table.record.number == 4


async def test_a_game_whose_end_was_undone_goes_on(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME | {"hands": {"Ann": 3, "Bo": 1, "Cy": 2}, "target": 20})
    await table.command({"do": "turn_up", "card": "red-5"})
    await table.command(PLAY)
    for name in ("Ann", "Cy"):
        await table.command({"do": "count", "player": name, "points": 15})
    await table.command({"do": "undo"})
    await table.new_game(OTHER_GAME)
    await table.play_on(1)
    assert evening.state["phase"] == "count"
    await table.command({"do": "count", "player": "Cy", "points": 15})
    assert [one.round for one in table.record.rounds] == [1]


async def test_an_undo_does_not_reach_into_what_was_left(evening: Evening) -> None:
    table = await left(evening)
    await table.play_on(1)
    assert (await refusal(table.command({"do": "undo"})))[0] == "nothing_to_undo"
    await table.command({"do": "set", "hands": {"Cy": 4}})
    await table.command({"do": "undo"})
    assert (await refusal(table.command({"do": "undo"})))[0] == "nothing_to_undo"
    assert evening.state["hands"]["Cy"] == 10


async def test_a_repeated_request_is_done_once_and_a_late_one_not(evening: Evening) -> None:
    table = await left(evening)
    saw = Tag(evening.journal.id, table.record.seq)
    asking = RequestInfo(Stamp("tap"), saw)
    seq = await table.play_on(1, asking)
    assert await table.play_on(1, asking) == seq
    await table.new_game(OTHER_GAME)
    assert (await refusal(table.play_on(3, RequestInfo(tag=saw))))[0] == "stale"
    assert len(evening.entries("game")) == 4


async def test_it_counts_as_a_new_game_where_few_may_begin(evening: Evening) -> None:
    evening.game_limit = RateLimit(lambda: 0.0, 3, 60.0)
    table = await left(evening)
    await table.play_on(1)
    code, sentence = await refusal(table.play_on(2))
    assert code == "too_soon" and "60 seconds" in sentence


async def test_hands_that_the_launcher_had_not_dealt_are_dealt(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME, INTERNAL_REQUEST, StartOptions(deal="launcher"))
    await evening.launcher.heard()
    await evening.press()
    await table.new_game(OTHER_GAME)
    await table.play_on(1)
    assert (evening.filled[-1], table.record.next_hand) == (112 - 7, "Cy")
    for name in ("Cy", "Ann"):
        hit = (await evening.restart()).hit
        assert hit is not None and hit.intent.hand and hit.intent.by == name
        await evening.press()
    assert evening.table.hit is None

"""Cards that were seen, and what happened before people answered or a card's turn came."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.seeing import Seeing


async def question(seeing: Seeing) -> dict[str, Any] | None:
    """What people are asked."""
    found: dict[str, Any] | None = (await seeing.shown())["pending"]
    return found


async def why(seeing: Seeing) -> str | None:
    asked = await question(seeing)
    return None if asked is None else str(asked["why"])


async def choose(seeing: Seeing, player: str) -> Any:
    """The table wants to count this hand now."""
    return await seeing.phones.table.post("/api/sightings/counting", {"player": player})


@pytest.mark.parametrize("later", ["hit", "set"])
async def test_a_card_that_was_taken_up_undoes_nothing_but_its_own_play(
    seeing: Seeing, later: str
) -> None:
    for card in ("red-3", "red-4", "red-3"):
        await seeing.meaning(card)
    asked = await question(seeing)
    assert asked is not None and asked["why"] == "taken_up"
    if later == "hit":
        await seeing.evening.press()
    else:
        await seeing.say(do="set", hands={"Bo": 5})
    hands = seeing.evening.state["hands"]
    assert await question(seeing) is None
    yes = {"pending": asked["number"], "yes": True}
    answer = await seeing.phones.table.post("/api/sightings/answer", yes)
    refused(answer, 409, "no_such_question")
    assert seeing.evening.state["hands"] == hands


async def test_a_tapped_card_that_was_taken_up_undoes_nothing_but_its_own_play(
    seeing: Seeing,
) -> None:
    await seeing.meaning("red-3")
    await seeing.say(do="play", by="Cy", card="red-4")
    await seeing.meaning("red-3")
    assert await why(seeing) == "taken_up"
    await seeing.say(do="play", by="Ann", card="red-6")
    assert await question(seeing) is None


async def test_what_waited_for_a_reader_that_was_signed_out_is_not_played_later(
    seeing: Seeing,
) -> None:
    assert await seeing.meaning("red-trade-hands") == "asked"
    assert await seeing.meaning("red-7") == "waits"
    (device,) = (await seeing.phones.table.table())["devices"]
    gone = await seeing.phones.table.post("/api/seats/sign_out", {"device": device["device"]})
    assert gone.status_code == 200
    await seeing.say(do="play", by="Bo", card="red-trade-hands", target="Ann")
    await seeing.say(do="play", by="Cy", card="red-2")
    await seeing.say(do="play", by="Ann", card="red-9")
    seeing.now_s += 1800
    seeing.reader = seeing.phones.phone("10.0.0.10")
    await seeing.pair()
    await seeing.say(do="play", by="Bo", card="red-1")
    assert seeing.pile == ["red-5", "red-trade-hands", "red-2", "red-9", "red-1"]
    assert (await seeing.shown())["waiting"] == 0


async def test_draws_without_a_game_are_not_held_up_by_a_card_of_the_game_before(
    seeing: Seeing,
) -> None:
    table = seeing.evening.table
    assert await seeing.meaning("red-trade-hands") == "asked"
    assert await seeing.meaning("red-7") == "waits"
    asked = await question(seeing)
    assert asked is not None
    assert (await seeing.phones.table.post("/api/draws")).status_code == 200
    assert (await question(seeing), (await seeing.shown())["waiting"]) == (None, 0)
    yes = {"pending": asked["number"], "yes": True}
    late = await seeing.phones.table.post("/api/sightings/answer", yes)
    refused(late, 409, "no_such_question")
    await table.drawing.ask("Ann", 2)
    await seeing.evening.press()
    assert table.record.draws is not None
    assert [cards.cards for cards in table.record.draws.drawn] == [2]
    await table.new_game(GAME)
    await table.command({"do": "turn_up", "card": "red-5"})
    assert await question(seeing) is None
    assert await seeing.meaning("red-trade-hands") == "asked"
    asked_anew = await question(seeing)
    assert asked_anew is not None and asked_anew["number"] > asked["number"]


async def test_a_card_that_cannot_be_read_waits_for_a_choice_as_others_do(seeing: Seeing) -> None:
    assert await seeing.meaning("red-trade-hands") == "asked"
    assert await seeing.meaning(None) == "waits"
    assert await seeing.meaning(None) == "waits"  # the reader says again what it has said
    assert await seeing.meaning("red-7") == "waits"
    await seeing.say(do="play", by="Bo", card="red-trade-hands", target="Ann")
    asked = await question(seeing)
    assert asked is not None and (asked["why"], asked["by"]) == ("unread", "Cy")
    await seeing.say(do="play", by="Cy", card="red-2")
    assert seeing.pile == ["red-5", "red-trade-hands", "red-2", "red-7"]
    assert seeing.evening.state["turn"] == "Bo"


async def test_a_discard_all_with_a_card_that_cannot_be_read_is_left_to_people(
    seeing: Seeing,
) -> None:
    for card, meaning in (("red-discard-all", "asked"), ("red-2", "waits"), (None, "waits")):
        assert await seeing.meaning(card) == meaning
    await seeing.meaning("red-discard-all")
    assert (seeing.pile, await why(seeing)) == (["red-5"], "cards")
    cards = ["red-2", "red-4"]
    await seeing.say(do="play", by="Bo", card="red-discard-all", **{"with": cards})
    assert seeing.pile == ["red-5", *cards, "red-discard-all"]
    assert await question(seeing) is None  # the one that could not be read was the red 4


async def test_a_card_after_a_discard_all_that_cannot_be_read_is_asked_of_the_next_player(
    seeing: Seeing,
) -> None:
    for card in ("red-discard-all", None, "blue-7"):
        await seeing.meaning(card)
    assert (await seeing.answer(yes=True)).status_code == 200  # that is all
    assert seeing.pile == ["red-5", "red-discard-all"]
    asked = await question(seeing)
    assert asked is not None and (asked["why"], asked["by"]) == ("unread", "Cy")


async def test_a_tapped_card_that_was_seen_is_asked_first_once_it_was_taken_back(
    seeing: Seeing,
) -> None:
    for player, card in (("Bo", "red-3"), ("Cy", "red-4")):
        await seeing.say(do="play", by=player, card=card)
        seeing.now_s -= 2
        assert await seeing.meaning(card) == "covered"
    await seeing.say(do="undo")
    assert await seeing.meaning("red-3") == "covered"  # it still lies in the pile
    assert await seeing.meaning("red-4") == "offered"
    assert seeing.pile == ["red-5", "red-3"]


async def test_a_card_so_soon_after_a_choice_or_a_yes_is_asked(seeing: Seeing) -> None:
    assert await seeing.meaning("red-trade-hands") == "asked"
    seeing.now_s -= 2.7
    assert await seeing.meaning("red-7") == "waits"
    await seeing.say(do="play", by="Bo", card="red-trade-hands", target="Ann")
    assert seeing.pile == ["red-5", "red-trade-hands"]
    assert await why(seeing) == "confirm"
    seeing.now_s -= 2.7
    assert await seeing.meaning("red-8") == "waits"
    assert (await seeing.answer(yes=True)).status_code == 200
    assert seeing.pile == ["red-5", "red-trade-hands", "red-7"]
    assert await why(seeing) == "confirm"


async def test_a_late_answer_is_for_no_question_of_another_referee(seeing: Seeing) -> None:
    await seeing.meaning("red-trade-hands")
    before = await question(seeing)
    await seeing.restart()
    await seeing.meaning("red-trade-hands", reader="s2")
    after = await question(seeing)
    assert before is not None and after is not None and before["number"] != after["number"]


@pytest.fixture
async def counting(evening: Evening) -> AsyncIterator[Seeing]:
    """Bo has won, Cy's hand of one card and Ann's of two are to be counted, each after a yes."""
    evening.confirms_cards = True
    table = await evening.open()
    await table.new_game({**GAME, "hands": {"Ann": 2, "Bo": 1, "Cy": 1}})
    found = Seeing(evening)
    await found.pair()
    for card in ("red-5", "red-3"):
        await found.meaning(card)
        await found.answer(yes=True)
    assert evening.state["phase"] == "count"
    yield found
    await found.phones.close()


async def test_a_question_about_a_hand_ends_when_another_one_is_counted(counting: Seeing) -> None:
    assert await counting.meaning("blue-1") == "counted"
    assert await why(counting) == "confirm"
    assert (await choose(counting, "Ann")).status_code == 200
    assert await question(counting) is None
    assert await counting.meaning("green-2") == "counted"
    shown = await counting.shown()
    assert (shown["counting"]["player"], shown["counting"]["cards"]) == ("Ann", ["green-2"])
    assert counting.counted()["count"] == 0


async def test_what_waited_for_an_answer_about_a_hand_is_nobody_elses_hand(
    counting: Seeing,
) -> None:
    await counting.meaning("blue-1")
    assert await counting.meaning("green-2") == "waits"
    nobody = {"player": None}
    told = await counting.phones.table.post("/api/sightings/counting", nobody)
    assert told.status_code == 200
    shown = await counting.shown()
    assert (shown["pending"], shown["waiting"], shown["counting"]["cards"]) == (None, 0, [])
    assert await counting.meaning("blue-1") == "counted"
    asked = await question(counting)
    assert asked is not None and asked["by"] == "Cy"


async def test_a_question_about_a_hand_ends_when_the_hand_is_put_right(counting: Seeing) -> None:
    await counting.meaning("blue-1")
    await counting.say(do="set", hands={"Cy": 2})
    assert await question(counting) is None
    assert await counting.meaning("green-2") == "counted"
    assert (await counting.answer(yes=True)).status_code == 200
    assert counting.evening.entries("command")[-1].body["command"] == {
        "do": "count",
        "player": "Cy",
        "cards": ["blue-1", "green-2"],
    }


async def test_a_reload_that_nobody_answered_holds_up_no_count(evening: Evening) -> None:
    table = await evening.open()
    hands = {"Ann": 2, "Bo": 2, "Cy": 1}
    await table.new_game({**GAME, "hands": hands, "options": {"last_card_hits": True}})
    found = Seeing(evening)
    await found.pair()
    for card in ("red-5", "red-1"):
        assert await found.meaning(card) == "played"
    await found.say(do="set", launcher=9)
    assert await found.meaning("red-hit-2") == "played"
    assert await found.meaning("red-5") == "asked"
    assert await why(found) == "reload"
    while evening.state["phase"] != "count":
        await evening.press()
    assert await found.meaning("green-7") == "counted"
    await found.phones.close()


async def test_a_question_about_a_hand_ends_when_its_points_are_typed(counting: Seeing) -> None:
    await counting.meaning("blue-1")
    await counting.say(do="count", player="Cy", points=1)
    assert await question(counting) is None
    assert (await counting.shown())["counting"]["player"] == "Ann"


async def test_a_card_of_the_next_hand_waits_for_the_answer_about_this_one(
    counting: Seeing,
) -> None:
    await counting.meaning("blue-1")
    assert await counting.meaning("green-2") == "waits"
    assert await counting.meaning("green-2") == "covered"
    assert await counting.meaning("blue-1") == "covered"
    assert (await counting.answer(yes=True)).status_code == 200
    shown = (await counting.shown())["counting"]
    assert (shown["player"], shown["cards"]) == ("Ann", ["green-2"])


async def test_after_a_no_a_hand_is_laid_from_its_first_card(counting: Seeing) -> None:
    await counting.meaning("blue-1")
    await counting.meaning("green-2")
    assert (await counting.answer(yes=False)).status_code == 200
    assert (await counting.shown())["counting"]["cards"] == []
    assert await counting.meaning("green-2") == "counted"
    asked = await question(counting)
    assert asked is not None and asked["by"] == "Cy"


@pytest.mark.parametrize(
    ("player", "code"), [("Bo", "bad_count"), ("Cy", "bad_count"), ("Zoe", "unknown_player")]
)
async def test_a_hand_that_is_not_to_be_counted_cannot_be_chosen(
    counting: Seeing, player: str, code: str
) -> None:
    await counting.say(do="count", player="Cy", points=1)
    refused(await choose(counting, player), 409, code)
    assert (await counting.shown())["counting"]["player"] == "Ann"

"""Cards that a reader sees: played where that is all they can mean, asked, or told."""

from __future__ import annotations

import json

from controller.base.paths import decks_of
from controller.decks.deck import new_deck
from controller.decks.deck_store import write_decks
from controller.games.exported import replay_any
from controller.table.context import Change
from controller.table.hit import DueHit
from controller.words import say
from rules.editions.house import house_id, read_house
from tests.rules.house_box import BOX, ID, house_game
from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.seeing import Seeing, number_of


async def test_nothing_is_shown_of_readers_before_one_is_paired(evening: Evening) -> None:
    await evening.begin()
    seeing = Seeing(evening)
    assert "sightings" not in await seeing.phones.table.table()
    refused(await seeing.send(3), 403, "not_yours")
    await seeing.pair()
    reader: dict[str, object] = {"device": 1, "kind": None, "key": "reader.none", "values": {}}
    shown = await seeing.shown()
    assert shown == {
        "readers": [reader],
        "pending": None,
        "waiting": 0,
        "last": None,
        "counting": None,
    }
    assert (await seeing.phones.table.table())["devices"][0]["role"] == "reader"
    await seeing.phones.close()


async def test_the_only_legal_play_is_done_at_once(seeing: Seeing) -> None:
    assert await seeing.see("red-3") == {"meaning": "played", "card": "red-3", "by": "Bo"}
    assert (seeing.pile, seeing.evening.state["turn"]) == (["red-5", "red-3"], "Cy")
    assert seeing.numbers == [None, number_of("red-3")]
    (*_, entry) = seeing.evening.entries("command")
    assert entry.body["seen"] == [number_of("red-3")]


async def test_a_card_that_fits_nobody_is_told_and_does_nothing(seeing: Seeing) -> None:
    seq = seeing.evening.table.record.seq
    assert await seeing.see("blue-3") == {"meaning": "no_fit", "card": "blue-3", "by": "Bo"}
    last = (await seeing.shown())["last"]
    assert (last["key"], last["values"]["card"]) == ("sighting.no_fit", "blue-3")
    assert last["values"]["why"]["key"] == "refusal.no_match"
    assert seeing.evening.table.record.seq == seq


async def test_a_card_that_lies_there_is_no_second_play(seeing: Seeing) -> None:
    assert await seeing.meaning("red-3") == "played"
    assert await seeing.meaning("red-3") == "covered"
    assert await seeing.meaning("red-3", 1) == "played"  # the other red 3
    assert seeing.pile == ["red-5", "red-3", "red-3"]


async def test_a_number_is_answered_once_and_the_same_again(seeing: Seeing) -> None:
    first = await seeing.see("red-3", number=7)
    assert await seeing.see("red-3", number=7) == first
    assert seeing.counted()["play"] == 1
    answer = await seeing.send(number_of("red-4"), number=9)
    refused(answer, 409, "out_of_order")
    assert answer.json()["values"] == {"expected": 8}
    assert await seeing.meaning("red-4", number=8) == "played"
    assert await seeing.meaning("red-4", number=40, reader="s2") == "covered"


async def test_a_choice_is_asked_of_its_player_and_later_cards_wait(seeing: Seeing) -> None:
    trade = {"meaning": "asked", "card": "red-trade-hands", "by": "Bo"}
    assert await seeing.see("red-trade-hands") == trade
    assert await seeing.meaning("red-7") == "waits"
    shown = await seeing.shown()
    assert shown["waiting"] == 1
    asked = {"card": "red-trade-hands", "by": "Bo", "why": "target"}
    assert shown["pending"].pop("number") > 0
    assert shown["pending"] == {**asked, "needs": ["target"], "cards": []}
    refused(await seeing.answer(yes=True), 409, "needs_choice")
    await seeing.say(do="play", by="Bo", card="red-trade-hands", target="Ann")
    assert seeing.pile == ["red-5", "red-trade-hands", "red-7"]
    assert seeing.numbers[1:] == [number_of("red-trade-hands"), number_of("red-7")]
    shown = await seeing.shown()
    assert (shown["pending"], shown["waiting"], shown["last"]) == (None, 0, None)


async def test_the_next_card_shows_the_colour_that_was_called(seeing: Seeing) -> None:
    assert await seeing.see("wild") == {"meaning": "played", "card": "wild", "by": "Bo"}
    assert (seeing.evening.state["turn"], seeing.evening.state["color"]) == ("Cy", None)
    assert await seeing.see("blue-7") == {"meaning": "played", "card": "blue-7", "by": "Cy"}
    assert (seeing.pile, seeing.evening.state["color"]) == (["red-5", "wild", "blue-7"], "blue")
    assert await seeing.meaning("wild", 1) == "played"
    assert await seeing.meaning("wild", 2) == "played"  # it shows no colour, and needs none
    assert seeing.evening.state["turn"] == "Cy"


async def test_a_colour_may_be_shown_after_hits_or_told_before(seeing: Seeing) -> None:
    assert await seeing.meaning("wild-hit-fire") == "played"
    assert await seeing.meaning("blue-7") == "waits"
    await seeing.evening.press()  # Cy's, who loses the turn
    assert (seeing.pile[-1], seeing.evening.state["color"]) == ("blue-7", "blue")
    assert await seeing.meaning("wild") == "played"
    await seeing.say(do="color", by="Bo", color="green")
    assert await seeing.meaning("red-3") == "no_fit"
    await seeing.evening.press()  # Cy cannot play
    assert await seeing.meaning("green-3") == "played"


async def test_a_press_after_a_wild_is_the_next_players(seeing: Seeing) -> None:
    assert await seeing.meaning("wild") == "played"
    await seeing.evening.press()
    assert (seeing.evening.state["hands"]["Cy"], seeing.evening.state["turn"]) == (10, "Ann")
    assert await seeing.see("green-3") == {"meaning": "played", "card": "green-3", "by": "Ann"}


async def test_a_first_card_up_without_a_colour_gets_it_from_the_next_card(
    evening: Evening,
) -> None:
    table = await evening.open()
    await table.new_game(GAME)
    seeing = Seeing(evening)
    await seeing.pair()
    assert await seeing.meaning("wild") == "played"
    assert evening.state["phase"] == "color"
    assert await seeing.meaning("wild", 1) == "waits"  # it shows none
    assert await seeing.meaning("red-3") == "waits"
    await seeing.say(do="color", by="Bo", color="green")
    assert (seeing.pile, evening.state["color"]) == (["wild", "wild", "red-3"], "red")
    for _ in range(3):
        await seeing.say(do="undo")
    assert (seeing.pile, evening.state["phase"]) == (["wild"], "color")
    assert await seeing.see("blue-3") == {"meaning": "played", "card": "blue-3", "by": "Bo"}
    assert evening.state["color"] == "blue"
    await seeing.phones.close()


async def test_a_card_laid_while_hits_are_due_is_played_after_them(seeing: Seeing) -> None:
    assert await seeing.meaning("red-hit-2") == "played"
    assert await seeing.meaning("red-4") == "waits"
    for _ in range(2):
        await seeing.evening.press()
    assert seeing.pile == ["red-5", "red-hit-2", "red-4"]
    assert seeing.evening.state["turn"] == "Bo"


async def test_after_an_undo_a_card_is_stale_or_asked_first(seeing: Seeing) -> None:
    tag = (await seeing.phones.table.table())["tag"]
    assert await seeing.meaning("red-3") == "played"
    await seeing.say(do="undo")
    seeing.reader.headers["If-Match"] = f'"{tag}"'
    assert await seeing.meaning("red-3") == "stale"
    del seeing.reader.headers["If-Match"]
    assert await seeing.meaning("red-3", age_ms=20_000) == "stale"
    assert await seeing.meaning("red-3") == "offered"  # it may still lie there
    assert (await seeing.shown())["pending"]["why"] == "confirm"
    assert (await seeing.answer(yes=True)).status_code == 200
    assert seeing.pile == ["red-5", "red-3"]


async def test_a_card_that_is_taken_up_offers_an_undo(seeing: Seeing) -> None:
    for card in ("red-3", "red-4"):
        assert await seeing.meaning(card) == "played"
    assert await seeing.meaning("red-3") == "covered"
    asked = (await seeing.shown())["pending"]
    assert (asked["why"], asked["card"]) == ("taken_up", "red-4")
    assert await seeing.meaning("red-4") == "covered"  # it was laid back
    assert (await seeing.shown())["pending"] is None
    assert await seeing.meaning("red-3") == "covered"
    assert (await seeing.answer(yes=True)).status_code == 200
    assert seeing.pile == ["red-5", "red-3"]


async def test_the_first_card_up_and_the_draw_for_the_deal(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game({"edition": "attack", "players": ["Ann", "Bo"]})
    seeing = Seeing(evening)
    await seeing.pair()
    assert await seeing.see("red-9") == {"meaning": "played", "card": "red-9", "by": "Ann"}
    assert await seeing.meaning("red-9") == "covered"
    assert await seeing.see("blue-3") == {"meaning": "played", "card": "blue-3", "by": "Bo"}
    assert evening.state["dealer"] == "Ann"
    assert await seeing.see("red-9") == {"meaning": "played", "card": "red-9", "by": "Ann"}
    assert (seeing.pile, seeing.numbers) == (["red-9"], [number_of("red-9")])
    await seeing.phones.close()


async def test_a_first_card_that_goes_back_lies_nowhere(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game(GAME)
    seeing = Seeing(evening)
    await seeing.pair()
    assert await seeing.meaning("red-trade-hands") == "played"
    assert (seeing.pile, evening.state["phase"]) == ([], "turn_up")
    assert await seeing.meaning("red-trade-hands") == "covered", "it lies there still"
    assert seeing.counted()["turn_up"] == 1
    assert await seeing.meaning("red-3") == "played"
    await seeing.phones.close()


async def test_cards_under_a_discard_all(seeing: Seeing) -> None:
    assert await seeing.meaning("red-discard-all") == "asked"
    for card in ("red-2", "red-3"):
        assert await seeing.meaning(card) == "waits"
    shown = (await seeing.shown())["pending"]
    assert (shown["why"], shown["cards"]) == ("cards", ["red-2", "red-3"])
    assert await seeing.meaning("red-discard-all") == "played"  # it is laid on top
    assert seeing.pile == ["red-5", "red-2", "red-3", "red-discard-all"]
    assert seeing.numbers[-1] == number_of("red-discard-all")
    assert await seeing.meaning("red-9") == "played"


async def test_a_discard_all_with_nothing_under_it_is_over_with_another_colour(
    seeing: Seeing,
) -> None:
    assert await seeing.meaning("red-discard-all") == "asked"
    assert await seeing.meaning("wild") == "played"
    assert seeing.pile == ["red-5", "red-discard-all", "wild"]


async def test_a_card_that_cannot_be_read_is_asked_and_the_next_one_waits(seeing: Seeing) -> None:
    assert await seeing.see(None) == {"meaning": "asked", "card": None, "by": "Bo"}
    assert await seeing.meaning("red-4") == "asked"  # perhaps it can be read now
    assert (await seeing.shown())["pending"]["why"] == "confirm"
    assert (await seeing.answer(yes=False)).status_code == 200
    shown = await seeing.shown()
    assert (shown["pending"]["why"], shown["pending"]["by"], shown["waiting"]) == (
        *("unread", "Bo"),
        1,
    )
    await seeing.say(do="play", by="Bo", card="red-2")
    assert (seeing.pile, seeing.numbers) == (
        ["red-5", "red-2", "red-4"],
        [None, None, number_of("red-4")],
    )
    assert await seeing.meaning(None) == "asked"
    assert await seeing.meaning("red-9") == "asked"
    assert (await seeing.answer(yes=True)).status_code == 200
    assert await seeing.meaning(None) == "asked"
    assert (await seeing.answer(yes=False)).status_code == 200
    assert await seeing.meaning("red-8") == "played"


async def test_a_card_seen_just_after_it_was_tapped_is_that_one(seeing: Seeing) -> None:
    await seeing.say(do="play", by="Bo", card="red-3")
    seeing.now_s -= 2
    assert await seeing.meaning("red-3") == "covered"
    assert await seeing.meaning("red-3") == "covered"
    assert await seeing.meaning("red-3", 1) == "played"  # the other one


async def test_a_card_like_one_that_was_tapped_is_asked(seeing: Seeing) -> None:
    await seeing.say(do="play", by="Bo", card="red-3")
    assert await seeing.meaning("red-3", 1) == "offered"
    asked = (await seeing.shown())["pending"]
    assert (asked["why"], asked["by"]) == ("again", "Cy")
    assert (await seeing.answer(yes=False)).status_code == 200
    assert await seeing.meaning("red-3", 1) == "covered"
    assert await seeing.meaning("red-3", 0) == "played"
    assert seeing.pile == ["red-5", "red-3", "red-3"]


async def test_two_cards_at_the_same_time_are_asked(seeing: Seeing) -> None:
    assert await seeing.meaning("red-3") == "played"
    seeing.now_s -= 2.8
    assert await seeing.meaning("red-4") == "offered"


async def test_a_reload_frees_every_card_but_the_top_one(seeing: Seeing) -> None:
    for card in ("red-2", "red-3", "red-4"):
        assert await seeing.meaning(card) == "played"
    await seeing.say(do="reload")
    assert (seeing.pile, seeing.numbers) == (["red-4"], [number_of("red-4")])
    assert await seeing.meaning("red-4") == "covered"
    assert await seeing.meaning("red-2") == "played"


async def test_a_card_of_another_deck_is_told(seeing: Seeing) -> None:
    assert (await seeing.send(200)).json()["meaning"] == "unknown_card"
    assert (await seeing.shown())["last"]["key"] == "sighting.other_deck"
    assert await seeing.meaning("red-3", deck="ZZZZ") == "unknown_card"
    assert (await seeing.shown())["last"]["key"] == "sighting.other_deck"
    assert await seeing.meaning("red-3", deck="K3F9") == "played"
    decks_of(seeing.evening.path).unlink()
    assert await seeing.meaning("red-4") == "unknown_card"
    last = (await seeing.shown())["last"]
    assert last["key"] == "sighting.no_deck"
    # the command is whole: without its edition, it would end with an error
    said = say(last["key"], last["values"])
    assert "make one with `rollerdeck deck new --edition attack`." in said


async def test_a_card_of_a_box_that_was_corrected_is_played(evening: Evening) -> None:
    deck = new_deck(read_house(ID, BOX), "K3F9", 0)
    corrected = {**BOX, "about": "Corrected"}
    table = await evening.open()
    seeing = Seeing(evening)
    write_decks(evening.path, (deck,))
    await table.new_game(house_game(edition=house_id("family", corrected), box=corrected))
    await table.command({"do": "turn_up", "card": "red-5"})
    await seeing.pair()
    answer = await seeing.send(deck.cards.index("red-3"))
    assert answer.json() == {"meaning": "played", "card": "red-3", "by": "Bo"}
    await seeing.phones.close()


async def test_a_number_that_decks_share_is_told_and_their_other_cards_are_played(
    evening: Evening,
) -> None:
    corrected = {**BOX, "about": "Corrected"}
    edition = house_id("family", corrected)
    old = new_deck(read_house(ID, BOX), "K3F9", 0)
    new = new_deck(read_house(edition, corrected), "A2A2", 100)
    table = await evening.open()
    seeing = Seeing(evening)
    write_decks(evening.path, (old, new))
    await table.new_game(house_game(edition=edition, box=corrected))
    await table.command({"do": "turn_up", "card": "red-5"})
    await seeing.pair()
    assert old.card_of(100) != new.card_of(100)
    assert (await seeing.send(100)).json()["meaning"] == "unknown_card"
    last = (await seeing.shown())["last"]
    assert last["key"] == "sighting.decks_unreadable"
    assert last["values"]["why"]["key"] == "refusal.deck_number_twice"
    assert last["values"]["why"]["values"] == {"one": "K3F9", "other": "A2A2", "number": 100}
    answer = await seeing.send(old.cards.index("red-3"))
    assert answer.json() == {"meaning": "played", "card": "red-3", "by": "Bo"}
    await seeing.phones.close()


async def test_a_restart_keeps_what_lies_in_the_pile(seeing: Seeing) -> None:
    assert await seeing.meaning("red-3") == "played"
    await seeing.restart()
    assert seeing.numbers == [None, number_of("red-3")]
    assert await seeing.meaning("red-3", number=1) == "covered"
    assert await seeing.meaning("red-4", number=2) == "played"
    await seeing.say(do="undo")
    assert seeing.numbers == [None, number_of("red-3")]


async def test_a_restart_keeps_that_a_colour_was_only_said_aloud(seeing: Seeing) -> None:
    assert await seeing.meaning("wild") == "played"
    await seeing.restart()
    assert await seeing.meaning("blue-7", number=1) == "played"
    assert seeing.evening.state["color"] == "blue"


async def test_an_exported_game_has_the_commands_alone(seeing: Seeing) -> None:
    assert await seeing.meaning("red-3") == "played"
    scenario = (await seeing.phones.table.http.get("/api/games/1/scenario")).text
    assert '{"do":"play","by":"Bo","card":"red-3"}' in scenario.replace(" ", "").replace("\n", "")
    assert "seen" not in scenario


async def test_an_exported_game_has_the_colour_that_a_card_has_shown(seeing: Seeing) -> None:
    for card in ("wild", "blue-7"):
        assert await seeing.meaning(card) == "played"
    scenario = (await seeing.phones.table.http.get("/api/games/1/scenario")).text
    lines = [one for one in scenario.splitlines() if one.startswith('{"do":"play"')]
    assert [json.loads(one).get("color") for one in lines] == ["blue", None]
    assert replay_any(scenario.splitlines()).failure is None


async def test_what_a_table_wants_to_be_asked(evening: Evening) -> None:
    evening.confirms_cards = True
    await evening.begin()
    seeing = Seeing(evening)
    await seeing.pair()
    assert await seeing.see("red-3") == {"meaning": "offered", "card": "red-3", "by": "Bo"}
    assert await seeing.meaning("red-4") == "waits"
    assert (await seeing.answer(yes=False)).status_code == 200
    assert (await seeing.shown())["pending"]["card"] == "red-4"
    assert (await seeing.answer(yes=True)).status_code == 200
    assert seeing.pile == ["red-5", "red-4"]
    assert await seeing.meaning("wild") == "asked"
    assert (await seeing.shown())["pending"]["why"] == "color"
    await seeing.phones.close()


async def test_hands_are_counted_one_after_the_other(evening: Evening) -> None:
    table = await evening.open()
    hands = {"Ann": 2, "Bo": 1, "Cy": 1}
    await table.new_game({**GAME, "hands": hands})
    seeing = Seeing(evening)
    await seeing.pair()
    for card in ("red-5", "red-3"):
        assert await seeing.meaning(card) == "played"
    assert evening.state["phase"] == "count"
    counting = {"player": "Cy", "cards": [], "points": 0, "hand": 1}
    assert (await seeing.shown())["counting"] == counting
    choose = {"player": "Ann"}
    assert (await seeing.phones.table.post("/api/sightings/counting", choose)).status_code == 200
    assert await seeing.see("red-9") == {"meaning": "counted", "card": "red-9", "by": "Ann"}
    assert await seeing.meaning("red-9") == "covered"
    assert await seeing.meaning("red-3") == "covered"  # it lies in the pile
    counting = {"player": "Ann", "cards": ["red-9"], "points": 9, "hand": 2}
    assert (await seeing.shown())["counting"] == counting
    assert await seeing.meaning("wild") == "counted"
    assert (await seeing.shown())["counting"]["player"] == "Cy"
    assert await seeing.meaning("wild") == "covered"
    assert await seeing.meaning("blue-1") == "counted"
    assert evening.state["scores"] == {"Ann": 0, "Bo": 60, "Cy": 0}
    assert await seeing.meaning("blue-2") == "nothing_on"
    await seeing.say(do="undo")
    assert await seeing.meaning("blue-1") == "counted"
    await seeing.phones.close()


async def test_a_reader_may_do_nothing_else(seeing: Seeing) -> None:
    for path, body in (
        ("/api/commands", {"do": "undo"}),
        ("/api/sightings/answer", {"pending": 1, "yes": True}),
        ("/api/sightings/counting", {"player": None}),
        ("/api/readers/codes", {}),
        ("/api/simulator/press", {}),
    ):
        refused(await seeing.reader.post(path, json=body), 403, "not_yours")
    gone = await seeing.reader.post("/api/seats/sign_out", json={"device": 1})
    assert gone.status_code == 200
    refused(await seeing.send(3), 403, "not_yours")
    assert "sightings" not in await seeing.phones.table.table()


async def test_a_code_of_a_reader_takes_no_seat_away(seeing: Seeing) -> None:
    phone = await seeing.phones.seat("Bo")
    made = await seeing.phones.table.post("/api/readers/codes")
    answer = await phone.post("/api/seats/claim", json={"code": made.json()["code"]})
    refused(answer, 404, "no_such_code")


async def test_health_is_shown_and_forgotten(seeing: Seeing) -> None:
    health = {"reader": "s1", "key": "reader.dark", "values": {"lux": 3}, "kind": "camera"}
    answer = await seeing.reader.post("/api/reader_health", json=health)
    assert (answer.status_code, answer.json()) == (200, {})
    (reader,) = (await seeing.shown())["readers"]
    told = {"device": 1, "kind": "camera", "key": "reader.dark", "values": {"lux": 3}}
    assert reader == told
    seeing.now_s += 30
    seeing.phones.table.site._rendering.changed(Change.SIGHTINGS)
    (reader,) = (await seeing.shown())["readers"]
    assert reader["key"] == "reader.none"
    health["key"] = "reader.<b>"
    refused(await seeing.reader.post("/api/reader_health", json=health), 400, "bad_request")


def due(seeing: Seeing) -> DueHit | None:
    """The hit for which the launcher is armed, or which is under way."""
    return seeing.evening.table.hit


async def test_nobody_presses_while_a_choice_is_open(seeing: Seeing) -> None:
    """Otherwise the press of the next player would be a hit of who laid the card."""
    assert due(seeing) is not None
    assert await seeing.meaning("red-trade-hands") == "asked"
    assert due(seeing) is None
    await seeing.evening.press()
    assert seeing.evening.state["turn"] == "Bo"
    assert (await seeing.shown())["pending"]["card"] == "red-trade-hands"
    await seeing.say(do="play", by="Bo", card="red-trade-hands", target="Ann")
    hit = due(seeing)
    assert hit is not None and hit.intent.by == "Cy"
    await seeing.evening.press()
    assert seeing.evening.state["hands"] == {"Ann": 6, "Bo": 7, "Cy": 10}


async def test_the_button_works_again_after_a_no(seeing: Seeing) -> None:
    assert await seeing.meaning("red-trade-hands") == "asked"
    assert due(seeing) is None
    assert (await seeing.answer(yes=False)).status_code == 200
    assert due(seeing) is not None
    await seeing.evening.press()
    assert seeing.evening.state["hands"]["Bo"] == 10


async def test_the_launcher_is_armed_while_a_question_holds_nobody_up(seeing: Seeing) -> None:
    for card in ("red-3", "red-4", "red-3"):
        await seeing.meaning(card)
    assert (await seeing.shown())["pending"]["why"] == "taken_up"
    assert due(seeing) is not None


async def test_a_hit_that_has_begun_goes_on_while_something_is_asked(seeing: Seeing) -> None:
    launcher = seeing.evening.launcher
    launcher.press_until(1)
    assert await seeing.meaning("red-trade-hands") == "asked"
    hit = due(seeing)
    assert hit is not None and hit.pressed
    launcher.finish()
    await launcher.heard()
    assert seeing.evening.state["hands"]["Bo"] == 10
    assert due(seeing) is not None  # the question has lapsed

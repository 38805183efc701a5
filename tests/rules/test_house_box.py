"""A house's own box: what it can say, what is wrong with one, and that it can be played."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from controller.words.catalogue import text_in
from rules import EDITIONS, Refusal, Setup, explain, read_setup, view
from rules.bots import play_game
from rules.editions.box_parts import BadBox
from rules.editions.house import (
    MAX_CARDS,
    house_id,
    is_house,
    new_house,
    read_house,
    short_name,
)
from rules.editions.known_kinds import known_kinds
from rules.game import start
from tests.rules.house_box import BOX, ID, house_game
from tests.rules.random_boxes import random_box
from tests.rules.saying import in_short
from tests.rules.worded import is_worded


def set_up(**members: Any) -> Setup:
    setup = read_setup(house_game(**members))
    assert isinstance(setup, Setup), setup
    return setup


def played(setup: Setup, seed: int, most: int = 3) -> bool:
    random = Random(seed)
    return bool(play_game(setup, lambda: random.choice((0, 0, 1, most)), Random(seed)).winners)


def test_the_box_of_the_page_is_played_to_its_end() -> None:
    setup = set_up(target=100)
    assert sum(setup.deck.values()) == 107
    assert view(start(setup))["edition"] == ID
    assert all(played(setup, seed) for seed in range(3))


def test_the_id_is_the_name_and_what_the_box_says() -> None:
    assert is_house(ID) and short_name(ID) == "family" and len(ID) == len("house:family-") + 8
    other_order = json.loads(json.dumps(BOX, sort_keys=True))
    assert house_id("family", other_order) == ID
    changed = copy.deepcopy(BOX)
    changed["kinds"][0]["copies"] = 1
    assert house_id("family", changed) != ID


def why(game: dict[str, Any]) -> str:
    refusal = read_setup(game)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_setup" and is_worded(refusal)
    return in_short(refusal)


def test_a_game_of_another_box_is_refused() -> None:
    changed = {**BOX, "about": "Another one"}
    assert why({**house_game(), "box": changed}) == f"other_box said={ID}"
    assert why({**house_game(), "edition": "attack"}) == 'other_box said="attack"'
    without = {name: value for name, value in house_game().items() if name != "box"}
    assert why(without) == f"no_such_box said={ID}"
    assert why({**house_game(), "box": {**BOX, "code": "x"}}).startswith("other_box")


def test_names_are_the_house_s_in_the_language_of_the_reader() -> None:
    names = read_house(ID, BOX).names
    hug = names["kind.hug"]
    assert [text_in(hug, language) for language in ("de", "fr-CA", "it")] == [
        "Gruppenumarmung",
        "Câlin",
        "Group Hug",
    ]
    assert text_in(names["kind.robin-hood"], "es") == "Robin Hood"
    assert text_in(names[f"edition.{ID}"], "en") == "Family box"
    plain = new_house("plain", {"kinds": [{"id": "zap", "copies": 1, "points": 1}]})
    assert text_in(plain.names["kind.zap"], "en") == "zap"
    assert text_in(plain.names[f"edition.{plain.id}"], "en") == "plain"


def test_each_card_of_the_page_s_list_can_be_in_a_box() -> None:
    for launcher in (True, False):
        for name, known in known_kinds(launcher=launcher).items():
            box = {"launcher": launcher, "kinds": [{"standard": name}]}
            made = new_house("box", box)
            assert explain(made.kinds[-1]) == explain(known.kind)
            setup = read_setup(
                {"edition": made.id, "box": box, "players": ["Ann", "Bo"], "target": 1}
            )
            assert isinstance(setup, Setup) and played(setup, 1)


@pytest.mark.parametrize("seed", range(12))
def test_any_box_is_played_to_its_end(seed: int) -> None:
    box = random_box(Random(seed))
    made = new_house("box", box)
    options: dict[str, Any] = {"stacking": "up", "jump_in": True}
    options |= {"last_card_hits": True} if made.launcher else {}
    game = {"edition": made.id, "box": box, "players": ["Ann", "Bo"], "target": 1}
    setup = read_setup({**game, "options": options})
    assert isinstance(setup, Setup) and played(setup, seed)


ZAP = {"id": "zap", "copies": 1, "points": 1}


def kind(**members: Any) -> dict[str, Any]:
    return {"kinds": [{**ZAP, **members}]}


@pytest.mark.parametrize(
    ("box", "path", "key"),
    [
        ([], (), "not_object"),
        ({"kind": []}, ("kind",), "unknown_box_member"),
        ({"launcher": 1}, ("launcher",), "true_or_false"),
        ({"name": ""}, ("name",), "box_text"),
        ({"name": 7}, ("name",), "box_text"),
        ({"name": "x" * 41}, ("name",), "box_text"),
        ({"name": {"english": "x"}}, ("name", "english"), "box_language"),
        ({"numbers": {"zeros": -1}}, ("numbers", "zeros"), "whole_number"),
        ({"numbers": {"copies": 0}}, ("numbers", "copies"), "whole_number"),
        ({"numbers": {"icons": {}}}, ("numbers", "icons"), "box_fields"),
        ({"numbers": {"copies": 6}}, ("numbers", "copies"), "box_too_large"),
        ({"kinds": {}}, ("kinds",), "box_kinds_written"),
        ({"numbers": []}, ("numbers",), "box_numbers_written"),
        ({"kinds": [ZAP] * 51}, ("kinds", 50), "box_many_kinds"),
        ({"kinds": [ZAP, ZAP]}, ("kinds", 1, "id"), "box_kind_twice"),
        ({"kinds": [7]}, ("kinds", 0), "box_kinds_written"),
        ({"kinds": [{"id": "zap", "copies": 1}]}, ("kinds", 0), "box_kind_lacks"),
        ({"kinds": [{"standard": "zap"}]}, ("kinds", 0, "standard"), "one_of"),
        ({"kinds": [{"standard": "skp"}]}, ("kinds", 0, "standard"), "box_no_such_kind"),
        ({"kinds": [{"standard": "7"}]}, ("kinds", 0, "standard"), "box_number_name"),
        ({"kinds": [{"standard": []}]}, ("kinds", 0, "standard"), "one_of"),
        ({"kinds": [{"standard": "grab-2-towers"}]}, ("kinds", 0, "standard"), "one_of"),
        (
            {"kinds": [{"standard": "skip", "name": "x"}]},
            ("kinds", 0, "name"),
            "box_needs_id",
        ),
        (
            {"launcher": False, "kinds": [{"standard": "wild-hit-fire"}]},
            ("kinds", 0, "standard"),
            "one_of",
        ),
        (kind(id="skip"), ("kinds", 0, "id"), "box_known_id"),
        (kind(id="draw-one"), ("kinds", 0, "id"), "box_known_id"),
        (kind(id="grab-2-towers"), ("kinds", 0, "id"), "box_known_id"),
        (kind(id="wild-grab-a-tower"), ("kinds", 0, "id"), "box_known_id"),
        (kind(id="red-zap"), ("kinds", 0, "id"), "box_bad_id"),
        (kind(id="7"), ("kinds", 0, "id"), "box_number_name"),
        (kind(id="Zap"), ("kinds", 0, "id"), "box_bad_id"),
        (kind(id=7), ("kinds", 0, "id"), "box_bad_id"),
        (kind(id="z" * 25), ("kinds", 0, "id"), "box_bad_id"),
        (kind(copies=0), ("kinds", 0, "copies"), "whole_number"),
        (kind(points="many"), ("kinds", 0, "points"), "whole_number"),
        (kind(points=1.5), ("kinds", 0, "points"), "whole_number"),
        (kind(color="purple"), ("kinds", 0, "color"), "box_fields"),
        (kind(copy=1), ("kinds", 0, "copy"), "unknown_box_member"),
        (kind(effects=["skip"]), ("kinds", 0, "effects"), "box_in_play"),
        (kind(last="never"), ("kinds", 0, "last"), "one_of"),
        (kind(picture="dragon"), ("kinds", 0, "picture"), "one_of"),
        (kind(picture="burst:1234"), ("kinds", 0, "picture"), "box_picture_text"),
        (kind(picture="skp"), ("kinds", 0, "picture"), "box_one_of_near"),
        (kind(picture="wild"), ("kinds", 0, "picture"), "one_of"),
        (kind(play=["skip"]), ("kinds", 0, "play"), "box_play_written"),
        (kind(play={"effects": "skip"}), ("kinds", 0, "play", "effects"), "box_effects_written"),
        (kind(play={"effects": ["skip"] * 7}), ("kinds", 0, "play", "effects"), "box_effects"),
        ({"kinds": [float("nan")]}, (), "box_no_json"),
        ({"name": "\ud800"}, (), "box_no_json"),
    ],
)
def test_what_is_wrong_with_a_box_is_said(box: object, path: tuple[Any, ...], key: str) -> None:
    with pytest.raises(BadBox) as refused:
        new_house("box", box)
    wrong = refused.value
    assert (wrong.path, wrong.key) == (path, f"refusal.{key}")
    assert is_worded(Refusal("bad_setup", "DECK-7", wrong.key, wrong.values))


@pytest.mark.parametrize(
    ("effect", "at", "key", "said"),
    [
        ("revers", (), "box_effect_near", '"revers"'),
        ("grab", (), "box_effect", '"grab"'),
        (["skip"], (), "box_effect", "[…]"),
        ({"hits": 1, "whom": "next"}, ("whom",), "unknown_box_member", "whom"),
        ({"draw": 1, "who": "next"}, ("draw",), "box_fields", "draw"),
        ({"hits": 1}, (), "box_effect_lacks", None),
        ({"hits": 0, "who": "next"}, ("hits",), "box_hits", "0"),
        ({"hits": 101, "who": "next"}, ("hits",), "box_hits", "101"),
        ({"hits": True, "who": "next"}, ("hits",), "box_hits", "true"),
        ({"hits": "until_card", "who": "turn"}, ("hits",), "box_hits", '"until_card"'),
        ({"hits": "until_cards", "who": "next"}, ("hits",), "box_until_turn", '"next"'),
        ({"hits": 1, "who": "everybody"}, ("who",), "one_of", '"everybody"'),
        ({"hits": 1, "who": "nxt"}, ("who",), "box_one_of_near", '"nxt"'),
        ({"hits": 1, "who": ["next"]}, ("who",), "one_of", "[…]"),
    ],
)
def test_the_wrong_word_of_an_effect_is_named(
    effect: Any, at: tuple[str, ...], key: str, said: str | None
) -> None:
    with pytest.raises(BadBox) as refused:
        new_house("box", kind(play={"effects": ["skip", effect]}))
    wrong = refused.value
    assert wrong.path == ("kinds", 0, "play", "effects", 1, *at)
    assert (wrong.key, wrong.values.get("said")) == (f"refusal.{key}", said)
    assert is_worded(Refusal("bad_setup", "DECK-7", wrong.key, wrong.values))


@pytest.mark.parametrize(
    ("hits", "key"), [("until_cards", "box_until_launcher"), (0, "whole_number")]
)
def test_nothing_comes_out_of_a_pile_until_cards_do(hits: Any, key: str) -> None:
    play = {"effects": [{"hits": hits, "who": "turn"}]}
    with pytest.raises(BadBox) as refused:
        new_house("box", {"launcher": False, **kind(play=play)})
    assert refused.value.key == f"refusal.{key}"


@pytest.mark.parametrize("effect", ["trade", {"hits": 1, "who": "self"}])
def test_a_card_turned_up_first_has_only_some_effects(effect: Any) -> None:
    with pytest.raises(BadBox) as refused:
        new_house("box", kind(first={"effects": [effect]}))
    assert refused.value.key == "refusal.box_first_effect"


def test_without_a_launcher_no_option_makes_a_last_card_draw() -> None:
    hits = {"effects": [{"hits": 1, "who": "others"}]}
    with pytest.raises(BadBox) as refused:
        new_house("box", {"launcher": False, **kind(last="house_option", play=hits)})
    assert refused.value.key == "refusal.box_last_launcher"
    assert new_house("box", {"launcher": False, **kind(last="carried_out", play=hits)})


def test_a_box_is_too_large_where_it_has_most_of_its_cards() -> None:
    few, many = {**ZAP, "id": "few", "copies": 2}, {**ZAP, "id": "many", "copies": 40}
    with pytest.raises(BadBox) as refused:
        new_house("box", {"kinds": [few, many, {**ZAP, "wild": True, "copies": 70}]})
    assert refused.value.path == ("kinds", 1, "copies")


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Hug", "hug", "hug"),
        ("Hug", {"en": "Hug", "de": "Umarmung"}, "Hug"),
        ({"en": "Gift"}, {"de": "Gift"}, ""),
        ({"en": "Gift"}, {"en": "Poison"}, ""),
    ],
)
def test_no_two_cards_of_a_new_box_are_called_the_same(name: Any, other: Any, same: str) -> None:
    kinds = [{**ZAP, "name": name}, {**ZAP, "id": "zop", "name": other}]
    house = house_id("box", {"kinds": kinds})
    assert read_house(house, {"kinds": kinds}).id == house, "a game that was begun goes on"
    if not same:
        assert new_house("box", {"kinds": kinds}).id == house
        return
    with pytest.raises(BadBox) as refused:
        new_house("box", {"kinds": kinds})
    wrong = refused.value
    assert (wrong.path, wrong.key) == (("kinds", 1, "name"), "refusal.box_name_twice")
    assert wrong.values == {"said": same, "kinds": ["zap", "zop"]}


@pytest.mark.parametrize("last", ["carried_out", "house_option"])
@pytest.mark.parametrize(
    ("effects", "key"),
    [
        ([], "box_last_of_nobody"),
        (["skip", {"hits": 1, "who": "self"}], "box_last_of_nobody"),
        (["trade", {"hits": 1, "who": "others"}], "box_last_trades"),
        ([{"hits": 1, "who": "self"}, {"hits": 1, "who": "others"}], ""),
    ],
)
def test_a_last_card_of_a_new_box_makes_others_hit(last: str, effects: Any, key: str) -> None:
    box = kind(last=last, play={"effects": effects})
    house = house_id("box", box)
    assert read_house(house, box).id == house, "a game that was begun goes on"
    if not key:
        assert new_house("box", box).id == house
        return
    with pytest.raises(BadBox) as refused:
        new_house("box", box)
    assert (refused.value.path, refused.value.key) == (("kinds", 0, "last"), f"refusal.{key}")


def test_a_box_nested_without_end_is_refused() -> None:
    box: Any = []
    for _ in range(100_000):
        box = [box]
    with pytest.raises(BadBox):
        new_house("box", box)


def test_a_box_is_as_large_as_it_may_be_and_no_larger() -> None:
    rest = (MAX_CARDS - 72) // 4
    box = kind(copies=rest)
    assert sum(new_house("box", box).deck.values()) == MAX_CARDS
    with pytest.raises(BadBox):
        new_house("box", kind(copies=rest + 1))


def test_a_later_edition_s_card_may_be_called_as_one_in_an_old_game_s_box() -> None:
    box = kind(id="skip")
    assert read_house(house_id("box", box), box).cards["red-skip"].kind.points == 1


def test_editions_carry_no_box() -> None:
    assert all(edition.box is None and not edition.names for edition in EDITIONS.values())

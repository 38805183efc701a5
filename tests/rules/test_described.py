"""What is said of a house's own cards: their effects one by one, in words that fit any box."""

from __future__ import annotations

from typing import Any

import pytest

from rules import EDITIONS, Setup, explain, read_setup, start
from rules.edition import Edition
from rules.editions.house import house_id, read_house
from rules.explaining import target_purposes
from rules.house_options import OPTIONS, Choice, changed_kinds
from tests.rules.house_box import BOX, ID
from tests.rules.worded import entries


def box_of(*kinds: dict[str, Any], **members: Any) -> Edition:
    box = {"kinds": [{"copies": 1, "points": 20, **kind} for kind in kinds], **members}
    return read_house(house_id("test", box), box)


def sayings(edition: Edition, kind: str) -> list[str]:
    """What is said of a kind: when, key and number."""
    [card] = [each for each in edition.kinds if each.id == kind]
    said = explain(card, launcher=edition.launcher)
    assert all(saying.key in entries() for saying in said)
    return [" ".join(map(str, (s.when, s.key, *s.values.values()))) for s in said]


def test_each_effect_is_a_sentence() -> None:
    effects = ["trade", "reverse", {"hits": 3, "who": "self"}]
    box = box_of({"id": "hug", "play": {"effects": effects}, "first": {"goes_back": True}})
    assert sayings(box, "hug") == [
        "played effect.trade",
        "played effect.reverse",
        "played effect.hits.self 3",
        "first effect.first.goes_back",
        "also effect.last.forbidden",
        "also effect.two.again",
    ]


def test_what_a_card_does_turned_up_first_is_told() -> None:
    first = {"effects": ["reverse", {"hits": 2, "who": "others"}]}
    play = {"effects": [{"hits": "until_cards", "who": "turn"}]}
    box = box_of({"id": "storm", "wild": True, "play": play, "first": first, "last": "void"})
    assert sayings(box, "storm") == [
        "played effect.calls_color",
        "played effect.until_cards",
        "first effect.first.reverse",
        "first effect.first.hits.others 2",
        "also effect.last.void",
        "also effect.two.again",
    ]


def test_a_card_without_effects_says_so_and_a_wild_calls_a_colour() -> None:
    box = box_of({"id": "nothing"}, {"id": "sun", "wild": True})
    assert sayings(box, "nothing") == ["played effect.nothing"]
    assert sayings(box, "sun") == ["played effect.calls_color", "first clause.COM-11"]


def test_without_a_launcher_cards_are_drawn() -> None:
    play = {"effects": [{"hits": 2, "who": "chosen"}]}
    box = box_of({"id": "gift", "play": play}, launcher=False)
    assert sayings(box, "gift")[:2] == [
        "played effect.draws.chosen 2",
        "first effect.first.nothing",
    ]


@pytest.mark.parametrize("who", ["turn", "next", "chosen", "others", "self"])
@pytest.mark.parametrize("launcher", [True, False])
def test_every_effect_has_a_sentence(who: str, launcher: bool) -> None:
    effects = {"effects": [{"hits": 1, "who": who}, "skip", "reverse", "trade"]}
    first = {"effects": [{"hits": 1, "who": who}, "skip"]} if who not in ("chosen", "self") else {}
    box = box_of({"id": "all", "play": effects, "first": first}, launcher=launcher)
    assert len(sayings(box, "all")) > 5


@pytest.mark.parametrize("edition", [*EDITIONS.values(), read_house(ID, BOX)], ids=repr)
def test_what_a_last_card_does_names_no_card_of_another_box(edition: Edition) -> None:
    """A Hit 2 of a box without a Wild Hit-Fire said what a Wild Hit-Fire does."""
    for kind in edition.kinds:
        keys = {saying.key for saying in explain(kind)}
        assert not keys & {"clause.ATK-11", "clause.PGR-15", "clause.TWO-3"}, kind.id


def test_what_another_player_is_chosen_for() -> None:
    hits, swap = {"hits": 1, "who": "chosen"}, "trade"
    box = box_of(
        {"id": "swap", "play": {"effects": [swap]}},
        {"id": "gift", "play": {"effects": [hits]}},
        {"id": "both", "play": {"effects": [hits, swap]}},
        {"id": "none", "play": {"effects": ["skip"]}},
    )
    assert target_purposes(box) == {"swap": "trade", "gift": "hits", "both": "hits_and_trades"}
    assert target_purposes(EDITIONS["extreme"]) == {"wild-extreme-hit": "attack"}
    assert target_purposes(EDITIONS["attack"]) == {"trade-hands": "trade"}


def test_a_seven_that_swaps_asks_whom_to_trade_with() -> None:
    players = {"players": ["Ann", "Bo"], "dealer": "Ann"}
    game = {"edition": "attack", "options": {"sevens_swap": True}, **players}
    setup = read_setup(game)
    assert isinstance(setup, Setup)
    played = start(setup).position.setup.edition
    assert target_purposes(played) == {"trade-hands": "trade", "7": "trade"}


def changing(choice: Choice) -> object:
    """A value that is not the one that holds where a house decides nothing."""
    if choice.answers:
        return choice.answers[-1]
    if choice.of is not bool:
        return choice.of()
    return True if choice.maximum is None else choice.maximum


OPTIONS_OF_EDITIONS = [
    (option, name) for name, box in EDITIONS.items() for option in OPTIONS if option in box.options
]


@pytest.mark.parametrize(("option", "edition"), OPTIONS_OF_EDITIONS)
def test_an_option_that_changes_cards_says_which(option: str, edition: str) -> None:
    box = EDITIONS[edition]
    options = {option: changing(OPTIONS[option])}
    if option == "reload_below" and not box.launcher:
        options["draw_from"] = "launcher"  # a pile is not reloaded
    players = {"players": ["Ann", "Bo"], "dealer": "Ann"}
    setup = read_setup({"edition": edition, "options": options, **players})
    assert isinstance(setup, Setup)
    played = start(setup).position.setup.edition
    changed = {
        kind.id for kind, other in zip(box.kinds, played.kinds, strict=True) if kind != other
    }
    assert set(changed_kinds(box, option)) == changed
    assert changed == {"sevens_swap": {"7"}, "zeros_rotate": {"0"}}.get(option, set())

"""The game object: what is refused, and why."""

from typing import Any

import pytest

from rules import CLAUSES, COMMANDS, EDITIONS, Refusal, Setup, read_setup, start, view
from rules.house_options import OPTIONS as CHOICES
from rules.house_options import default
from tests.rules.house_values import changed
from tests.rules.saying import in_short
from tests.rules.worded import is_worded

GAME: dict[str, Any] = {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"}
KNOWN = ",".join(EDITIONS)
ONLY_TRADES = {**dict.fromkeys(EDITIONS["attack"].points, 0), "trade-hands": 40}


def why(game: object) -> str:
    refusal = read_setup(game)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_setup" and refusal.clause in CLAUSES and is_worded(refusal)
    return in_short(refusal)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"edition": "attak"}, 'unknown_edition known=attack said="attak"'),
        (
            {"edition": "mild"},
            f'unknown_edition known={KNOWN} said="mild"',
        ),
        ({"edition": []}, f"unknown_edition known={KNOWN} said=[…]"),
        ({"edition": 1}, f"unknown_edition known={KNOWN} said=1"),
        ({"plyers": []}, "unknown_game_member known=players said=plyers"),
        (
            {"players": "Ann"},
            "list_of_names",
        ),
        ({"players": ["Ann", "Bo "]}, "list_of_names"),
        ({"players": ["Ann", "B\no"]}, "list_of_names"),
        ({"players": ["Ann", "\u200d"]}, "list_of_names"),
        ({"players": ["Ann"]}, "how_many_players least=2 most=10 said=1"),
        ({"players": [f"P{n}" for n in range(11)]}, "how_many_players least=2 most=10 said=11"),
        ({"players": ["Ann", "Bo", "Bo"]}, "same_name player=Bo"),
        ({"dealer": "Cy"}, 'bad_dealer names=Ann,Bo said="Cy"'),
        ({"dealer": []}, "bad_dealer names=Ann,Bo said=[…]"),
        ({"dealer": None}, "bad_dealer names=Ann,Bo said=null"),
        ({"scoring": "most"}, 'one_of known=winner,lowest,challenge member=scoring said="most"'),
        ({"target": 0}, "whole_number least=1 member=target most=1000000000 said=0"),
        (
            {"target": 10**9 + 1},
            "whole_number least=1 member=target most=1000000000 said=1000000001",
        ),
        ({"target": True}, "whole_number least=1 member=target most=1000000000 said=true"),
        ({"options": []}, "not_object member=options said=[…]"),
        (
            {"options": {"reload_bellow": 5}},
            "unknown_option edition=attack known=reload_below said=reload_bellow",
        ),
        (
            {"options": {"reload_below": 61}},
            "whole_number least=0 member=reload_below most=60 said=61",
        ),
        (
            {"options": {"reload_below": -1}},
            "whole_number least=0 member=reload_below most=60 said=-1",
        ),
        (
            {"options": {"interlock": "open"}},
            'one_of known=strict,free member=interlock said="open"',
        ),
        ({"options": {"last_card_hits": 1}}, "true_or_false member=last_card_hits said=1"),
        ({"options": {"points": []}}, "not_object member=points said=[…]"),
        (
            {"edition": "extreme", "options": {"customizable": {}}},
            "not_list member=customizable said={…}",
        ),
        (
            {"options": {"points": {"wilde": 1}}},
            "unknown_kind edition=attack known=wild said=wilde",
        ),
        (
            {"options": {"points": {"wild": -1}}},
            "bad_points kind=wild least=0 most=1000000000 said=-1",
        ),
        ({"deck": {"hit-2": 6}}, "uneven colors=4 kind=hit-2 n=6"),
        ({"deck": {"read-7": 6}}, "unknown_in_deck edition=attack known=red-7 said=read-7"),
        (
            {"deck": {"red-7": 1.5}},
            "bad_copies card=red-7 least=0 most=1000000000 said=1.5",
        ),
        ({"deck": ONLY_TRADES}, "nothing_to_turn_up"),
        (
            {"deck": {"red-7": 10**9 + 1}},
            "bad_copies card=red-7 least=0 most=1000000000 said=1000000001",
        ),
        ({"hands": {"Cy": 1}}, "unknown_hand known=Ann,Bo said=Cy"),
        (
            {"hands": {"Ann": 0}},
            "bad_hand player=Ann least=1 most=1000000000 said=0",
        ),
        (
            {"hands": {"Ann": -1}},
            "bad_hand player=Ann least=1 most=1000000000 said=-1",
        ),
        (
            {"hands": {"Ann": "3"}},
            'bad_hand player=Ann least=1 most=1000000000 said="3"',
        ),
        ({"hands": {"Ann": 104}}, "deck_too_small n=112 needed=113"),
    ],
)
def test_why_it_is_refused(changes: dict[str, Any], expected: str) -> None:
    assert why({**GAME, **changes}) == expected


@pytest.mark.parametrize(
    ("changes", "clause", "expected"),
    [
        ({"deck": 7}, "DECK-5", "not_object member=deck said=7"),
        ({"deck": ONLY_TRADES}, "DECK-5", "nothing_to_turn_up"),
        (
            {"deck": {"read-7": 6}},
            "DECK-5",
            "unknown_in_deck edition=attack known=red-7 said=read-7",
        ),
        ({"hands": 7}, "COM-3", "not_object member=hands said=7"),
        (
            {"players": 7},
            "COM-1",
            "list_of_names",
        ),
        (
            {"players": ["Ann", 7]},
            "COM-1",
            "list_of_names",
        ),
        ({"players": ["Ann", "\u200d"]}, "COM-1", "list_of_names"),
        ({"players": ["Zo\u00e9", "Zoe\u0301"]}, "COM-1", "names_look_alike player=Zo\u00e9"),
        ({"rules": 0}, "COM-1", "unknown_version first=1 last=2 said=0"),
        ({"rules": 3}, "COM-1", "unknown_version first=1 last=2 said=3"),
        ({"rules": True}, "COM-1", "unknown_version first=1 last=2 said=true"),
        ({"rules": "2"}, "COM-1", 'unknown_version first=1 last=2 said="2"'),
        (
            {
                "players": ["Zo\u00e9", "Bo"],
                "hands": {"Zo\u00e9": 2, "Zoe\u0301": 3},
                "dealer": "Bo",
            },
            "COM-3",
            "hands_twice",
        ),
        (
            {"edition": 7},
            "DECK-5",
            f"unknown_edition known={KNOWN} said=7",
        ),
        (
            {"options": {"sticking_for": "owner"}},
            "TBL-2",
            "unknown_option edition=attack known=sticking_to said=sticking_for",
        ),
        (
            {"options": {"points": {"skipp": 7}}},
            "ATK-12",
            "unknown_kind edition=attack known=skip said=skipp",
        ),
    ],
)
def test_refused_with_its_clause(changes: dict[str, Any], clause: str, expected: str) -> None:
    refused = read_setup({**GAME, **changes})
    assert isinstance(refused, Refusal)
    assert (refused.clause, in_short(refused)) == (clause, expected)


OPTIONS = {name: changed(name) for name in CHOICES}
EVERYWHERE = {"points", "stacking", "jump_in", "sevens_swap"}
WITH_LAUNCHER = {
    *EVERYWHERE,
    *("sticking_to", "reload_below", "interlock", "last_card_hits", "own_hits", "play_after_hit"),
}
USEFUL = {
    "attack": {*WITH_LAUNCHER, "first_all_hit_skips"},
    "attack-attack": WITH_LAUNCHER,
    "extreme": {*WITH_LAUNCHER, "extreme_hit_skips_next", "customizable"},
    "power-grab": {*EVERYWHERE, "draw_from"},
    "classic": {*EVERYWHERE, "draw_from", "zeros_rotate"},
    "classic-attack": {*WITH_LAUNCHER, "zeros_rotate"},
}


@pytest.mark.parametrize("edition", USEFUL)
def test_an_edition_takes_the_options_that_it_has_a_use_for(edition: str) -> None:
    setups = {
        name: read_setup({**GAME, "edition": edition, "options": {name: value}})
        for name, value in OPTIONS.items()
    }
    assert {name for name, setup in setups.items() if isinstance(setup, Setup)} == USEFUL[edition]


def test_reload_below_is_for_a_launcher_alone() -> None:
    game = {**GAME, "edition": "power-grab"}
    expected = "reload_below_a_pile"
    assert why({**game, "options": {"reload_below": 5}}) == expected
    setup = read_setup({**game, "options": {"reload_below": 5, "draw_from": "launcher"}})
    assert isinstance(setup, Setup) and setup.options.reload_below == 5


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([{"text": "x"}] * 4, "too_many_rules most=3 said=4"),
        (["Sing"], 'rule_object said="Sing"'),
        ([{"txt": "Sing"}], "unknown_rule_member known=text said=txt"),
        ([{"text": ""}], "rule_text"),
        ([{"text": "Sing", "effects": "skip"}], 'not_list member=effects said="skip"'),
        (
            [{"text": "Sing", "effects": ["skp"]}],
            'bad_effect most=100 said="skp" who=next,chosen,others,self words=skip,reverse,trade',
        ),
        (
            [{"text": "x", "effects": [{"hits": 101, "who": "next"}]}],
            "bad_effect most=100 said={…} who=next,chosen,others,self words=skip,reverse,trade",
        ),
        (
            [{"text": "x", "effects": [{"hits": 1}]}],
            "bad_effect most=100 said={…} who=next,chosen,others,self words=skip,reverse,trade",
        ),
        (
            [{"text": "x", "effects": [{"hits": True, "who": "next"}]}],
            "bad_effect most=100 said={…} who=next,chosen,others,self words=skip,reverse,trade",
        ),
        (
            [{"text": "x", "effects": [["skip"]]}],
            "bad_effect most=100 said=[…] who=next,chosen,others,self words=skip,reverse,trade",
        ),
    ],
)
def test_house_rules_that_cannot_be(rules: list[Any], expected: str) -> None:
    assert why({**GAME, "edition": "extreme", "options": {"customizable": rules}}) == expected


def test_a_house_rule_of_a_hundred_hits() -> None:
    rule = {"text": "x", "effects": [{"hits": 100, "who": "next"}]}
    options = {"customizable": [rule] * 3}
    assert isinstance(read_setup({**GAME, "edition": "extreme", "options": options}), Setup)
    expected = "more_rules_than_cards n=2 rules=3"
    deck = {"wild-customizable": 2}
    assert why({**GAME, "edition": "extreme", "options": options, "deck": deck}) == expected


@pytest.mark.parametrize("game", [None, [], "attack", 7])
def test_no_object(game: object) -> None:
    assert why(game) == "game_object"


def test_a_member_is_missing() -> None:
    assert why({"edition": "attack"}) == "game_lacks member=players"


def test_names_that_differ_in_a_letter_are_two() -> None:
    assert isinstance(read_setup({**GAME, "players": ["Zoë", "XZoë"], "dealer": "Zoë"}), Setup)


def test_eleven_are_too_many_and_ten_are_not() -> None:
    names = [f"P{n}" for n in range(11)]
    assert (
        why({"edition": "attack", "players": names}) == "how_many_players least=2 most=10 said=11"
    )
    assert isinstance(read_setup({"edition": "attack", "players": names[:10]}), Setup)


def test_the_limits_themselves_are_allowed() -> None:
    options = {"reload_below": 60, "points": {"wild": 0}}
    game = {**GAME, "options": options, "hands": {"Ann": 103}, "target": 10**9}
    setup = read_setup(game)
    assert isinstance(setup, Setup)
    assert view(start(setup))["launcher"] == 2


def test_defaults() -> None:
    setup = read_setup({"edition": "attack", "players": ["Ann", "Bo"]})
    assert isinstance(setup, Setup)
    assert (setup.scoring, setup.target, setup.dealer) == ("winner", 500, None)
    assert setup.options.reload_below == 12 and setup.options.interlock == "strict"


def test_what_holds_where_a_house_has_decided_nothing() -> None:
    decided = {name: default(name) for name in CHOICES}
    assert decided == {
        "customizable": [],
        "points": {},
        "sticking_to": "owner",
        "reload_below": 12,
        "interlock": "strict",
        "draw_from": "pile",
        "first_all_hit_skips": False,
        "last_card_hits": False,
        "extreme_hit_skips_next": False,
        "stacking": "none",
        "jump_in": False,
        "sevens_swap": False,
        "zeros_rotate": False,
        "own_hits": "once",
        "play_after_hit": False,
    }
    assert not any(CHOICES[name].refuse(name, value) for name, value in decided.items())


def test_every_choice_and_command_has_its_clause() -> None:
    assert all(choice.clause in CLAUSES for choice in CHOICES.values())
    assert all(command.clause in CLAUSES for command in COMMANDS.values())
    assert all(edition.points_clause in CLAUSES for edition in EDITIONS.values())


def test_kinds_first_then_cards() -> None:
    setup = read_setup({**GAME, "deck": {"red-7": 1, "7": 8, "skip": 0}})
    assert isinstance(setup, Setup)
    assert (setup.deck["red-7"], setup.deck["blue-7"]) == (1, 2)
    assert "red-skip" not in setup.deck
    assert setup.size == 112 - 1 - 8


CLASSIC_DECK = "0:4 reverse:8 skip:8 draw-two:8 wild:4 wild-draw-four:4"
DECKS = {
    "attack": "hit-2:8 reverse:8 skip:8 discard-all:4 trade-hands:4 wild:4 wild-all-hit:2 "
    "wild-hit-fire:2",
    "attack-attack": "hit-1:4 hit-2:8 reverse:4 skip:8 discard-all:8 wild:4 wild-attack-attack:4",
    "extreme": "hit-2:8 reverse:4 skip:8 discard-all:8 wild:4 hit-4:1 wild-extreme-hit:4 "
    "wild-customizable:3",
    "power-grab": "draw-one:8 draw-two:8 reverse:4 skip:8 grab-2-towers:4 wild-grab-a-tower:4 "
    "wild-draw-four:4",
    "classic": CLASSIC_DECK,
    "classic-attack": CLASSIC_DECK,
}


@pytest.mark.clause("DECK-4")
def test_a_simulated_deck_has_each_icon_on_two_number_cards_of_every_colour() -> None:
    deck, cards = EDITIONS["power-grab"].deck, EDITIONS["power-grab"].cards
    icons = [
        (card.color, card.kind.icon)
        for name, card in cards.items()
        for _ in range(deck[name])
        if card.kind.icon is not None and card.kind.number is not None
    ]
    colors = ("red", "yellow", "green", "blue")
    assert sorted(icons) == sorted((color, icon) for color in colors for icon in "UNO!" * 2)
    assert not any(kind.icon for kind in EDITIONS["attack"].kinds)


@pytest.mark.parametrize("edition", DECKS)
def test_the_deck(edition: str) -> None:
    deck = EDITIONS[edition].deck
    assert sum(deck.values()) == (108 if "red-0" in deck else 112)
    kinds: dict[str, int] = {}
    for card, copies in deck.items():
        kind = EDITIONS[edition].cards[card].kind.id
        kinds[kind] = kinds.get(kind, 0) + copies
    special = dict(entry.split(":") for entry in DECKS[edition].split())
    assert kinds == {
        **{str(n): 8 for n in range(1, 10)},
        **{kind: int(copies) for kind, copies in special.items()},
    }


@pytest.mark.parametrize(
    "name",
    ["\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e", "O'Neil & Co <b>", "X"],
)
def test_names_of_every_script_are_names(name: str) -> None:
    """A family in one emoji, a Persian word with a joiner between its parts, signs."""
    setup = read_setup({"edition": "attack", "players": ["Ann", name]})
    assert isinstance(setup, Setup) and setup.players == ("Ann", name)

"""The game object: what is refused, with which sentence."""

from typing import Any

import pytest

from rules import CLAUSES, COMMANDS, EDITIONS, Refusal, Setup, read_setup, start, view
from rules.house_options import OPTIONS as CHOICES
from rules.house_options import default

GAME: dict[str, Any] = {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"}
ONLY_TRADES = {**dict.fromkeys(EDITIONS["attack"].points, 0), "trade-hands": 40}


def sentence(game: object) -> str:
    refusal = read_setup(game)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_setup" and refusal.clause in CLAUSES
    return refusal.sentence


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"edition": "attak"}, '"power-grab", not "attak": did you mean "attack"?'),
        (
            {"edition": "mild"},
            'This version knows the editions "attack", "attack-attack", "extreme" and '
            '"power-grab", not "mild".',
        ),
        ({"edition": []}, 'and "power-grab", not a list.'),
        ({"edition": 1}, 'and "power-grab", not 1.'),
        ({"plyers": []}, 'There is no "plyers" in a game: did you mean "players"?'),
        (
            {"players": "Ann"},
            '"players" must be a list of names: text that shows, without blanks at its ends.',
        ),
        ({"players": ["Ann", "Bo "]}, '"players" must be a list'),
        ({"players": ["Ann", "B\no"]}, '"players" must be a list'),
        ({"players": ["Ann", "\u200d"]}, '"players" must be a list'),
        ({"players": ["Ann"]}, "2 to 10 can play, not 1."),
        ({"players": [f"P{n}" for n in range(11)]}, "2 to 10 can play, not 11."),
        ({"players": ["Ann", "Bo", "Bo"]}, "Two players are called Bo: tell them apart."),
        ({"dealer": "Cy"}, 'The dealer must be one of Ann and Bo, not "Cy".'),
        ({"dealer": []}, "The dealer must be one of Ann and Bo, not a list."),
        ({"dealer": None}, "The dealer must be one of Ann and Bo, not null."),
        ({"scoring": "most"}, '"scoring" must be "winner", "lowest" or "challenge", not "most".'),
        ({"target": 0}, '"target" must be a whole number from 1 to 1000000000, not 0.'),
        ({"target": 10**9 + 1}, "from 1 to 1000000000, not 1000000001."),
        ({"target": True}, "from 1 to 1000000000, not true."),
        ({"options": []}, '"options" must be an object, not a list.'),
        ({"options": {"reload_bellow": 5}}, 'did you mean "reload_below"?'),
        ({"options": {"reload_below": 61}}, '"reload_below" must be a whole number from 0 to 60'),
        ({"options": {"reload_below": -1}}, '"reload_below" must be a whole number from 0 to 60'),
        ({"options": {"interlock": "open"}}, '"interlock" must be "strict" or "free", not "open".'),
        ({"options": {"last_card_hits": 1}}, '"last_card_hits" must be true or false, not 1.'),
        ({"options": {"points": {"wilde": 1}}}, 'did you mean "wild"?'),
        ({"options": {"points": {"wild": -1}}}, 'The points of "wild" must be a whole number'),
        ({"deck": {"hit-2": 6}}, '6 "hit-2" cannot be spread evenly over 4 colours.'),
        ({"deck": {"read-7": 6}}, 'did you mean "red-7"?'),
        (
            {"deck": {"red-7": 1.5}},
            'The count of "red-7" must be a whole number from 0 to 1000000000',
        ),
        ({"deck": ONLY_TRADES}, "The deck has no card that can be turned up first."),
        ({"deck": {"red-7": 10**9 + 1}}, "from 0 to 1000000000, not 1000000001."),
        ({"hands": {"Cy": 1}}, 'There is no "Cy" in the players; there is Ann and Bo.'),
        (
            {"hands": {"Ann": 0}},
            "The hand of Ann must be a whole number from 1 to 1000000000, not 0.",
        ),
        (
            {"hands": {"Ann": -1}},
            "The hand of Ann must be a whole number from 1 to 1000000000, not -1.",
        ),
        (
            {"hands": {"Ann": "3"}},
            'The hand of Ann must be a whole number from 1 to 1000000000, not "3".',
        ),
        ({"hands": {"Ann": 104}}, "The deck has 112 cards, but the hands, a first card"),
    ],
)
def test_refused_with_a_sentence(changes: dict[str, Any], expected: str) -> None:
    assert expected in sentence({**GAME, **changes})


@pytest.mark.parametrize(
    ("changes", "clause", "expected"),
    [
        ({"deck": 7}, "DECK-5", '"deck" must be an object, not 7.'),
        ({"deck": ONLY_TRADES}, "DECK-5", "The deck has no card that can be turned up first."),
        (
            {"deck": {"read-7": 6}},
            "DECK-5",
            'There is no "read-7" in the deck of UNO Attack!: did you mean "red-7"?',
        ),
        ({"hands": 7}, "COM-3", '"hands" must be an object, not 7.'),
        (
            {"players": 7},
            "COM-1",
            '"players" must be a list of names: text that shows, without blanks at its ends.',
        ),
        (
            {"players": ["Ann", 7]},
            "COM-1",
            '"players" must be a list of names: text that shows, without blanks at its ends.',
        ),
        (
            {"edition": 7},
            "DECK-5",
            'This version knows the editions "attack", "attack-attack", "extreme" and '
            '"power-grab", not 7.',
        ),
        (
            {"options": {"sticking": "owner"}},
            "TBL-2",
            'There is no "sticking" in the house options of UNO Attack!: did you mean '
            '"sticking_to"?',
        ),
        (
            {"options": {"points": {"skipp": 7}}},
            "ATK-12",
            'There is no "skipp" in the kinds of UNO Attack!: did you mean "skip"?',
        ),
    ],
)
def test_refused_with_its_clause(changes: dict[str, Any], clause: str, expected: str) -> None:
    refused = read_setup({**GAME, **changes})
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.sentence) == (clause, expected)


OPTIONS = {
    "sticking_to": "presser",
    "reload_below": 5,
    "interlock": "free",
    "points": {"7": 8},
    "first_all_hit_skips": True,
    "last_card_hits": True,
    "extreme_hit_skips_next": True,
    "customizable": [{"text": "Sing"}],
    "draw_from": "launcher",
}
WITH_LAUNCHER = {"sticking_to", "reload_below", "interlock", "points", "last_card_hits"}
USEFUL = {
    "attack": {*WITH_LAUNCHER, "first_all_hit_skips"},
    "attack-attack": WITH_LAUNCHER,
    "extreme": {*WITH_LAUNCHER, "extreme_hit_skips_next", "customizable"},
    "power-grab": {"points", "draw_from"},
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
    expected = '"reload_below" is for a launcher: set "draw_from" to it as well.'
    assert sentence({**game, "options": {"reload_below": 5}}) == expected
    setup = read_setup({**game, "options": {"reload_below": 5, "draw_from": "launcher"}})
    assert isinstance(setup, Setup) and setup.options.reload_below == 5


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([{"text": "x"}] * 4, "3 house rules are the most, not 4."),
        (["Sing"], 'A house rule is an object with a text, not "Sing".'),
        ([{"txt": "Sing"}], 'There is no "txt" in a house rule: did you mean "text"?'),
        ([{"text": ""}], "A house rule needs a text on one line, without blanks at its ends."),
        ([{"text": "Sing", "effects": "skip"}], '"effects" must be a list, not "skip".'),
        (
            [{"text": "Sing", "effects": ["skp"]}],
            'An effect is {"hits": 1 to 100, "who": "next", "chosen", "others" or "self"}, "skip", '
            '"reverse" or "trade", not "skp".',
        ),
        ([{"text": "x", "effects": [{"hits": 101, "who": "next"}]}], "not an object."),
        ([{"text": "x", "effects": [{"hits": 1}]}], "not an object."),
        ([{"text": "x", "effects": [{"hits": True, "who": "next"}]}], "not an object."),
        ([{"text": "x", "effects": [["skip"]]}], "not a list."),
    ],
)
def test_house_rules_that_cannot_be(rules: list[Any], expected: str) -> None:
    assert expected in sentence({**GAME, "edition": "extreme", "options": {"customizable": rules}})


def test_a_house_rule_of_a_hundred_hits() -> None:
    rule = {"text": "x", "effects": [{"hits": 100, "who": "next"}]}
    options = {"customizable": [rule] * 3}
    assert isinstance(read_setup({**GAME, "edition": "extreme", "options": options}), Setup)
    expected = "3 house rules are too many for 2 cards."
    deck = {"wild-customizable": 2}
    assert sentence({**GAME, "edition": "extreme", "options": options, "deck": deck}) == expected


@pytest.mark.parametrize("game", [None, [], "attack", 7])
def test_no_object(game: object) -> None:
    assert sentence(game) == "A game is an object with an edition and players."


def test_a_member_is_missing() -> None:
    assert sentence({"edition": "attack"}) == 'The game lacks its member "players".'


def test_eleven_are_too_many_and_ten_are_not() -> None:
    names = [f"P{n}" for n in range(11)]
    assert sentence({"edition": "attack", "players": names}) == "2 to 10 can play, not 11."
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
    }
    assert all(CHOICES[name].check(value) for name, value in decided.items())


def test_every_choice_and_command_has_its_clause_and_its_words() -> None:
    for choice in CHOICES.values():
        words = [choice.text, choice.words, *choice.answers.values()]
        assert choice.clause in CLAUSES and all(words), choice
    assert all(command.clause in CLAUSES for command in COMMANDS.values())
    assert all(edition.points_clause in CLAUSES for edition in EDITIONS.values())


def test_kinds_first_then_cards() -> None:
    setup = read_setup({**GAME, "deck": {"red-7": 1, "7": 8, "skip": 0}})
    assert isinstance(setup, Setup)
    assert (setup.deck["red-7"], setup.deck["blue-7"]) == (1, 2)
    assert "red-skip" not in setup.deck
    assert setup.size == 112 - 1 - 8


DECKS = {
    "attack": "hit-2:8 reverse:8 skip:8 discard-all:4 trade-hands:4 wild:4 wild-all-hit:2 "
    "wild-hit-fire:2",
    "attack-attack": "hit-1:4 hit-2:8 reverse:4 skip:8 discard-all:8 wild:4 wild-attack-attack:4",
    "extreme": "hit-2:8 reverse:4 skip:8 discard-all:8 wild:4 hit-4:1 wild-extreme-hit:4 "
    "wild-customizable:3",
    "power-grab": "draw-one:8 draw-two:8 reverse:4 skip:8 grab-2-towers:4 wild-grab-a-tower:4 "
    "wild-draw-four:4",
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
    assert sum(deck.values()) == 112
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

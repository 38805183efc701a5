"""The log: every ruling is a sentence with its clause and whom it concerns."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules import Applied, Event, Setup, State, apply, read_setup, start, view
from rules.position import Owed


def table(**game: Any) -> State:
    setup = read_setup(
        {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", **game}
    )
    assert isinstance(setup, Setup)
    return start(setup)


def log(state: State, *said: dict[str, Any]) -> list[Event]:
    events: list[Event] = []
    for command in said:
        answer = apply(state, command)
        assert isinstance(answer, Applied), answer
        events += answer.events
        state = answer.state
    return events


def told(state: State, *said: dict[str, Any]) -> list[str]:
    return [f"{event.clause} {event.text}" for event in log(state, *said)]


def up(card: str) -> dict[str, Any]:
    return {"do": "turn_up", "card": card}


def play(by: str, card: str, **members: Any) -> dict[str, Any]:
    return {"do": "play", "by": by, "card": card, **members}


def hit(by: str, cards: int) -> dict[str, Any]:
    return {"do": "hit", "by": by, "cards": cards}


def count(player: str, points: int) -> dict[str, Any]:
    return {"do": "count", "player": player, "points": points}


RED_7 = up("red-7")
RED_1 = play("Bo", "red-1")
UNDO = {"do": "undo"}
SAID: list[tuple[dict[str, Any], list[dict[str, Any]], list[str]]] = [
    (
        {"edition": "power-grab"},
        [
            RED_7,
            play("Bo", "wild-draw-four", color="red"),
            {"do": "challenge", "by": "Cy", "guilty": True},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "PGR-6 Bo plays a Wild Draw Four and calls red.",
            "PGR-6 Cy owes 4 draws.",
            "PGR-7 Cy challenges: Bo is guilty.",
            "PGR-7 Bo owes 4 draws.",
        ],
    ),
    (
        {},
        [RED_7, hit("Bo", 1), UNDO, {"do": "set", "hands": {"Bo": 1}, "launcher": 90}],
        [
            "COM-3 The first card up is a red 7.",
            "LCH-3 Bo hits: 1 card comes out.",
            "TBL-1 The last command is taken back: put 1 card back.",
            "TBL-2 The table sets Bo's hand to 1 card.",
            "TBL-2 The table sets the launcher to 90 cards.",
        ],
    ),
    (
        {},
        [up("red-trade-hands"), RED_7, play("Bo", "red-hit-2"), hit("Cy", 1), hit("Cy", 0)],
        [
            "ATK-7 The red Trade Hands goes back: turn up another card.",
            "COM-3 The first card up is a red 7.",
            "ATK-1 Bo plays a red Hit 2.",
            "ATK-1 Cy owes 2 hits.",
            "ATK-1 Cy hits: 1 card comes out.",
            "ATK-1 Cy hits: nothing comes out.",
        ],
    ),
    (
        {},
        [up("red-reverse"), play("Ann", "red-skip"), play("Bo", "red-reverse"), hit("Cy", 2)],
        [
            "COM-3 The first card up is a red Reverse.",
            "COM-9 Play goes to the right.",
            "COM-9 Ann plays first.",
            "COM-8 Ann plays a red Skip.",
            "COM-8 Cy is skipped.",
            "COM-7 Bo plays a red Reverse.",
            "COM-7 Play goes to the left now.",
            "LCH-3 Cy hits: 2 cards come out.",
        ],
    ),
    (
        {"hands": {"Bo": 3}},
        [
            RED_7,
            play("Bo", "red-discard-all", **{"with": ["red-1"]}),
            {"do": "catch", "by": "Cy", "player": "Bo"},
            {"do": "undo"},
            {"do": "uno", "by": "Bo"},
            {"do": "suggested", "player": "Cy"},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "ATK-3 Bo plays a red Discard All on 1 card.",
            "COM-13 Cy catches Bo without UNO.",
            "COM-13 Bo owes 2 hits.",
            "TBL-1 The last command is taken back.",
            "COM-12 Bo calls UNO.",
            "LCH-7 Cy suggested a play to another player.",
            "LCH-7 Cy owes 4 hits.",
        ],
    ),
    (
        {"edition": "attack-attack"},
        [
            up("wild-attack-attack"),
            {"do": "choose", "by": "Bo", "target": "Ann", "color": "red"},
            hit("Bo", 1),
        ],
        [
            "COM-3 The first card up is a Wild Attack-Attack.",
            "AAT-2 Bo chooses whom to attack.",
            "AAT-2 Bo attacks Ann and calls red.",
            "AAT-2 Bo owes 2 hits, and Ann keeps what comes out.",
            "AAT-2 Bo hits: 1 card comes out.",
        ],
    ),
    (
        {
            "edition": "extreme",
            "options": {
                "extreme_hit_skips_next": True,
                "customizable": [
                    {"text": "Sing!", "effects": ["skip", {"hits": 1, "who": "self"}, "reverse"]}
                ],
            },
        },
        [
            RED_7,
            play("Bo", "wild-extreme-hit", color="red", target="Ann"),
            hit("Bo", 0),
            hit("Bo", 0),
            play("Ann", "wild-customizable", color="blue", rule=1),
        ],
        [
            "COM-3 The first card up is a red 7.",
            "EXT-3 Bo plays a Wild Extreme Hit and calls red.",
            "EXT-3 Bo owes 2 hits, and Ann keeps what comes out.",
            "EXT-3 Cy is skipped.",
            "EXT-3 Bo hits: nothing comes out.",
            "EXT-3 Bo hits: nothing comes out.",
            "EXT-5 Ann plays a Wild Customizable and calls blue.",
            'EXT-5 The house rule: "Sing!".',
            "EXT-5 Bo is skipped.",
            "EXT-5 Ann owes 1 hit.",
            "EXT-5 Play goes to the right now.",
        ],
    ),
    (
        {"edition": "power-grab", "hands": {"Bo": 4, "Ann": 90}},
        [
            up("wild-draw-four"),
            RED_7,
            play("Bo", "red-grab-2-towers", towers=["U", "N"]),
            {"do": "set", "towers": {"!": "Ann", "O": None}},
            play("Cy", "red-skip"),
            {"do": "draw", "by": "Ann", "cards": 1},
            {"do": "pass", "by": "Ann"},
            play("Bo", "red-1", icon="O"),
            play("Cy", "wild-draw-four", color="red"),
            {"do": "challenge", "by": "Ann", "guilty": False},
            {"do": "draw", "by": "Ann", "cards": 6},
            play("Bo", "red-2", icon="!"),
            {"do": "draw", "by": "Cy", "cards": 1},
            {"do": "reload"},
        ],
        [
            "PGR-8 The Wild Draw Four goes back: turn up another card.",
            "COM-3 The first card up is a red 7.",
            "PGR-4 Bo plays a red Grab-2-Towers.",
            "PGR-4 Bo takes the tower U.",
            "PGR-4 Bo takes the tower N.",
            "TBL-2 The table sets the tower ! to Ann.",
            "TBL-2 The table sets the tower O to nobody.",
            "COM-8 Cy plays a red Skip.",
            "PGR-10 Ann blocks it with the tower !.",
            "PGR-2 Ann draws 1 card.",
            "PGR-2 Ann passes.",
            "COM-4 Bo plays a red 1.",
            "PGR-9 Bo takes the tower O.",
            "PGR-6 Cy plays a Wild Draw Four and calls red.",
            "PGR-6 Ann owes 4 draws.",
            "PGR-7 Ann challenges: Cy is innocent.",
            "PGR-7 Ann owes 6 draws.",
            "PGR-7 Ann draws 6 cards.",
            "COM-4 Bo plays a red 2.",
            "PGR-9 Bo takes the tower ! from Ann.",
            "PGR-11 Bo has had all four towers: they go back.",
            "PGR-2 Cy draws 1 card.",
            "PGR-12 5 cards of the pile are shuffled into the draw pile.",
        ],
    ),
    (
        {"edition": "power-grab", "options": {"draw_from": "launcher"}},
        [RED_7, {"do": "draw", "by": "Bo", "cards": 1}],
        ["COM-3 The first card up is a red 7.", "PGR-2 Bo draws 1 card."],
    ),
    (
        {"edition": "power-grab", "options": {"draw_from": "launcher"}, "hands": {"Ann": 86}},
        [
            RED_7,
            play("Bo", "red-draw-two"),
            {"do": "draw", "by": "Cy", "cards": 1},
            {"do": "draw", "by": "Cy", "cards": 2},
            {"do": "draw", "by": "Ann", "cards": 10},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "PGR-3 Bo plays a red Draw Two.",
            "PGR-3 Cy owes 2 draws.",
            "PGR-12 The launcher holds 11 cards: reload it with the pile, except its top card.",
            "PGR-3 Cy draws 1 card.",
            "PGR-3 Cy draws 2 cards.",
            "PGR-1 The launcher gave 1 card too many: set the counts.",
            "PGR-2 Ann draws 10 cards.",
            "LCH-1 10 cards came out where the launcher should have held 8 cards: count the hands.",
            "PGR-1 The launcher gave 9 cards too many: set the counts.",
        ],
    ),
    (
        {"edition": "power-grab", "hands": {"Ann": 96}},
        [
            RED_7,
            {"do": "draw", "by": "Bo", "cards": 1},
            {"do": "pass", "by": "Bo"},
            {"do": "pass", "by": "Cy"},
            play("Ann", "red-draw-two"),
            {"do": "reload"},
            {"do": "draw", "by": "Bo", "cards": 1},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "PGR-2 Bo draws 1 card.",
            "PGR-2 Bo passes.",
            "PGR-12 Cy passes.",
            "PGR-3 Ann plays a red Draw Two.",
            "PGR-3 Bo owes 2 draws.",
            "PGR-12 The draw pile is used up: shuffle the discard pile into a new one, "
            "except its top card.",
            "PGR-12 1 card of the pile is shuffled into the draw pile.",
            "PGR-3 Bo draws 1 card.",
            "PGR-12 Nothing is left to reload: the owed draws are void.",
        ],
    ),
    (
        {"hands": {"Bo": 1}, "target": 30},
        [
            RED_7,
            play("Bo", "wild-hit-fire", color="blue"),
            hit("Cy", 3),
            count("Ann", 30),
            count("Cy", 1),
            {"do": "undo"},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "ATK-10 Bo plays a Wild Hit-Fire and calls blue.",
            "COM-15 Bo has no cards left and wins the round.",
            "ATK-10 Cy hits until cards come out.",
            "ATK-10 Cy hits: 3 cards come out.",
            "COM-15 The round is over: count the hands.",
            "TBL-4 Ann is caught with 30 points.",
            "TBL-4 Cy is caught with 1 point.",
            "COM-16 Bo scores 31 points: 31 in all.",
            "COM-16 Bo wins the game.",
            "TBL-1 The last command is taken back.",
        ],
    ),
    (
        {"hands": {"Bo": 1}, "scoring": "lowest", "target": 5},
        [RED_7, RED_1, {"do": "set", "scores": {"Cy": 5}}, count("Ann", 0), count("Cy", 0)],
        [
            "COM-3 The first card up is a red 7.",
            "COM-4 Bo plays a red 1.",
            "COM-15 Bo has no cards left and wins the round.",
            "COM-15 The round is over: count the hands.",
            "TBL-2 The table sets Cy's score to 5.",
            "TBL-4 Ann is caught with 0 points.",
            "TBL-4 Cy is caught with 0 points.",
            "COM-17 Ann and Bo win the game.",
        ],
    ),
    (
        {"hands": {"Bo": 1}},
        [RED_7, RED_1, {"do": "leave", "player": "Bo"}, count("Ann", 9), count("Cy", 1)],
        [
            "COM-3 The first card up is a red 7.",
            "COM-4 Bo plays a red 1.",
            "COM-15 Bo has no cards left and wins the round.",
            "COM-15 The round is over: count the hands.",
            "TBL-3 Bo leaves the game.",
            "TBL-4 Ann is caught with 9 points.",
            "TBL-4 Cy is caught with 1 point.",
        ],
    ),
    (
        {},
        [
            RED_7,
            RED_1,
            hit("Cy", 79),
            hit("Ann", 0),
            {"do": "undo"},
            {"do": "undo"},
            {"do": "undo"},
            RED_1,
            hit("Cy", 95),
            {"do": "reload"},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "COM-4 Bo plays a red 1.",
            "LCH-3 Cy hits: 79 cards come out.",
            "LCH-1 79 cards came out, and a press gives 12 at the most: count the hands.",
            "LCH-5 The launcher holds 11 cards: reload it with the pile, except its top card.",
            "LCH-3 Ann hits: nothing comes out.",
            "TBL-1 The last command is taken back.",
            "TBL-1 The last command is taken back: put 79 cards back.",
            "TBL-1 The last command is taken back.",
            "COM-4 Bo plays a red 1.",
            "LCH-3 Cy hits: 95 cards come out.",
            "LCH-1 95 cards came out where the launcher should have held 90 cards: "
            "count the hands.",
            "LCH-5 The launcher holds 0 cards: reload it with the pile, except its top card.",
            "LCH-5 1 card of the pile is shuffled into the launcher.",
        ],
    ),
    (
        {"options": {"interlock": "free"}},
        [up("wild"), hit("Cy", 1), {"do": "color", "by": "Bo", "color": "red"}],
        [
            "COM-3 The first card up is a Wild.",
            "LCH-9 Cy presses out of order: 1 card comes out, for nobody: set the counts.",
            "COM-11 Bo calls red.",
        ],
    ),
    (
        {"hands": {"Ann": 90}},
        [
            RED_7,
            {"do": "set", "launcher": 0},
            {"do": "suggested", "player": "Cy"},
            {"do": "set", "direction": "right", "color": "blue", "turn": "Cy", "dealer": "Bo"},
        ],
        [
            "COM-3 The first card up is a red 7.",
            "TBL-2 The table sets the launcher to 0 cards.",
            "LCH-7 Cy suggested a play to another player.",
            "LCH-7 Cy owes 4 hits.",
            "LCH-6 Nothing is left to reload: the owed hits are void.",
            "TBL-2 The table sets the direction to right.",
            "TBL-2 The table sets the colour to blue.",
            "TBL-2 The table sets the turn to Cy.",
            "TBL-2 The table sets the dealer to Bo.",
        ],
    ),
]


@pytest.mark.parametrize(("game", "said", "expected"), SAID)
def test_the_log(game: dict[str, Any], said: list[dict[str, Any]], expected: list[str]) -> None:
    assert told(table(**game), *said) == expected


def test_who_is_concerned() -> None:
    events = log(table(), RED_7, play("Bo", "red-trade-hands", target="Ann"), hit("Cy", 0))
    assert [(event.kind, event.player) for event in events] == [
        ("turned_up", None),
        ("plays", "Bo"),
        ("trades", "Bo"),
        ("hits", "Cy"),
    ]


def test_who_joins() -> None:
    counts = [count("Ann", 1), count("Cy", 1)]
    joins = {"do": "join", "player": "Dee", "score": 7}
    last = log(table(hands={"Bo": 1}), RED_7, RED_1, *counts, joins)[-1]
    assert (last.player, last.text) == ("Dee", "Dee joins with 7 points.")


@pytest.mark.clause("LCH-1")
def test_more_than_a_press_is_meant_to_give_asks_for_a_recount() -> None:
    state = table()
    assert told(state, up("red-7"), hit("Bo", 12))[1:] == ["LCH-3 Bo hits: 12 cards come out."]
    assert told(state, up("red-7"), hit("Bo", 13))[1:] == [
        "LCH-3 Bo hits: 13 cards come out.",
        "LCH-1 13 cards came out, and a press gives 12 at the most: count the hands.",
    ]


@pytest.mark.clause("LCH-1")
@pytest.mark.parametrize(("sticking_to", "hands"), [("owner", (7, 11)), ("presser", (9, 9))])
def test_sticking_cards_where_owner_and_presser_differ(
    sticking_to: str, hands: tuple[int, int]
) -> None:
    answer = apply(table(options={"sticking_to": sticking_to}), RED_7)
    assert isinstance(answer, Applied)
    ann, bo = 0, 1
    owed = (Owed(owner=bo, by=ann, hits=1, reason="AAT-1"),)
    state = State(replace(answer.state.position, owed=owed))
    assert view(state)["facing"] == "Bo"
    answer = apply(state, {**hit("Ann", 4), "sticking": 2})
    assert isinstance(answer, Applied)
    assert tuple(view(answer.state)["hands"].values())[:2] == hands

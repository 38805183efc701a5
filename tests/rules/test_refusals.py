"""Where several things are wrong, the first in the order of the format is told."""

from typing import Any

import pytest

from rules import Applied, Refusal, Setup, State, apply, read_setup, start
from rules.commands import registry
from rules.outcome import CODES
from tests.rules.saying import in_short

RED_7 = {"do": "turn_up", "card": "red-7"}
NOBODY = "nobody"


def table(*said: dict[str, Any], **game: Any) -> State:
    members = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", **game}
    setup = read_setup({name: value for name, value in members.items() if value != NOBODY})
    assert isinstance(setup, Setup)
    state = start(setup)
    for command in said:
        answer = apply(state, command)
        assert isinstance(answer, Applied), answer
        state = answer.state
    return state


def play(by: str, card: str, **members: Any) -> dict[str, Any]:
    return {"do": "play", "by": by, "card": card, **members}


OPEN = table(RED_7)
OWED = table(RED_7, play("Bo", "red-hit-2"))
EMPTY = table(RED_7, play("Bo", "red-hit-2"), {"do": "hit", "by": "Cy", "cards": 90})
OVER = table(
    RED_7,
    play("Bo", "red-1"),
    {"do": "count", "player": "Ann", "points": 500},
    {"do": "count", "player": "Cy", "points": 0},
    hands={"Bo": 1},
)
LAST = table(RED_7, hands={"Bo": 1})
DRAWING = table(dealer=NOBODY)
WON = table(RED_7, play("Bo", "red-1"), hands={"Bo": 1})
NOTHING = [{"do": "count", "player": player, "points": 0} for player in ("Ann", "Cy")]
NEXT = table(RED_7, play("Bo", "red-1"), *NOTHING, hands={"Bo": 1})
FIRE = table(RED_7, play("Bo", "wild-hit-fire", color="red"))


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (OPEN, {"do": "paly", "by": "Zed"}, "unknown_command"),
        (OPEN, {"by": "Ann"}, "unknown_command"),
        (OPEN, [], "unknown_command"),
        (OPEN, play("Zed", "red-0", colour="pink"), "unknown_player"),
        (OPEN, play("Bo", "red-0", target="Zed"), "unknown_player"),
        (OPEN, play("Bo", "red-0", colour="pink"), "unknown_card"),
        (OPEN, {"do": "play", "card": "red-0"}, "unknown_card"),
        (OPEN, {"do": "play", "colour": 1, "card": "red-0", "by": "Zed"}, "unknown_player"),
        (OPEN, {"do": "play", "colour": 1, "card": "red-0", "by": "Bo"}, "unknown_card"),
        (OPEN, play("Bo", "red-discard-all", **{"with": ["red-0"]}), "unknown_card"),
        (OPEN, play("Bo", "wild", color="pink", carry_out=True), "bad_member"),
        (OPEN, play("Bo", "red-1", color="pink"), "bad_member"),
        (OPEN, play("Bo", "wild", color=3), "bad_member"),
        (OPEN, play("Bo", "red-discard-all", **{"with": [1]}), "bad_member"),
        (OPEN, play("Bo", "red-discard-all", **{"with": {"red-1": 1}}), "bad_member"),
        (OPEN, {"do": "set", "hands": {}}, "bad_member"),
        (OPEN, {"do": "set", "hands": ["Ann"]}, "bad_member"),
        (OPEN, {"do": "set", "hands": {"Ann": "2"}}, "bad_member"),
        (OPEN, {"do": "set", "hands": {"Ann": True}}, "bad_member"),
        (OPEN, {"do": "set", "turn": None}, "bad_member"),
        (OPEN, {"do": "join", "player": 5, "score": 0}, "bad_member"),
        (OPEN, {"do": "join", "player": " Dee", "score": 0}, "bad_member"),
        (OPEN, {"do": "join", "player": "D", "score": 0}, "wrong_phase"),
        (OVER, play("Bo", "wild", color="pink"), "bad_color"),
        (OVER, {"do": "choose", "by": "Bo", "target": "Cy", "color": "pink"}, "bad_color"),
        (OVER, {"do": "challenge", "by": "Bo", "guilty": True}, "wrong_edition"),
        (OVER, {"do": "choose", "by": "Bo"}, "wrong_edition"),
        (OVER, {"do": "draw", "by": "Bo", "cards": 1}, "wrong_edition"),
        (OVER, {"do": "pass", "by": "Bo"}, "wrong_edition"),
        (OVER, {"do": "hit", "by": "Bo", "cards": 1}, "game_over"),
        (EMPTY, {"do": "hit", "by": "Ann", "cards": -1}, "launcher_empty"),
        (EMPTY, play("Bo", "blue-1"), "hits_owed"),
        (OWED, play("Bo", "blue-1"), "hits_owed"),
        (OPEN, {"do": "next_round"}, "wrong_phase"),
        (OPEN, {"do": "color", "by": "Cy", "color": "red"}, "wrong_phase"),
        (OPEN, {"do": "color", "by": "Cy"}, "wrong_phase"),
        (OPEN, {"do": "hit", "by": "Cy", "cards": -1}, "out_of_turn"),
        (OPEN, play("Cy", "blue-1"), "out_of_turn"),
        (
            OPEN,
            play("Bo", "blue-discard-all", **{"with": ["red-7", "red-7"]}),
            "not_in_deck",
        ),
        (LAST, play("Bo", "blue-trade-hands"), "no_match"),
        (LAST, play("Bo", "red-discard-all", **{"with": ["blue-1"]}), "hand_too_small"),
        (LAST, play("Bo", "red-trade-hands", target="Bo"), "cannot_go_out"),
        (LAST, play("Bo", "wild"), "color_required"),
        (OPEN, play("Bo", "red-trade-hands"), "target_required"),
        (OPEN, play("Bo", "red-trade-hands", target="Bo"), "bad_target"),
        (OPEN, play("Bo", "red-discard-all", **{"with": ["blue-1"]}), "bad_count"),
        (OPEN, {"do": "uno", "by": "Cy"}, "too_early"),
        (OPEN, {"do": "reload"}, "nothing_to_reload"),
        (table(), {"do": "undo"}, "nothing_to_undo"),
    ],
)
def test_the_first_reason_counts(state: State, command: object, code: str) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert code in CODES and answer.clause and answer.key.startswith("refusal.")


def test_states_are_equal_when_the_games_stand_alike() -> None:
    begun, begun_too, played = table(RED_7), table(RED_7), table(RED_7, play("Bo", "red-1"))
    assert begun == begun_too and begun not in (played, "a state", begun.position)
    assert begun != played and begun != "a state"


def test_equal_states_are_not_unequal() -> None:
    begun, begun_too = table(RED_7), table(RED_7)
    assert not begun != begun_too  # noqa: SIM202  it is != that is asked


@pytest.mark.parametrize("do", ["undo", "set"])
def test_undo_and_set_outlive_the_game(do: str) -> None:
    command = {"do": "set", "scores": {"Ann": 1}} if do == "set" else {"do": "undo"}
    assert isinstance(apply(OVER, command), Applied)


ATTACKS = {"edition": "attack-attack"}
DOUBT = {"do": "challenge", "by": "Bo", "guilty": True}
DRAW_FOUR = play("Bo", "wild-draw-four", color="red")
DRAWN = {"do": "draw", "by": "Bo", "cards": 1}
POWER = {"edition": "power-grab"}


@pytest.mark.parametrize(
    ("state", "command", "why"),
    [
        (table(RED_7, **POWER), {**DRAWN, "cards": 2}, "draws_one player=Bo n=1 said=2"),
        (
            table(RED_7, play("Bo", "red-draw-two"), **POWER),
            {"do": "draw", "by": "Cy", "cards": 3},
            "draws_up_to player=Cy n=2 said=3",
        ),
        (table(RED_7, **POWER), {"do": "pass", "by": "Bo"}, "must_draw player=Bo"),
        (
            table(RED_7, DRAWN, **POWER),
            DRAWN,
            "has_drawn player=Bo",
        ),
        (
            table(RED_7, **POWER),
            play("Bo", "red-grab-2-towers"),
            "towers_required kind=grab-2-towers n=2",
        ),
        (
            table(RED_7, **POWER),
            play("Bo", "red-grab-2-towers", towers=["U", "X"]),
            "wrong_type do=play member=towers said=[…] type=towers",
        ),
        (
            table({"do": "turn_up", "card": "red-grab-2-towers"}, **POWER),
            play("Bo", "blue-grab-2-towers", towers=["U", "N"]),
            "color_alone card=red-grab-2-towers",
        ),
        (
            table({"do": "turn_up", "card": "wild-extreme-hit"}, edition="extreme"),
            play("Bo", "red-1"),
            "choose_first player=Bo",
        ),
        (
            table(RED_7, edition="extreme"),
            play("Bo", "wild-customizable", color="red", rule=2),
            "no_such_rule most=0 rule=2",
        ),
        (
            table(RED_7, edition="extreme"),
            play("Bo", "wild-extreme-hit", color="red", carry_out=False),
            "no_use kind=wild-extreme-hit member=carry_out",
        ),
        (
            table(RED_7, play("Bo", "wild", color="blue")),
            play("Cy", "red-1"),
            "no_match_called card=red-1 color=blue",
        ),
        (
            table(RED_7, hands={"Bo": 2}),
            play("Bo", "red-discard-all", **{"with": ["red-1", "red-2"]}),
            "hand_too_small player=Bo laid=3 n=2",
        ),
        (
            OPEN,
            play("Bo", "red-discard-all", **{"with": ["red-7", "red-1", "red-7"]}),
            "copies_left card=red-7 n=1",
        ),
        (
            table(RED_7, play("Bo", "red-7"), deck={"red-1": 0}),
            play("Cy", "red-discard-all", **{"with": ["red-7"]}),
            "all_face_up card=red-7",
        ),
        (
            table(RED_7, play("Bo", "red-1"), hands={"Bo": 1}),
            {"do": "count", "player": "Ann", "cards": ["red-1", "red-1", "red-2"]},
            "too_many_of player=Ann card=red-1 n=2",
        ),
    ],
)
def test_why_in_the_other_editions(state: State, command: dict[str, Any], why: str) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal) and in_short(answer) == why


@pytest.mark.parametrize(
    ("state", "command", "awaited"),
    [
        (DRAWING, RED_7, "dealer_first"),
        (table(), play("Bo", "red-1"), "first_card_first"),
        (WON, RED_7, "hands_first"),
        (NEXT, RED_7, "next_round_first"),
        (FIRE, {"do": "hit", "by": "Bo", "cards": 1}, "owes_until_cards player=Cy"),
        (OWED, {"do": "hit", "by": "Bo", "cards": 1}, "owes_hits player=Cy n=2"),
        (OPEN, {"do": "hit", "by": "Cy", "cards": 1}, "turn_of player=Bo"),
        (OPEN, {"do": "next_round"}, "round_goes_on"),
        (
            table(RED_7, edition="extreme"),
            {"do": "choose", "by": "Bo", "target": "Cy", "color": "red"},
            "nobody_to_choose",
        ),
        (
            table(RED_7, play("Bo", "wild-attack-attack", color="red", target="Ann"), **ATTACKS),
            {"do": "hit", "by": "Ann", "cards": 1},
            "owes_hits_for player=Bo n=2 owner=Ann",
        ),
        (table(RED_7, edition="power-grab"), DOUBT, "nothing_to_challenge"),
        (table(RED_7, DRAW_FOUR, edition="power-grab"), DOUBT, "others_challenge player=Cy"),
        (OPEN, {"do": "color", "by": "Bo", "color": "red"}, "color_called color=red"),
        (OPEN, RED_7, "first_card_lies"),
    ],
)
def test_what_is_awaited(state: State, command: dict[str, Any], awaited: str) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal)
    assert in_short(answer) == awaited


@pytest.mark.parametrize(
    ("state", "command", "why"),
    [
        (OWED, {"do": "hit", "by": "Cy", "cards": 999}, "LCH-1 came_out most=112 said=999"),
        (
            OWED,
            {"do": "hit", "by": "Cy", "cards": 2, "sticking": 3},
            "LCH-1 sticks n=2 said=3",
        ),
        (
            table(RED_7, play("Bo", "red-draw-two"), options={"draw_from": "launcher"}, **POWER),
            {"do": "draw", "by": "Cy", "cards": 999},
            "LCH-1 came_out most=112 said=999",
        ),
        (OPEN, {"do": "set", "hands": {"Ann": 999}}, "TBL-2 impossible_cards n=112 said=999"),
        (
            OPEN,
            {"do": "set", "scores": {"Ann": -3}},
            "TBL-2 impossible_score most=1000000000 said=-3",
        ),
        (
            WON,
            {"do": "count", "player": "Ann", "points": -4},
            "TBL-4 impossible_points most=1000000000 said=-4",
        ),
        (NEXT, {"do": "join", "player": "Dee", "score": 500}, "TBL-3 newcomer most=499 said=500"),
        (
            NEXT,
            {"do": "join", "player": "\u3164", "score": 5},
            'TBL-3 wrong_type do=join member=player said="\u3164" type=name',
        ),
        (OPEN, {"do": "next_round"}, "COM-18 round_goes_on"),
        (OPEN, {"do": "count", "player": "Ann", "points": 4}, "COM-16 round_goes_on"),
    ],
)
def test_what_cannot_be_is_repeated_with_its_bounds(
    state: State, command: dict[str, Any], why: str
) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal)
    assert f"{answer.clause} {in_short(answer)}" == why


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"by": 7}, "wrong_type do=play member=by said=7 type=player"),
        ({"card": 7}, "wrong_type do=play member=card said=7 type=card"),
        ({"color": 7}, "wrong_type do=play member=color said=7 type=color"),
        ({"with": 7}, "wrong_type do=play member=with said=7 type=cards"),
        ({"icon": "A"}, 'wrong_type do=play member=icon said="A" type=tower'),
        (
            {"towers": ["A"]},
            "wrong_type do=play member=towers said=[…] type=towers",
        ),
        ({"rule": 4}, "wrong_type do=play member=rule said=4 type=rule"),
        ({"carry_out": 7}, "wrong_type do=play member=carry_out said=7 type=truth"),
        (
            {"do": "set", "hands": 7},
            "wrong_type do=set member=hands said=7 type=tally",
        ),
        ({"do": "set", "direction": 7}, "wrong_type do=set member=direction said=7 type=side"),
        ({"do": "set", "launcher": "x"}, 'wrong_type do=set member=launcher said="x" type=number'),
        (
            {"do": "set", "towers": 7},
            "wrong_type do=set member=towers said=7 type=holders",
        ),
        ({"do": "join", "player": 7}, "wrong_type do=join member=player said=7 type=name"),
        ({"do": "jion"}, "unknown_command known=join said=jion"),
    ],
)
def test_what_a_member_can_be(command: dict[str, Any], why: str) -> None:
    answer = apply(OPEN, {"do": "play", **command})
    assert isinstance(answer, Refusal)
    assert in_short(answer) == why


def test_many_unknown_members_cost_one_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[str] = []

    def hint(word: str, known: object) -> list[str]:
        hints.append(word)
        return []

    monkeypatch.setattr(registry, "likely", hint)
    apply(OPEN, play("Bo", "red-1", **{f"member-{number}": 1 for number in range(1000)}))
    assert hints == ["member-0"]


def test_refusals_say_what_is_so() -> None:
    answers = [
        apply(OPEN, play("Bo", "blue-1")),
        apply(OWED, play("Ann", "red-1")),
        apply(OPEN, {"do": "play", "by": "Bo", "crad": "red-1", "card": "red-1"}),
        apply(OPEN, {"do": "uno", "by": "Bo", "cards": 1, "crad": 1}),
        apply(OPEN, play("Bo", "redd-1")),
        apply(EMPTY, {"do": "hit", "by": "Cy", "cards": 1}),
        apply(table(RED_7, {"do": "leave", "player": "Bo"}), play("Bo", "red-1")),
    ]
    assert [in_short(answer) for answer in answers if isinstance(answer, Refusal)] == [
        "no_match card=blue-1 top=red-7",
        "owes_hits player=Cy n=2",
        "unknown_member do=play known=card said=crad",
        "unknown_member do=uno known=by said=cards",
        "unknown_card known=red-1 said=redd-1",
        "launcher_empty",
        "unknown_player known=Ann,Cy said=Bo",
    ]

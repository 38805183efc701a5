"""Where several things are wrong, the first in the order of the format is told."""

from typing import Any

import pytest

from rules import Applied, Refusal, Setup, State, apply, read_setup, start
from rules.commands import syntax
from rules.outcome import CODES

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
    assert code in CODES and answer.clause and answer.sentence


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


DRAWN = {"do": "draw", "by": "Bo", "cards": 1}
POWER = {"edition": "power-grab"}


@pytest.mark.parametrize(
    ("state", "command", "sentence"),
    [
        (table(RED_7, **POWER), {**DRAWN, "cards": 2}, "Bo draws 1 now, not 2."),
        (
            table(RED_7, play("Bo", "red-draw-two"), **POWER),
            {"do": "draw", "by": "Cy", "cards": 3},
            "Cy draws 1 to 2 now, not 3.",
        ),
        (table(RED_7, **POWER), {"do": "pass", "by": "Bo"}, "Bo plays, or draws a card first."),
        (
            table(RED_7, DRAWN, **POWER),
            DRAWN,
            "That cannot be done now: Bo has drawn, and may play that card or pass.",
        ),
        (
            table(RED_7, **POWER),
            play("Bo", "red-grab-2-towers"),
            "Take 2 towers with the Grab-2-Towers.",
        ),
        (
            table(RED_7, **POWER),
            play("Bo", "red-grab-2-towers", towers=["U", "X"]),
            '"towers" of "play" must be a list of towers out of U, N, O and !, not a list.',
        ),
        (
            table({"do": "turn_up", "card": "red-grab-2-towers"}, **POWER),
            play("Bo", "blue-grab-2-towers", towers=["U", "N"]),
            "Who begins matches the red Grab-2-Towers by its colour alone.",
        ),
        (
            table({"do": "turn_up", "card": "wild-extreme-hit"}, edition="extreme"),
            play("Bo", "red-1"),
            "That cannot be done now: Bo has to choose whom to attack first.",
        ),
        (
            table(RED_7, edition="extreme"),
            play("Bo", "wild-customizable", color="red", rule=2),
            "There is no house rule 2.",
        ),
        (
            table(RED_7, edition="extreme"),
            play("Bo", "wild-extreme-hit", color="red", carry_out=False),
            'A Wild Extreme Hit has no use for "carry_out" here.',
        ),
        (
            table(RED_7, play("Bo", "wild", color="blue")),
            play("Cy", "red-1"),
            "A red 1 does not match the Wild with blue called.",
        ),
        (
            table(RED_7, hands={"Bo": 2}),
            play("Bo", "red-discard-all", **{"with": ["red-1", "red-2"]}),
            "Bo holds 2 cards, not 3.",
        ),
        (
            table(RED_7, play("Bo", "red-1"), hands={"Bo": 1}),
            {"do": "count", "player": "Ann", "cards": ["red-1", "red-1", "red-2"]},
            "There cannot be 2 of the red 1 in Ann's hand.",
        ),
    ],
)
def test_sentences_of_the_other_editions(
    state: State, command: dict[str, Any], sentence: str
) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal) and answer.sentence == sentence


@pytest.mark.parametrize(
    ("state", "command", "awaited"),
    [
        (DRAWING, RED_7, "the dealer has not been drawn yet"),
        (table(), play("Bo", "red-1"), "the first card has not been turned up yet"),
        (WON, RED_7, "the round is over and the hands are to be counted"),
        (NEXT, RED_7, "the round is over and the next one has not begun"),
        (FIRE, RED_7, "Cy owes hits until cards come out first"),
        (OPEN, RED_7, "it is Bo's turn"),
    ],
)
def test_what_is_awaited(state: State, command: dict[str, Any], awaited: str) -> None:
    answer = apply(state, command)
    assert isinstance(answer, Refusal)
    assert answer.sentence == f"That cannot be done now: {awaited}."


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"by": 7}, '"by" of "play" must be the name of a player, not 7.'),
        ({"card": 7}, '"card" of "play" must be a card such as red-7, not 7.'),
        ({"color": 7}, '"color" of "play" must be a colour, not 7.'),
        ({"with": 7}, '"with" of "play" must be a list of cards, not 7.'),
        ({"icon": "A"}, '"icon" of "play" must be U, N, O or !, not "A".'),
        (
            {"towers": ["A"]},
            '"towers" of "play" must be a list of towers out of U, N, O and !, not',
        ),
        ({"rule": 4}, '"rule" of "play" must be a whole number from 1 to 3, not 4.'),
        ({"carry_out": 7}, '"carry_out" of "play" must be true or false, not 7.'),
        (
            {"do": "set", "hands": 7},
            '"hands" of "set" must be an object of numbers by player, not 7',
        ),
        ({"do": "set", "direction": 7}, '"direction" of "set" must be "left" or "right", not 7.'),
        ({"do": "set", "launcher": "x"}, '"launcher" of "set" must be a number, not "x".'),
        (
            {"do": "set", "towers": 7},
            '"towers" of "set" must be an object of players, or null, by tower, not 7.',
        ),
        ({"do": "join", "player": 7}, '"player" of "join" must be a name, not 7.'),
        ({"do": "jion"}, 'There is no command "jion": did you mean "join"?'),
    ],
)
def test_what_a_member_can_be(command: dict[str, Any], sentence: str) -> None:
    answer = apply(OPEN, {"do": "play", **command})
    assert isinstance(answer, Refusal)
    assert answer.sentence.startswith(sentence)


def test_many_unknown_members_cost_one_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[str] = []

    def hint(word: str, known: object) -> str:
        hints.append(word)
        return "."

    monkeypatch.setattr(syntax, "did_you_mean", hint)
    apply(OPEN, play("Bo", "red-1", **{f"member-{number}": 1 for number in range(1000)}))
    assert hints == ["member-0"]


def test_sentences_say_what_to_do() -> None:
    answers = [
        apply(OPEN, play("Bo", "blue-1")),
        apply(OWED, play("Ann", "red-1")),
        apply(OPEN, {"do": "play", "by": "Bo", "crad": "red-1", "card": "red-1"}),
        apply(OPEN, {"do": "uno", "by": "Bo", "cards": 1, "crad": 1}),
        apply(OPEN, play("Bo", "redd-1")),
        apply(EMPTY, {"do": "hit", "by": "Cy", "cards": 1}),
        apply(table(RED_7, {"do": "leave", "player": "Bo"}), play("Bo", "red-1")),
    ]
    assert [answer.sentence for answer in answers if isinstance(answer, Refusal)] == [
        "A blue 1 does not match the red 7.",
        "No card can be played: Cy owes 2 hits first.",
        '"play" has no member "crad": did you mean "card"?',
        '"uno" has no member "cards"; there is by.',
        'There is no card "redd-1": did you mean "red-1"?',
        "The launcher is empty: reload it with the pile, except its top card.",
        'There is no player "Bo"; there is Ann and Cy.',
    ]

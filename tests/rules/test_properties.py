"""What holds for every game, however it is played."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Applied, Refusal, State, apply, legal, view
from rules.bots.table import broken_ledger
from rules.legal import is_offered
from rules.outcome import CODES
from rules.position import ICONS
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import (
    COLORS,
    NAMES,
    Pick,
    filled,
    games,
    next_command,
    picks,
)
from tests.rules.worded import is_worded

STEPS = 60
TRIES = settings().max_examples
"""100, unless the profile says otherwise."""


def accepted(state: State, command: object) -> Applied:
    answer = apply(state, command)
    assert isinstance(answer, Applied), (command, answer)
    return answer


def is_over(state: State) -> bool:
    return bool(view(state)["phase"] == "game_over")


def walk(state: State, pick: Pick, without: tuple[str, ...] = ()) -> Iterator[State]:
    """Play on with what is legal, up to the end of the game."""
    for _ in range(pick(range(STEPS))):
        if is_over(state):
            break
        state = accepted(state, next_command(state, pick, without)).state
        yield state


def somewhere(state: State, pick: Pick, without: tuple[str, ...] = ()) -> State:
    """Some way into a game."""
    for later in walk(state, pick, without):
        state = later
    return state


@settings(max_examples=TRIES * 2)
@given(picks, games())
def test_legal_commands_conserve_cards(pick: Pick, state: State) -> None:
    exact = state.position.setup.options.draw_from == "launcher"
    for later in walk(state, pick, without=("undo", "set") if exact else ("undo",)):
        assert broken_ledger(later.position) is None


@settings(max_examples=TRIES * 2)
@given(picks, games())
def test_who_may_answer_is_whose_turn_it_is_until_the_round_is_won(
    pick: Pick, state: State
) -> None:
    for later in walk(state, pick):
        position = later.position
        chances = [owed for owed in position.owed if owed.answerable]
        assert len(chances) <= 1
        for owed in chances:
            assert owed.owner == owed.by == position.turn and owed.hits
            assert position.round_winner is None
        if position.open_to_all:
            assert position.turn is not None or position.round_winner is not None


BESIDE = ("leave", "join", "set", "undo", "suggested", "uno", "catch")
"""What a table can say beside the game."""


@settings(max_examples=TRIES * 3 // 10)
@given(picks, games())
def test_a_game_goes_on_by_itself_up_to_its_end(pick: Pick, state: State) -> None:
    for _ in range(STEPS * 2):
        if is_over(state):
            break
        offers = [offer for offer in legal(state) if offer.command["do"] not in BESIDE]
        assert offers, view(state)
        # plays first, so that hands grow small and rounds end
        plays = [offer for offer in offers if offer.command["do"] == "play"]
        chosen = pick(plays if plays and pick(range(4)) else offers)
        state = accepted(state, filled(state, chosen, pick)).state


@settings(max_examples=TRIES)
@given(picks, games())
def test_undo_restores_all_but_the_cards_that_came_out(pick: Pick, state: State) -> None:
    before = somewhere(state, pick)
    if is_over(before):
        return
    command = next_command(before, pick, ("undo",))
    after = accepted(before, command).state
    restored = accepted(after, {"do": "undo"}).state
    launched = state.position.setup.launcher and command["do"] in ("hit", "draw")
    out = command["cards"] if launched else 0
    was = view(before)
    assert view(restored) == {**was, "discrepancy": was["discrepancy"] + out}
    assert accepted(restored, command).state.position.seats == after.position.seats


@settings(max_examples=TRIES // 2)
@given(picks, games())
def test_everything_can_be_undone_in_order(pick: Pick, state: State) -> None:
    trail = [state, *walk(state, pick, without=("undo",))]
    last = trail[-1]
    for earlier in reversed(trail[:-1]):
        last = accepted(last, {"do": "undo"}).state
        assert {**view(last), "discrepancy": 0} == {**view(earlier), "discrepancy": 0}
    refusal = apply(last, {"do": "undo"})
    assert isinstance(refusal, Refusal) and refusal.code == "nothing_to_undo"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
DOS = (
    *("dealer_draw", "turn_up", "play", "color", "choose", "hit", "draw", "pass", "uno", "catch"),
    *("challenge", "suggested", "reload", "count", "next_round", "leave", "join", "set", "undo"),
)
MEMBERS = (
    *("by", "player", "card", "cards", "color", "target", "with", "sticking", "points", "score"),
    *("hands", "scores", "turn", "direction", "launcher", "dealer", "guilty", "towers", "x"),
    *("icon", "rule", "carry_out"),
)
likely = st.sampled_from(
    [
        *(*NAMES, *COLORS, *ICONS, "left", True, False, None, 0, 1, 2, -1, 200, 10**30),
        *("red-7", "red-0", "wild", "wild-customizable", "wild-grab-a-tower"),
    ]
)
values = (
    likely
    | json_values
    | st.lists(st.sampled_from(ICONS), max_size=3)
    | st.dictionaries(st.sampled_from([*NAMES, *ICONS]), likely)
)
commands = json_values | st.builds(
    lambda do, members: {"do": do, **members},
    st.sampled_from(DOS) | st.text(max_size=5),
    st.dictionaries(st.sampled_from(MEMBERS), values, max_size=5),
)


@settings(max_examples=TRIES * 3 // 2)
@given(picks, games() | games(interlock="free"), st.lists(commands, max_size=30))
def test_anything_is_answered(pick: Pick, state: State, said: list[Any]) -> None:
    state = somewhere(state, pick)
    for command in said:
        before = json.dumps(view(state))
        answer = apply(state, command)
        if isinstance(answer, Refusal):
            assert answer.code in CODES and answer.code != "bad_setup"
            assert answer.clause and is_worded(answer)
            assert json.dumps(view(state)) == before
        else:
            assert all(event.clause and is_worded(event) for event in answer.events)
            state = answer.state


@settings(max_examples=TRIES * 2 // 5)
@given(picks, games() | games(interlock="free"))
def test_what_is_accepted_is_offered(pick: Pick, state: State) -> None:
    state = somewhere(state, pick)
    for command in alphabet(state):
        if isinstance(apply(state, command), Applied):
            assert is_offered(command, legal(state)), command


@settings(max_examples=TRIES * 3 // 5)
@given(picks, games() | games(interlock="free"))
def test_what_is_offered_is_accepted(pick: Pick, state: State) -> None:
    state = somewhere(state, pick)
    for offer in legal(state):
        accepted(state, filled(state, offer, pick))


@settings(max_examples=TRIES * 3 // 5)
@given(picks, games() | games(interlock="free"))
def test_the_button_is_armed_when_a_press_is_legal(pick: Pick, state: State) -> None:
    state = somewhere(state, pick)
    presses = [offer for offer in legal(state) if offer.command["do"] in ("hit", "draw")]
    if not state.position.setup.launcher:
        presses = []
    assert view(state)["armed"] == bool(presses)

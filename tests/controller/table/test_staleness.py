"""A command is too late if, and only if, what it depends on has changed since its sender looked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.entries import CommandBody
from controller.games.moments import Moment, done_by
from controller.table.staleness import Tag, refuse_other_game, refuse_stale
from controller.words import say
from hardware.launcher import Reason
from rules import COMMANDS, Applied, State, apply, view
from rules.commands.command_type import Depends
from tests.rules.saying import after, play, table, up
from tests.rules.table_talk import Pick, games, next_command, picks
from tests.rules.worded import is_sentence

STEPS = 12
SEEN = ("phase", "turn", "top", "color", "direction", "owed")
JOURNAL = "0123456789abcdef"


def moments_of(state: State, pick: Pick) -> tuple[list[Moment], list[State]]:
    """A game played on at random: what changed it, and the state after each."""
    moments = [Moment(10, state.position, Reason("done.game"))]
    states = [state]
    for step in range(pick(range(STEPS))):
        command = next_command(states[-1], pick) if pick(range(5)) else {"do": "undo"}
        applied = apply(states[-1], command)
        if isinstance(applied, Applied):
            states.append(applied.state)
            done = done_by(CommandBody(dict(applied.command)))
            # entries between them are intents, which count for nothing
            moments.append(Moment(12 + 2 * step, applied.state.position, done))
    return moments, states


def as_shown(state: State, name: str) -> list[Any]:
    """What the sender of a play looks at, read from the view that the pages get.

    Beside it: what may be answered, and which card how often where anybody may play it once more.
    """
    shown, position = view(state), state.position
    chances = [owed.answerable for owed in position.owed]
    again = position.pile.count(str(position.top)) if position.open_to_all else 0
    return [*(shown[member] for member in SEEN), shown["hands"].get(name), chances, again]


def has_changed(depends: Depends, before: State, now: State, name: str) -> bool:
    if depends is Depends.SITUATION:
        return as_shown(before, name) != as_shown(now, name)
    then, today = (
        (one.phase, [s.counted for s in one.seats if s.name == name and not s.has_left])
        for one in (before.position, now.position)
    )
    drawn = [
        [card for seat, card in one.position.drawn if one.position.name(seat) == name]
        for one in (before, now)
    ]
    return then != today or drawn[0] != drawn[1]


@given(picks, games(), st.sampled_from(list(Depends)))
def test_a_command_is_stale_only_where_what_it_depends_on_has_changed(
    pick: Pick, state: State, depends: Depends
) -> None:
    moments, states = moments_of(state, pick)
    at = pick(range(len(moments)))
    name = pick([seat.name for seat in state.position.seats])
    command = {"do": "?", "by": name, "player": name}
    between = pick((0, 1)) if at + 1 < len(moments) else 0
    refused = refuse_stale(depends, command, moments[at].seq + between, moments)
    since = moments[at + 1 :]
    match depends:
        case Depends.GAME:
            expected = False
        case Depends.ANY_COMMAND:
            expected = bool(since)
        case _:
            expected = has_changed(depends, states[at], states[-1], name)
    assert (refused is not None) == expected
    if refused is not None:
        assert refused.code == "stale"
        assert refused.values["what"]["key"] in {one.done.key for one in since}
        sentence = say(refused.key, refused.values)
        assert is_sentence(sentence) and "{" not in sentence and "done." not in sentence


def test_a_play_is_stale_when_the_direction_was_set_right_meanwhile() -> None:
    state = after(table(), up("red-7"))
    turned = after(state, {"do": "set", "direction": "right"})
    assert turned.position.turn == state.position.turn
    moments = [
        Moment(number, one.position, Reason("done.set"))
        for number, one in ((10, state), (12, turned))
    ]
    refused = refuse_stale(Depends.SITUATION, play("Bo", "red-3"), 10, moments)
    assert refused is not None and refused.code == "stale"


@pytest.mark.clause("HOU-2")
def test_of_two_who_jump_in_at_once_the_first_counts() -> None:
    state = after(
        table(options={"jump_in": True}, deck={"red-3": 4}), up("red-7"), play("Bo", "red-3")
    )
    first = after(state, play("Bo", "red-3"))
    moments = [
        Moment(number, one.position, Reason("done.play", {"player": "Bo", "card": "red-3"}))
        for number, one in ((10, state), (12, first))
    ]
    second = play("Ann", "red-3")
    assert isinstance(apply(first, second), Applied)
    refused = refuse_stale(Depends.SITUATION, second, 10, moments)
    assert refused is not None and refused.code == "stale"


def test_every_command_says_what_it_depends_on() -> None:
    documented = {
        Depends.SITUATION: {
            *("play", "draw", "pass", "color", "choose", "challenge", "turn_up", "hit")
        },
        Depends.SHARE: {"count", "dealer_draw"},
        Depends.ANY_COMMAND: {"undo", "set", "reload", "next_round", "leave", "join"},
        Depends.GAME: {"uno", "catch", "suggested"},
    }
    assert documented == {
        depends: {do for do, one in COMMANDS.items() if one.depends is depends}
        for depends in Depends
    }


def test_who_saw_none_of_what_is_remembered_looks_again() -> None:
    moments = [Moment(seq, None, Reason("done.undo")) for seq in (300, 302)]  # type: ignore[arg-type]  # nothing looks at it
    for depends in Depends:
        refused = refuse_stale(depends, {"by": "Bo"}, 299, moments)
        assert (refused is None) == (depends is Depends.GAME)


@given(st.integers(0, 10**15 - 1), st.binary(min_size=1, max_size=32))
def test_a_tag_is_read_as_it_was_written(seq: int, journal: bytes) -> None:
    tag = Tag(journal.hex(), seq)
    assert Tag.read(str(tag)) == tag


@given(st.text(max_size=40))
def test_any_other_text_is_no_tag(text: str) -> None:
    read = Tag.read(text)
    assert read is None or str(Tag(read.journal, read.seq)).partition("-")[0] in text


@pytest.mark.parametrize(
    "text", ["", "42", "-42", f"{JOURNAL}-", f"{JOURNAL}-4 2", f"{JOURNAL}-٤", f"x{JOURNAL}-4"]
)
def test_a_text_that_looks_nearly_like_a_tag_is_none(text: str) -> None:
    assert Tag.read(text) is None


def test_a_tag_is_of_this_journal_this_game_and_not_of_the_future() -> None:
    newest = Tag(JOURNAL, 20)
    for saw, key in (
        (Tag("ff", 20), "refusal.other_journal"),
        (Tag(JOURNAL, 21), "refusal.from_the_future"),
        (Tag(JOURNAL, 9), "refusal.another_game"),
    ):
        refused = refuse_other_game(saw, newest, 10)
        assert refused is not None and (refused.code, refused.key) == ("stale", key)
        assert is_sentence(say(refused.key, refused.values))
    for seq in (10, 20):
        assert refuse_other_game(Tag(JOURNAL, seq), newest, 10) is None

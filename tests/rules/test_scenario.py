"""Scenario lines: what each kind means, and what is wrong with one that cannot be read."""

import json
from time import process_time

import pytest

from rules import scenario, view
from tests.rules.saying import in_short
from tests.rules.worded import is_worded

GAME = '{"game": {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}}'
UNDONE = f"{'undo' * 14}und…"
UP = '{"do": "turn_up", "card": "red-7"}'


def failure(*lines: str) -> tuple[int, str]:
    outcome = scenario.replay(lines)
    assert outcome.failure is not None and is_worded(outcome.failure)
    return outcome.failure.line, why(outcome.failure)


def why(failure: scenario.Failure) -> str:
    refused = "" if failure.refusal is None else f": {in_short(failure.refusal)}"
    return f"{in_short(failure)}{refused}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"ecpect": {}}', "unknown_line known=expect said=ecpect"),
        ("{}", "empty known=game,do,expect"),
        ("[]", "not_an_object said=[…]"),
        ("7", "not_an_object said=7"),
        ('{"expect": 7}', "expect_object said=7"),
        ('{"expect": {}, "refused": true}', "unknown_member kind=expect known=expect said=refused"),
        ('{"game": {}, "refussed": true}', "unknown_member kind=game known=refused said=refussed"),
        ('{"expect": {"trun": "Bo"}}', "unknown_key known=turn said=trun"),
        ('{"expect": {"hands": {"An": 7}}}', "unknown_key known=Ann said=hands.An"),
        ('{"expect": {"turn": "Ann"}}', 'differs found="Bo" path=turn wanted="Ann"'),
        ('{"expect": {"hands": {"Bo": 6}}}', "differs found=7 path=hands.Bo wanted=6"),
        (
            '{"expect": {"hands": {"Bo": 7}, "turn": "Ann"}}',
            'differs found="Bo" path=turn wanted="Ann"',
        ),
        ('{"expect": {"turn": "Zoë"}}', 'differs found="Bo" path=turn wanted="Zoë"'),
        ('{"expect": {"round": true}}', "differs found=1 path=round wanted=true"),
        ('{"expect": {"round": 1.0}}', "differs found=1 path=round wanted=1.0"),
        (
            '{"expect": {"hands": []}}',
            'differs found={"Ann": 7, "Bo": 7, "Cy": 7} path=hands wanted=[]',
        ),
        (
            '{"expect": {"uno": {"player": "Bo"}}}',
            'differs found=null path=uno wanted={"player": "Bo"}',
        ),
        ('{"expect": {"owed": [{}]}}', "differs found=[] path=owed wanted=[{}]"),
        (
            '{"do": "play", "by": "Bo", "card": "blue-1"}',
            "refused clause=COM-4 code=no_match what=play: no_match card=blue-1 top=red-7",
        ),
        (
            '{"do": "play", "by": "Bo", "card": "blue-1", "refused": "hits_owed"}',
            "refused_otherwise clause=COM-4 code=no_match wanted=hits_owed what=play: "
            "no_match card=blue-1 top=red-7",
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": "no_match"}',
            "accepted_not wanted=no_match what=play",
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": true}',
            "accepted what=play",
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-0"}',
            "refused clause=DECK-5 code=unknown_card what=play: "
            "unknown_card known=red-9 said=red-0",
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": "no_mach"}',
            "unknown_code known=no_match said=no_mach",
        ),
        ('{"do": "undo", "refused": false}', "no_code said=false"),
        ('{"do": "undo", "refused": null}', "no_code said=null"),
        ('{"do": "undo", "refused": []}', "no_code said=[…]"),
        (
            '{"do": "undo", "cards": 3}',
            "refused clause=TBL-1 code=bad_member what=undo: no_members do=undo",
        ),
        ('{"refused": true, "do": "undo", "do": "undo"}', "key_twice said=do"),
        ('{"do": "undo"', "not_json column=14 why=Expecting ',' delimiter"),
        ('{"do": NaN}', "no_constant said=NaN"),
        ('{"do": ' + "9" * 5000 + "}", "many_digits"),
        (r'{"ec\npect": {}}', "unknown_line known=expect said=ec\\npect"),
        (r'{"a\nb": 1, "a\nb": 2}', "key_twice said=a\\nb"),
        (r'{"expect": {"\u001b[2J": 1}}', "unknown_key known=winner said=\\x1b[2J"),
        (
            r'{"expect": {"turn": "\u202e\u007f"}}',
            'differs found="Bo" path=turn wanted="\\u202e\\x7f"',
        ),
        (
            r'{"do": "un\ndo"}',
            "refused clause=TBL-2 code=unknown_command what=un\\ndo: "
            "unknown_command known=undo said=un\\ndo",
        ),
        ('{"do": [[]]}', "refused clause=TBL-2 code=unknown_command what=do: no_command"),
        (
            r'{"do": "leave", "player": "A\nn"}',
            "refused clause=COM-1 code=unknown_player what=leave: "
            "unknown_player known=Ann said=A\\nn",
        ),
        (
            r'{"do": "turn_up", "card": "\n"}',
            "refused clause=DECK-5 code=unknown_card what=turn_up: "
            "unknown_card known=yellow-trade-hands said=\\n",
        ),
        (
            r'{"do": "set", "color": "\n"}',
            "refused clause=TBL-2 code=bad_color what=set: "
            "unknown_color known=red,yellow,green,blue said=\\n",
        ),
        (
            r'{"do": "undo", "\n": 1}',
            "refused clause=TBL-1 code=bad_member what=undo: no_members do=undo",
        ),
        (
            r'{"game": {"\n": 1}}',
            "refused clause=COM-1 code=bad_setup what=game: "
            "unknown_game_member known=edition,box,players,"
            "dealer,scoring,target,options,deck,hands,rules said=\\n",
        ),
        (
            '{"%s": 1}' % ("a" * 2_000_000),
            f"unknown_line known=game,do,expect said={'a' * 59}…",
        ),
        (
            '{"do": "%s"}' % ("undo" * 500_000),
            f"refused clause=TBL-2 code=unknown_command what={UNDONE}: "
            f"unknown_command known=next_round said={UNDONE}",
        ),
        (
            '{"expect": {"turn": "%s"}}' % ("a" * 2_000_000),
            'differs found="Bo" path=turn wanted="' + "a" * 998 + "…",
        ),
        ("[" * 100_000, "nested"),
        (
            '{"do": "undo", "expect": {"turn": "Bo"}, "refused": true}',
            "two_kinds one=do other=expect",
        ),
        (
            '{"game": 7}',
            "refused clause=COM-1 code=bad_setup what=game: game_object",
        ),
        (
            '{"game": {}}',
            "refused clause=COM-1 code=bad_setup what=game: game_lacks member=edition",
        ),
    ],
)
def test_what_is_wrong_and_the_line(line: str, expected: str) -> None:
    number, said = failure("# a comment", "", GAME, UP, line, '{"do": "undo"}')
    assert number == 5
    assert said == expected
    assert said.isprintable() and len(said) < 1200


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{}", "empty known=game,do,expect"),
        ('{"do": ' + "9" * 5000 + "}", "many_digits"),
        ("[" * 100_000, "nested"),
    ],
)
def test_where_a_line_does_not_hold_the_game_stands_as_before_it(line: str, expected: str) -> None:
    before = scenario.replay([GAME, UP])
    outcome = scenario.replay([GAME, UP, line])
    assert (outcome.state, outcome.lines) == (before.state, 2)
    assert outcome.failure is not None
    assert (outcome.failure.line, why(outcome.failure)) == (3, expected)


def test_names_are_written_as_they_are() -> None:
    of_zoe = GAME.replace("Bo", "Zoë")
    wrong = '{"expect": {"turn": "Ann"}}'
    assert failure(of_zoe, UP, wrong) == (3, 'differs found="Zoë" path=turn wanted="Ann"')


def test_the_order_of_keys_does_not_matter() -> None:
    hit_two = '{"do": "play", "by": "Bo", "card": "red-hit-2"}'
    owed = scenario.replay([GAME, UP, hit_two]).state
    assert owed is not None
    [one] = view(owed)["owed"]
    backwards = {"owed": [dict(reversed(one.items()))]}
    line = json.dumps({"expect": backwards})
    assert scenario.replay([GAME, UP, hit_two, line]).failure is None


def test_of_a_long_value_the_beginning_is_repeated() -> None:
    _, said = failure(GAME, UP, json.dumps({"expect": {"turn": "x" * 5000}}))
    assert len(said) < scenario.MOST_EXPECTED + 100


def test_a_key_twice_is_found_among_many_at_once() -> None:
    members = ",".join(f'"{number}": 0' for number in range(100_000))
    started = process_time()
    assert failure(f'{{{members}, "99999": 1}}') == (1, "key_twice said=99999")
    assert process_time() - started < 5


def test_nothing_before_a_game() -> None:
    assert failure(UP) == (1, "no_game kind=do")
    assert failure('{"expect": {}}') == (1, "no_game kind=expect")


def test_a_refused_line_leaves_the_state() -> None:
    refused = '{"do": "play", "by": "Cy", "card": "red-1", "refused": "out_of_turn"}'
    bad_game = '{"game": {"edition": "attack"}, "refused": true}'
    outcome = scenario.replay([GAME, UP, refused, bad_game, '{"expect": {"turn": "Bo"}}'])
    assert outcome.failure is None
    assert outcome.lines == 5
    assert outcome.state is not None and view(outcome.state)["top"] == "red-7"


def test_a_second_game_begins_anew() -> None:
    outcome = scenario.replay([GAME, UP, GAME, '{"expect": {"phase": "turn_up"}}'])
    assert outcome.failure is None


def test_the_view_has_the_keys_of_the_format_and_is_json() -> None:
    outcome = scenario.replay([GAME, UP])
    assert outcome.state is not None
    seen = view(outcome.state)
    keys = (
        "edition phase round dealer turn direction top color hands owed uno launcher discard "
        "reload_due discrepancy facing armed scores towers eliminated winner"
    )
    assert " ".join(seen) == keys
    assert json.loads(json.dumps(seen)) == seen


@pytest.mark.parametrize(("unnamed", "named", "played"), [(1, None, 1), (2, None, 2), (1, 2, 2)])
def test_a_game_that_names_no_version_has_the_one_that_is_asked_for(
    unnamed: int, named: int | None, played: int
) -> None:
    game = {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"}
    line = json.dumps({"game": game if named is None else {**game, "rules": named}})
    state = scenario.replay([line], unnamed).state
    assert state is not None and state.position.setup.rules == played

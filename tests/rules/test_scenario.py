"""Scenario lines: what each kind means, and the sentence for each that cannot be read."""

import json
from time import process_time

import pytest

from rules import scenario, view

GAME = '{"game": {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}}'
UP = '{"do": "turn_up", "card": "red-7"}'


def failure(*lines: str) -> tuple[int, str]:
    outcome = scenario.replay(lines)
    assert outcome.failure is not None
    return outcome.failure.line, outcome.failure.sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"ecpect": {}}', '"ecpect" is no kind of line: did you mean "expect"?'),
        ("{}", 'The line is empty: it needs "game", "do" or "expect".'),
        ("[]", "A line is an object, not a list."),
        ("7", "A line is an object, not 7."),
        ('{"expect": 7}', '"expect" is an object with keys of the state, not 7.'),
        ('{"expect": {}, "refused": true}', 'A line with "expect" has no "refused"; there is'),
        ('{"game": {}, "refussed": true}', 'has no "refussed": did you mean "refused"?'),
        ('{"expect": {"trun": "Bo"}}', 'There is no "trun" in the state: did you mean "turn"?'),
        ('{"expect": {"hands": {"An": 7}}}', 'no "An" in "hands": did you mean "Ann"?'),
        ('{"expect": {"turn": "Ann"}}', '"turn" was to be "Ann", but is "Bo".'),
        ('{"expect": {"hands": {"Bo": 6}}}', '"hands.Bo" was to be 6, but is 7.'),
        ('{"expect": {"hands": {"Bo": 7}, "turn": "Ann"}}', '"turn" was to be "Ann", but is "Bo".'),
        ('{"expect": {"turn": "Zoë"}}', '"turn" was to be "Zoë", but is "Bo".'),
        ('{"expect": {"round": true}}', '"round" was to be true, but is 1.'),
        ('{"expect": {"round": 1.0}}', '"round" was to be 1.0, but is 1.'),
        ('{"expect": {"hands": []}}', '"hands" was to be [], but is {"Ann": 7'),
        ('{"expect": {"uno": {"player": "Bo"}}}', '"uno" was to be {"player": "Bo"}, but is null.'),
        ('{"expect": {"owed": [{}]}}', '"owed" was to be [{}], but is [].'),
        (
            '{"do": "play", "by": "Bo", "card": "blue-1"}',
            '"play" is refused with no_match (COM-4): A blue 1 does not match the red 7.',
        ),
        (
            '{"do": "play", "by": "Bo", "card": "blue-1", "refused": "hits_owed"}',
            '"play" is refused with no_match (COM-4), but was to be with hits_owed: A blue 1',
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": "no_match"}',
            '"play" was to be refused with no_match, but is accepted.',
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": true}',
            '"play" was to be refused, but is accepted.',
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-0"}',
            '"play" is refused with unknown_card (DECK-5): There is no card "red-0"',
        ),
        (
            '{"do": "play", "by": "Bo", "card": "red-1", "refused": "no_mach"}',
            '"refused" is true or a code, not "no_mach": did you mean "no_match"?',
        ),
        ('{"do": "undo", "refused": false}', '"refused" is true or a code, not false.'),
        ('{"do": "undo", "refused": null}', '"refused" is true or a code, not null.'),
        ('{"do": "undo", "refused": []}', '"refused" is true or a code, not a list.'),
        ('{"do": "undo", "cards": 3}', '"undo" is refused with bad_member (TBL-1): "undo" has no'),
        ('{"refused": true, "do": "undo", "do": "undo"}', 'The key "do" is there twice.'),
        ('{"do": "undo"', "This is not JSON: Expecting ',' delimiter (column 14)."),
        ('{"do": NaN}', "This is not JSON: there is no NaN."),
        ('{"do": ' + "9" * 5000 + "}", "A number in this line has too many digits."),
        (r'{"ec\npect": {}}', r'"ec\npect" is no kind of line: did you mean "expect"?'),
        (r'{"a\nb": 1, "a\nb": 2}', r'The key "a\nb" is there twice.'),
        (r'{"expect": {"\u001b[2J": 1}}', r'There is no "\u001b[2J" in the state.'),
        (r'{"expect": {"turn": "\u202e\u007f"}}', r'"turn" was to be "\u202e\x7f", but is "Bo".'),
        (r'{"do": "un\ndo"}', r'"un\ndo" is refused with unknown_command (TBL-2): There is no'),
        ('{"do": [[]]}', "The command is refused with unknown_command (TBL-2): A command is an"),
        (r'{"do": "leave", "player": "A\nn"}', r'There is no player "A\nn": did you mean "Ann"?'),
        (r'{"do": "turn_up", "card": "\n"}', r'There is no card "\n".'),
        (r'{"do": "set", "color": "\n"}', r'There is no colour "\n"; there is red,'),
        (r'{"do": "undo", "\n": 1}', r'"undo" has no member "\n".'),
        (r'{"game": {"\n": 1}}', r'There is no "\n" in a game; there is'),
        ('{"%s": 1}' % ("a" * 2_000_000), f'"{"a" * 58}… is no kind of line'),
        ('{"do": "%s"}' % ("undo" * 500_000), "There is no command"),
        ('{"expect": {"turn": "%s"}}' % ("a" * 2_000_000), '"turn" was to be "aaa'),
        ("[" * 100_000, "The line is nested too deeply."),
        (
            '{"do": "undo", "expect": {"turn": "Bo"}, "refused": true}',
            'A line is either "do" or "expect", not both: part them.',
        ),
        ('{"game": {}}', "The game is refused with bad_setup (COM-1): The game lacks its member"),
    ],
)
def test_one_sentence_and_the_line(line: str, sentence: str) -> None:
    number, said = failure("# a comment", "", GAME, UP, line, '{"do": "undo"}')
    assert number == 5
    assert sentence in said
    assert said.isprintable() and len(said) < 1200


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{}", 'The line is empty: it needs "game", "do" or "expect".'),
        ('{"do": ' + "9" * 5000 + "}", "A number in this line has too many digits."),
        ("[" * 100_000, "The line is nested too deeply."),
    ],
)
def test_where_a_line_does_not_hold_the_game_stands_as_before_it(line: str, sentence: str) -> None:
    before = scenario.replay([GAME, UP])
    assert scenario.replay([GAME, UP, line]) == scenario.Outcome(
        before.state, 2, scenario.Failure(3, sentence)
    )


def test_names_are_written_as_they_are() -> None:
    of_zoe = GAME.replace("Bo", "Zoë")
    wrong = '{"expect": {"turn": "Ann"}}'
    assert failure(of_zoe, UP, wrong) == (3, '"turn" was to be "Ann", but is "Zoë".')


def test_the_order_of_keys_does_not_matter() -> None:
    hit_two = '{"do": "play", "by": "Bo", "card": "red-hit-2"}'
    owed = scenario.replay([GAME, UP, hit_two]).state
    assert owed is not None
    [one] = view(owed)["owed"]
    backwards = {"owed": [dict(reversed(one.items()))]}
    line = json.dumps({"expect": backwards})
    assert scenario.replay([GAME, UP, hit_two, line]).failure is None


def test_of_a_long_value_the_sentence_repeats_the_beginning() -> None:
    _, said = failure(GAME, UP, json.dumps({"expect": {"turn": "x" * 5000}}))
    assert len(said) < scenario.MOST_EXPECTED + 100


def test_a_key_twice_is_found_among_many_at_once() -> None:
    members = ",".join(f'"{number}": 0' for number in range(100_000))
    started = process_time()
    assert failure(f'{{{members}, "99999": 1}}') == (1, 'The key "99999" is there twice.')
    assert process_time() - started < 5


def test_nothing_before_a_game() -> None:
    assert failure(UP) == (1, 'There is no game before this "do".')
    assert failure('{"expect": {}}') == (1, 'There is no game before this "expect".')


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

"""Scenario files: lines of JSON that say what is done and what must be so afterwards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.game import Applied, State, apply, start
from rules.outcome import CODES, Refusal
from rules.read_setup import read_setup
from rules.setup import Setup
from rules.versions import CURRENT
from rules.view import view
from rules.words import did_you_mean, shortened, shown

KINDS: Mapping[str, tuple[str, ...]] = {"game": ("refused",), "do": (), "expect": ()}
"""The kinds of lines, with what may stand beside; beside ``do`` stand the command's members."""
MOST_EXPECTED = 1000
"""How much of an expected value a sentence repeats: all that ten players can owe, and more."""


class Failure(Struct, frozen=True):
    """Where a scenario does not hold (lines count from 1), and one sentence that says why."""

    line: int
    sentence: str


class Outcome(Struct, frozen=True):
    """How a replay went: the last state, None before a first game; lines that were carried out."""

    state: State | None
    lines: int
    failure: Failure | None = None


class DoesNotHold(Exception):
    """One sentence: why a line cannot be read, or is not so."""


def replay(lines: Iterable[str], unnamed: int = CURRENT) -> Outcome:
    """Run a scenario up to its end, or up to the first line that does not hold.

    ``unnamed`` is the version of the rules for a game that names none.
    """
    state: State | None = None
    done = 0
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            state = _run(state, _read(text), unnamed)
        except DoesNotHold as failure:
            return Outcome(state, done, Failure(number, str(failure)))
        except RecursionError:
            return Outcome(state, done, Failure(number, "The line is nested too deeply."))
        done += 1
    return Outcome(state, done)


def _read(text: str) -> dict[str, Any]:
    """One line as an object; JSON as the standard has it, each key once."""
    try:
        line = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise DoesNotHold(f"This is not JSON: {error.msg} (column {error.colno}).") from error
    except ValueError as error:  # the only other one: Python's limit on the digits of a number
        raise DoesNotHold("A number in this line has too many digits.") from error
    if not isinstance(line, dict):
        raise DoesNotHold(f"A line is an object, not {shown(line)}.")
    return line


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise DoesNotHold(f"The key {shown(twice)} is there twice.")
    return members


def _no_constant(name: str) -> None:
    raise DoesNotHold(f"This is not JSON: there is no {name}.")


def _run(state: State | None, line: dict[str, Any], unnamed: int) -> State | None:
    """Carry one line out; the state after it."""
    kind = next((key for key in KINDS if key in line), None)
    if kind is None:
        key = next(iter(line), None)
        if key is None:
            raise DoesNotHold('The line is empty: it needs "game", "do" or "expect".')
        raise DoesNotHold(f"{shown(key)} is no kind of line{did_you_mean(key, KINDS)}")
    other = next((key for key in KINDS if key in line and key != kind), None)
    if other is not None:
        raise DoesNotHold(f'A line is either "{kind}" or "{other}", not both: part them.')
    for key in line:
        if kind != "do" and key not in (kind, *KINDS[kind]):
            hint = did_you_mean(key, (kind, *KINDS[kind]))
            raise DoesNotHold(f'A line with "{kind}" has no {shown(key)}{hint}')
    if kind == "game":
        game = line["game"]
        setup = read_setup({"rules": unnamed, **game} if isinstance(game, dict) else game)
        if _refused("The game", setup, line):
            return state
        assert isinstance(setup, Setup)
        return start(setup)
    if state is None:
        raise DoesNotHold(f'There is no game before this "{kind}".')
    if kind == "expect":
        _expect(line["expect"], state)
        return state
    command = {key: value for key, value in line.items() if key != "refused"}
    answer = apply(state, command)
    what = shown(line["do"]) if isinstance(line["do"], str) else "The command"
    if _refused(what, answer, line):
        return state
    assert isinstance(answer, Applied)
    return answer.state


def _refused(what: str, answer: object, line: Mapping[str, Any]) -> bool:
    """Whether the answer is a refusal, as the line has it."""
    wanted = line.get("refused")
    if "refused" in line and wanted is not True and wanted not in CODES:
        hint = did_you_mean(wanted, CODES) if isinstance(wanted, str) else "."
        raise DoesNotHold(f'"refused" is true or a code, not {shown(wanted)}{hint}')
    due = "" if wanted is True else f" with {wanted}"
    if not isinstance(answer, Refusal):
        if wanted is not None:
            raise DoesNotHold(f"{what} was to be refused{due}, but is accepted.")
        return False
    if wanted not in (True, answer.code):
        was = "" if wanted is None else f", but was to be{due}"
        code, clause, sentence = answer.code, answer.clause, answer.sentence
        raise DoesNotHold(f"{what} is refused with {code} ({clause}){was}: {sentence}")
    return True


def _expect(wanted: object, state: State) -> None:
    """Compare the listed keys; of objects the listed members, of lists the whole."""
    if not isinstance(wanted, dict):
        raise DoesNotHold(f'"expect" is an object with keys of the state, not {shown(wanted)}.')
    _compare("the state", "", wanted, view(state))


def _compare(where: str, path: str, wanted: Mapping[str, Any], actual: Mapping[str, Any]) -> None:
    for key, value in wanted.items():
        if key not in actual:
            raise DoesNotHold(f"There is no {shown(key)} in {where}{did_you_mean(key, actual)}")
        here = f"{path}{key}"
        if isinstance(value, dict) and isinstance(actual[key], dict):
            _compare(f'"{here}"', f"{here}.", value, actual[key])
            continue
        if _canonical(value) != _canonical(actual[key]):
            is_ = json.dumps(actual[key], ensure_ascii=False)
            should = shortened(json.dumps(value, ensure_ascii=False), MOST_EXPECTED)
            raise DoesNotHold(f'"{here}" was to be {should}, but is {is_}.')


def _canonical(value: object) -> str:
    """The value as text in which true is not 1, and the order of keys does not matter."""
    return json.dumps(value, sort_keys=True)

"""Scenario files: lines of JSON that say what is done and what must be so afterwards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.game import Applied, State, apply, start
from rules.outcome import CODES, Refusal, Values
from rules.quoting import likely, shortened, shown
from rules.read_setup import read_setup
from rules.setup import Setup
from rules.versions import CURRENT
from rules.view import view

KINDS: Mapping[str, tuple[str, ...]] = {"game": ("refused",), "do": (), "expect": ()}
"""The kinds of lines, with what may stand beside; beside ``do`` stand the command's members."""
MOST_EXPECTED = 1000
"""How much of an expected value a sentence repeats: all that ten players can owe, and more."""


class Failure(Struct, frozen=True):
    """Where a scenario does not hold (lines count from 1), and what is wrong there.

    ``refusal``: what the referee said to it, where that is what is wrong.
    """

    line: int
    key: str
    values: Values = {}
    refusal: Refusal | None = None


class Outcome(Struct, frozen=True):
    """How a replay went: the last state, None before a first game; lines that were carried out."""

    state: State | None
    lines: int
    failure: Failure | None = None


class DoesNotHold(Exception):
    """A line cannot be read, or is not so."""

    def __init__(self, key: str, refusal: Refusal | None = None, /, **values: Any) -> None:
        self.key = key
        self.refusal = refusal
        self.values = values

    def at(self, line: int) -> Failure:
        """It as the failure of a scenario."""
        return Failure(line, self.key, self.values, self.refusal)


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
            return Outcome(state, done, failure.at(number))
        except RecursionError:
            return Outcome(state, done, Failure(number, "scenario.nested"))
        done += 1
    return Outcome(state, done)


def _read(text: str) -> dict[str, Any]:
    """One line as an object; JSON as the standard has it, each key once."""
    try:
        line = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise DoesNotHold("scenario.not_json", why=error.msg, column=error.colno) from error
    except ValueError as error:  # the only other one: Python's limit on the digits of a number
        raise DoesNotHold("scenario.many_digits") from error
    if not isinstance(line, dict):
        raise DoesNotHold("scenario.not_an_object", said=shown(line))
    return line


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise DoesNotHold("scenario.key_twice", said=shortened(twice))
    return members


def _no_constant(name: str) -> None:
    raise DoesNotHold("scenario.no_constant", said=name)


def _run(state: State | None, line: dict[str, Any], unnamed: int) -> State | None:
    """Carry one line out; the state after it."""
    kind = _kind(line)
    if kind == "game":
        return _begin(state, line, unnamed)
    if state is None:
        raise DoesNotHold("scenario.no_game", kind=kind)
    if kind == "do":
        return _do(state, line)
    _expect(line["expect"], state)
    return state


def _kind(line: Mapping[str, Any]) -> str:
    """The kind of a line that has the members of one kind."""
    if not line:
        raise DoesNotHold("scenario.empty", known=list(KINDS))
    kinds = [key for key in KINDS if key in line]
    if not kinds:
        key = next(iter(line))
        raise DoesNotHold("scenario.unknown_line", said=shortened(key), known=likely(key, KINDS))
    kind, *others = kinds
    if others:
        raise DoesNotHold("scenario.two_kinds", one=kind, other=others[0])
    members = line if kind == "do" else (kind, *KINDS[kind])
    for key in line:
        if key not in members:
            suggestions = likely(key, members)
            raise DoesNotHold(
                "scenario.unknown_member", kind=kind, said=shortened(key), known=suggestions
            )
    return kind


def _begin(state: State | None, line: Mapping[str, Any], unnamed: int) -> State | None:
    """A new game; the state before it if its setup is refused as expected."""
    game = line["game"]
    setup = read_setup({"rules": unnamed, **game} if isinstance(game, dict) else game)
    if _refused("game", setup, line):
        return state
    assert isinstance(setup, Setup)
    return start(setup)


def _do(state: State, line: Mapping[str, Any]) -> State:
    """The state after a command; the same state if it is refused as expected."""
    command = {key: value for key, value in line.items() if key != "refused"}
    answer = apply(state, command)
    subject = shortened(line["do"]) if isinstance(line["do"], str) else "do"
    if _refused(subject, answer, line):
        return state
    assert isinstance(answer, Applied)
    return answer.state


def _refused(subject: str, answer: object, line: Mapping[str, Any]) -> bool:
    """Whether the answer is a refusal, as the line has it."""
    wanted = line.get("refused")
    if "refused" in line and wanted is not True and wanted not in CODES:
        if not isinstance(wanted, str):
            raise DoesNotHold("scenario.no_code", said=shown(wanted))
        raise DoesNotHold(
            "scenario.unknown_code", said=shortened(wanted), known=likely(wanted, CODES)
        )
    if not isinstance(answer, Refusal):
        if wanted is True:
            raise DoesNotHold("scenario.accepted", what=subject)
        if wanted is not None:
            raise DoesNotHold("scenario.accepted_not", what=subject, wanted=wanted)
        return False
    if wanted not in (True, answer.code):
        values = {"what": subject, "code": answer.code, "clause": answer.clause}
        if wanted is None:
            raise DoesNotHold("scenario.refused", answer, **values)
        raise DoesNotHold("scenario.refused_otherwise", answer, **values, wanted=wanted)
    return True


def _expect(wanted: object, state: State) -> None:
    """Compare the listed keys; of objects the listed members, of lists the whole."""
    if not isinstance(wanted, dict):
        raise DoesNotHold("scenario.expect_object", said=shown(wanted))
    _compare("", wanted, view(state))


def _compare(path: str, wanted: Mapping[str, Any], actual: Mapping[str, Any]) -> None:
    for key, value in wanted.items():
        key_path = f"{path}{key}"
        if key not in actual:
            suggestions = likely(key, actual)
            raise DoesNotHold("scenario.unknown_key", said=shortened(key_path), known=suggestions)
        if isinstance(value, dict) and isinstance(actual[key], dict):
            _compare(f"{key_path}.", value, actual[key])
            continue
        if _canonical(value) != _canonical(actual[key]):
            is_ = json.dumps(actual[key], ensure_ascii=False)
            should = shortened(json.dumps(value, ensure_ascii=False), MOST_EXPECTED)
            raise DoesNotHold("scenario.differs", path=key_path, wanted=should, found=is_)


def _canonical(value: object) -> str:
    """The value as text in which true is not 1, and the order of keys does not matter."""
    return json.dumps(value, sort_keys=True)

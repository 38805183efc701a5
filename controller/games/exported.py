"""A game as a scenario file, with comments that let its draws be checked; and read again for that.

The comments stand before the line that they belong to: ``# fairness`` before the game, ``# opened``
where the launcher's cover was, ``# intent`` before and ``# measured`` beside the result of a hit.
Whoever does not look for them finds a scenario file like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.games.entries import Begun, Intent, Measured
from controller.games.fairness import Hash, Seal
from controller.games.record import Record, steps
from controller.journal.journal import Entry
from hardware.profiles import ProfileName, Rows, complaint
from rules.scenario import Outcome, replay
from rules.versions import CURRENT, FIRST

HEAD = re.compile(r"# Game \d+, begun on ")
"""How every exported game begins."""


class Sealed(msgspec.Struct, frozen=True):
    """The comment ``# fairness``: what a game's draws depended on, and with them its game line."""

    profile: ProfileName
    custom: Rows
    seal: Seal
    seed: Hash | None
    """32 bytes, hexadecimal; None: the game was not over."""


class Result(msgspec.Struct, frozen=True):
    """The comment ``# measured``: the hit whose result comes next."""

    hit: int
    measured: Measured


def scenario(entries: Iterable[Entry], path: Path, left: bool) -> str | None:
    """One game as a scenario file, which ends with the state it led to. Raises ``Trouble``.

    None where there are no entries. ``left``: another game has begun since, so this one's seed is
    no longer secret. A hit that is still due is not told of.
    """
    now = Record()
    lines: list[str] = []
    due: tuple[int, int] | None = None
    for entry, now in steps(entries, path):
        if entry.kind == "game":
            assert now.begun is not None
            lines.append(_line({"game": now.begun.line}))
        elif entry.kind == "opened":
            lines.append("# opened {}")
        elif entry.kind == "intent":
            if due is None or due[0] != entry.body["hit"]:
                due = entry.body["hit"], len(lines)
                lines.append("")
            lines[due[1]] = f"# intent {_line(entry.body)}"
        elif entry.kind == "command":
            if "hit" in entry.body:
                due = None
                result = {"hit": entry.body["hit"], "measured": entry.body["measured"]}
                lines.append(f"# measured {_line(result)}")
            lines.append(_line(entry.body["command"]))
    if now.begun is None or now.state is None:
        return None
    if due is not None:
        del lines[due[1]]
    begun = datetime.fromtimestamp(now.begun_s, UTC)
    head = [f"# Game {now.number}, begun on {begun:%Y-%m-%d at %H:%M} UTC"]
    if now.begun.seal is not None:
        seed = now.begun.seed if left or now.revealed else None
        sealed = Sealed(now.begun.profile, now.begun.custom, now.begun.seal, seed)
        head.append(f"# fairness {_line(sealed)}")
    return "\n".join([*head, *lines, _line({"expect": rules.view(now.state)}), ""])


def replay_any(lines: Sequence[str]) -> Outcome:
    """Run a scenario file, exported or not.

    An exported game that names no version of the rules is from before there were several; any
    other scenario that names none is about the rules as they are now.
    """
    exported = any(HEAD.match(line) for line in lines[:1])
    return replay(lines, FIRST if exported else CURRENT)


def read_exported(path: Path) -> tuple[Entry, ...]:
    """The entries of an exported game, as far as its draws are concerned.

    Raises ``Trouble``: the file cannot be read (exit code 2); it is no scenario that holds, or has
    no draws to check (exit code 1).
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise Trouble(
            f"{path} cannot be read ({error.strerror}): name a game's number, or an exported file.",
            WRONG_USAGE,
        ) from None
    except UnicodeDecodeError:
        raise Trouble(f"{path} is not a text file in UTF-8.", NOT_SO) from None
    outcome = replay_any(lines)
    if outcome.failure is not None:
        failure = outcome.failure
        raise Trouble(f"{path}, line {failure.line}: {failure.sentence}", NOT_SO)
    entries = tuple(
        Entry(seq, 1, kind, body)  # type: ignore[arg-type]  # each is a Kind
        for seq, (kind, body) in enumerate(_entries(path, lines), 1)
    )
    if not entries:
        raise Trouble(f"{path} holds no game.", NOT_SO)
    return entries


def _entries(path: Path, lines: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    said: dict[str, Any] = {}
    games = 0
    for number, line in enumerate(map(str.strip, lines), 1):

        def wrong(what: str, number: int = number) -> Trouble:
            return Trouble(f"{path}, line {number}: {what}", NOT_SO)

        if line.startswith("#"):
            word, _, rest = line.removeprefix("# ").partition(" ")
            if word in COMMENTS:
                try:
                    said[word] = msgspec.json.decode(rest, type=COMMENTS[word])
                except msgspec.MsgspecError as error:
                    raise wrong(f"The draws cannot be read: {error}.") from None
                if word in ("intent", "opened"):
                    yield word, msgspec.to_builtins(said[word])
        elif line:
            body: dict[str, Any] = msgspec.json.decode(line)
            if "game" in body:
                games += 1
                if games > 1:
                    raise wrong("A second game begins: draws are checked of one alone.")
                yield "game", msgspec.to_builtins(_begun(body["game"], said.get("fairness"), wrong))
            elif "do" in body and "refused" not in body:
                yield "command", _command(body, said, wrong)


COMMENTS: dict[str, Any] = {
    "fairness": Sealed,
    "intent": Intent,
    "measured": Result,
    "opened": dict[str, Any],
}


def _begun(game: dict[str, Any], sealed: Sealed | None, wrong: Any) -> Begun:
    if sealed is None:
        raise wrong("This game does not say how its draws were sealed, so they cannot be checked.")
    if sealed.seed is None:
        raise wrong(
            "This was exported while the game was played, so the seed is not in it: "
            "export it again when the game is over."
        )
    bad = complaint(sealed.custom)
    if bad or (sealed.profile == "custom" and not sealed.custom):
        raise wrong(f"The profile's table cannot be: custom{bad or ' is empty'}.")
    version = game.pop("rules", FIRST)
    return Begun(game, sealed.seed, sealed.profile, sealed.custom, sealed.seal, rules=version)


def _command(body: dict[str, Any], said: dict[str, Any], wrong: Any) -> dict[str, Any]:
    result, intent = said.pop("measured", None), said.get("intent")
    if result is None:
        if body["do"] == "hit":
            raise wrong("A hit stands here without its draw.")
        return {"command": body}
    if intent is None or intent.hit != result.hit:
        raise wrong("The draw that stands before this hit is another one's.")
    return {"command": body, **msgspec.to_builtins(result)}


def _line(what: object) -> str:
    return msgspec.json.encode(what).decode()

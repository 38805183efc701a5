"""Names taken out of a group's games: every entry as it was, with neutral names. Pure.

What the rules and the draws depend on stays as it is: numbers, cards, seeds, and the words that the
players added to the draws. So the journal still replays, and its draws can still be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from msgspec.structs import replace

from controller.evenings.groups import Group, group_of
from controller.journal.entry import Entry
from controller.journal.reading import OF_NO_GAME
from rules import COMMANDS
from rules.commands.types import HOLDERS, NAME, PLAYER, TALLY
from rules.names import same

Names = dict[str, str]
"""What everybody in a game is called instead, by ``same`` of their names."""


DRAWERS = ("player", "by", "owner")
"""Members of an entry that name somebody outside a game."""


def neutral(name: str, names: Names) -> str:
    """What somebody is called instead; a newcomer gets the next number."""
    return names.setdefault(same(name), f"Player {len(names) + 1}")


@dataclass
class Forgotten:
    """Which games of a journal lose their names, and which names are then nowhere else."""

    games: dict[int, Names] = field(default_factory=dict)
    former: Names = field(default_factory=dict)
    """What the people are called in the list of seats, and in draws without a game, who play in no
    other game or group."""


def look(entries: Iterable[Entry], groups: Sequence[Group], group: Group) -> Forgotten:
    """Find the games of a group, and the names that occur only there."""
    forgotten = Forgotten()
    others = (other.names for other in groups if other.id != group.id)
    elsewhere = set(map(same, chain.from_iterable(others)))
    theirs = dict.fromkeys(map(same, group.names))
    for entry in entries:
        if entry.kind == "game":
            _note_game(entry, groups, group, forgotten)
        names = list(_named(entry))
        if entry.game in forgotten.games:
            theirs |= dict.fromkeys(map(same, names))
        elif entry.kind in ("game", "command", "intent"):
            elsewhere |= set(map(same, names))
    former = (name for name in theirs if name not in elsewhere)
    forgotten.former = {
        name: f"Former player {number}" for number, name in enumerate(former, start=1)
    }
    return forgotten


def without_names(entry: Entry, forgotten: Forgotten) -> Entry:
    """An entry of the same journal without the names. An entry that names nobody stays."""
    if entry.kind in ("admitted", "avatar", "draws") or _is_of_draws(entry):
        return _without_former(entry, forgotten.former)
    names = forgotten.games.get(entry.game)
    if names is None:
        return entry
    if entry.kind == "game":
        body = {**entry.body, "game": _game(entry.body["game"], names)}
    elif entry.kind == "command":
        body = {**entry.body, "command": _command(entry.body["command"], names)}
    elif entry.kind == "intent":
        people = {member: neutral(entry.body[member], names) for member in ("by", "owner")}
        body = {**entry.body, **people}
    else:
        return entry
    # the fingerprint of a request is of a body with names
    return replace(entry, body=body, print=None)


def anonymous(entries: Sequence[Entry]) -> Iterator[Entry]:
    """All entries of a journal without names: the same person is called the same in each."""
    names: Names = {}
    for name in chain.from_iterable(map(_anybody, entries)):
        neutral(name, names)
    everybody = Forgotten({entry.game: names for entry in entries}, names)
    return (without_names(entry, everybody) for entry in entries)


def _anybody(entry: Entry) -> Iterator[str]:
    """Everybody whom an entry names first, also outside a game."""
    yield from _named(entry)
    yield from (
        name for member in DRAWERS if isinstance(name := entry.body.get(member), str) and name
    )


def _is_of_draws(entry: Entry) -> bool:
    """Whether an entry is the hit of a session of draws, which is no group's."""
    return entry.kind == "intent" and entry.game == OF_NO_GAME


def _without_former(entry: Entry, former: Names) -> Entry:
    """An entry without the people who play in no other game or group."""
    called = {
        member: former[same(name)]
        for member in DRAWERS
        if isinstance(name := entry.body.get(member), str) and same(name) in former
    }
    return replace(entry, body={**entry.body, **called}, print=None) if called else entry


def _note_game(entry: Entry, groups: Sequence[Group], group: Group, forgotten: Forgotten) -> None:
    """Note a game if it is this group's. One that goes on has the names of the one before."""
    players = entry.body["game"]["players"]
    before = (entry.body.get("goes_on") or {}).get("game")
    if before in forgotten.games:
        forgotten.games[entry.game] = forgotten.games[before]
    else:
        owner = group_of(players, groups)
        if owner is not None and owner.id == group.id:
            names: Names = {}
            for player in players:
                neutral(player, names)
            forgotten.games[entry.game] = names


def _named(entry: Entry) -> Iterator[str]:
    """Everybody whom an entry names."""
    if entry.kind == "game":
        yield from entry.body["game"]["players"]
    elif entry.kind == "command" and entry.body["command"]["do"] == "join":
        yield entry.body["command"]["player"]


def _game(game: dict[str, Any], names: Names) -> dict[str, Any]:
    """A game object without its names, also in what the house wrote on its cards."""
    after = {**game, "players": [neutral(name, names) for name in game["players"]]}
    if game.get("dealer") is not None:
        after["dealer"] = neutral(game["dealer"], names)
    if "hands" in game:
        after["hands"] = {neutral(name, names): hand for name, hand in game["hands"].items()}
    written = (game.get("options") or {}).get("customizable")
    if written:
        # whole names, the longest first; a name can end in a sign that belongs to no word
        longest = sorted(game["players"], key=len, reverse=True)
        spoken = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest))
        rules = [
            {**rule, "text": spoken.sub(lambda match: neutral(match[0], names), rule["text"])}
            for rule in written
        ]
        after["options"] = {**game["options"], "customizable": rules}
    return after


def _command(command: dict[str, Any], names: Names) -> dict[str, Any]:
    """A command without its names: the rules say which of its members are players."""
    members = COMMANDS[command["do"]].members
    after = dict(command)
    for member, value in command.items():
        of = members.get(member)
        if of in (PLAYER, NAME):
            after[member] = neutral(value, names)
        elif of is TALLY:
            after[member] = {neutral(name, names): number for name, number in value.items()}
        elif of is HOLDERS:
            after[member] = {
                icon: None if name is None else neutral(name, names) for icon, name in value.items()
            }
    return after

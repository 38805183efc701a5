"""Groups: who plays together and in which way, and which games are theirs.

No entry of the journal names a group: they stand in a file of their own beside it. The players of
a game say whose game it is, so a game that was begun by hand, a restored backup and an imported
group all find each other.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from controller.base.errors import Refused
from controller.base.outside import decode, one_line
from controller.base.paths import groups_of
from controller.games.entries import Deal
from controller.journal.durable import write_private
from rules.commands.types import is_name
from rules.names import same

VERSION = 1
"""Of the file of one group, and of the file with all of them."""

MOST_GROUPS = 40
MAX_NAME_CHARS = 40
MAX_EMOJI_BYTES = 32
MOST_PEOPLE = 10

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
GroupId = Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]

OF_A_GROUP = ("edition", "box", "scoring", "target", "options", "deck")
"""The members of a game object that a group keeps. Dealer and first hands belong to one game."""


class Person(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody of a group."""

    name: Name
    """Their name at the table."""
    colour: Annotated[str, Meta(max_length=20)] | None = None
    """The colour of this person's seat while they have chosen none; null: none."""
    emoji: Annotated[str, Meta(max_length=MAX_EMOJI_BYTES)] | None = None
    """The emoji while they have chosen none; null: none."""


class Group(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """People who play together, in seating order, and the way in which they play."""

    id: GroupId
    """Of the names of its people: the same people are the same group on every machine."""
    name: Name
    people: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=MOST_PEOPLE)]
    game: dict[str, Any]
    """The game object of scenarios.md, with the members of ``OF_A_GROUP`` alone."""
    deal: Deal = "people"
    """Who deals the opening hands."""
    dealt: str | None = None
    """Who dealt first when this group last began a game; None: it was drawn for."""
    going: bool = False
    """The group is being deleted together with the names in its games."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its people, in seating order."""
        return tuple(person.name for person in self.people)


class GroupFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of one group, to be taken to another machine."""

    rollerdeck_group: int
    """The version of the format, 1."""
    name: Name
    """What the people call it."""
    people: Annotated[tuple[Person, ...], Meta(min_length=2, max_length=MOST_PEOPLE)]
    """In seating order."""
    game: dict[str, Any]
    """The [game object](scenarios.md#lines) without players, dealer and opening hands."""
    deal: Deal = "people"
    """Who deals the opening hands."""


class AllGroups(Struct, frozen=True, forbid_unknown_fields=True):
    """The file with all groups of a journal."""

    version: int
    groups: tuple[Group, ...]
    """The one that played or was saved last comes first."""


def id_of(names: Iterable[str]) -> str:
    """The ID of the group of these people, in whatever order."""
    joined = "\n".join(sorted(map(same, names)))
    return hashlib.sha256(joined.encode()).hexdigest()[:8]


def group_of(players: Iterable[str], groups: Iterable[Group]) -> Group | None:
    """Whose game it is that these players began: the group of which most of them are.

    More than half of the players are of it, and at least two. If that holds of several groups, the
    smallest has the game: a couple's own games are not those of the family. None: nobody's.
    """
    playing = set(map(same, players))
    best: tuple[int, int] = (1, 0)
    owner = None
    for group in groups:
        members = set(map(same, group.names))
        both = len(playing & members)
        if 2 * both > len(playing) and (both, -len(members)) > best:
            best, owner = (both, -len(members)), group
    return owner


def saved(
    name: str, people: Iterable[Person], game: dict[str, Any], deal: Deal, before: Group | None
) -> Group:
    """A group that plays like this game. ``before``: the same people as they were saved last.

    Raises ``Refused`` for names that no file of groups can have.
    """
    name, everybody = name.strip(), tuple(people)
    if not is_name(name):
        raise Refused("bad_request", "refusal.no_group_name")
    for person in everybody:  # the game can be older than the limit
        if len(person.name) > MAX_NAME_CHARS:
            values = {"most": MAX_NAME_CHARS, "start": person.name[:20]}
            raise Refused("too_long", "refusal.long_name", values)
    settings = {member: game[member] for member in OF_A_GROUP if member in game}
    group_id = id_of(person.name for person in everybody)
    dealt, going = (before.dealt, before.going) if before else (None, False)
    return Group(group_id, name, everybody, settings, deal, dealt, going)


def game_of(group: Group, players: Sequence[str], dealer: str | None) -> dict[str, Any]:
    """The game object with which a group begins. ``dealer``: None if it is drawn for."""
    game = {**group.game, "players": list(players)}
    return game if dealer is None else game | {"dealer": dealer}


def next_dealer(players: Sequence[str], dealt: str | None) -> str | None:
    """Who deals first, if ``dealt`` did last: the next one clockwise. None: nobody knows."""
    if dealt is None or dealt not in players:
        return None
    return players[(players.index(dealt) + 1) % len(players)]


def file_of(group: Group) -> bytes:
    """A group as a file for another machine."""
    written = GroupFile(VERSION, group.name, group.people, group.game, group.deal)
    return msgspec.json.format(msgspec.json.encode(written), indent=1)


def read_file(body: bytes) -> GroupFile:
    """Read the file of a group. Raises ``Refused``."""
    try:
        content = decode(body)
    except msgspec.MsgspecError:
        raise Refused("bad_request", "refusal.no_group_file") from None
    version = content.get("rollerdeck_group") if isinstance(content, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused("bad_request", "refusal.no_group_file")
    if version != VERSION:
        values = {"version": version, "known": VERSION}
        raise Refused("other_version", "refusal.other_group_version", values)
    try:
        return msgspec.convert(content, GroupFile)
    except msgspec.ValidationError as error:
        wrong = {"what": one_line(error)}
        raise Refused("bad_request", "refusal.bad_group_file", wrong) from None


def with_first(groups: Sequence[Group], group: Group) -> tuple[Group, ...]:
    """The groups with this one first, in place of the one with its ID."""
    return (group, *(other for other in groups if other.id != group.id))


def dealt_by(groups: Sequence[Group], group_id: str, dealer: str | None) -> tuple[Group, ...]:
    """The groups with this one first, if it is still there, which ``dealer`` dealt for."""
    group = next((candidate for candidate in groups if candidate.id == group_id), None)
    if group is None:
        return tuple(groups)
    return with_first(groups, structs.replace(group, dealt=dealer))


def marked_as_going(groups: Sequence[Group], group: Group) -> tuple[Group, ...]:
    """The groups, with one of them marked as being deleted."""
    return tuple(
        structs.replace(listed, going=True) if listed.id == group.id else listed
        for listed in groups
    )


Change = Callable[[tuple[Group, ...]], tuple[Group, ...]]


class GroupStore:
    """Reads the groups when they are first asked for, and writes the file after each change."""

    def __init__(self, journal: Path) -> None:
        """The groups of this journal."""
        self.path = groups_of(journal)
        self._groups: tuple[Group, ...] | None = None
        self._lock = asyncio.Lock()

    def all(self) -> tuple[Group, ...]:
        """Every group; the one that played or was saved last comes first. Raises ``Refused``."""
        if self._groups is None:
            self._groups = read_groups(self.path)
        return self._groups

    def find(self, wanted: str) -> Group:
        """The group with this ID. Raises ``Refused``."""
        for group in self.all():
            if group.id == wanted:
                return group
        raise Refused("no_such_group", "refusal.no_such_group")

    async def change(self, change: Change) -> None:
        """Replace the groups by what ``change`` makes of them; on disk when this returns.

        Raises ``Refused``, also what ``change`` raises; then nothing has changed.
        """
        async with self._lock:
            after = change(self.all())
            if after != self._groups:
                await asyncio.to_thread(write_groups, self.path, after)
                self._groups = after


def read_groups(path: Path) -> tuple[Group, ...]:
    """The groups in a file; none if there is no file. Raises ``Refused`` and changes nothing."""
    try:
        stored = msgspec.convert(decode(path.read_bytes()), AllGroups)
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError):
        stored = None
    if stored is None or stored.version != VERSION:
        raise Refused("groups_unreadable", "refusal.groups_unreadable", {"file": path.name})
    return stored.groups


def write_groups(path: Path, groups: tuple[Group, ...]) -> None:
    """Replace the file. A power cut leaves the old one or the new one. Raises ``Refused``."""
    try:
        write_private(path, msgspec.json.encode(AllGroups(VERSION, groups)))
    except OSError as error:
        values = {"error": error.strerror or type(error).__name__}
        raise Refused("not_saved", "refusal.group_not_saved", values) from None

"""What is asked about groups of people and their games, and what is answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from controller.evenings.groups import GroupFile, Person
from controller.evenings.spans import Span
from controller.evenings.totals import Statistics
from controller.games.entries import Deal
from controller.games.fairness import Hash
from controller.web.operation import AWAY, WRITES, Done, Operation
from controller.web.requests import Figure, Name, Words


class GroupGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays and how: a game object of scenarios.md without what belongs to one game alone."""

    edition: Name
    players: Annotated[list[Name], Meta(min_length=2, max_length=10)]
    scoring: Literal["winner", "lowest", "challenge"] = "winner"
    target: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 500
    options: dict[str, Any] = {}
    deck: dict[str, Figure] = {}
    deal: Deal = "people"


class SaveGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group to be saved. Without ``game``: the people at the table, as they play now."""

    name: Name
    game: GroupGame | UnsetType = UNSET


class BeginGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """How a group begins a game this time."""

    players: Annotated[list[Name], Meta(min_length=2, max_length=10)] | UnsetType = UNSET
    """Who plays, in seating order; the default is the whole group."""
    dealer: Name | UnsetType | None = UNSET
    """Who deals first; null: the players draw for it. The default is the next one clockwise."""
    words: Words = ""
    commitment: Hash | UnsetType = UNSET


class ShownGroup(Struct, frozen=True):
    """A group of people, for the page."""

    id: str
    name: str
    people: tuple[Person, ...]
    """In seating order."""
    game: dict[str, Any]
    """The game object of scenarios.md without the players."""
    deal: Deal
    dealer: str | None
    """Who deals first next time; null: the players draw for it."""
    going: bool
    """The group is being deleted together with the names in its games."""


class GroupSaved(Struct, frozen=True):
    """The ID of the group that was saved."""

    id: str


class DeleteGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the names in the games of a group go, too."""

    games: bool


class GroupGone(Struct, frozen=True):
    """The group is deleted."""

    left: tuple[str, ...] = ()
    """The names of damaged copies of the journal, which may still hold names."""


SPANS = get_args(Span)
_GROUP = ("no_such_group", "groups_unreadable")
_SAVES = ("rules", "same_name", "too_many_groups", "groups_unreadable", *WRITES)

EVENINGS = (
    Operation(
        "GET",
        "/api/groups",
        "groups",
        "List the groups of people, the one that played last first",
        gives=list[ShownGroup],
        refusals=("groups_unreadable",),
    ),
    Operation(
        "POST",
        "/api/groups",
        "save_group",
        "Save a group of people and how they play",
        SaveGroup,
        GroupSaved,
        refusals=_SAVES,
    ),
    Operation(
        "POST",
        "/api/groups/import",
        "import_group",
        "Save the group in the file of another machine",
        GroupFile,
        GroupSaved,
        refusals=("group_is_there", "other_version", "bad_avatar", *_SAVES),
    ),
    Operation(
        "POST",
        "/api/groups/{group}/begin",
        "begin_group",
        "Begin a game of a group in its usual way",
        BeginGroup,
        Done,
        dated=True,
        refusals=("rules", "other_seal", "stale", *_GROUP, *AWAY, *WRITES),
    ),
    Operation(
        "POST",
        "/api/groups/{group}/delete",
        "delete_group",
        "Delete a group, and the names in its games if that is wanted",
        DeleteGroup,
        GroupGone,
        refusals=("game_on", "not_rewritten", "written_meanwhile", *_GROUP, *WRITES),
    ),
    Operation(
        "GET",
        "/api/groups/{group}/file",
        "group_file",
        "Return a group as a file for another machine",
        gives=GroupFile,
        refusals=_GROUP,
    ),
    Operation(
        "GET",
        "/api/statistics",
        "statistics",
        "Return what the games of an evening or season, or all games, came to",
        gives=Statistics,
        refusals=(*_GROUP, "bad_request", "unreadable", "still_adding"),
        query=("span", "group"),
    ),
)
"""What ``EveningsSite`` answers."""

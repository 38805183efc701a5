"""What is asked about groups of people and their games, and what is answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from controller.evenings.groups import GroupFile, Person
from controller.evenings.totals import Span, Statistics
from controller.games.entries import Deal, DealerBy
from controller.games.fairness import Hash
from controller.web.operation import AWAY, WRITES, Done, Operation
from controller.web.requests import Figure, Name, Words


class GroupGame(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A [game object](scenarios.md#lines) without what belongs to one game alone."""

    edition: Name
    """ID of the edition."""
    players: Annotated[list[Name], Meta(min_length=2, max_length=10)]
    """In seating order, each on the left of the one before."""
    scoring: Literal["winner", "lowest", "challenge"] = "winner"
    """How a round is scored."""
    target: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 500
    """Points that end the game."""
    options: dict[str, Any] = {}
    """The edition's house options, by ID."""
    deck: dict[str, Figure] = {}
    """Numbers of cards that differ from the box, by card or by kind."""
    deal: Deal = "people"
    """Who deals the opening hands."""


class SaveGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group to be saved."""

    name: Name
    """What the people call it."""
    game: GroupGame | UnsetType = UNSET
    """Who plays and how; left out: the people at the table, as they play now."""


class BeginGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """How a group begins a game this time."""

    players: Annotated[list[Name], Meta(min_length=2, max_length=10)] | UnsetType = UNSET
    """Who plays, in seating order; left out: the whole group."""
    dealer: Name | UnsetType | None = UNSET
    """Who deals first; null: as ``dealer_by`` says; left out: the next clockwise after the first
    dealer of the previous game."""
    dealer_by: DealerBy = "cards"
    """As for a new game."""
    words: Words = ""
    """As for a new game."""
    commitment: Hash | UnsetType = UNSET
    """As for a new game."""


class GroupView(Struct, frozen=True):
    """A group of people, for the page."""

    id: str
    """Eight hexadecimal digits, computed from the people's names: alike on each machine."""
    name: str
    """What the people call it."""
    people: tuple[Person, ...]
    """In seating order."""
    game: dict[str, Any]
    """The [game object](scenarios.md#lines) without players, dealer and opening hands."""
    deal: Deal
    """Who deals the opening hands."""
    dealer: str | None
    """Who deals first next time; null: the players draw for it."""
    going: bool
    """Whether the group is being deleted together with the names in its games."""


class GroupSaved(Struct, frozen=True):
    """The group is saved."""

    id: str
    """Its ID."""


class DeleteGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """What goes with a group."""

    games: bool
    """Whether the players' names in its games go, too."""


class GroupGone(Struct, frozen=True):
    """The group is deleted."""

    left: tuple[str, ...] = ()
    """Damaged copies of the journal, which may still have the names: delete these files."""


SPANS = get_args(Span)
_GROUP = ("no_such_group", "groups_unreadable")
_SAVES = ("rules", "same_name", "too_many_groups", "groups_unreadable", *WRITES)

EVENINGS = (
    Operation(
        "GET",
        "/api/groups",
        "groups",
        "List the groups of people, the one that played last first",
        gives=list[GroupView],
        refusals=("groups_unreadable",),
        about="A game belongs to the group with most of its first players, if these are at least "
        "two and more than half of them; among equals, to the smaller group.",
    ),
    Operation(
        "POST",
        "/api/groups",
        "save_group",
        "Save a group of people and how they play",
        SaveGroup,
        GroupSaved,
        refusals=_SAVES,
        about="It replaces the group of the same people. 409 `wrong_phase`: without `game`, and no "
        "game has begun.",
    ),
    Operation(
        "POST",
        "/api/groups/import",
        "import_group",
        "Save the group in the file of another machine",
        GroupFile,
        GroupSaved,
        refusals=("group_is_there", "other_version", "bad_avatar", *_SAVES),
        about="The body is the file. 400 `bad_request`: it is none.",
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
        about="With `games`, the players' names in its games go, too ([what goes and what "
        "stays](api.md#names-taken-out)).",
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
        about="[How evenings and seasons are told apart](api.md#statistics).",
    ),
)
"""What ``EveningsSite`` answers."""

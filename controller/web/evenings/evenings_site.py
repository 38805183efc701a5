"""Requests about groups of people: saved, begun with, deleted, taken to another machine."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UnsetType
from starlette.requests import Request
from starlette.responses import Response

import rules
from controller.base.errors import Refused, Trouble
from controller.decks.box_file import MAX_BYTES
from controller.evenings import groups
from controller.evenings.groups import Group, GroupStore, Person
from controller.games.book import by_the_rules
from controller.games.entries import Deal
from controller.seats.confusables import refuse_confusable, skeleton
from controller.seats.rights import RequestedAction
from controller.seats.roster import AvatarChosen, refuse_avatar
from controller.table.actions import unreadable
from controller.table.context import INTERNAL_REQUEST, StartOptions
from controller.table.table import Table
from controller.web.answers import json
from controller.web.evenings.evening_operations import (
    SPANS,
    BeginGroup,
    DeleteGroup,
    GroupGone,
    GroupSaved,
    GroupView,
    SaveGroup,
)
from controller.web.evenings.name_removal import Forget, forget_games
from controller.web.evenings.repeatable import Repeatable
from controller.web.evenings.settings_site import SettingsSite
from controller.web.house_boxes import HouseBoxes, without_box
from controller.web.operation import Done
from controller.web.past import EVERYBODY, PastGames, Reader, TooLong
from controller.web.requests import (
    MAX_KEPT_BYTES,
    action_of,
    few_effects,
    info_of,
    object_of,
    read,
    read_body,
    settled,
)
from rules import Refusal


class EveningsSite:
    """Answers the requests of ``EVENINGS``: one method for each, by its name."""

    def __init__(
        self,
        table: Table,
        past: PastGames,
        read: Reader,
        forget: Forget,
        quiet: asyncio.Lock,
        boxes: HouseBoxes,
        store: GroupStore,
        settings: SettingsSite,
        repeatable: Repeatable,
    ) -> None:
        """Serve the groups in ``store``. ``past`` keeps what was read of the table's games.

        ``read`` adds up games, and ``forget`` takes names out of files. While ``quiet`` is held,
        nobody makes backups. ``boxes`` of the house are saved with a group, and its ``settings``
        go with it.
        """
        self._boxes = boxes
        self._table = table
        self._past = past
        self._forget = forget
        self._quiet = quiet
        self._figures = PastGames(table.journal, read)
        self._store = store
        self._settings = settings
        self._repeatable = repeatable

    def end(self) -> None:
        """Add up no more games, because the referee stops."""
        self._figures.end()

    async def groups(self, request: Request) -> Response:
        """List the groups."""
        return json([self._shown(group) for group in self._store.all()])

    async def group_file(self, request: Request) -> Response:
        """Return the file of a group."""
        group = self._store.find(request.path_params["group"])
        name = f"rollerdeck-group-{group.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(groups.file_of(group), media_type="application/json", headers=headers)

    async def save_group(self, request: Request) -> Response:
        """Save a group."""
        asked = await read(request, SaveGroup)
        game, deal = self._played(asked)
        game = await self._boxes.with_box(game, (group.game for group in self._store.all()))
        _refuse_game(game)

        async def save() -> GroupSaved:
            before = self._same_people(game["players"])
            saved = {person.name: person for person in before.people} if before else {}
            people = [self._as_shown(saved.get(name, Person(name))) for name in game["players"]]
            group = groups.saved(asked.name, people, game, deal, before)
            return await self._put(group, action_of(request))

        return await self._repeatable.once(request, save)

    async def import_group(self, request: Request) -> Response:
        """Save a group that another machine wrote."""
        body = await read_body(request)
        imported = groups.read_file(body)
        object_of(body, MAX_KEPT_BYTES + MAX_BYTES)  # which refuses what is too long
        people = [person.name for person in imported.people]
        game = {**imported.game, "players": people}
        _refuse_game(game)
        for person in imported.people:
            refuse_avatar(person.colour, person.emoji)

        async def take() -> GroupSaved:
            if existing := self._same_people(people):
                raise Refused("group_is_there", "refusal.group_is_there", {"group": existing.name})
            group = groups.saved(imported.name, imported.people, game, imported.deal, None)
            return await self._put(group, action_of(request))

        return await self._repeatable.once(request, take)

    async def begin_group(self, request: Request) -> Response:
        """Begin a game of a group."""
        group = self._store.find(request.path_params["group"])
        asked = await read(request, BeginGroup)
        players = list(group.names if isinstance(asked.players, UnsetType) else asked.players)
        dealer = asked.dealer
        if isinstance(dealer, UnsetType):
            dealer = groups.next_dealer(players, self._dealt(group))
        options = StartOptions(
            settled(asked.words), asked.commitment or None, group.deal, asked.dealer_by
        )
        game = groups.game_of(group, players, dealer)
        seq = await self._table.new_game(game, await info_of(request, dated=True), options)
        await self._began(group)
        return json(Done(seq, self._table.change_before(seq)))

    async def delete_group(self, request: Request) -> Response:
        """Delete a group."""
        games = (await read(request, DeleteGroup)).games
        group_id = request.path_params["group"]

        async def delete() -> GroupGone:
            group = self._store.find(group_id)
            damaged: tuple[str, ...] = ()
            async with self._quiet:
                self._table.permit(action_of(request))
                if games or group.going:  # what was begun is finished
                    try:
                        damaged = await forget_games(self._table, self._store, group, self._forget)
                    finally:  # also where the journal is rewritten and a copy cannot be
                        self._past.forget()
                        self._figures.forget()
                # first, as the same people would have them again when they save their group anew
                await self._settings.forget_group(group.id)
                await self._store.change(
                    lambda all_: tuple(other for other in all_ if other.id != group.id)
                )
            self._settings.use()
            return GroupGone(damaged)

        return await self._repeatable.once(request, delete)

    async def statistics(self, request: Request) -> Response:
        """Add up the games of a span."""
        span, group = request.query_params.get("span", SPANS[0]), EVERYBODY
        if span not in SPANS:
            raise Refused("bad_request", "refusal.wrong_member", {"member": "span"})
        if asked := request.query_params.get("group"):
            group = self._store.find(asked).id
        # other groups can change whose game it is
        groups_digest = sha256(msgspec.json.encode(self._store.all())).hexdigest()
        more, seq = f"{span} {group} {groups_digest}", self._table.record.seq
        try:
            content = await self._figures.read(0, "statistics", seq, more)
        except TooLong:
            raise Refused("still_adding", "refusal.still_adding") from None
        except Trouble as trouble:
            raise unreadable(self._table.record.number, trouble) from None
        return Response(content, media_type="application/json")

    def _shown(self, group: Group) -> GroupView:
        dealer = groups.next_dealer(group.names, self._dealt(group))
        people, deal = tuple(map(self._as_shown, group.people)), group.deal
        game = without_box(group.game)
        return GroupView(group.id, group.name, people, game, deal, dealer, group.going)

    def _as_shown(self, person: Person) -> Person:
        """Somebody with the colour and the emoji that are shown at the table, if there are any."""
        now = self._table.record.roster.avatar(person.name)
        return Person(person.name, now.colour or person.colour, now.emoji or person.emoji)

    def _played(self, asked: SaveGroup) -> tuple[dict[str, Any], Deal]:
        """The game object that a group is saved with, and who deals the opening hands."""
        if not isinstance(asked.game, UnsetType):
            game = msgspec.to_builtins(asked.game)
            return game, game.pop("deal", "people")
        begun = self._table.record.begun
        if begun is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        return dict(begun.game), begun.deal

    def _same_people(self, names: list[str]) -> Group | None:
        group_id = groups.id_of(names)
        return next((group for group in self._store.all() if group.id == group_id), None)

    async def _put(self, group: Group, action: RequestedAction) -> GroupSaved:
        """Save a group in place of the one with its people."""

        def put(before: tuple[Group, ...]) -> tuple[Group, ...]:
            self._table.permit(action)
            others = [other for other in before if other.id != group.id]
            if any(skeleton(other.name) == skeleton(group.name) for other in others):
                raise Refused("same_name", "refusal.group_named", {"group": group.name})
            if len(others) >= groups.MOST_GROUPS:
                values = {"most": groups.MOST_GROUPS}
                raise Refused("too_many_groups", "refusal.too_many_groups", values)
            return groups.with_first(before, group)

        await self._store.change(put)
        self._settings.use()
        return GroupSaved(group.id)

    async def _began(self, group: Group) -> None:
        """Show everybody as in the group; keep who deals first in the game that has just begun."""
        roster = self._table.record.roster
        for person in group.people:
            now, saved = roster.avatar(person.name), self._as_shown(person)
            if (now.colour, now.emoji) != (saved.colour, saved.emoji):
                chosen = AvatarChosen(person.name, saved.colour, saved.emoji)
                with suppress(Refused):  # somebody who does not play this time, or a full disk
                    await self._table.seating.show_as(chosen, INTERNAL_REQUEST)
        begun = self._table.record.begun
        dealt = begun.game.get("dealer") if begun else None
        try:
            await self._store.change(lambda before: groups.dealt_by(before, group.id, dealt))
        except Refused:
            return  # the game is on, and what is lost is only whose turn it is to deal

    def _dealt(self, group: Group) -> str | None:
        """Who of the group dealt last, as far as it is known."""
        record = self._table.record
        if record.begun is not None and record.state is not None:
            players = record.begun.game["players"]
            playing = groups.group_of(players, self._store.all())
            position = record.state.position
            if playing is not None and playing.id == group.id and position.dealer is not None:
                return position.seats[position.dealer].name
        return group.dealt


def _refuse_game(game: dict[str, Any]) -> None:
    """Return if the rules take this game. Raises ``Refused``."""
    few_effects(game.get("options"))
    setup = rules.read_setup(game)
    if isinstance(setup, Refusal):
        raise by_the_rules(setup)
    refuse_confusable(setup.players)

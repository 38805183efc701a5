"""The boxes of a house that this table knows: in their folder, and in the game on the table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from controller.decks.box_file import BoxProblem
from controller.decks.box_folder import Boxes, BoxFolder
from controller.table.table import Table
from rules.edition import Edition
from rules.editions.house import is_house


class HouseBoxes:
    """Gives a game that names a house's box the box itself, so that it needs no file again."""

    def __init__(self, table: Table) -> None:
        """The boxes of this table."""
        self._table = table
        self._folder = BoxFolder(table.journal)
        self._reading = asyncio.Lock()

    async def editions(self) -> tuple[Edition, ...]:
        """The editions in the folder, then that of the game on the table if it is not in it."""
        editions = await self.in_folder()
        state = self._table.record.state
        if state is None or state.position.setup.edition.box is None:
            return editions
        played = state.position.setup.edition
        if played.id in {edition.id for edition in editions}:
            return editions
        return (*editions, played)

    async def in_folder(self) -> tuple[Edition, ...]:
        """The editions in the folder."""
        return (await self._read()).editions

    async def problems(self) -> tuple[BoxProblem, ...]:
        """What is wrong with files in the folder."""
        return (await self._read()).problems

    async def with_box(
        self, game: dict[str, Any], others: Iterable[Mapping[str, Any]] = ()
    ) -> dict[str, Any]:
        """The game object with its box; as it is if no box of that ID is known.

        ``others``: game objects that may have it, too.
        """
        id = game.get("edition")
        if "box" in game or not isinstance(id, str) or not is_house(id):
            return game
        boxes = {edition.id: edition.box for edition in await self.editions()}
        boxes |= {other["edition"]: other["box"] for other in others if "box" in other}
        return {**game, "box": boxes[id]} if id in boxes else game

    async def _read(self) -> Boxes:
        async with self._reading:  # one thread reads the folder at a time
            return await asyncio.to_thread(self._folder.read)


def without_box(game: Mapping[str, Any]) -> dict[str, Any]:
    """The game object for pages, which know the box as an edition."""
    return {member: value for member, value in game.items() if member != "box"}

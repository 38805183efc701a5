"""The table as JSON for all pages, rendered once for each change."""

from __future__ import annotations

import msgspec

from controller.games.record import Record
from controller.table.table import Table
from controller.web import shown


class Rendering:
    """Renders the game once for each entry of the journal, and the launcher once for each change.

    Nothing is rendered before somebody asks.
    """

    def __init__(self, table: Table, build: str) -> None:
        """Render ``table`` for a page of this build. Call ``changed`` whenever it changes."""
        self._table = table
        self._build = build
        self._of: Record | None = None
        self._game: shown.ShownTable | None = None
        self._whole: bytes | None = None

    def changed(self) -> None:
        """The table or the launcher changed."""
        self._whole = None

    def whole(self) -> bytes:
        """The whole table, for ``GET /api/table`` and for the pages."""
        if self._whole is None:
            record = self._table.record
            if self._game is None or self._of is not record:
                self._of, self._game = record, shown.table(self._table, self._build)
            now = msgspec.structs.replace(self._game, launcher=shown.launcher(self._table))
            self._whole = msgspec.json.encode(now)
        return self._whole

    def launcher(self) -> bytes:
        """The launcher's part of the table, with the table's tag."""
        members = msgspec.structs.asdict(shown.launcher(self._table))
        return msgspec.json.encode(shown.PushedLauncher(**members, tag=str(self._table.tag)))

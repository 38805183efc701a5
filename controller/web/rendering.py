"""The table as JSON for all pages, rendered once for each change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from controller.games.record import LogLine, Record
from controller.table.context import Change
from controller.table.table import Table
from controller.web import table_views
from controller.web.reader_views import sightings

NEWEST_LINES = 6
"""So many lines of the log are told again with each change, or more where more are new."""


class Rendering:
    """Renders the game once for each entry of the journal, and the launcher once for each change.

    Nothing is rendered before somebody asks.
    """

    def __init__(self, table: Table, build: str, *, speaks: bool = False) -> None:
        """Render ``table`` for a page of this build. Call ``changed`` whenever it changes.

        ``speaks``: the room has a voice.
        """
        self._speaks = speaks
        self._table = table
        self._build = build
        self._rendered_record: Record | None = None
        self._view: table_views.TableView | None = None
        self._whole: bytes | None = None
        self._last_sent: LogLine | None = None
        """The newest line of the log that pages were told."""

    def changed(self, change: Change) -> None:
        """The table or the launcher changed, or a player's time is up."""
        self._whole = None
        if change is Change.SETTINGS:  # the code of the next draws depends on them
            self._view = None

    def whole(self) -> bytes:
        """The whole table, for ``GET /api/table`` and for a page that knows nothing."""
        if self._whole is None or self._table.turn_timer.clock.since_s is not None:
            self._whole = msgspec.json.encode(self._now())
        return self._whole

    def news(self) -> bytes:
        """The table for pages that had it at the last ``news``: of the log its newest lines."""
        now = self._now()
        first = first_pushed(now.log, self._last_sent)
        self._last_sent = now.log[-1] if now.log else None
        if first:
            now = msgspec.structs.replace(
                now, log=now.log[first:], log_after=now.log[first].seq - 1
            )
        return msgspec.json.encode(now)

    def launcher(self) -> bytes:
        """The launcher's part of the table, with the table's tag."""
        members = msgspec.structs.asdict(table_views.launcher(self._table))
        tag, clock = str(self._table.tag), table_views.turn_clock(self._table)
        return msgspec.json.encode(table_views.PushedLauncher(**members, tag=tag, clock=clock))

    def _now(self) -> table_views.TableView:
        record = self._table.record
        if self._view is None or self._rendered_record is not record:
            self._view = table_views.table(self._table, self._build, speaks=self._speaks)
            self._rendered_record = record
        return msgspec.structs.replace(
            self._view,
            launcher=table_views.launcher(self._table),
            doubts=self._table.scale.doubts,
            requests=table_views.requests(self._table),
            clock=table_views.turn_clock(self._table),
            sightings=sightings(self._table.readers),
        )


def first_pushed(log: Sequence[LogLine], last_sent: LogLine | None) -> int:
    """Where the part of a log begins that is told to pages that know it as far as ``last_sent``.

    0 where they do not: the log was read anew, perhaps with other names, or has grown too much.
    All lines of one entry are told together.
    """
    positions = (at for at in reversed(range(len(log))) if log[at] is last_sent)
    first = min(next(positions, -1) + 1, len(log) - NEWEST_LINES)
    while first > 0 and log[first - 1].seq == log[first].seq:
        first -= 1
    return max(first, 0)

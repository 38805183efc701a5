"""What the scoreboard shows, as it changes from one message to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from controller.hub.standings import Record, Standing
from controller.hub.table_messages import Launcher, Player, State, Status, TableMessage

MOST_TABLES = 400
"""Where the broker lets everybody write everywhere, somebody could make up tables without end."""
SHOWN_DIGITS = 4
"""Of the IDs of two machines with one name."""


class Tile(msgspec.Struct, frozen=True):
    """A table."""

    id: str
    table: str
    online: bool = False
    link: str = "up"
    faults: tuple[str, ...] = ()
    game: int | None = None
    edition: str | None = None
    phase: str | None = None
    round: int = 0
    turn: str | None = None
    """Whose turn a page shows: nobody's at a table that is away, or whose game is over."""
    players: tuple[Player, ...] = ()
    hits: int = 0
    winners: tuple[str, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """What is shown beside the tables."""

    standings: list[Standing]
    records: list[Record]
    said: list[Record]
    """What is wrong, for who runs the hall."""
    games: int
    """Of this evening."""


class BoardUpdate(msgspec.Struct, frozen=True):
    """What a page is told: everything, or what changed."""

    whole: bool
    tables: list[Tile]
    summary: Summary | None = None


NOTHING = Summary([], [], [], 0)


class Board:
    """Tables and standings as they are now."""

    def __init__(self) -> None:
        self._tiles: dict[str, Tile] = {}
        self._names: dict[str, frozenset[str]] = {}
        """Of the tiles of each table of which two machines tell."""
        self._changed: set[str] = set()
        self._summary, self._summary_changed = NOTHING, False
        self._renewed = False
        """Tables have gone, so pages have to be told everything."""

    def __len__(self) -> int:
        """How many tables there are."""
        return len(self._tiles)

    def tell(self, message: TableMessage) -> None:
        """Take in a message."""
        body = message.body
        if isinstance(body, State):
            name = message.table
            if message.table in self._names:  # two machines, two tiles
                name = _with_digits(message.table, body.source)
            if name in self._names.get(message.table, {message.table}):
                self._update(name, message.table, **{of: getattr(body, of) for of in _OF_STATE})
        elif isinstance(body, Launcher | Status):
            values = {name: getattr(body, name) for name in body.__struct_fields__}
            for name in self._tiles_of(message.table):
                self._update(name, message.table, **values)

    def _tiles_of(self, table: str) -> list[str]:
        return [name for name, tile in self._tiles.items() if tile.table == table] or [table]

    def tell_apart(self, sources: Mapping[str, Iterable[str]]) -> None:
        """Show the tables of which two machines tell as two; ``sources``: of each such table."""
        names = {
            table: frozenset(_with_digits(table, source) for source in of_table)
            for table, of_table in sources.items()
        }
        if names == self._names:
            return
        was, self._names = self._names, names
        for name, tile in list(self._tiles.items()):
            both = tile.table in names or tile.table in was
            if both and name not in names.get(tile.table, {tile.table}):
                del self._tiles[name]
                self._changed.discard(name)
                self._renewed = True

    def summarise(self, summary: Summary) -> None:
        """Show other standings."""
        if summary != self._summary:
            self._summary, self._summary_changed = summary, True

    @property
    def is_changed(self) -> bool:
        """Whether pages have to be told something."""
        return bool(self._changed) or self._summary_changed or self._renewed

    def news(self) -> BoardUpdate:
        """What changed since the last time."""
        summary = self._summary if self._summary_changed else None
        changed = [_shown(self._tiles[name]) for name in sorted(self._changed)]
        update = BoardUpdate(False, changed, summary)
        if self._renewed:
            update = self.whole()
        self._changed.clear()
        self._summary_changed = self._renewed = False
        return update

    def whole(self) -> BoardUpdate:
        """Everything. The page puts the tables in order."""
        return BoardUpdate(True, [_shown(tile) for tile in self._tiles.values()], self._summary)

    def _update(self, name: str, table: str, **values: object) -> None:
        tile = self._tiles.get(name)
        if tile is None:
            if len(self._tiles) >= MOST_TABLES:
                return
            tile = Tile(name, table)
        new = msgspec.structs.replace(tile, **values)
        if self._tiles.get(name) != new:
            self._tiles[name] = new
            self._changed.add(name)


def _shown(tile: Tile) -> Tile:
    if tile.online and tile.phase != "game_over":
        return tile
    return msgspec.structs.replace(tile, turn=None)  # it is kept: a table that is back has it


def _with_digits(table: str, source: str) -> str:
    return f"{table} {source[:SHOWN_DIGITS]}"


_OF_STATE = frozenset(Tile.__struct_fields__) & frozenset(State.__struct_fields__)

"""What the scoreboard shows, as it changes from one message to the next.

What is wrong in the hall stands on it as long as it is so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from controller.club.hub.standings import Record, Standing
from controller.club.hub.table_messages import (
    NO_SENSE,
    OTHER_VERSION,
    Launcher,
    Player,
    State,
    Status,
    TableMessage,
)

SAID_S = 15 * 60
"""For how long it is shown that a table sent something that nobody understands."""
SHOWN = 5
"""So many sentences are shown: nobody reads more on a screen in the hall."""
OPEN_BROKER, LOST_BROKER = "hall.open_broker", "hall.lost_broker"
FULL, TWICE, OTHER_BOX = "hall.full", "hall.twice", "hall.other_box"
_FIRST = (LOST_BROKER, FULL, OPEN_BROKER, TWICE, OTHER_VERSION, NO_SENSE, OTHER_BOX)
"""What is wrong with everything comes before what is wrong with one table."""

MOST_TABLES = 400
"""Where the broker lets everybody write everywhere, somebody could make up tables without end."""

SHOWN_DIGITS = 4
"""Of the IDs of two machines with one name."""


class Complaints:
    """Sentences, each by its key and table."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock`` tells seconds since 1970."""
        self._clock = clock
        self._until: dict[tuple[str, str], float] = {}

    def add(self, key: str, table: str = "", for_s: float = SAID_S) -> bool:
        """Something is wrong. Returns whether it was not known."""
        now = self._clock()
        new = self._until.get((key, table), now) <= now
        self._until[key, table] = now + for_s
        return new

    def end(self, key: str) -> bool:
        """It is not wrong any more. Returns whether it was."""
        return self._until.pop((key, ""), None) is not None

    def shown(self) -> list[Record]:
        """The most important ones."""
        now = self._clock()
        self._until = {complaint: until for complaint, until in self._until.items() if until > now}
        first = sorted(
            self._until, key=lambda complaint: (_FIRST.index(complaint[0]), complaint[1])
        )
        return [Record(key, {"table": table}) for key, table in first[:SHOWN]]


class Tile(msgspec.Struct, frozen=True):
    """A table."""

    id: str
    table: str
    online: bool = False
    link: str = "up"
    faults: tuple[str, ...] = ()
    game: int | None = None
    edition: str | None = None
    edition_title: Mapping[str, str] = {}
    """Of a house's box by language, "" in any; empty: the hub has no such box."""
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
        self._titles: Mapping[str, Mapping[str, str]] = {}
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

    def name_boxes(self, titles: Mapping[str, Mapping[str, str]]) -> None:
        """Show the boxes of houses with these titles, by the ID of the edition and the language."""
        self._titles = titles
        for name, tile in list(self._tiles.items()):
            self._update(name, tile.table)

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
        title = self._titles.get(new.edition or "", {})
        new = msgspec.structs.replace(new, edition_title=title)
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

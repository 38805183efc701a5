"""What the pages are shown: the table and the editions in the format of docs/api.md."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import msgspec

import rules
from controller.games import opening_hands
from controller.games.course import fairness_of
from controller.games.doubts import Doubt
from controller.games.entries import Deal
from controller.games.fairness import Fairness, Hash
from controller.games.record import LogLine, Record
from controller.games.seats import seated
from controller.games.shelf import GameSummary, RoundScores, taken_up
from controller.seats.join_requests import RequestKind
from controller.seats.roster import Access, AdmittedRole
from controller.table.hit import DueHit, HitStage
from controller.table.table import Table
from controller.table.weighing.scale import Scale
from controller.web.readers.shown import ShownSightings, sightings
from hardware.launcher import Fault, Reason
from rules import EDITIONS, Saying, explain
from rules.house_options import OPTIONS, Value, default
from rules.names import same

GAMES_AT_ONCE = 100
"""How many games an answer lists: a referee that lists the games of years at once keeps everybody
waiting, and a launcher without its referee for 250 ms breaks off a hit."""


class ShownHit(msgspec.Struct, frozen=True):
    """The hit that players have to press for now. ``requested`` is null until somebody presses."""

    number: int
    by: str
    owner: str
    stage: str
    requested: int | None
    out: int


class ShownInside(msgspec.Struct, frozen=True):
    """Cards in the launcher by their weight: the likeliest number, the lowest and the highest."""

    cards: int
    low: int
    high: int


class ShownOff(msgspec.Struct, frozen=True):
    """By how many cards the launcher's weight differs from the game's counts."""

    low: int
    high: int


class ShownScale(msgspec.Struct, frozen=True):
    """What the launcher weighs."""

    inside: ShownInside | None
    """None: nobody knows, for example because the scale was not tared."""
    off: ShownOff | None
    """How many cards more are inside than the game counts, at least and at most; negative: fewer.
    None: the weight agrees with the game, as far as is known."""


class ShownLauncher(msgspec.Struct, frozen=True):
    """The state of the launcher."""

    name: str
    link: str
    why: Reason | None
    """What is wrong beyond the faults."""
    simulated: bool
    strict: bool
    """Whether it counts strictly: cards that are a little longer than usual are doubted."""
    faults: list[Fault]
    """Those that are latched, by their codes."""
    hit: ShownHit | None
    scale: ShownScale | msgspec.UnsetType = msgspec.UNSET
    """Left out while the launcher has no scale."""


class PushedLauncher(ShownLauncher, frozen=True, kw_only=True):
    """The launcher alone, as it is pushed."""

    tag: str
    """That of the newest table."""


class ShownFairness(msgspec.Struct, frozen=True):
    """What players need to check the draws of a game."""

    next: Hash
    """The code under which the next game's draws are sealed: SHA-256 of seed and profile hash."""
    game: Fairness | None
    """Of the game on the table; None: there is none, or it is older than sealed draws."""


class ShownSeat(msgspec.Struct, frozen=True):
    """The seat of a player."""

    player: str
    colour: str | None
    emoji: str | None
    devices: tuple[int, ...]
    """The devices that have this seat."""
    own_only: bool
    """The page of one of them acts for nobody else."""
    plays: bool
    """Whether this player is at the table."""


class ShownDevice(msgspec.Struct, frozen=True):
    """A device that was admitted."""

    device: int
    role: AdmittedRole
    player: str | None
    since_s: int
    """Seconds since 1970 by the referee's clock, which may be wrong."""


class ShownRequest(msgspec.Struct, frozen=True):
    """Somebody asks the table for something."""

    request: int
    do: RequestKind
    player: str


class ShownTable(msgspec.Struct, frozen=True):
    """Everything that a page shows."""

    seq: int
    tag: str
    """What somebody has seen who sees this, for ``If-Match``."""
    build: str
    """Which build of the page the referee serves."""
    game: dict[str, Any] | None
    state: dict[str, Any] | None
    legal: list[dict[str, Any]]
    launcher: ShownLauncher
    doubts: tuple[Doubt, ...]
    """Counts that may be too low. A ``set`` of the owner's hand ends the doubt."""
    rounds: tuple[RoundScores, ...]
    log: tuple[LogLine, ...]
    """The newest rulings, oldest first."""
    log_after: int
    """The log begins after the entry with this number; 0: it is as long as it ever is."""
    undo: Reason | None
    """What an undo would take back: the first ruling of the last command."""
    undo_by: str | None
    """Whose deed an undo would take back; null: nobody's alone, or the launcher counted it."""
    deal: Deal
    """Who deals the opening hands."""
    undealt: tuple[str, ...]
    """Players whose opening hands the launcher has not dealt yet; ``state`` has their cards
    already, because the rules deal all hands at once."""
    fairness: ShownFairness
    access: Access
    """Whether any device may act, or only those that were admitted."""
    seats: tuple[ShownSeat, ...]
    """Of every player at the table in seating order, then of other names that have a device."""
    devices: tuple[ShownDevice, ...]
    requests: tuple[ShownRequest, ...]
    """What waits for the table's answer."""
    voice: bool
    """Whether the referee speaks to the room, so that it can say something again."""
    sightings: ShownSightings | msgspec.UnsetType = msgspec.UNSET
    """Readers, and what they see. Left out while no reader is paired."""


class ShownGame(GameSummary, frozen=True):
    """A game of this journal, for the list of past games."""

    on_table: bool
    deleted: bool
    goes_on_as: int | None
    """The number of the game as which it was taken up again; null: it was not."""


class ShownCard(msgspec.Struct, frozen=True):
    """A card of an edition: its number of copies in the box, and its points in a hand."""

    card: str
    count: int
    points: int


class ShownOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A house option. Its value is a boolean, one of ``answers``, or a number from 0 to ``most``.

    In the catalogue of words, ``option.<id>`` is the text of the option, and
    ``option.<id>.<answer>`` is the text of an answer.

    If the default is a list, the value is a list of up to ``most`` house rules. If the default is
    an object, the value is an object with a number for each kind of card.
    """

    id: str
    clause: str
    default: Value
    answers: tuple[str, ...] = ()
    most: int | None = None


class ShownEdition(msgspec.Struct, frozen=True):
    """An edition that can be played. The catalogue of words has its name: ``edition.<id>``."""

    id: str
    cards: list[ShownCard]
    min_players: int
    max_players: int
    options: list[ShownOption]
    kinds: dict[str, tuple[Saying, ...]]
    """What each kind of card does: the catalogue has each clause, ``clause.<ID>``."""
    pictures: dict[str, str]
    """What is drawn on each kind of card: a shape, or ``shape:text``."""


def table(table: Table, build: str, *, speaks: bool = False) -> ShownTable:
    """The table as it is now, for a page of that build. ``speaks``: the room has a voice."""
    record = table.record
    state = record.state
    return ShownTable(
        record.seq,
        str(table.tag),
        build,
        record.begun.game if record.begun else None,
        rules.view(state) if state else None,
        [offer.json() for offer in rules.legal(state)] if state else [],
        launcher(table),
        table.scale.doubts,
        record.rounds,
        record.log,
        0,
        record.undoable[-1].ruling if record.undoable else None,
        record.undoable[-1].by if record.undoable else None,
        record.begun.deal if record.begun else "people",
        opening_hands.to_come(state, record.undealt),
        ShownFairness(table.commitment, fairness_of(record, superseded=False)),
        table.seating.access,
        seats(record),
        tuple(
            ShownDevice(device.number, device.admitted.role, device.player, device.since_s)
            for device in record.roster.devices
        ),
        requests(table),
        speaks,
        sightings(table.readers),
    )


def requests(table: Table) -> tuple[ShownRequest, ...]:
    """Who waits for the table's yes."""
    return tuple(
        ShownRequest(request.number, request.do, request.player)
        for request in table.seating.requests
    )


def seats(record: Record) -> tuple[ShownSeat, ...]:
    """The seats of who plays, and of who has a device and does not play now."""
    state, roster = record.state, record.roster
    playing = [seat.name for seat in seated(state.position)] if state else []
    at_table = {same(name) for name in playing}
    others: dict[str, str] = {}
    for device in roster.devices:
        if device.player is not None and same(device.player) not in at_table:
            others.setdefault(same(device.player), device.player)
    shown = []
    for name in (*playing, *others.values()):
        avatar, phones = roster.avatar(name), roster.phones(name)
        shown.append(
            ShownSeat(
                name,
                avatar.colour,
                avatar.emoji,
                tuple(phone.number for phone in phones),
                any(phone.admitted.own_only for phone in phones),
                same(name) in at_table,
            )
        )
    return tuple(shown)


def launcher(table: Table) -> ShownLauncher:
    """The launcher as it is now."""
    launcher = table.launcher
    return ShownLauncher(
        launcher.capabilities.name,
        "up" if launcher.link_up else "down",
        table.problem,
        launcher.capabilities.simulated,
        launcher.capabilities.strict,
        list(launcher.faults),
        _hit(table.hit, launcher.link_up) if table.hit else None,
        scale(table.scale) if table.scale.is_present else msgspec.UNSET,
    )


def scale(scale: Scale) -> ShownScale:
    """What the launcher weighs now."""
    inside, off = scale.inside, scale.off_by
    return ShownScale(
        None if inside is None else ShownInside(inside.cards, inside.low, inside.high),
        None if off is None else ShownOff(*off),
    )


def games(record: Record, before: int | None = None) -> list[ShownGame]:
    """The newest ``GAMES_AT_ONCE`` games with a number below ``before``, newest first.

    ``before``: None for the newest games of the journal.
    """
    all_games = record.games
    end = len(all_games)
    if before is not None:
        end = bisect_left(all_games, before, key=lambda game: game.number)
    start = max(0, end - GAMES_AT_ONCE)
    later = taken_up(all_games[start:])  # a game goes on as a later one
    return [
        ShownGame(
            **msgspec.structs.asdict(game),
            on_table=record.begun is not None and game.number == record.number,
            deleted=game.number in record.deleted,
            goes_on_as=later.get(game.number),
        )
        for game in reversed(all_games[start:end])
    ]


def editions() -> list[ShownEdition]:
    """Every edition that this version knows."""
    return [
        ShownEdition(
            edition.id,
            [
                ShownCard(name, card.kind.copies, card.kind.points)
                for name, card in edition.cards.items()
            ],
            rules.MIN_PLAYERS,
            rules.MAX_PLAYERS,
            [
                ShownOption(name, choice.clause, default(name), choice.answers, choice.maximum)
                for name, choice in OPTIONS.items()
                if name in edition.options
            ],
            {kind.id: explain(kind) for kind in edition.kinds},
            {kind.id: kind.picture for kind in edition.kinds},
        )
        for edition in EDITIONS.values()
    ]


def _hit(hit: DueHit, link_up: bool) -> ShownHit:
    stage = hit.stage
    if not link_up:
        stage = HitStage.CONFIRM  # only the table can say what came, until the launcher is back
    elif stage is HitStage.WAITING:
        stage = HitStage.BROKEN  # a fault keeps it back
    requested = hit.intent.requested if hit.pressed else None
    return ShownHit(
        hit.number, hit.intent.by, hit.intent.owner, stage.value, requested, hit.cards_out
    )

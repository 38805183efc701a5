"""What the pages are shown: the table and the editions in the format of docs/http.md."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

import rules
from controller.decks.box_file import SUFFIX
from controller.games import hands
from controller.games.doubts import Doubt
from controller.games.draws import DrawsView, draws_view
from controller.games.entries import Deal
from controller.games.fairness import Fairness, Hash
from controller.games.hands import seated
from controller.games.journal_replay import fairness_of
from controller.games.record import LogLine, Record
from controller.games.shelf import GameSummary, RoundScores
from controller.seats.join_requests import RequestKind
from controller.seats.rights import seats_for
from controller.seats.roster import Access, AdmittedRole
from controller.table.hit import DueHit, HitStage
from controller.table.table import Table
from controller.table.weighed_counts import Scale
from controller.web.house_boxes import without_box
from controller.web.reader_views import SightingsView, sightings
from hardware.launcher import Fault, Reason
from rules import EDITIONS, Saying, explain
from rules.commands.dealing import next_first_dealer
from rules.commands.scoring import KindValue, kind_values
from rules.edition import Edition
from rules.editions import typical_cards
from rules.editions.house import short_name
from rules.explaining import target_purposes
from rules.house_options import OPTIONS, Value, changed_kinds, default
from rules.names import same
from rules.view import upcoming

GAMES_AT_ONCE = 100
"""How many games an answer lists: a referee that lists the games of years at once keeps everybody
waiting, and a launcher without its referee for 250 ms breaks off a hit."""


class HitView(msgspec.Struct, frozen=True):
    """The hit that is due."""

    number: int
    """Its number."""
    by: str
    """Who presses."""
    owner: str
    """Who gets the cards."""
    stage: str
    """Where it stands.

    - ``breath``: the [breath](configuration.md#the-breath): no press counts yet.
    - ``armed``: the launcher waits for a press.
    - ``running``: cards come.
    - ``broken``: a fault broke it off, or prevents arming: clear it, and the rest is armed, or
      enter how many came.
    - ``confirm``: how many came is not known, because the referee did not run or cannot reach the
      launcher: enter it.
    """
    requested: int | None
    """The cards drawn for it; null until the press, so that nobody knows before."""
    out: int
    """Cards counted so far."""


class WeighedCardsView(msgspec.Struct, frozen=True):
    """Cards in the launcher by their weight."""

    cards: int
    """The likeliest number."""
    low: int
    """The lowest that the weight allows."""
    high: int
    """The highest that the weight allows."""


class SurplusView(msgspec.Struct, frozen=True):
    """How many cards more are inside than the game counts; below zero: cards are missing."""

    low: int
    """At least."""
    high: int
    """At most."""


class ScaleView(msgspec.Struct, frozen=True):
    """What the launcher [weighs](counting.md#a-scale-as-a-second-witness).

    If more cards came than were counted, a ``set`` corrects the owner's hand, and ``log`` says so
    (``log.weighed_more``, of several hits ``log.weighed_more_series``), also that a count in
    ``doubts`` was right (``log.weighed``, ``log.weighed_series``). An ``undo`` takes a correction
    back for good. Where it cannot tell which hit or how many, hits are added to ``doubts``.
    """

    inside: WeighedCardsView | None
    """Null: unknown, for example never set to 0, or loaded and not weighed yet."""
    off: SurplusView | None
    """Null during a hit, without a round, and
    if the weight fits, unless it saw cards being put in or taken out."""


class LauncherView(msgspec.Struct, frozen=True):
    """The state of the launcher."""

    name: str
    """For example ``simulator``."""
    link: str
    """Whether it can be reached: ``up`` or ``down``."""
    why: Reason | None
    """A problem that is no fault, for example no connection; null: none."""
    simulated: bool
    """Whether it is simulated."""
    strict: bool
    """Whether it counts strictly: cards that are a little longer than usual are doubted."""
    faults: list[Fault]
    """Those that are latched; the catalogue says what to do, ``advice.<fault>``."""
    hit: HitView | None
    """The hit that is due; null: none."""
    scale: ScaleView | msgspec.UnsetType = msgspec.UNSET
    """What it weighs; left out without a scale."""


class TurnClockView(msgspec.Struct, frozen=True):
    """The [turn clock](table-screen.md#the-turn-clock). No rule depends on it."""

    player: str
    """For whom the table waits."""
    limit_s: int
    """How long it may wait: then the player's time is up."""
    elapsed_ms: int
    """How long it had waited when this was sent, at most ``limit_s``."""
    runs: bool
    """False: it stands still until the player can go on."""


class PushedLauncher(LauncherView, frozen=True, kw_only=True):
    """The launcher alone, as it is pushed."""

    tag: str
    """That of the newest table."""
    clock: TurnClockView | None
    """As in the table."""


class FairnessView(msgspec.Struct, frozen=True):
    """What players need to check the draws of a game."""

    next: Hash
    """The check code of the next game: SHA-256 of seed and profile hash."""
    next_draws: Hash
    """The check code of the next session of draws."""
    game: Fairness | None
    """The draws of the game on the table; null: there is none, or it is of a version without check
    codes."""


class SeatView(msgspec.Struct, frozen=True):
    """The seat of a player."""

    player: str
    """Whose seat it is."""
    colour: str | None
    """The colour that was chosen; null: none."""
    emoji: str | None
    """The emoji that was chosen; null: none."""
    devices: tuple[int, ...]
    """The devices that have this seat."""
    own_only: bool
    """Whether the page of one of its devices acts for nobody else."""
    plays: bool
    """Whether this player is at the table."""


class DeviceView(msgspec.Struct, frozen=True):
    """A device that was admitted."""

    device: int
    """Its number, from 1."""
    role: AdmittedRole
    """A table screen, the phone of a player, or a reader."""
    player: str | None
    """Whose seat it has; null: nobody's."""
    since_s: int
    """Seconds since 1970 by the referee's clock, which may be wrong."""


class JoinRequestView(msgspec.Struct, frozen=True):
    """Somebody asks the table for something."""

    request: int
    """Its number."""
    do: RequestKind
    """What is asked."""
    player: str
    """Who wants that."""


class TableView(msgspec.Struct, frozen=True):
    """Everything that a page shows.

    It has no sentences, only keys of the catalogue of [words](words.md) and values.
    """

    seq: int
    """Number of the journal's newest entry."""
    tag: str
    """For ``If-Match``: what somebody has seen who sees this."""
    build: str
    """Version of the page: an open page of another version loads itself anew when nobody types."""
    game_number: int
    """Which game of the journal it is, from 1; 0: there was none yet."""
    game: dict[str, Any] | None
    """The [game object](scenarios.md#lines), without the box of a house, whose edition is in ``GET
    /api/editions``; null: there is no game."""
    state: dict[str, Any] | None
    """The [state](scenarios.md#state) of the game; null: there is no game."""
    legal: list[dict[str, Any]]
    """The commands that would be accepted, for example ``{"do": "play", "by": "Ann", "card":
    "red-3", "needs": [], "may": []}``: ``needs`` lists fields to add, ``may`` optional ones, and
    ``bounds`` what makes sense for a number (of the points of seven cards ``{"points": {"least": 7,
    "most": 350}}``; others are accepted, too)."""
    legal_seats: list[tuple[str, ...]]
    """For each command of ``legal``, the players whose phones may send it as it stands; empty: only
    a table screen may."""
    launcher: LauncherView
    """The launcher."""
    draw_pile: bool
    """Whether the cards of this game are drawn from a pile: the launcher has no part in it."""
    target_purposes: dict[str, str]
    """What the player of a card chooses another player for, by the kind of card: ``attack``,
    ``trade``, ``hits`` or ``hits_and_trades``."""
    color_only: bool
    """Whether cards match the top one by its colour alone, and not by their kind (PGR-4)."""
    round_winner: str | None
    """Who has no cards left and has won the round (COM-15), until the next one is dealt; null:
    nobody yet."""
    doubts: tuple[Doubt, ...]
    """Hits of which more cards may have come: until the hit is undone, the next round dealt, or the
    owner's hand set, also to the number shown. Undoing that brings the doubt back."""
    rounds: tuple[RoundScores, ...]
    """Those that are over, the oldest first."""
    log: tuple[LogLine, ...]
    """The newest 200 rulings, the oldest first."""
    log_after: int
    """The log begins after the entry with this number: 0, unless an [event](api.md#events) has
    fewer rulings."""
    undo: Reason | None
    """The first ruling of the command that ``undo`` would take back; null: there is none."""
    undo_by: str | None
    """Whose command ``undo`` would take back; null: nobody's alone, or a count."""
    deal: Deal
    """Who deals the opening hands."""
    upcoming: tuple[str, ...]
    """Who acts after whom the table waits for, in order and each once, as far as it can tell."""
    next_dealer: str | None
    """Who deals first if the same players begin another game (COM-18); null: nobody has dealt."""
    kind_values: tuple[KindValue, ...]
    """What the cards of each kind count, while hands are counted; else empty."""
    undealt: tuple[str, ...]
    """Who still waits for an opening hand of the launcher. ``hands`` of the state has those cards
    already; the page shows 0."""
    fairness: FairnessView
    """What players need to check the draws."""
    access: Access
    """Whether any device may act, or only those that were admitted."""
    seats: tuple[SeatView, ...]
    """Of every player in seating order, then of other names that have a device."""
    arrived: tuple[str, ...]
    """Whose phones took a seat since the last game began, in the order in which they came."""
    devices: tuple[DeviceView, ...]
    """Those that were admitted."""
    draws: DrawsView | None
    """The [session of draws](draws.md) that has the table; null: a game has it, or nothing."""
    requests: tuple[JoinRequestView, ...]
    """To join or leave, unanswered."""
    voice: bool
    """Whether the referee [speaks](voice.md)."""
    clock: TurnClockView | None
    """Null: it is off, or the table waits for nobody."""
    sightings: SightingsView | msgspec.UnsetType = msgspec.UNSET
    """Readers, and what they see; left out while there is none."""


class PastGameView(GameSummary, frozen=True):
    """A game of this journal, for the list of past games."""

    on_table: bool
    """Whether it is on the table."""
    deleted: bool
    """Whether it was taken off the list."""
    goes_on_as: int | None
    """The number of the game as which it was taken up again; null: it was not."""


class CardView(msgspec.Struct, frozen=True):
    """A card of an edition."""

    card: str
    """Its [notation](scenarios.md#cards)."""
    count: int
    """Copies in the box."""
    points: int
    """Points in a hand."""


class OptionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A house option.

    Its value is a list of up to ``most`` house rules if the default is a list;
    an object with a number for each kind of card if the default is an object; else one of
    ``answers``; else a whole number from 0 to ``most``; else true or false.

    The catalogue has its texts, for example ``option.draw_from`` and ``option.draw_from.pile``.
    """

    id: str
    """Its name in ``options`` of a game object."""
    clause: str
    """The clause that it changes."""
    default: Value
    """Its value in a game that names none."""
    answers: tuple[str, ...] = ()
    """The values that it can have."""
    most: int | None = None
    """The highest number, or the most house rules."""
    kinds: tuple[str, ...] = ()
    """The kinds of cards that do something else where the house decides so."""


class EditionView(msgspec.Struct, frozen=True):
    """An edition that can be played.

    The catalogue has its name, ``edition.<id>``, and those of its cards, ``kind.<kind>``.
    """

    id: str
    """Its name in a game object."""
    cards: list[CardView]
    """The cards of the box."""
    min_players: int
    """The fewest players."""
    max_players: int
    """The most players."""
    options: list[OptionView]
    """Its house options."""
    kinds: dict[str, tuple[Saying, ...]]
    """What is to say about each kind of card: of a house's own, sentences about its effects."""
    pictures: dict[str, str]
    """What the page draws on each kind of card: a shape, or ``shape:text``, for example
    ``burst:2``."""
    typical_cards: tuple[str, ...]
    """Up to four cards by whose pictures people tell the edition from others."""
    launcher: bool
    """Whether cards are hit out of a launcher; else they are drawn from a pile, unless a house
    option says otherwise."""
    file: str | msgspec.UnsetType | None = msgspec.UNSET
    """The name of the file of a house's own box; null: no file has it, only the game on the table.
    Left out for an edition of this version."""
    names: Mapping[str, Mapping[str, str]] | msgspec.UnsetType = msgspec.UNSET
    """What a house calls its own box and cards, by key of the catalogue (``kind.hug``) and language
    (``en``; empty: in every language). Left out for an edition of this version."""


def table(table: Table, build: str, *, speaks: bool = False) -> TableView:
    """The table as it is now, for a page of that build. ``speaks``: the room has a voice."""
    record = table.record
    state = record.state
    offers = rules.legal(state) if state else []
    last_by = record.undoable[-1].by if record.undoable else None
    return TableView(
        record.seq,
        str(table.tag),
        build,
        record.number,
        without_box(record.begun.game) if record.begun else None,
        rules.view(state) if state else None,
        [offer.json() for offer in offers],
        [seats_for(offer.command, state.position, last_by) for offer in offers] if state else [],
        launcher(table),
        state is not None and not state.position.setup.launcher,
        target_purposes(state.position.setup.edition) if state else {},
        state is not None and state.position.color_only,
        _round_winner(state),
        table.scale.doubts,
        record.rounds,
        record.log,
        0,
        record.undoable[-1].ruling if record.undoable else None,
        last_by,
        record.begun.deal if record.begun else "people",
        upcoming(state.position) if state else (),
        next_first_dealer(state.position) if state else None,
        kind_values(state.position) if state else (),
        hands.to_come(state, record.undealt),
        FairnessView(
            table.commitment,
            table.drawing.commitment,
            None if record.draws else fairness_of(record, superseded=False),
        ),
        table.seating.access,
        seats(record),
        record.roster.arrived,
        tuple(
            DeviceView(device.number, device.admitted.role, device.player, device.since_s)
            for device in record.roster.devices
        ),
        draws_view(record.draws, fairness_of(record, superseded=False)) if record.draws else None,
        requests(table),
        speaks,
        turn_clock(table),
        sightings(table.readers),
    )


def _round_winner(state: rules.State | None) -> str | None:
    if state is None or state.position.round_winner is None:
        return None
    return state.position.name(state.position.round_winner)


def requests(table: Table) -> tuple[JoinRequestView, ...]:
    """Who waits for the table's yes."""
    return tuple(
        JoinRequestView(request.number, request.do, request.player)
        for request in table.seating.requests
    )


def seats(record: Record) -> tuple[SeatView, ...]:
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
            SeatView(
                name,
                avatar.colour,
                avatar.emoji,
                tuple(phone.number for phone in phones),
                any(phone.admitted.own_only for phone in phones),
                same(name) in at_table,
            )
        )
    return tuple(shown)


def launcher(table: Table) -> LauncherView:
    """The launcher as it is now."""
    launcher = table.launcher
    return LauncherView(
        launcher.capabilities.name,
        "up" if launcher.link_up else "down",
        table.problem,
        launcher.capabilities.simulated,
        launcher.capabilities.strict,
        list(launcher.faults),
        _hit(table.hit, launcher.link_up) if table.hit else None,
        scale(table.scale) if table.scale.is_present else msgspec.UNSET,
    )


def turn_clock(table: Table) -> TurnClockView | None:
    """The turn clock as it is now; None: there is none."""
    timer = table.turn_timer
    clock = timer.clock
    if clock.wait is None:
        return None
    runs = clock.since_s is not None
    return TurnClockView(clock.wait.player, clock.limit_s, timer.elapsed_ms, runs)


def scale(scale: Scale) -> ScaleView:
    """What the launcher weighs now."""
    inside, off = scale.inside, scale.off_by
    return ScaleView(
        None if inside is None else WeighedCardsView(inside.cards, inside.low, inside.high),
        None if off is None else SurplusView(*off),
    )


def _file(edition: Edition, in_folder: Collection[str]) -> str | msgspec.UnsetType | None:
    if edition.box is None:
        return msgspec.UNSET
    return f"{short_name(edition.id)}{SUFFIX}" if edition.id in in_folder else None


def editions(own: Iterable[Edition] = (), in_folder: Collection[str] = ()) -> list[EditionView]:
    """Every edition that this version knows, and a house's ``own``.

    ``in_folder``: the IDs of those that have a file.
    """
    return [
        EditionView(
            edition.id,
            [
                CardView(name, card.kind.copies, card.kind.points)
                for name, card in edition.cards.items()
            ],
            rules.MIN_PLAYERS,
            rules.MAX_PLAYERS,
            [
                OptionView(
                    name,
                    choice.clause,
                    default(name),
                    choice.answers,
                    choice.maximum,
                    changed_kinds(edition, name),
                )
                for name, choice in OPTIONS.items()
                if name in edition.options
            ],
            {kind.id: explain(kind, launcher=edition.launcher) for kind in edition.kinds},
            {kind.id: kind.picture for kind in edition.kinds},
            typical_cards(edition),
            edition.launcher,
            _file(edition, in_folder),
            msgspec.UNSET if edition.box is None else edition.names,
        )
        for edition in (*EDITIONS.values(), *own)
    ]


def _hit(hit: DueHit, link_up: bool) -> HitView:
    stage = hit.stage
    if not link_up:
        stage = HitStage.CONFIRM  # only the table can say what came, until the launcher is back
    elif stage is HitStage.WAITING:
        stage = HitStage.BROKEN  # a fault keeps it back
    requested = hit.intent.requested if hit.pressed else None
    return HitView(
        hit.number, hit.intent.by, hit.intent.owner, stage.value, requested, hit.cards_out
    )

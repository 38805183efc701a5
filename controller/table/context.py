"""What a table gets from outside: settings and callbacks, and what comes with a request."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random, SystemRandom

from controller.base.metrics import Metrics
from controller.games.entries import Deal, DealerBy
from controller.journal.entry import Stamp
from controller.seats.rights import RequestedAction, Right
from controller.seats.roster import Access, Sender
from controller.table.hit import Draw, draw_by_profile
from controller.table.rate_limit import RateLimit, RateLimits, unlimited, unlimited_each
from controller.table.staleness import Tag
from hardware.launcher import LauncherEvent
from hardware.profile_table import Rows
from hardware.profiles import ProfileName


@dataclass(frozen=True, slots=True)
class StartOptions:
    """How a game is to begin, besides the game object."""

    words: str = ""
    """The players' own words for the draws. Nobody knew them when the seed was made."""
    commitment: str | None = None
    """The code of the draws that the players saw; None: they did not look at it."""
    deal: Deal = "people"
    """Who deals the opening hands."""
    dealer_by: DealerBy = "cards"
    """What decides who deals first where the game object names nobody."""


DEFAULT_START_OPTIONS = StartOptions()


UNRESTRICTED = RequestedAction(Right.EVERYBODY, Sender("table"), "open", {})
"""An action that needs no right: this program's own."""


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """Where a request comes from and what it depends on, besides what it asks for."""

    stamp: Stamp | None = None
    """Makes it safe to repeat."""
    tag: Tag | None = None
    """The table that its sender saw; None: unknown, and it is judged by the table as it is."""
    address: str | None = None
    """Where it comes from; None: from this program itself."""
    action: RequestedAction = UNRESTRICTED
    """What it asks for, and who sends it, for the rights."""


INTERNAL_REQUEST = RequestInfo()
"""Of a request of this program itself."""


class Change(Enum):
    """What changed at the table."""

    ENTRY = "the journal has a new entry"
    REQUESTS = "somebody asks the table for something, or was answered"
    SIGHTINGS = "a reader has seen something, or says how it is"
    WEIGHED = "the scale asks for a recount"
    CLOCK = "a player's time is up"
    SETTINGS = "people have set something on the page"
    LAUNCHER = "the launcher stands differently, or what is written down cannot be"


@dataclass(frozen=True, slots=True)
class TableContext:
    """What a table gets from outside: settings, callbacks, the clock and randomness."""

    profile: ProfileName = "measured"
    """Hit profile of new games, until ``Table.use_profile``."""
    custom: Rows = ()
    """The table of the profile ``custom``."""
    draw: Draw = draw_by_profile
    cooldown_s: float = 0.0
    """How long the button has to rest before the next press counts, until
    ``Table.rest_button_for``; 0: not at all."""
    turn_clock_s: int = 0
    """How long the table waits for a player, until ``TurnTimer.set_limit``; 0: without a clock."""
    game_limit: RateLimit = field(default_factory=unlimited)
    """Limits how often a game may begin, because each is kept for ever."""
    request_limits: RateLimits = field(default_factory=unlimited_each)
    """Limits how often the requests of an address may be written into the journal."""
    on_change: Callable[[Change], None] = lambda change: None
    """Called after every change of the table."""
    on_launcher_event: Callable[[LauncherEvent], None] = lambda event: None
    """Called with every event of the launcher."""
    metrics: Metrics = field(default_factory=Metrics)
    """Counts what happens."""
    access: Access = "open"
    """Who may act."""
    clock: Callable[[], float] = time.monotonic
    """Seconds; codes and links that are shown to people last by it."""
    boot_without_clock: Callable[[], str] = lambda: ""
    """See ``controller.base.clock``."""
    rng: Random = field(default_factory=SystemRandom)
    """Unpredictable. Makes codes, and the secrets of devices."""
    fill_hopper: Callable[[int], Awaitable[None]] | None = None
    """Makes a simulated launcher hold so many cards; raises ``LauncherGone``. None: it is real."""
    confirms_cards: bool = False
    """The table is asked before each play of a card that a reader has seen."""

"""What a table gets from outside, and what players say when they begin a game."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random, SystemRandom
from typing import Protocol

from controller.base.metrics import Metrics
from controller.games.entries import Deal
from controller.journal.entry import Stamp
from controller.seats.rights import Deed, Right
from controller.seats.roster import Access, Who
from controller.table.due import Draw, draw_by_profile
from controller.table.pace import Pace, Paces, any_pace, any_paces
from controller.table.staleness import Tag
from hardware.launcher import LauncherEvent
from hardware.profile_table import Rows
from hardware.profiles import ProfileName


class Loader(Protocol):
    """Somebody who puts as many cards into the launcher as the rules count."""

    async def fill(self, cards: int) -> None:
        """Make the launcher hold this many cards. May raise ``LauncherGone``."""
        ...


@dataclass(frozen=True, slots=True)
class Wishes:
    """What players say when they begin a game, besides the game object."""

    words: str = ""
    """Their own words for the draws. Nobody knew them when the seed was made."""
    commitment: str | None = None
    """The code that they saw; None: they did not look at it."""
    deal: Deal = "people"
    """Who deals the opening hands."""


NO_WISHES = Wishes()


FREE = Deed(Right.EVERYBODY, Who("table"), "open", {})
"""What nobody has to allow."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a request says of itself, besides what it asks for."""

    stamp: Stamp | None = None
    """Makes it safe to repeat."""
    saw: Tag | None = None
    """What its sender saw; None: they do not say, and it is judged by what is so now."""
    address: str | None = None
    """Where it comes from; None: from this program itself."""
    deed: Deed = FREE
    """What it asks for, and who sends it."""


PLAIN = Asking()


class Change(Enum):
    """What changed at the table."""

    ENTRY = "the journal has a new entry"
    REQUESTS = "somebody asks the table for something, or was answered"
    SIGHTINGS = "a reader has seen something, or says how it is"
    WEIGHED = "the scale asks for a recount"
    LAUNCHER = "the launcher stands differently, or what is written down cannot be"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a table gets from outside: settings, and who is told what."""

    profile: ProfileName = "measured"
    """Hit profile of new games."""
    custom: Rows = ()
    """The table of the profile ``custom``."""
    draw: Draw = draw_by_profile
    breath_s: float = 0.0
    """How long the button has to rest before the next press counts; 0: not at all."""
    game_pace: Pace = field(default_factory=any_pace)
    """How often a game may begin, because each is kept for ever."""
    entry_paces: Paces = field(default_factory=any_paces)
    """How often the requests of an address may be written down."""
    changed: Callable[[Change], None] = lambda change: None
    """Called after every change."""
    heard: Callable[[LauncherEvent], None] = lambda event: None
    """Called with every event of the launcher."""
    metrics: Metrics = field(default_factory=Metrics)
    """Counts what happens."""
    access: Access = "open"
    """Who may act."""
    clock: Callable[[], float] = time.monotonic
    """Seconds; codes and links that are shown to people last by it."""
    lots: Random = field(default_factory=SystemRandom)
    """Makes what nobody may guess: codes, and the secrets of devices."""
    loader: Loader | None = None
    """Fills a simulated launcher; people fill a real one."""
    confirms_cards: bool = False
    """The table is asked before each play of a card that a reader has seen."""

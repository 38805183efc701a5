"""What is written in the journal: the body of each kind of entry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from controller.games.fairness import Seal
from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profiles import ProfileName, Rows
from rules.versions import FIRST

Cards = Annotated[int, Meta(ge=0, le=MAX_CARDS_A_HIT)]
"""Cards of one hit."""

Deal = Literal["people", "launcher"]
"""Who deals the opening hands of each round."""


class Begun(msgspec.Struct, frozen=True):
    """Body of a ``game`` entry."""

    game: dict[str, Any]
    """The game object of a scenario file, without the version of the rules."""
    seed: str
    """Secret of this game's draws, hexadecimal; not shown while it runs."""
    profile: ProfileName
    """The hit profile; a changed configuration changes no running game."""
    custom: Rows = ()
    """The table of the profile ``custom``, as it was then."""
    seal: Seal | None = None
    """What binds its draws; None: it was begun before draws were sealed."""
    deal: Deal = "people"
    rules: int = FIRST
    """The version of the rules; a journal of before there were several names none."""

    @property
    def game_object(self) -> dict[str, Any]:
        """The game object with the version of the rules, for the rules and for a scenario file."""
        return {**self.game, "rules": self.rules}


class Intent(msgspec.Struct, frozen=True):
    """Body of an ``intent`` entry: this hit may be armed from now on."""

    hit: Annotated[int, Meta(ge=1)]
    draw: Cards
    """Cards the profile gives to this hit of this game, whenever and by whom it is pressed."""
    requested: Cards
    """Cards the launcher is asked for: no more than it holds."""
    by: str
    owner: str
    hand: bool = False
    """It deals an opening hand: nothing is drawn for it, and it is no hit of the game."""


class CountDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the count of a hit came to be."""

    requested: int
    uncertain: int = 0
    fault: str | None = None
    confirmed: bool = False
    """The table's word, not the launcher's."""
    card_times_ms: tuple[int, ...] = ()
    """As in `hardware.launcher.HitResult`: what drift is told by."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of a ``command`` entry. The result of a hit carries the hit's number."""

    command: dict[str, Any]
    hit: int | None = None
    measured: CountDetails | None = None

    @property
    def cards(self) -> int:
        """What was measured, of a hit, a draw or a hand that was dealt."""
        if self.command["do"] == "set":
            (dealt,) = self.command["hands"].values()
            return int(dealt)
        return int(self.command["cards"])


class OneGame(msgspec.Struct, frozen=True):
    """Body of a ``deleted`` or ``restored`` entry: the past game that it is about."""

    game: Annotated[int, Meta(ge=1)]

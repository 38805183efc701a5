"""The body of each kind of entry in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from controller.decks.face_up import Numbers
from controller.games.fairness import Seal
from controller.journal.entry import Entry, Kind
from controller.seats.roster import Admitted, AvatarChosen, SignedOut
from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profile_table import Rows
from hardware.profiles import Past, ProfileName
from rules.editions.house import MAX_CARDS
from rules.versions import FIRST

Cards = Annotated[int, Meta(ge=0, le=MAX_CARDS_A_HIT)]
"""Cards of one hit."""

Seed = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+\Z", max_length=256)]
"""The secret of a game's draws, hexadecimal."""

Deal = Literal["people", "launcher"]
"""Who deals the opening hands of each round."""


DealerBy = Literal["cards", "draw"]
"""What decides who deals first where nobody is named: the cards of the players, or a draw."""


class GoesOn(msgspec.Struct, frozen=True):
    """Which game goes on, and what its hit profile may take into account.

    If the profile forgot that, players could leave a game so as to have other odds.
    """

    game: Annotated[int, Meta(ge=1)]
    """The number of the game that was left."""
    presses: Annotated[int, Meta(ge=0)]
    dry: Annotated[int, Meta(ge=0)]

    @property
    def past(self) -> Past:
        """The presses before."""
        return Past(self.presses, self.dry)


class Begun(msgspec.Struct, frozen=True):
    """Body of a ``game`` entry."""

    game: dict[str, Any]
    """The game object of a scenario file, without the version of the rules."""
    seed: Seed
    """Nobody sees it while the game runs."""
    profile: ProfileName
    """The hit profile. A game keeps it when the configuration changes."""
    custom: Rows = ()
    """The table of the profile ``custom`` when the game began."""
    seal: Seal | None = None
    """What binds its draws; None: the game is older than sealed draws."""
    deal: Deal = "people"
    rules: int = FIRST
    """The version of the rules. Journals from the time of a single version do not name it."""
    goes_on: GoesOn | None = None
    """The game that was left and goes on as this one; None: this one begins anew."""
    boot: Annotated[str, Meta(max_length=64)] = ""
    """Which start of the machine this was, if its clock may have stood still before; else empty."""

    @property
    def game_object(self) -> dict[str, Any]:
        """The game object with the version of the rules, for the rules and for a scenario file."""
        return {**self.game, "rules": self.rules}


class Intent(msgspec.Struct, frozen=True):
    """Body of an ``intent`` entry: this hit may be armed from now on.

    Of a game, or of a session of draws.
    """

    hit: Annotated[int, Meta(ge=1)]
    draw: Cards
    """Cards that the profile gives to this hit, whoever presses and whenever."""
    requested: Cards
    """Cards that the launcher is asked for: at most as many as it holds."""
    by: str
    owner: str
    hand: bool = False
    """This press deals an opening hand. Nothing is drawn for it, and it is no hit of the game."""


class CountDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a hit was counted."""

    requested: int
    uncertain: int = 0
    fault: str | None = None
    confirmed: bool = False
    """The table counted, not the launcher."""
    card_times_ms: tuple[int, ...] = ()
    """As in `hardware.launcher.HitResult`. They show whether the launcher changes over time."""


class WeighedDetails(msgspec.Struct, frozen=True):
    """How a scale counted hits, beside the light barrier."""

    first_hit: int
    last_hit: int
    """There was no rest between these hits, so the scale counted them together."""
    counted: int
    """Cards by the light barrier: at least so many came."""
    weighed: int
    """Cards by their weight."""


class CommandBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of a ``command`` entry. The result of a hit carries the hit's number."""

    command: dict[str, Any]
    hit: int | None = None
    measured: CountDetails | None = None
    seen: Numbers = ()
    """What a reader saw: the numbers of the cards that the command shows, the top one last. The
    rules do not know them."""
    weighed: WeighedDetails | None = None
    """The scale counted hits again, and the command says what their owner holds now."""

    @property
    def counts(self) -> bool:
        """Whether its command has a count, so that it can be the result of a hit."""
        do = self.command["do"]
        return do in ("hit", "draw") or (do == "set" and len(self.command.get("hands", ())) == 1)

    @property
    def cards(self) -> int:
        """The count: of a hit, of a draw, or of a hand that was dealt."""
        if self.command["do"] == "set":
            (dealt,) = self.command["hands"].values()
            return int(dealt)
        return int(self.command["cards"])


class Withdrawn(msgspec.Struct, frozen=True):
    """Body of a ``withdrawn`` entry: the intended hit has certainly not begun."""


class DrawsBegun(msgspec.Struct, frozen=True, tag_field="do", tag="begin"):
    """Body of a ``draws`` entry: a session of draws without a game begins."""

    session: Annotated[int, Meta(ge=1)]
    """Its number in this journal, from 1."""
    seed: Seed
    """Nobody sees it while the session runs."""
    profile: ProfileName
    custom: Rows
    """The table of the profile ``custom``."""
    seal: Seal


class DrawAsked(msgspec.Struct, frozen=True, tag_field="do", tag="ask"):
    """Body of a ``draws`` entry: the next press gives cards to this person."""

    player: str
    cards: Cards | None
    """How many; None: as many as the profile gives."""


class DrawCounted(msgspec.Struct, frozen=True, tag_field="do", tag="count"):
    """Body of a ``draws`` entry: the result of the hit that was due."""

    hit: int
    cards: Annotated[int, Meta(ge=0, le=MAX_CARDS)]
    """A launcher that fails can give more than it was asked for, but no more than the largest box
    has."""
    measured: CountDetails


class DrawCancelled(msgspec.Struct, frozen=True, tag_field="do", tag="cancel"):
    """Body of a ``draws`` entry: nobody gets the cards that were asked for last."""


class DrawsEnded(msgspec.Struct, frozen=True, tag_field="do", tag="end"):
    """Body of a ``draws`` entry: the session is over, and its seed is public."""


DrawsBody = DrawsBegun | DrawAsked | DrawCounted | DrawCancelled | DrawsEnded


class Opened(msgspec.Struct, frozen=True):
    """Body of an ``opened`` entry: the launcher's cover was opened."""


class Deleted(msgspec.Struct, frozen=True):
    """Body of a ``deleted`` entry: a past game is no longer listed."""

    game: Annotated[int, Meta(ge=1)]


class Restored(msgspec.Struct, frozen=True):
    """Body of a ``restored`` entry: a deleted game is listed again."""

    game: Annotated[int, Meta(ge=1)]


class Gap(msgspec.Struct, frozen=True):
    """Body of a ``gap`` entry: the entries that came next are lost."""


Body = (
    Begun
    | CommandBody
    | Intent
    | Withdrawn
    | Opened
    | Deleted
    | Restored
    | Gap
    | Admitted
    | SignedOut
    | AvatarChosen
    | DrawsBody
)
BODIES: Final[Mapping[Kind, Any]] = {
    "game": Begun,
    "command": CommandBody,
    "intent": Intent,
    "withdrawn": Withdrawn,
    "opened": Opened,
    "deleted": Deleted,
    "restored": Restored,
    "gap": Gap,
    "admitted": Admitted,
    "signed_out": SignedOut,
    "avatar": AvatarChosen,
    "draws": DrawsBody,
}
_KINDS: Final[Mapping[type[Body], Kind]] = {
    body: kind for kind, bodies in BODIES.items() for body in (get_args(bodies) or (bodies,))
}


def kind_of(body: Body) -> Kind:
    """The kind of the entry that has this body."""
    return _KINDS[type(body)]


def body_of(entry: Entry) -> Body:
    """The body of an entry. Raises ``msgspec.ValidationError``."""
    body: Body = msgspec.convert(entry.body, BODIES[entry.kind])
    return body

"""The commands of scenarios.md as models: for those who read the interface's description.

The rules check what is sent; a test holds these models to the rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller.web.requests import Figure, Name

Card = Annotated[str, Meta(pattern="^[a-z]+(-[a-z0-9]+)*$", max_length=40)]
"""Such as ``red-7`` or ``wild-hit-fire``."""
Color = Literal["red", "yellow", "green", "blue"]
Icon = Literal["U", "N", "O", "!"]
ByPlayer = dict[str, Figure]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What all have in common: the member ``do``."""


class DealerDraw(_Command, frozen=True, tag="dealer_draw"):
    """Somebody drew a card for the deal (COM-2)."""

    player: Name
    card: Card


class TurnUp(_Command, frozen=True, tag="turn_up"):
    """The first card of a round (COM-3)."""

    card: Card


class Play(_Command, frozen=True, tag="play"):
    """A card is played (COM-4), with what it asks for."""

    by: Name
    card: Card
    color: Color | UnsetType = UNSET
    target: Name | UnsetType = UNSET
    with_: list[Card] | UnsetType = field(name="with", default=UNSET)
    towers: list[Icon] | UnsetType = UNSET
    icon: Icon | UnsetType = UNSET
    rule: Annotated[int, Meta(ge=1, le=3)] | UnsetType = UNSET
    carry_out: bool | UnsetType = UNSET


class CallColor(_Command, frozen=True, tag="color"):
    """The colour of a turned-up wild (COM-11)."""

    by: Name
    color: Color


class Choose(_Command, frozen=True, tag="choose"):
    """Victim and colour of a turned-up Attack-Attack or Extreme Hit (AAT-2)."""

    by: Name
    target: Name
    color: Color


class Draw(_Command, frozen=True, tag="draw"):
    """Cards from the draw pile (PGR-2)."""

    by: Name
    cards: Figure


class Pass(_Command, frozen=True, tag="pass"):
    """After an own draw (PGR-2)."""

    by: Name


class Uno(_Command, frozen=True, tag="uno"):
    """A call (COM-12); heard also while cards are coming."""

    by: Name


class Catch(_Command, frozen=True, tag="catch"):
    """Somebody without a call is caught (COM-12); heard also while cards are coming."""

    by: Name
    player: Name


class Challenge(_Command, frozen=True, tag="challenge"):
    """A Wild Draw Four is doubted (PGR-7)."""

    by: Name
    guilty: bool


class Suggested(_Command, frozen=True, tag="suggested"):
    """Somebody suggested a play (LCH-7); heard also while cards are coming."""

    player: Name


class Reload(_Command, frozen=True, tag="reload"):
    """The pile went back into the launcher (LCH-5)."""


class CountHand(_Command, frozen=True, tag="count"):
    """What a player holds at the end of the round (TBL-4): cards, or their points."""

    player: Name
    cards: list[Card] | UnsetType = UNSET
    points: Figure | UnsetType = UNSET


class NextRound(_Command, frozen=True, tag="next_round"):
    """Deal again (COM-18)."""


class Leave(_Command, frozen=True, tag="leave"):
    """A player leaves (TBL-3)."""

    player: Name


class Join(_Command, frozen=True, tag="join"):
    """A player joins (TBL-3)."""

    player: Name
    score: Figure


class Set(_Command, frozen=True, tag="set"):
    """The table overrules the referee (TBL-2)."""

    hands: ByPlayer | UnsetType = UNSET
    scores: ByPlayer | UnsetType = UNSET
    turn: Name | UnsetType = UNSET
    direction: Literal["left", "right"] | UnsetType = UNSET
    color: Color | UnsetType = UNSET
    towers: dict[Icon, Name | None] | UnsetType = UNSET
    launcher: Figure | UnsetType = UNSET
    dealer: Name | UnsetType = UNSET


class Undo(_Command, frozen=True, tag="undo"):
    """The last command is taken back (TBL-1)."""


Command = (
    DealerDraw
    | TurnUp
    | Play
    | CallColor
    | Choose
    | Draw
    | Pass
    | Uno
    | Catch
    | Challenge
    | Suggested
    | Reload
    | CountHand
    | NextRound
    | Leave
    | Join
    | Set
    | Undo
)

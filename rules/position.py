"""Where a game stands: one immutable value, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rules.names import same
from rules.setup import Setup

Stage = Literal["dealer", "turn_up", "play", "count", "round_over", "game_over"]

LEFT, RIGHT = 1, -1
ICONS = ("U", "N", "O", "!")
"""The towers (PGR-9)."""
OWN_DRAW = 1
"""Cards of an own draw (PGR-2)."""
PENALTIES = frozenset({"COM-13", "LCH-7"})
"""Clauses whose hits are for what somebody said or left unsaid, not for a card."""


class Seat(Struct, frozen=True, gc=False):
    """A player at the table. Seats keep their numbers until the next deal.

    ``out``: 0, or which one to be eliminated this player was. ``has_left``: has left the game.
    ``counted``: points of the cards held at the end of the round, once they are known.
    """

    name: str
    hand: int = 0
    score: int = 0
    out: int = 0
    has_left: bool = False
    counted: int | None = None

    @property
    def active(self) -> bool:
        """Whether this player takes part in rounds."""
        return not (self.has_left or self.out)


class Owed(Struct, frozen=True, gc=False):
    """Presses that are due: ``by`` presses, ``owner`` keeps the cards (both are seat numbers).

    ``hits`` is None where it goes on until cards come out; ``reason`` is the clause. Where no
    launcher is, they are draws, of a card each; before these the ``owner`` may demand to see the
    hand of a ``suspect`` (PGR-7). While it is ``answerable``, the turn is its owner's, who can play
    a card that adds to it (HOU-1).
    """

    owner: int
    by: int
    hits: int | None
    reason: str
    suspect: int | None = None
    answerable: bool = False


class Window(Struct, frozen=True, gc=False):
    """The time in which a hand of one can be called or caught (COM-12).

    ``closer`` is the seat whose owed press closes it. A closed one is kept: calls are too late.
    """

    player: int
    called: bool
    closer: int | None
    open: bool = True


class Position(Struct, frozen=True, gc=False):
    """The game, without its past. Players are seat numbers here; names are for the outside."""

    setup: Setup
    seats: tuple[Seat, ...]
    launcher: int
    stage: Stage = "dealer"
    round: int = 1
    dealer: int | None = None
    turn: int | None = None
    direction: int = LEFT
    color: str | None = None
    caller: int | None = None
    """Who has called a colour that the referee was not told; the next coloured card shows it."""
    choosing: bool = False
    """Whether the current player has to choose whom a turned-up card attacks (AAT-2)."""
    has_drawn: bool = False
    """Whether the current player has drawn and may play what came (PGR-2), or has hit (HOU-6)."""
    open_to_all: bool = False
    """Whether a card that equals the top one can be played out of turn (HOU-2)."""
    color_only: bool = False
    """Whether the current player cannot match the top card by its kind (PGR-4)."""
    towers: tuple[int | None, ...] = (None,) * len(ICONS)
    """Who holds each tower, in the order of ``ICONS``."""
    pile: tuple[str, ...] = ()
    """Cards that lie face up since the last reload, the top card last."""
    buried: int = 0
    """Cards under the pile that nobody saw: hands of those who left."""
    surplus: int = 0
    """Cards measured beyond what the ledger held; negative: fewer."""
    adrift: int = 0
    """Cards that came out and belong to nobody: of hits taken back or out of order."""
    owed: tuple[Owed, ...] = ()
    window: Window | None = None
    late: tuple[int, ...] = ()
    """Whose hand of one had a window that has closed, however many have opened since (COM-12)."""
    called: bool = False
    """Whether the current player has called UNO before playing."""
    round_winner: int | None = None
    contenders: tuple[int, ...] = ()
    """Who draws for the deal (COM-2)."""
    drawn: tuple[tuple[int, str], ...] = ()
    """What they have drawn."""
    listed: tuple[str, ...] = ()
    """Cards of the hands that have been counted card by card at the end of this round."""
    winner: tuple[str, ...] = ()

    def __repr__(self) -> str:
        hands = " ".join(f"{seat.name}={seat.hand}" for seat in self.seats)
        turn = "nobody" if self.turn is None else self.name(self.turn)
        return f"<{self.phase} turn={turn} top={self.top} {hands} launcher={self.launcher}>"

    @property
    def phase(self) -> str:
        """The phase as scenarios word it: the stage, or what is awaited before it goes on."""
        if self.owed:
            if self.launcher == 0:
                return "reload"
            return "hits" if self.owed[0].suspect is None else "challenge"
        if self.choosing:
            return "choose"
        if self.turn is not None and self.awaits_color:
            return "color"
        if self.has_drawn:
            return "drawn"
        return self.stage

    @property
    def top(self) -> str | None:
        """The card to match."""
        return self.pile[-1] if self.pile else None

    @property
    def awaits_color(self) -> bool:
        """Whether nobody plays before a colour is called."""
        return self.color is None and self.caller is None

    @property
    def discard(self) -> int:
        """How many cards the discard pile has."""
        return len(self.pile) + self.buried

    @property
    def in_round(self) -> bool:
        """From the first card up to the end of what the last card sets off."""
        return self.stage == "play"

    @property
    def can_reload(self) -> bool:
        """Whether the pile has anything under its top card (LCH-5)."""
        return self.in_round and self.discard >= 2

    @property
    def reload_due(self) -> bool:
        """Whether the referee asks for a reload (LCH-5); a draw pile is used up (PGR-12)."""
        return self.launcher < self.setup.reload_below and self.can_reload

    @property
    def presser(self) -> int | None:
        """Whose press is awaited or possible: the first who owes, else the current player."""
        if self.owed:
            return self.owed[0].by
        asked = self.choosing or self.has_drawn or self.awaits_color
        return self.turn if self.stage == "play" and not asked else None

    @property
    def armed(self) -> bool:
        """Whether the button may be pressed (LCH-9); there may be none (PGR-1)."""
        if not self.setup.launcher or not self.in_round or (self.launcher == 0 and self.can_reload):
            return False
        return self.setup.options.interlock == "free" or self.presser is not None

    @property
    def dealt(self) -> int | None:
        """How many cards the next press is to give; None where that is not for rules (PGR-1)."""
        if self.setup.edition.launcher or not self.armed:
            return None
        return self.owed[0].hits if self.owed else OWN_DRAW

    @property
    def facing(self) -> int | None:
        """Whom the launcher faces (LCH-4), if there is one."""
        if not self.setup.launcher:
            return None
        return self.owed[0].owner if self.owed else self.turn

    @property
    def discrepancy(self) -> int:
        """Cards that a recount has to find (LCH-1, TBL-1)."""
        return self.surplus + self.adrift

    @property
    def two_players(self) -> bool:
        """Whether the rules for two apply (TWO)."""
        return sum(seat.active for seat in self.seats) == 2

    def missing_towers(self, seat: int) -> int:
        """How many of the towers are not in this player's hand."""
        return len(ICONS) - self.towers.count(seat)

    def find(self, name: str) -> int | None:
        """The seat of a player who has not left; from version 2 on, in whatever spelling."""
        for number, seat in enumerate(self.seats):
            if seat.name == name and not seat.has_left:
                return number
        if self.setup.revised:
            for number, seat in enumerate(self.seats):
                if same(seat.name) == same(name) and not seat.has_left:
                    return number
        return None

    def number(self, name: str) -> int:
        """The seat of a player who is known to be there."""
        for number, seat in enumerate(self.seats):
            if seat.name == name and not seat.has_left:
                return number
        seat_number = self.find(name)
        assert seat_number is not None
        return seat_number

    def active(self) -> list[int]:
        """Seats that take part in rounds."""
        return [number for number, seat in enumerate(self.seats) if seat.active]

    def others(self, seat: int, direction: int = LEFT) -> Iterator[int]:
        """The other active seats in order, from the neighbour of ``seat`` on."""
        size = len(self.seats)
        for step in range(1, size):
            number = (seat + direction * step) % size
            if self.seats[number].active:
                yield number

    def next_after(self, seat: int) -> int:
        """Next player in the direction of play; the same one where nobody else is left."""
        number = (seat + self.direction) % len(self.seats)
        neighbour = self.seats[number]
        if not (neighbour.has_left or neighbour.out):  # nearly always; a property would take longer
            return number
        return next(self.others(seat, self.direction), seat)

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.seats[seat].name

"""One command being carried out: the position so far, and what has been ruled on the way."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.outcome import Event
from rules.position import ICONS, Owed, Position, Seat

MOST_AT_ONCE = 12
"""Cards that a press is meant to eject at the most (LCH-1)."""


class Ruling(Struct, gc=False):
    """What commands and cards do: they change the position, and say what happened."""

    position: Position
    events: list[Event] = []
    ejected: int = 0
    """Cards that came out of the launcher, for whoever takes the command back."""
    clause: str = ""
    """The rule being carried out."""
    player: int = 0
    """Who played the card; of a first card up: the dealer."""
    target: int | None = None
    towers: tuple[str, ...] = ()
    """What that player chose."""
    answered: int = 0
    """How many hits or draws the played card answers (HOU-1)."""

    def change(self, **fields: Any) -> None:
        """Replace fields of the position.

        What nearly every command does calls ``replace`` itself, which takes less than half as long.
        """
        self.position = replace(self.position, **fields)

    def change_seat(self, seat: int, **fields: Any) -> None:
        """Replace fields of one player."""
        seats = list(self.position.seats)
        seats[seat] = replace(seats[seat], **fields)
        self.position = replace(self.position, seats=tuple(seats))

    def give(self, seat: int, cards: int) -> None:
        """Cards come into a hand."""
        seats = list(self.position.seats)
        seats[seat] = replace(seats[seat], hand=seats[seat].hand + cards)
        self.position = replace(self.position, seats=tuple(seats))

    def lay(self, cards: tuple[str, ...], color: str | None, caller: int | None = None) -> None:
        """Cards leave the player's hand for the pile, the top one last; a colour is to match.

        ``caller`` called one that is not known.

        With it ends the turn, as by ``end_turn``, whose fields stand here once more: a second
        position for each play takes longer.
        """
        position, player = self.position, self.player
        setup = position.setup
        seats = list(position.seats)
        seats[player] = replace(seats[player], hand=seats[player].hand - len(cards))
        self.position = replace(
            position,
            seats=tuple(seats),
            pile=position.pile + cards,
            color=color,
            caller=caller,
            turn=position.next_after(player),
            called=False,
            choosing=False,
            has_drawn=False,
            color_only=False,
            open_to_all=setup.jump_in and setup.edition.cards[cards[-1]].color is not None,
        )

    def say(self, key: str, seat: int | None = None, clause: str = "", /, **values: Any) -> None:
        """Put a ruling on record, under the clause being carried out unless told otherwise.

        Whom it concerns is the value ``player``, too.
        """
        name = None
        if seat is not None:
            name = values["player"] = self.position.seats[seat].name
        self.events.append(Event(key, clause or self.clause, values, name))

    def name(self, seat: int) -> str:
        """The player's name."""
        return self.position.name(seat)

    def seat(self, seat: int) -> Seat:
        """The player as things stand now."""
        return self.position.seats[seat]

    @property
    def turn(self) -> int:
        """Who plays next, as things stand now."""
        assert self.position.turn is not None
        return self.position.turn

    def end_turn(self, turn: int | None) -> None:
        """Whose turn it is from now on; what the one before called, drew or was asked lapses."""
        self.position = replace(
            self.position,
            turn=turn,
            called=False,
            choosing=False,
            has_drawn=False,
            color_only=False,
            open_to_all=False,
        )

    def next_loses_turn(self) -> None:
        """Play goes on with the player after the one whose turn it would be."""
        position = self.position
        assert position.turn is not None
        self.position = replace(position, turn=position.next_after(position.turn))

    def owe(
        self, owner: int, hits: int | None, by: int | None = None, suspect: int | None = None
    ) -> None:
        """Make hits fall due, behind what is owed already (LCH-8); None: until cards come."""
        by = owner if by is None else by
        owed = Owed(owner, by, hits, self.clause, suspect)
        self.position = replace(self.position, owed=(*self.position.owed, owed))
        self.say_owed(owed)

    def owe_first(self, owner: int, hits: int, answerable: bool = False) -> None:
        """Make hits fall due ahead of everything else that is owed."""
        owed = Owed(owner, owner, hits, self.clause, answerable=answerable)
        self.position = replace(self.position, owed=(owed, *self.position.owed))
        self.say_owed(owed)

    def say_owed(self, owed: Owed) -> None:
        """Say what falls due."""
        owner, by, hits = owed.owner, owed.by, owed.hits
        if hits is None:
            self.say("ruling.owes_until_cards", by)
        elif owner != by:
            self.say("ruling.owes_hits_for", by, n=hits, owner=self.name(owner))
        elif self.position.setup.edition.launcher:
            self.say("ruling.owes_hits", by, n=hits)
        else:
            self.say("ruling.owes_draws", by, n=hits)

    def trade_hands(self, player: int, other: int) -> None:
        """Two players swap what they hold."""
        mine, theirs = self.seat(player).hand, self.seat(other).hand
        self.change_seat(player, hand=theirs)
        self.change_seat(other, hand=mine)
        self.change(late=tuple(s for s in self.position.late if s not in (player, other)))
        self.say("ruling.trades", player, target=self.name(other))

    def give_tower(self, icon: str, holder: int | None) -> None:
        """A tower goes to a player, or back to the middle."""
        towers = list(self.position.towers)
        towers[ICONS.index(icon)] = holder
        self.change(towers=tuple(towers))

    def take_out(self, cards: int, to: int | None = None) -> None:
        """Cards leave the launcher, into a hand if it says so.

        What it cannot have held becomes a discrepancy (LCH-1).
        """
        position = self.position
        held, surplus, seats = position.launcher, position.surplus, position.seats
        beyond = cards - held if cards > held else 0
        if to is not None:
            more = list(seats)
            more[to] = replace(more[to], hand=more[to].hand + cards)
            seats = tuple(more)
        remaining = held - cards + beyond
        self.position = replace(position, launcher=remaining, surplus=surplus + beyond, seats=seats)
        if beyond and self.position.setup.launcher:
            self.say("ruling.more_than_launcher_held", None, "LCH-1", n=cards, held=held)
        elif beyond:
            self.say("ruling.more_than_pile_held", None, "LCH-1", n=cards, held=held)
        elif cards > MOST_AT_ONCE:
            self.say("ruling.more_than_a_press", None, "LCH-1", n=cards, most=MOST_AT_ONCE)

    def win_round(self, winner: int) -> None:
        """A player has no cards left (COM-15)."""
        self.change(round_winner=winner)
        self.say("ruling.round_won", winner, "COM-15")

    def close_window(self) -> None:
        """End the time in which UNO can be called or caught (COM-12)."""
        window = self.position.window
        if window is not None and window.open:
            self.change(window=replace(window, open=False))
            if self.position.setup.revised and self.seat(window.player).hand == 1:
                self.change(late=(*self.position.late, window.player))

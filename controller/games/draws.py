"""Cards drawn for people without a game: who asked, and what came. Pure.

A session takes the table as a game does, and its hits are numbered, drawn, armed and counted as
those of a game; there are no rules, and no hands. docs/draws.md says what people make of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from controller.games.entries import DrawAsked, DrawCounted, DrawsBegun, Intent
from controller.games.fairness import Fairness, FinishedHit
from hardware.launcher import MAX_CARDS_A_HIT
from rules.names import same


class CardsDrawn(msgspec.Struct, frozen=True):
    """The cards of one press."""

    player: str
    """Who got them."""
    cards: int
    """At least so many."""
    uncertain: int
    """This many more may have come."""
    confirmed: bool
    """The table counted, not the launcher."""
    named: bool
    """Somebody said how many; false: the profile gave them."""


class Tally(msgspec.Struct, frozen=True):
    """What one person has drawn."""

    player: str
    """Who."""
    draws: int
    """How often."""
    cards: int
    """How many in all."""


@dataclass(frozen=True, slots=True)
class Draws:
    """A session of draws."""

    begun: DrawsBegun
    begun_s: int
    """When it began, for people only."""
    asked: DrawAsked | None = None
    """For whom the next press is; None: nobody has asked."""
    drawn: tuple[CardsDrawn, ...] = ()
    over: bool = False

    def asks(self, asked: DrawAsked | None) -> Draws:
        """The session when the next press is for somebody, or for nobody any more."""
        return replace(self, asked=asked)

    def counts(self, body: DrawCounted) -> Draws:
        """The session after the cards that were asked for have come."""
        assert self.asked is not None
        measured = body.measured
        cards = CardsDrawn(
            self.asked.player,
            body.cards,
            measured.uncertain,
            measured.confirmed,
            self.asked.cards is not None,
        )
        return replace(self, asked=None, drawn=(*self.drawn, cards))

    def ends(self) -> Draws:
        """The session when it is over."""
        return replace(self, asked=None, over=True)

    def hit(self, intent: Intent, body: DrawCounted, presses: int) -> FinishedHit:
        """The hit that has ended, with all that its draw depended on.

        Nobody knows how many cards the launcher held, so a draw is never cut short.
        """
        return FinishedHit(
            hit=intent.hit,
            by=intent.by,
            draw=intent.draw,
            requested=intent.requested,
            delivered=body.cards,
            held=MAX_CARDS_A_HIT,
            presses=presses,
            dealt=self.asked is not None and self.asked.cards is not None,
            foreseen=False,
            depth=0,
        )

    def intent(self, number: int, before: Intent | None, draw: Callable[[], int]) -> Intent | None:
        """The hit with this number, for whoever asked; None: nobody has.

        ``before``: the same hit as it was intended already, which keeps its cards. ``draw``: what
        the profile gives to the next press.
        """
        if self.asked is None:
            return None
        player, cards = self.asked.player, self.asked.cards
        if cards is None:
            cards = before.draw if before is not None else draw()
        return Intent(number, cards, cards, player, player)

    @property
    def tally(self) -> tuple[Tally, ...]:
        """What each person has drawn, in the order of their first draws."""
        tallies: dict[str, Tally] = {}
        for drawn in self.drawn:
            key = same(drawn.player)
            before = tallies.get(key, Tally(drawn.player, 0, 0))
            tallies[key] = Tally(before.player, before.draws + 1, before.cards + drawn.cards)
        return tuple(tallies.values())


class DrawsView(msgspec.Struct, frozen=True):
    """A [session of draws](draws.md)."""

    session: int
    """Its number in this journal, from 1."""
    begun_s: int
    """Seconds since 1970 by the referee's clock, which may be wrong."""
    over: bool
    """Whether it has ended: by ``POST /api/draws/end``, a game, or another session."""
    waits_for: str | None
    """For whom the next press is; null: nobody has asked."""
    cards: int | None
    """How many were named for that press; null: the profile gives them."""
    tally: tuple[Tally, ...]
    """What each person has drawn, in the order of their first draws."""
    drawn: tuple[CardsDrawn, ...]
    """Every press, the oldest first."""
    fairness: Fairness | None
    """The draws and, once the session is over, their proof."""


def draws_view(draws: Draws, fairness: Fairness | None, *, superseded: bool = False) -> DrawsView:
    """A session as the pages are shown it. ``superseded``: another one, or a game, has begun."""
    asked = None if superseded else draws.asked
    return DrawsView(
        draws.begun.session,
        draws.begun_s,
        draws.over or superseded,
        asked.player if asked else None,
        asked.cards if asked else None,
        draws.tally,
        draws.drawn,
        fairness,
    )

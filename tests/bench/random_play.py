"""Rounds of two at random, of the game of the house that is nearest to RLCard's.

That is power-grab with a pile, each kind of card as often as there, as far as the edition has it.
As RLCard's random players do: who holds cards that fit plays one of them, a Wild Draw Four only
where no other fits; who holds none draws a card, and plays it where it fits; nobody calls anything
out, and the game is over with the last card of a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rules import Setup, State, read_setup, start
from rules.bots.cards import box
from rules.commands.members import laid_under_all_towers, needs
from rules.commands.play_refusals import fitting
from rules.edition import COLORS
from rules.game import carry_out
from rules.position import ICONS, OWN_DRAW, Position

Command = dict[str, Any]

GAME = {
    "edition": "power-grab",
    "players": ["Ann", "Bo"],
    "dealer": "Ann",
    "deck": {"draw-one": 0, "reverse": 8, "grab-2-towers": 0},
}
DRAW_FOUR = "wild-draw-four"


def table() -> tuple[Setup, list[str]]:
    """That game, and its cards."""
    setup = read_setup(GAME)
    assert isinstance(setup, Setup)
    return setup, box(setup)


def pick(choices: Sequence[Any], random: Random) -> Any:
    """Any of them: quicker than ``choice``, and as good as fair where there are few."""
    return choices[int(random.random() * len(choices))]


class Round:
    """The referee's state, and the cards that it does not see."""

    def __init__(self, setup: Setup, deck: list[str], random: Random) -> None:
        self.state = start(setup)
        self.random = random
        self.cards = setup.edition.cards
        self.stock = self.shuffled(deck)
        self.hands = [self.taken(seat.hand) for seat in self.state.position.seats]

    def shuffled(self, cards: Sequence[str]) -> list[str]:
        """In any order: quicker than ``shuffle``, and as fair."""
        number = self.random.random
        return sorted(cards, key=lambda _: number())

    def taken(self, count: int) -> list[str]:
        """Cards that leave the stock."""
        taken = self.stock[-count:]
        del self.stock[-count:]
        return taken

    def play(self) -> int:
        """Play to the end; returns how many commands were said."""
        said, command, say = 0, self.command, self.say
        while (next_one := command()) is not None:
            say(next_one)
            said += 1
        return said

    def command(self) -> Command | None:
        """What is said next; None: the hands are to be counted."""
        position = self.state.position
        if position.stage != "play":
            up = {"do": "turn_up", "card": self.stock[-1]}
            return up if position.stage == "turn_up" else None
        if position.launcher == 0 and position.can_reload:
            return {"do": "reload"}
        if position.owed:
            owed = position.owed[0]
            cards = min(owed.hits or 0, position.launcher)
            return {"do": "draw", "by": position.seats[owed.by].name, "cards": cards}
        turn = position.turn
        assert turn is not None
        by, hand = position.seats[turn].name, self.hands[turn]
        if position.color is None:
            return {"do": "color", "by": by, "color": pick(COLORS, self.random)}
        fit = fitting(position, hand[-1:] if position.has_drawn else hand)
        if DRAW_FOUR in fit:
            fit = [card for card in fit if card != DRAW_FOUR] or fit
        if fit:
            card = pick(fit, self.random)
            play: Command = {"do": "play", "by": by, "card": card}
            return play if self.cards[card].color else self.completed(position, play)
        if position.has_drawn or position.launcher == 0:
            return {"do": "pass", "by": by}
        return {"do": "draw", "by": by, "cards": OWN_DRAW}

    def completed(self, position: Position, play: Command) -> Command:
        """The play of a wild, with what it asks for."""
        needed = needs(position, play)
        play["color"] = pick(COLORS, self.random)
        if "towers" in needed:
            seats = zip(ICONS, position.towers, strict=True)
            play["towers"] = [pick([i for i, s in seats if s != position.turn], self.random)]
        if "with" in needed:
            rest = self.hands[position.number(play["by"])].copy()
            rest.remove(play["card"])
            play["with"] = rest[: laid_under_all_towers(position, play)]
        return play

    def say(self, command: Command) -> None:
        """Put it to the referee, and do with the cards what was said."""
        before, do = self.state.position, command["do"]
        # it fits, so nobody is asked again, and nothing will be undone, so the past is dropped:
        # RLCard's step takes a legal action on trust as well, and changes its game in place
        self.state = State(carry_out(self.state, command).state.position)
        if do == "play":
            assert before.turn is not None
            hand = self.hands[before.turn]
            hand.remove(command["card"])
            if "with" in command:
                for card in command["with"]:
                    hand.remove(card)
        elif do == "draw":
            self.hands[before.number(command["by"])] += self.taken(command["cards"])
        elif do == "turn_up":
            if self.state.position.pile:
                self.stock.pop()
            else:
                self.stock = self.shuffled(self.stock)
        elif do == "reload":
            self.stock = self.shuffled(before.pile[:-1])

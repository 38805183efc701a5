"""A round for practice: one person plays against bots, with cards that nobody has to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from rules.bots.table import Command, Press, Table
from rules.commands.command_type import Offer
from rules.game import apply
from rules.legal import is_offered, legal
from rules.names import same
from rules.outcome import Event, Refusal
from rules.read_setup import read_setup
from rules.setup import Setup
from rules.view import view

if TYPE_CHECKING:
    from random import Random

BOTS = ("Bit", "Pip", "Rob")
"""What bots are called: the first two that are not the person's name."""
HAND = 5
"""Cards of an opening hand: enough for some turns, few enough for two minutes."""
LEFT_OUT = ("discard-all", "trade-hands")
"""Kinds whose plays ask for more than a colour."""
ANSWERS = ("play", "hit", "color", "uno", "catch")
"""The commands that the person can say."""

UNO_FROM = 2
"""The most cards with which the person can call UNO: with more, its key would be in the way."""

Moment = Literal["play", "press", "hit", "uno", "over"]


class Step(Struct, frozen=True):
    """What a command did, and where the round stands after it."""

    number: int
    """Of the command, from 1."""
    events: tuple[Event, ...]
    """What was ruled."""
    state: dict[str, Any]
    """The state of the game (scenarios.md)."""
    hand: tuple[str, ...]
    """The person's cards."""
    moment: Moment | None
    """What the person meets, and is told the first time; None: nothing.

    - ``play``: one of their cards can be played.
    - ``press``: none can, or presses are owed.
    - ``hit``: they pressed, and cards came, or none.
    - ``uno``: they can play the last card but one.
    - ``over``: the round is won and counted.
    """


def practice_setup(person: str) -> Setup | Refusal:
    """A short round of UNO Attack! in which the person begins; a refusal of an impossible name."""
    bots = [name for name in BOTS if same(name) != same(person)][:2]
    players = [person, *bots]
    return read_setup(
        {
            "edition": "attack",
            "players": players,
            "dealer": players[-1],
            "target": 1,
            "hands": dict.fromkeys(players, HAND),
            "deck": dict.fromkeys(LEFT_OUT, 0),
        }
    )


class Practice(Table):
    """The round: the person is the first player of the set-up."""

    def __init__(self, setup: Setup, press: Press, random: Random) -> None:
        """Deal. Each press gives ``press()`` cards; the same randomness gives the same round."""
        super().__init__(setup, press, random)
        self._person = setup.players[0]

    @property
    def waits(self) -> bool:
        """Whether the person has to say something before anybody goes on."""
        position = self.position
        if position.stage != "play" or (position.launcher == 0 and position.can_reload):
            return False
        acts = position.owed[0].by if position.owed else position.turn
        return acts == position.number(self._person)

    @property
    def is_over(self) -> bool:
        """Whether the round has been won and counted."""
        return self.position.stage == "game_over"

    @property
    def hand(self) -> tuple[str, ...]:
        """The person's cards, in the order of the sheet."""
        order = list(self.position.setup.edition.cards)
        return tuple(sorted(self._cards.hands[self.position.number(self._person)], key=order.index))

    def offers(self) -> tuple[Offer, ...]:
        """What the person can say now: plays only of their cards; a ``hit`` needs nothing."""
        if not self.waits:
            return ()
        hand = self.hand
        return tuple(
            Offer(offer.command) if offer.command["do"] == "hit" else offer
            for offer in legal(self.state)
            if offer.command["do"] in ANSWERS
            and offer.command.get("by") == self._person
            and (offer.command["do"] != "play" or offer.command["card"] in hand)
            and (offer.command["do"] != "uno" or len(hand) <= UNO_FROM)
        )

    def answer(self, command: Command) -> list[Step]:
        """Carry out what the person says, and let the others go on.

        What is not offered does nothing, and gives no steps.
        """
        if not is_offered(command, self.offers()):
            return []
        filled = self._hit(command) if command["do"] == "hit" else command
        if isinstance(apply(self.state, filled), Refusal):
            return []
        self._laid = [command["card"]] if command["do"] == "play" else []
        return [self._step(filled), *self.go_on()]

    def go_on(self) -> list[Step]:
        """Let the table and the bots play until the person is waited for, or the round is over."""
        steps = []
        while not self.waits and not self.is_over:
            # what a bot would call out as the person, is left to the person
            said = [command for command in self.commands() if command.get("by") != self._person]
            steps += [self._step(command) for command in said]
        return steps

    def _step(self, command: Command) -> Step:
        events = self.say(command)
        pressed = command["do"] == "hit" and command["by"] == self._person
        moment: Moment | None = "over" if self.is_over else "hit" if pressed else self._asked()
        return Step(self.played.commands, events, view(self.state), self.hand, moment)

    def _asked(self) -> Moment | None:
        """What the person is asked for now."""
        said = {offer.command["do"] for offer in self.offers()}
        if "play" in said:
            return "uno" if "uno" in said and len(self.hand) == UNO_FROM else "play"
        return "press" if "hit" in said else None

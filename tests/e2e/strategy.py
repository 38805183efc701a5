"""How a player at the page and the others around the table play a round, step by step."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from tests.e2e.phones import Phones
from tests.e2e.senses import Perceived, Senses

ME = "Ann"
OTHERS = ("Bo", "Cy")
NEVER = {
    "Why?",
    "Cancel",
    "Leave it out",
    "Remove a card",
    "Type the points instead",
    "Jam it",
    "Lay a card",
}
NEITHER = ("Grab-", "Show all ")
"""Parts of names: cards that ask for towers, some of which would be refused; the whole log."""
INSTEAD = ("Draw a card", "Pass", "Draw fewer")
"""Only where nothing else can be done."""
END = "Play it alone"
"""Of an answer that consists of several choices."""
TAP_MORE = re.compile(r"Tap \d+ more")
PRESS = re.compile(r"^Press (once|twice|until|[0-9])|^\w+ (hits|owes \d+ hits?)\b")
"""To one player, or to the room."""
TURN = re.compile(r"^(\w+)'s turn$")
COUNT = ("Next round", "Count the cards of ", "Tap the cards of ")
"""What leads from the end of a round to the next one, where it can be done: what comes first."""
PLAIN = {"color", "target"}
"""What another player's card may need, so that it is played."""
POINTS = 20
"""Of each card that another player has left."""
MOST_STEPS = 150
LONG = 40
"""After so many steps the hands are made short, so that the round ends."""


class Player:
    """Decides what the page lets a player do, by its words alone."""

    def __init__(self, senses: Senses, seed: int) -> None:
        self.senses = senses
        self.turns = 0
        """How often the headline has called for a play."""
        self._random = Random(seed)
        self._headline = ""
        self._called = False

    async def act(self, table: Phones) -> bool:
        """One activation, or a press of the launcher; False: there is nothing to do."""
        seen = await self.senses.perceive()
        if seen.headline != self._headline:
            self.turns += self.hand_in_turn(seen) is not None
            self._headline = seen.headline
        name = self.decide(seen)
        if name is not None:
            await self.senses.activate(name)
            return True
        if PRESS.match(seen.headline):
            await table.evening.press()
            return True
        return False

    def hand_in_turn(self, seen: Perceived) -> int | None:
        """Cards of whoever this player decides for and has the turn; None: nobody has."""
        return seen.hands[0] if seen.headline == "Your turn" else None

    def decide(self, seen: Perceived) -> str | None:
        """The name of what to activate; None: nothing."""
        catch = [name for name in seen.calls if name.startswith("Catch ")]
        if catch:
            return catch[0]
        if self.hand_in_turn(seen) == 2 and "UNO" in seen.calls:
            if not self._called:
                self._called = True
                return "UNO"
        else:
            self._called = False
        return self._choose(seen)

    def _choose(self, seen: Perceived) -> str | None:
        choices = [
            name
            for name in seen.choices
            if name not in NEVER and not any(part in name for part in NEITHER)
        ]
        if any(TAP_MORE.search(text) for text in seen.told):
            choices = [name for name in choices if re.search(r", \d+ points?$", name)]
        elif sends := [name for name in choices if re.match(r"Send \d+ points?$", name)]:
            return sends[0]
        if END in choices:
            return END
        wanted = [name for name in choices if not name.startswith(INSTEAD)] or choices
        return self._random.choice(wanted) if wanted else None


class TablePlayer(Player):
    """Decides for everybody, at a table screen."""

    def __init__(self, senses: Senses, seed: int, names: list[str]) -> None:
        super().__init__(senses, seed)
        self._names = names

    def hand_in_turn(self, seen: Perceived) -> int | None:
        turn = TURN.match(seen.headline)
        return seen.hands[self._names.index(turn[1])] if turn else None

    def decide(self, seen: Perceived) -> str | None:
        if PRESS.match(seen.headline):
            return None
        counts = [name for start in COUNT for name in seen.choices if name.startswith(start)]
        if counts and not any(TAP_MORE.search(text) for text in seen.told):
            return counts[0]
        turn = TURN.match(seen.headline)
        if turn and turn[1] in seen.choices:  # who calls UNO?
            return turn[1]
        return super().decide(seen)


async def others_act(table: Phones, random: Random) -> bool:
    """One command of another player; False: none of them has to act."""
    evening = table.evening
    state = evening.state
    owed = next(iter(state["owed"]), None)
    if owed and owed["by"] in OTHERS and owed.get("draws") is None and state["phase"] == "hits":
        await evening.press()
        return True
    if state["phase"] == "turn_up" and state["dealer"] in OTHERS:
        await table.say(do="turn_up", card="red-5")
        return True
    legal = (await table.api.get("/api/table")).json()["legal"]
    offers = [offer for offer in legal if _is_of_others(offer, state)]
    for kind in ("play", "draw", "pass", "color", "choose", "reload", "count"):
        of_kind = [offer for offer in offers if offer["do"] == kind]
        if of_kind:
            await table.say(**_whole(random.choice(of_kind), state["hands"]))
            return True
    return False


def _is_of_others(offer: dict[str, Any], state: dict[str, Any]) -> bool:
    if offer["do"] == "reload":
        return True
    if offer["do"] == "count":
        return offer["player"] in OTHERS
    plain = offer["do"] != "play" or (
        PLAIN.issuperset(offer["needs"]) and state["turn"] == offer["by"]
    )
    return plain and offer.get("by") in OTHERS


def _whole(offer: dict[str, Any], hands: dict[str, int]) -> dict[str, Any]:
    """The command of an offer."""
    if offer["do"] == "count":
        return {"do": "count", "player": offer["player"], "points": POINTS * hands[offer["player"]]}
    command = {k: v for k, v in offer.items() if k not in ("needs", "may", "bounds")}
    answers = {"color": "red", "target": ME, "cards": 1}
    for member in offer["needs"]:
        bounds = (offer.get("bounds") or {}).get(member)
        command[member] = bounds["least"] if bounds else answers[member]
    return command

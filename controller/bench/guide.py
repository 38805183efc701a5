"""Who stands at the bench: a person at a terminal, or the hands of a simulated launcher."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from controller.bench.instrument import BenchTrouble
from firmware_bridge.hand import Hand

PRESS_EVERY_S = 0.4
HOLD_MS = 120


class Guide(Protocol):
    """Does what the bench cannot do by itself, and is told what goes on."""

    def say(self, line: str) -> None:
        """Tell something."""
        ...

    def progress(self, done: int, of: int, what: str) -> None:
        """So much of it is done."""
        ...

    async def do(self, what: str) -> None:
        """Have something done; returns when it is."""
        ...

    async def yes(self, question: str) -> bool:
        """Ask what only somebody there can see or hear."""
        ...

    async def count(self, question: str) -> int:
        """Ask for a number, 0 or more."""
        ...

    async def load(self, cards: int) -> None:
        """Have the hopper hold so many cards; 0: have it emptied, the mouth too."""
        ...

    async def press(self, times: int) -> None:
        """Have the button pressed so often; may return before that is done."""
        ...

    async def shade(self, times: int) -> None:
        """Have a card held before the sensor so often; may return before that is done."""
        ...


class Person:
    """Somebody at a terminal: lines out, lines in."""

    def __init__(self, typed: AsyncIterator[str], say: Callable[[str], None]) -> None:
        self._typed = typed
        self._say = say

    def say(self, line: str) -> None:
        """Print it."""
        self._say(line)

    def progress(self, done: int, of: int, what: str) -> None:
        """Print it."""
        self._say(f"  {done} of {of} {what}")

    async def do(self, what: str) -> None:
        """Print it and wait for Enter."""
        self._say(f"{what} Then press Enter.")
        await self._line()

    async def yes(self, question: str) -> bool:
        """Ask until it is y or n."""
        self._say(f"{question} [y/n]")
        while (answer := (await self._line()).lower()) not in ("y", "yes", "n", "no"):
            self._say("Type y or n.")
        return answer.startswith("y")

    async def count(self, question: str) -> int:
        """Ask until it is a number."""
        self._say(question)
        while not (answer := await self._line()).isdecimal():
            self._say("Type a number, such as 17.")
        return int(answer)

    async def load(self, cards: int) -> None:
        """Say how many."""
        if cards:
            await self.do(f"Put {cards} cards into the hopper, and close the cover.")
        else:
            await self.do("Take all cards out of hopper and mouth.")

    async def press(self, times: int) -> None:
        """Ask for it."""
        self._say(f"Press the launcher's button {times} times.")

    async def shade(self, times: int) -> None:
        """Ask for it."""
        self._say(f"Hold a card before the sensor and take it away again, {times} times.")

    async def _line(self) -> str:
        try:
            return (await anext(self._typed)).strip()
        except StopAsyncIteration:
            raise BenchTrouble(
                "Nobody answers here: run this in a terminal, where somebody is at the launcher."
            ) from None


class SimulatedPerson:
    """The hands of a simulated launcher; they see everything, and count without error."""

    def __init__(self, hand: Hand, say: Callable[[str], None]) -> None:
        self._hand = hand
        self._say = say
        self._counted = 0

    def say(self, line: str) -> None:
        """Print it."""
        self._say(line)

    def progress(self, done: int, of: int, what: str) -> None:
        """Print it."""
        self._say(f"  {done} of {of} {what}")

    async def do(self, what: str) -> None:
        """Hands of a simulation have nothing else to do."""
        self._say(f"{what} (Simulated.)")

    async def yes(self, question: str) -> bool:
        """Whatever could be seen is as it should be: it is simulated."""
        self._say(f"{question} (Simulated: y)")
        return True

    async def count(self, question: str) -> int:
        """Count the cards that left since this was asked last."""
        left = (await self._hand.truth()).cards_left
        counted, self._counted = left - self._counted, left
        self._say(f"{question} (Simulated: {counted})")
        return counted

    async def load(self, cards: int) -> None:
        """Fill it, and begin to count anew."""
        await self._hand.fill(cards)
        while await self._hand.pull():
            pass
        self._counted = (await self._hand.truth()).cards_left

    async def press(self, times: int) -> None:
        """Press so often."""
        for _ in range(times):
            await self._hand.press(HOLD_MS)
            await asyncio.sleep(PRESS_EVERY_S)

    async def shade(self, times: int) -> None:
        """Block the beam so often."""
        for _ in range(times):
            for blocked in (True, False):
                await self._hand.block(blocked)
                await asyncio.sleep(PRESS_EVERY_S)

"""Compares the cards that came with those that should have: by hand, and by a profile's odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from controller.words import advice
from controller.workshop.bench.calibration import DECK, SPARE
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import BenchTrouble, Instrument
from hardware.draws import Draws
from hardware.launcher import MAX_CARDS_A_HIT, HitResult
from hardware.profile_figures import expected, interval
from hardware.profiles import Past, Profile


@dataclass(frozen=True, slots=True)
class Counted:
    """One ejection, and how many cards somebody counted in front of the launcher."""

    result: HitResult
    by_hand: int

    @property
    def exact(self) -> bool:
        """As many cards came as were requested."""
        return self.by_hand == self.result.requested

    @property
    def honest(self) -> bool:
        """The number of cards is one that the launcher's report allows."""
        least = self.result.delivered
        return least <= self.by_hand <= least + self.result.uncertain

    @property
    def flagged(self) -> bool:
        """The launcher reported a doubt or a fault."""
        return bool(self.result.uncertain or self.result.fault)


async def count_by_hand(
    bench: Instrument, guide: Guide, hits: int, random: Random
) -> list[Counted]:
    """Eject 1 to 12 cards, each number equally often, and have each pile counted."""
    supply, counted = Supply(guide), list[Counted]()
    numbers: list[int] = []
    for index in range(hits):
        if not numbers:
            numbers = random.sample(range(1, MAX_CARDS_A_HIT + 1), MAX_CARDS_A_HIT)
        asked = numbers.pop()
        await supply.have(asked)
        result = await bench.eject(asked)
        by_hand = await guide.count(
            "How many cards lie in front of the launcher? Include a card that sticks in the mouth. "
            "Then put all these cards aside."
        )
        supply.took(by_hand)
        counted.append(Counted(result, by_hand))
        if result.fault is not None:
            await guide.mend(result.fault)
        guide.progress(index + 1, hits, "hits")
    return counted


def summary(counted: list[Counted]) -> list[str]:
    """The result of a hand count, as lines of text."""
    hits = len(counted)
    wrong = sum(not hit.honest for hit in counted)
    unsaid = sum(not hit.honest and not hit.flagged for hit in counted)
    lines = [
        _share("gave exactly the requested number", sum(hit.exact for hit in counted), hits),
        _share("were counted correctly", hits - wrong, hits),
        _share(
            "were flagged as doubtful or stopped by a fault",
            sum(hit.flagged for hit in counted),
            hits,
        ),
        _share("were counted wrongly without a flag", unsaid, hits),
    ]
    cards, reported = (
        sum(hit.by_hand for hit in counted),
        sum(hit.result.delivered for hit in counted),
    )
    lines.append(f"{cards} cards counted by hand, {reported} by the launcher.")
    return lines


def _share(outcome: str, some: int, of: int) -> str:
    low, high = interval(some, of)
    return f"{some} of {of} hits {outcome} (95 %: {low:.1%} to {high:.1%})."


async def play_profile(
    bench: Instrument, guide: Guide, profile: Profile, presses: int, draws: Callable[[int], Draws]
) -> tuple[list[int], list[int]]:
    """Eject what a profile draws, without the button. Returns the numbers drawn and ejected."""
    supply, past = Supply(guide), Past()
    asked: list[int] = []
    ejected: list[int] = []
    for press in range(1, presses + 1):
        cards = profile.cards(past, draws(press))
        past = past.after(cards)
        asked.append(cards)
        delivered = 0
        if cards:
            await supply.have(cards)
            result = await bench.eject(cards)
            delivered = result.delivered
            supply.took(delivered + result.uncertain)
            if result.fault is not None:
                raise BenchTrouble(f"Stopped at press {press}: {advice(result.fault)}")
        ejected.append(delivered)
        if press % 10 == 0 or press == presses:
            guide.progress(press, presses, "presses")
    return asked, ejected


class Supply:
    """Asks for cards before the hopper runs low."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self._remaining = 0

    async def have(self, cards: int) -> None:
        """Make sure that the hopper holds that many, and some to spare."""
        if self._remaining < cards + SPARE:
            await self._guide.load(DECK)
            self._remaining = DECK

    def took(self, cards: int) -> None:
        """Subtract the cards that left."""
        self._remaining -= cards


def histogram(profile: Profile, ejected: list[int]) -> list[str]:
    """The results beside what the profile predicts, for a terminal."""
    shares = expected(profile, max(1, len(ejected))).cards
    rows = ["  cards  came   due"]
    for cards, share in enumerate(shares):
        count = ejected.count(cards)
        if count or share:
            rows.append(f"  {cards:>5}{count:>6}{share * len(ejected):>6.1f}  {'#' * count}"[:78])
    more = sum(cards > MAX_CARDS_A_HIT for cards in ejected)
    return rows + ([f"  more  {more:>5}"] if more else [])

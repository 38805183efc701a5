"""A simulated reader, so that people can try out a reader without having one.

It sees the cards that are laid, with a real reader's faults. The same random numbers give the same
faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, get_args

from controller.base.errors import Refused
from controller.decks.deck import NUMBERS, Deck, decks_for, drawn_icons, new_deck
from controller.sightings.memory import GameView
from controller.sightings.queue import SightingQueue, SightingReport
from controller.sightings.reader_book import HealthKey
from rules import EDITIONS
from rules.edition import Edition

SESSION = "simulated"
DECK_ID = "SYMU"
"""Of a box that is only in memory. The file of the decks is not changed."""
FOREIGN = NUMBERS - 1
"""A number that belongs to no card of a box in memory."""

SOONEST_S, LATEST_S = 0.2, 0.8
"""How long after a card was laid it is seen."""
AT_ONCE_S = 0.2
"""Between two cards that come to light when a hand is taken away."""


class Reading(NamedTuple):
    """What the reader reports."""

    number: int | None
    """None: it cannot read the card."""
    at_s: float
    """When it saw the card."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How often each fault happens to a card that is laid, as shares from 0 to 1."""

    unread: float = 0.0
    """Blur or glare: the reader sees that something was laid, and not what."""
    missed: float = 0.0
    """The reader does not notice the card at all."""
    hidden: float = 0.0
    """A hand is in the way: the card is seen together with the next one."""
    swapped: float = 0.5
    """Of these two, the later one is seen first."""
    twice: float = 0.0
    """The card is seen again."""
    glimpsed: float = 0.0
    """A card that lies below is seen before."""
    foreign: float = 0.0
    """A number is seen that belongs to no card of the deck."""


USUAL = Faults(unread=0.01, missed=0.003, hidden=0.003, twice=0.03, glimpsed=0.01, foreign=0.003)
"""A guess: no reader has been measured over a pile at a table."""


FaultName = Literal["none", "blur", "glare", "hand", "order", "twice", "missed"]
"""What goes wrong when a card is laid."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one card, and what the reader then says of itself."""

    faults: Faults
    health: HealthKey = "reader.ok"


FAULTS: Mapping[FaultName, Fault] = {
    "none": Fault(Faults()),
    "blur": Fault(Faults(unread=1.0), "reader.blurred"),
    "glare": Fault(Faults(unread=1.0), "reader.glare"),
    "hand": Fault(Faults(hidden=1.0, swapped=0.0)),
    "order": Fault(Faults(hidden=1.0, swapped=1.0)),
    "twice": Fault(Faults(twice=1.0)),
    "missed": Fault(Faults(missed=1.0)),
}
assert tuple(FAULTS) == get_args(FaultName)


class SimulatedReader:
    """Reports cards that are laid one after the other."""

    def __init__(self, rng: Random, foreign: int) -> None:
        """``foreign``: a number that no card of the deck has."""
        self._rng = rng
        self._foreign = foreign
        self._hidden: tuple[int, bool] | None = None
        self._pile: list[int] = []

    @property
    def hidden(self) -> int | None:
        """The card over which a hand is held: it is seen with the next one. None: there is none."""
        return None if self._hidden is None else self._hidden[0]

    def lay(self, number: int, at_s: float, faults: Faults) -> list[Reading]:
        """Lay a card at the time ``at_s``.

        Returns what the reader sees of it, in the order in which it reports it.
        """
        seen_s = at_s + self._rng.uniform(SOONEST_S, LATEST_S)
        hidden, self._hidden = self._hidden, None
        numbers: list[int | None] = []
        if hidden is None and self._happens(faults.hidden):
            self._hidden = number, self._happens(faults.swapped)
        elif not self._happens(faults.missed):
            numbers = self._numbers_read(number, faults)
        if hidden is not None:
            uncovered, swapped = hidden
            numbers.insert(1 if swapped else 0, uncovered)
        self._pile.append(number)
        return [Reading(read, seen_s + at * AT_ONCE_S) for at, read in enumerate(numbers)]

    def clear(self) -> None:
        """Take the pile away."""
        self._pile = []
        self._hidden = None

    def _numbers_read(self, number: int, faults: Faults) -> list[int | None]:
        """The numbers that are read when a card is laid; None: a card that cannot be read."""
        if self._happens(faults.unread):
            return [None]
        numbers: list[int | None] = [number]
        if self._pile and self._happens(faults.glimpsed):
            numbers.insert(0, self._rng.choice(self._pile))
        if self._happens(faults.foreign):
            numbers.insert(0, self._foreign)
        if self._happens(faults.twice):
            numbers.append(number)
        return numbers

    def _happens(self, share: float) -> bool:
        return self._rng.random() < share


def with_boxes(decks: Iterable[Deck], played: Edition | None = None) -> tuple[Deck, ...]:
    """These decks, and a box of each edition that has none, of the one that is ``played``, too.

    Raises ``Refused`` for a deck that is wrong.
    """
    own = tuple(decks)
    editions = dict(EDITIONS) if played is None else {**EDITIONS, played.id: played}
    missing = (edition for edition in editions.values() if not decks_for(edition, own))
    return *own, *(drawn_icons(new_deck(edition, DECK_ID, 0)) for edition in missing)


class SimulatedDevice:
    """A simulated reader in the place of a device of the table."""

    device = 0
    """Its number. The table's devices count from 1."""

    def __init__(self, rng: Random) -> None:
        self._reader = SimulatedReader(rng, FOREIGN)
        self._reports = 0
        self._edition = ""
        self.health: HealthKey = "reader.ok"
        """How well the reader sees."""

    async def lay(
        self, queue: SightingQueue, decks: Iterable[Deck], card: str, fault: FaultName
    ) -> None:
        """Lay a card of one of the decks that is not in the pile yet, and report what is seen.

        ``card``: its notation. Raises ``Refused``, for example if no such card is left, and
        ``NotSaved``.
        """
        game = queue.read_game()
        if game is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        setup = game.position.setup
        if card not in setup.edition.cards:
            raise Refused("bad_request", "refusal.wrong_member", {"member": "card"})
        if setup.edition.id != self._edition:
            self._reader.clear()  # in memory, all boxes have the same numbers
            self._edition = setup.edition.id
        of_edition = decks_for(setup.edition, decks)
        number = self._free_number(queue, game, of_edition, card)
        self.health = FAULTS[fault].health
        readings = self._reader.lay(number, 0.0, FAULTS[fault].faults)
        for reading in readings:
            report = SightingReport(
                self.device,
                SESSION,
                self._reports + 1,
                reading.number,
                None,
                readings[-1].at_s - reading.at_s,
                "simulated",
                stale=False,
            )
            await queue.see(report)
            self._reports += 1

    def _free_number(
        self, queue: SightingQueue, game: GameView, decks: Iterable[Deck], card: str
    ) -> int:
        """A physical card with this face. Raises ``Refused`` if all of them lie there."""
        memory, question = queue.memory, queue.memory.question
        asked = () if question is None else (question.sighting, *question.under)
        if question is not None and question.kind == "cards" and question.sighting.card == card:
            assert question.sighting.number is not None
            return question.sighting.number  # a Discard All is put on top again
        used = {sighting.number for sighting in (*memory.waiting, *memory.hand_cards, *asked)}
        used |= memory.unrecorded_numbers | game.face_up.numbers | {self._reader.hidden}
        for deck in decks:
            for number in deck.numbers:
                if deck.card_of(number) == card and number not in used:
                    return number
        raise Refused("none_left", "refusal.none_left", {"card": card})

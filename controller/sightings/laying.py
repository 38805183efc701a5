"""Lays cards under a simulated reader, so that people can try out a reader without having one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from controller.base.errors import Refused
from controller.decks.deck import NUMBERS, Deck, drawn_icons, new_deck
from controller.sightings.desk import Desk, Sighting
from controller.sightings.health import HealthKey
from controller.sightings.simulated import Faults, SimulatedReader
from controller.sightings.watch import Stand
from rules import EDITIONS

SESSION = "simulated"
DECK_ID = "SYMU"
"""Of a box that is only in memory. The file of the decks is not changed."""
FOREIGN = NUMBERS - 1

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


def with_boxes(decks: Iterable[Deck]) -> tuple[Deck, ...]:
    """These decks, and a box of each edition that has none."""
    known = tuple(decks)
    have = {deck.edition for deck in known}
    missing = (edition for edition in EDITIONS if edition not in have)
    return *known, *(drawn_icons(new_deck(edition, DECK_ID, 0)) for edition in missing)


class Laying:
    """See above. It finds a card of the box that does not lie there yet."""

    device = 0
    """Stands for the simulated reader, which is no device of the table: those count from 1."""

    def __init__(self, lots: Random) -> None:
        self._reader = SimulatedReader(lots, FOREIGN)
        self._sent = 0
        self.health: HealthKey = "reader.ok"
        """How well the reader sees."""

    async def lay(self, desk: Desk, decks: Iterable[Deck], card: str, fault: FaultName) -> None:
        """Lay a card, and let the desk deal with what is seen. Raises ``Refused``, ``NotSaved``."""
        stand = desk.stand
        if stand is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        setup = stand.position.setup
        if card not in setup.edition.cards:
            raise Refused("bad_request", "refusal.wrong_member", {"member": "card"})
        own = [deck for deck in decks if deck.edition == setup.edition.id]
        number = self._number_of(desk, stand, own, card)
        happens = FAULTS[fault]
        self.health = happens.health
        reports = self._reader.lay(number, 0.0, happens.faults)
        for one in reports:
            age_s = reports[-1].at_s - one.at_s
            sent = self._sent + 1
            said = Sighting(
                self.device, SESSION, sent, one.number, None, age_s, "simulated", stale=False
            )
            await desk.see(said)
            self._sent = sent

    def _number_of(self, desk: Desk, stand: Stand, decks: Iterable[Deck], card: str) -> int:
        """A physical card with this face. Raises ``Refused`` if all of them lie there."""
        watch = desk.watch
        pending = watch.pending
        under = () if pending is None else (pending.seen, *pending.under)
        if pending is not None and pending.why == "cards" and pending.seen.card == card:
            assert pending.seen.number is not None
            return pending.seen.number  # a Discard All is put on top again
        there = {one.number for one in (*watch.waiting, *watch.laid, *under)}
        there |= watch.known_numbers | stand.lying.numbers | {self._reader.hidden}
        for deck in decks:
            for number in deck.numbers:
                if deck.card_of(number) == card and number not in there:
                    return number
        raise Refused("none_left", "refusal.none_left", {"card": card})

"""What pages are shown of readers and of what they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from controller.sightings.memory import Question
from controller.table.readers import Readers


class ShownReader(msgspec.Struct, frozen=True):
    """A reader that is paired, or the simulated one."""

    device: int
    """0: the simulated reader."""
    kind: str | None
    """``scanner``, ``camera`` or ``simulated``; null: it has not said so yet."""
    key: str
    """How well it sees: an entry of the catalogue of words; ``reader.none``: it says nothing."""
    values: dict[str, Any]


class ShownQuestion(msgspec.Struct, frozen=True):
    """A question about a card that a reader has seen."""

    number: int
    card: str | None
    """Null: the reader could not read the card."""
    by: str | None
    """Whose card it is; null: nobody's alone."""
    why: str
    """What is asked, see docs/api.md."""
    needs: tuple[str, ...]
    """The members of the command that people have to choose."""
    cards: tuple[str, ...]
    """The cards that were laid with it."""


class ShownNotice(msgspec.Struct, frozen=True):
    """Something that people should hear of. Its number counts up."""

    number: int
    key: str
    values: dict[str, Any]


class ShownCounting(msgspec.Struct, frozen=True):
    """The hand that is counted by laying it under a reader."""

    player: str
    cards: tuple[str, ...]
    """Those that were laid so far."""
    points: int
    """What these are worth."""
    hand: int
    """How many cards the referee takes the hand to have."""


class ShownSightings(msgspec.Struct, frozen=True):
    """Readers, and what they see."""

    readers: tuple[ShownReader, ...]
    pending: ShownQuestion | None
    waiting: int
    """How many cards wait until the question is answered or cards have come."""
    last: ShownNotice | None
    counting: ShownCounting | None


def sightings(readers: Readers) -> ShownSightings | msgspec.UnsetType:
    """Everything about readers; left out while there is none."""
    queue = readers.queue
    if queue is None:
        return msgspec.UNSET
    memory, counting, notice = queue.memory, queue.counting(), queue.memory.notice
    return ShownSightings(
        tuple(_readers(readers)),
        _question(memory.question),
        len(memory.waiting),
        None if notice is None else ShownNotice(notice.number, notice.key, dict(notice.values)),
        None
        if counting is None
        else ShownCounting(
            counting[0],
            tuple(card.card for card in memory.hand_cards if card.card),
            counting[1],
            counting[2],
        ),
    )


def _readers(readers: Readers) -> Iterator[ShownReader]:
    for device in readers.paired:
        health = readers.health_of(device.number)
        values = dict(health.values or {})
        yield ShownReader(device.number, health.kind, health.key, values)
    if (simulated := readers.simulated) is not None:
        yield ShownReader(simulated.device, "simulated", simulated.health, {})


def _question(question: Question | None) -> ShownQuestion | None:
    if question is None:
        return None
    return ShownQuestion(
        question.number,
        question.sighting.card,
        question.by,
        question.kind,
        question.needs,
        tuple(card.card for card in question.under if card.card),
    )

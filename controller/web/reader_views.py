"""What pages are shown of readers and of what they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from controller.sightings.memory import Question
from controller.table.readers import Readers


class ReaderView(msgspec.Struct, frozen=True):
    """A reader that is paired, or the simulated one."""

    device: int
    """Its number; 0: the simulated reader."""
    kind: str | None
    """``scanner``, ``camera`` or ``simulated``; null before its first report."""
    key: str
    """How well it sees: an entry of the catalogue of [words](words.md); ``reader.none`` after 30 s
    of silence."""
    values: dict[str, Any]
    """What fills the gaps of its sentence."""


class QuestionView(msgspec.Struct, frozen=True):
    """A question about a card. It ends by itself when a command answers it."""

    number: int
    """For ``pending`` of ``POST /api/sightings/answer``."""
    card: str | None
    """The card in the [notation](scenarios.md#cards) of scenario files; null: the reader could not
    read it."""
    by: str | None
    """Whose card it is; null: nobody's alone."""
    why: str
    """What is asked.

    - ``confirm``: whether to play it, or whether the cards are the whole hand: because of
      ``readers.confirm``, two cards at nearly the same time, a play taken back before, or a card
      that may be one not read at first. Yes plays it, or enters the count; no forgets it, or all
      cards of the hand.
    - ``again``: whether it is a new card: one with the same face was entered by tapping. Yes plays
      it, or is refused (``needs_choice``) if something must be chosen: send the command. No: it is
      the one that was tapped.
    - ``color``, ``target``, ``towers``, ``rule``, ``carry_out``, ``icon``: a choice. Yes is
      refused: send ``play`` with the choice. No forgets the card.
    - ``cards``: what lies under a Discard All. Yes plays it with ``cards``; no forgets all of them.
    - ``unread``: which card it is (``card`` is null). Yes is refused: send its command. No: nothing
      was laid.
    - ``taken_up``: whether the last card was taken back into a hand, when the one below is seen;
      later cards do not wait. Yes takes the play back.
    - ``reload``: whether the pile was put into the launcher, when a reload is due and one of its
      cards is laid; later cards do not wait. Yes is a ``reload``, then judges the card.
    """
    needs: tuple[str, ...]
    """The members of the command that people have to choose."""
    cards: tuple[str, ...]
    """The cards that were laid under it, for a Discard All."""


class NoticeView(msgspec.Struct, frozen=True):
    """Something that people should hear of."""

    number: int
    """It counts up."""
    key: str
    """An entry of the catalogue of [words](words.md)."""
    values: dict[str, Any]
    """What fills the gaps of its sentence."""


class HandCountView(msgspec.Struct, frozen=True):
    """The hand that is counted by laying it under a reader."""

    player: str
    """Whose hand it is."""
    cards: tuple[str, ...]
    """Those that were laid so far."""
    points: int
    """What these are worth."""
    hand: int
    """How many cards it should be."""


class SightingsView(msgspec.Struct, frozen=True):
    """Readers, and what they see."""

    readers: tuple[ReaderView, ...]
    """Those that are paired, and the simulated one."""
    pending: QuestionView | None
    """The question to people; null: none."""
    waiting: int
    """How many cards wait until the question is answered or cards have come."""
    last: NoticeView | None
    """The newest message; null: none."""
    counting: HandCountView | None
    """The hand that is being counted; null: none."""


def sightings(readers: Readers) -> SightingsView | msgspec.UnsetType:
    """Everything about readers; left out while there is none."""
    queue = readers.open_queue()
    if queue is None:
        return msgspec.UNSET
    memory, counting, notice = queue.memory, queue.counting(), queue.memory.notice
    return SightingsView(
        tuple(_readers(readers)),
        _question(memory.question),
        len(memory.waiting),
        None if notice is None else NoticeView(notice.number, notice.key, dict(notice.values)),
        None
        if counting is None
        else HandCountView(
            counting[0],
            tuple(card.card for card in memory.hand_cards if card.card),
            counting[1],
            counting[2],
        ),
    )


def _readers(readers: Readers) -> Iterator[ReaderView]:
    for device in readers.paired:
        health = readers.health_of(device.number)
        values = dict(health.values or {})
        yield ReaderView(device.number, health.kind, health.key, values)
    if (simulated := readers.simulated) is not None:
        yield ReaderView(simulated.device, "simulated", simulated.health, {})


def _question(question: Question | None) -> QuestionView | None:
    if question is None:
        return None
    return QuestionView(
        question.number,
        question.sighting.card,
        question.by,
        question.kind,
        question.needs,
        tuple(card.card for card in question.under if card.card),
    )

"""Keeps the sightings of each reader in order, and answers a repeated one as before."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from controller.base.errors import Refused

MAX_ANSWERS = 64
"""Of a session: nobody repeats what is older."""
MAX_SESSIONS = 4
"""Of a reader: a process that starts anew begins another session."""

A = TypeVar("A")


class Sessions(Generic[A]):
    """The newest answers to each reader, by session and number."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[int, str], OrderedDict[int, A]] = OrderedDict()

    def repeated(self, device: int, session: str, number: int) -> A | None:
        """The answer that this number has got already; None: it is the next one.

        Raises ``Refused`` if a number is missing before it, or if its answer is forgotten.
        """
        answers = self._answers.get((device, session))
        if answers is None:
            return None
        if number in answers:
            return answers[number]
        expected = next(reversed(answers)) + 1
        if number != expected:
            raise Refused("out_of_order", "refusal.out_of_order", {"expected": expected})
        return None

    def store(self, device: int, session: str, number: int, answer: A) -> None:
        """Remember an answer, and forget the oldest of too many."""
        answers = self._answers.setdefault((device, session), OrderedDict())
        answers[number] = answer
        self._answers.move_to_end((device, session))
        if len(answers) > MAX_ANSWERS:
            answers.popitem(last=False)
        sessions = [key for key in self._answers if key[0] == device]
        if len(sessions) > MAX_SESSIONS:
            del self._answers[sessions[0]]

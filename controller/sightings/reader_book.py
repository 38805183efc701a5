"""What the referee notes of each reader: the answers to its reports, and how well it sees.

Sightings are taken in order, and a repeated one is answered as before. Readers report themselves
how well they see, and a report is valid for a time. It imports little, so that the web knows these
types before there is a reader.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, get_args

from controller.base.errors import Refused

Meaning = Literal[
    "played",
    "offered",
    "asked",
    "waits",
    "covered",
    "counted",
    "no_fit",
    "unknown_card",
    "stale",
    "nothing_on",
]
"""``played``: it was done. ``offered``: it is done after a yes. ``asked``: people have to choose.
``waits``: it is judged later. ``covered``: it lies there already. ``counted``: it belongs to the
hand that is counted. ``stale``: the command that it followed from was taken back."""


MAX_ANSWERS = 64
"""Of a session: nobody repeats what is older."""
MAX_SESSIONS = 4
"""Of a reader: a process that starts anew begins another session."""

A = TypeVar("A")

HealthKey = Literal[
    "reader.ok",
    "reader.dark",
    "reader.blurred",
    "reader.glare",
    "reader.far",
    "reader.mirrored",
    "reader.moving",
    "reader.shaking",
    "reader.still",
    "reader.lost",
    "reader.no_deck",
    "reader.other_deck",
]
"""What a reader reports of itself: entries of the catalogue."""

HEALTH: tuple[str, ...] = get_args(HealthKey)

NO_REPORT = "reader.none"
"""The key of a reader without a valid report."""

VALID_S = 30.0
"""So long a report is valid."""

Figure = str | int | float


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


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The newest report of a reader."""

    key: str
    values: Mapping[str, Figure]
    at_s: float


@dataclass(frozen=True, slots=True)
class Health:
    """How a reader is now."""

    kind: str | None = None
    """``scanner``, ``camera`` or ``simulated``; None: it has not said so yet."""
    key: str = NO_REPORT
    values: Mapping[str, Figure] | None = None


class HealthBook:
    """The health of each reader, by the number of its device. Times: seconds, monotonic."""

    def __init__(self) -> None:
        self._reports: dict[int, HealthReport] = {}
        self._kinds: dict[int, str] = {}

    def set_kind(self, device: int, kind: str) -> None:
        """Note the kind of a reader."""
        self._kinds[device] = kind

    def report(self, device: int, key: str, values: Mapping[str, Figure], now_s: float) -> bool:
        """Take a reader's report. Returns whether its health has changed."""
        before = self.of(device, now_s)
        self._reports[device] = HealthReport(key, values, now_s)
        return before != self.of(device, now_s)

    def of(self, device: int, now_s: float) -> Health:
        """The health of a reader at this time."""
        report, kind = self._reports.get(device), self._kinds.get(device)
        if report is None or now_s - report.at_s >= VALID_S:
            return Health(kind)
        return Health(kind, report.key, report.values)

    def keep_only(self, devices: frozenset[int]) -> None:
        """Forget all other readers: they were signed out."""
        self._reports = {number: self._reports[number] for number in self._reports.keys() & devices}
        self._kinds = {number: self._kinds[number] for number in self._kinds.keys() & devices}

"""How well readers see, as they report it themselves. A report is valid for a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

HealthKey = Literal[
    "reader.ok",
    "reader.dark",
    "reader.blurred",
    "reader.glare",
    "reader.far",
    "reader.moving",
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
MOST_VALUES = 8
"""So many values can a report have."""

Figure = str | int | float


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

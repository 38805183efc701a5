"""How well readers see, as they say themselves. News of a reader are worth something for a time."""

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
"""What a reader says of itself: entries of the catalogue."""
HEALTH: tuple[str, ...] = get_args(HealthKey)

NONE = "reader.none"
"""What is said of a reader that has said nothing for a while."""

NEWS_S = 30.0
MOST_VALUES = 8

Figure = str | int | float


@dataclass(frozen=True, slots=True)
class Health:
    """What a reader said last."""

    key: str
    values: Mapping[str, Figure]
    at_s: float


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a reader now."""

    kind: str | None = None
    key: str = NONE
    values: Mapping[str, Figure] | None = None


class HealthBook:
    """What each reader said last, by the number of its device."""

    def __init__(self) -> None:
        self._said: dict[int, Health] = {}
        self._kinds: dict[int, str] = {}

    def kind(self, device: int, kind: str) -> None:
        """A reader is of this kind."""
        self._kinds[device] = kind

    def hear(self, device: int, key: str, values: Mapping[str, Figure], now_s: float) -> bool:
        """A reader says how it is. True: that is something new."""
        before = self.of(device, now_s)
        self._said[device] = Health(key, values, now_s)
        return before != self.of(device, now_s)

    def of(self, device: int, now_s: float) -> Known:
        """What is known of a reader."""
        said, kind = self._said.get(device), self._kinds.get(device)
        if said is None or now_s - said.at_s >= NEWS_S:
            return Known(kind)
        return Known(kind, said.key, said.values)

    def forget_others(self, devices: frozenset[int]) -> None:
        """Forget the readers that were signed out."""
        self._said = {one: said for one, said in self._said.items() if one in devices}
        self._kinds = {one: kind for one, kind in self._kinds.items() if one in devices}

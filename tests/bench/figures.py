"""A measured figure, its yardstick, and a table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """``value`` and ``beside`` have the same unit and come from the same run.

    ``spread`` is the lowest and the highest ratio, where several rounds were run.
    """

    name: str
    value: float
    unit: str
    yardstick: str
    beside: float
    spread: tuple[float, float] | None = None

    @property
    def ratio(self) -> float | None:
        """Value over yardstick; None where the yardstick is zero."""
        return self.value / self.beside if self.beside else None

    def as_json(self) -> dict[str, object]:
        """All of it, with the ratio."""
        return {**asdict(self), "ratio": self.ratio}


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that ``share`` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def quantiles(
    name: str, times_ms: Sequence[float], yardstick: str, beside_ms: Sequence[float]
) -> list[Figure]:
    """The median of some times, and what all but a hundredth of them do not exceed."""
    return [
        Figure(
            f"{name}, {label}",
            quantile(times_ms, share),
            "ms",
            yardstick,
            quantile(beside_ms, share),
        )
        for label, share in (("p50", 0.5), ("p99", 0.99))
    ]


def table(figures: Sequence[Figure]) -> str:
    """Lines for people."""
    head = f"{'':44}{'':>10} {'':6}{'ratio':>8} {'spread':11}   beside"
    rows = [
        f"{one.name:44}{one.value:10.2f} {one.unit:6}"
        f"{'-' if one.ratio is None else format(one.ratio, '8.2f'):>8} "
        f"{'' if one.spread is None else '{:.2f}-{:.2f}'.format(*one.spread):11}   "
        f"{one.yardstick} ({one.beside:.2f} {one.unit})"
        for one in figures
    ]
    return "\n".join([head, *rows])

"""Counts of the referee for ``/metrics``, in Prometheus' text format, without names or seeds.

Counts begin at zero when the process starts; Prometheus adds them up.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from hardware.launcher import Fault, FaultsChanged, HitEnded, LauncherEvent, LinkChanged, Pressed

# They would say when each count began, by a wall clock that may be wrong on a Pi.
disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types

MEDIA = CONTENT_TYPE_LATEST
"""Media type of what ``Metrics.text`` gives."""

WRITE_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""From a fast disk to a card that is about to die."""


class Metrics:
    """What happened since the referee started."""

    def __init__(self) -> None:
        self._registry = all_of_it = CollectorRegistry()
        self._presses = Counter(
            "rollerdeck_presses", "Presses while a hit was armed.", registry=all_of_it
        )
        self._hits = Counter("rollerdeck_hits", "Hits that ended.", registry=all_of_it)
        self._broken = Counter(
            "rollerdeck_hits_broken_off", "Hits that a fault broke off.", registry=all_of_it
        )
        self._cards = Counter("rollerdeck_cards", "Cards counted.", registry=all_of_it)
        self._uncertain = Counter(
            "rollerdeck_cards_uncertain",
            "Further cards that may have come.",
            registry=all_of_it,
        )
        self._faults = Counter(
            "rollerdeck_faults",
            "Each fault, by its code. LINK_LOST: in a hit the launcher heard nothing for 250 ms.",
            ["fault"],
            registry=all_of_it,
        )
        self._links = Counter(
            "rollerdeck_links_lost",
            "Lost connections to the launcher, also by silence while it waited for a press.",
            registry=all_of_it,
        )
        self._writes = Histogram(
            "rollerdeck_journal_write_seconds",
            "Writes to the disk in seconds (an entry, or a command with its hit): they grow when a "
            "memory card gets slow.",
            buckets=WRITE_BUCKETS_S,
            registry=all_of_it,
        )
        self._refused = Counter(
            "rollerdeck_journal_refused", "Entries that could not be written.", registry=all_of_it
        )
        self._seq = Gauge(
            "rollerdeck_journal_entries", "Entries in the journal.", registry=all_of_it
        )
        self._up = Gauge("rollerdeck_launcher_up", "1 if the launcher answers.", registry=all_of_it)
        self._pages = Gauge("rollerdeck_pages", "Pages that receive events.", registry=all_of_it)
        for fault in Fault:
            self._faults.labels(fault.value)  # present at 0, so that the first fault is an increase
        self._latched: frozenset[Fault] = frozenset()
        self._part = (0, 0, 0)

    def heard(self, event: LauncherEvent) -> None:
        """The launcher said something."""
        match event:
            case Pressed(hit=int()):
                self._presses.inc()
            case HitEnded():
                self._ended(event)
            case FaultsChanged(faults=faults):
                for fault in set(faults) - self._latched:
                    self._faults.labels(fault.value).inc()
                self._latched = frozenset(faults)
            case LinkChanged(up=False):
                self._links.inc()

    def wrote(self, took_s: float) -> None:
        """An entry is on disk."""
        self._writes.observe(took_s)

    def refused(self) -> None:
        """The disk did not take an entry."""
        self._refused.inc()

    def text(self, seq: int, launcher_up: bool, pages: int) -> bytes:
        """All counts, and the state at this moment."""
        self._seq.set(seq)
        self._up.set(launcher_up)
        self._pages.set(pages)
        return generate_latest(self._registry)

    def _ended(self, event: HitEnded) -> None:
        """Count only new cards: a hit that was broken off ends again, with all of its cards."""
        result = event.result
        hit, cards, uncertain = self._part
        if hit != result.hit:
            cards = uncertain = 0
        self._cards.inc(max(0, result.delivered - cards))
        self._uncertain.inc(max(0, result.uncertain - uncertain))
        self._part = (result.hit, result.delivered, result.uncertain)
        (self._hits if result.complete else self._broken).inc()

"""The rulings that the referee told last. Pure.

The referee tells some of the newest rulings with each change. Put together, they are complete from
one entry of the journal on; a publisher that was away longer has missed what came before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.club.referee_state import Line, Table

KEPT = 200
"""As many as the referee tells at most."""
BEGINS = ("log.game", "log.goes_on")
"""The rulings with which games begin."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The newest rulings, oldest first."""

    lines: tuple[Line, ...] = ()
    after: int = 0
    """They are complete for the journal's entries after this one."""
    seq: int = 0
    """The newest entry of the journal that they cover."""

    def joined(self, table: Table) -> Rulings:
        """With those that a table tells."""
        if 0 < table.log_after <= self.seq and self.after <= table.log_after:
            before = tuple(line for line in self.lines if line.seq <= table.log_after)
            return Rulings((*before, *table.log), self.after, table.seq)._short()
        return Rulings(table.log, table.log_after, table.seq)._short()

    def since(self, seq: int) -> tuple[Line, ...]:
        """Those of entries after this one."""
        return tuple(line for line in self.lines if line.seq > max(seq, self.after))

    def game_of(self, line: Line, newest: int) -> int:
        """The game of a ruling; ``newest``: the one on the table. Games are numbered in order."""
        later = self.lines[self.lines.index(line) + 1 :]
        return newest - sum(ruling.key in BEGINS for ruling in later)

    def _short(self) -> Rulings:
        """Only so many, and whole entries: the oldest entry may have been told in part."""
        if len(self.lines) < KEPT:
            return self
        cut = self.lines[len(self.lines) - KEPT].seq
        newest = tuple(line for line in self.lines if line.seq > cut)
        return Rulings(newest, max(cut, self.after), self.seq)

"""Power cuts at a recorded evening: the disk as it may be afterwards, and what is asked of it."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from controller.base.errors import Trouble
from controller.journal.journal import Journal, NotSaved
from controller.journal.reading import Contents, read_entries
from tests.disks.medium import Image, Mark, Op, all_kept, only_synced, some_kept
from tests.disks.recorder import record

JOURNAL = "games/journal.sqlite3"

Loss = Callable[[Sequence[Op], Random], Image]
LOSSES: dict[str, Loss] = {
    "nothing lost": lambda ops, _: all_kept(ops),
    "all that was not synced": lambda ops, _: only_synced(ops),
    "some": some_kept,
}
"""What a power cut takes with it."""


@dataclass
class Recorded:
    """An evening, and what was on the disk and in the journal in the end."""

    ops: list[Op]
    left: dict[str, bytes]
    whole: Contents

    @classmethod
    def evening(cls, folder: Path, commands: int, synchronous: str = "FULL") -> Recorded:
        """Play one under strace in an empty ``folder``."""
        root, marks = folder / "disk", folder / "marks"
        root.mkdir(parents=True)
        journal = root / JOURNAL
        session = ("tests.disks.session", str(journal), str(marks), str(commands), synchronous)
        ops = record(root, marks, *session)
        left = {
            str(path.relative_to(root)): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file()
        }
        return cls(ops, left, read_entries(journal))


@dataclass
class Promised:
    """What somebody had been told when the power went."""

    stage: str = ""
    name: str = ""
    entries: int = 0
    armed: set[int] = field(default_factory=set)

    @classmethod
    def by(cls, ops: Sequence[Op]) -> Promised:
        """By the marks among these."""
        promised = cls()
        for op in ops:
            if isinstance(op, Mark):
                what, _, rest = op.words.partition(" ")
                if what == "stage":
                    promised.stage = rest
                elif what == "named":
                    promised.name = rest
                elif what == "acknowledged":
                    promised.entries = int(rest)
                elif what == "armed":
                    promised.armed.add(int(rest))
        return promised


class Cuts:
    """Cuts the power of one recorded evening, again and again, and keeps the books."""

    def __init__(self, recorded: Recorded, scratch: Path) -> None:
        self._recorded = recorded
        self._scratch = scratch
        self.moments = [n for n, op in enumerate(recorded.ops, 1) if not isinstance(op, Mark)]
        """After so many operations it may go."""
        self.stages: Counter[tuple[str, str]] = Counter()
        self.broken: list[str] = []
        """Promises that were not kept, as sentences."""

    def cut(self, moment: int, loss: str, random: Random) -> None:
        """Cut the power there, come back, and look what is left."""
        ops = self._recorded.ops[:moment]
        promised = Promised.by(ops)
        self.stages[promised.stage, loss] += 1
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        LOSSES[loss](ops, random).lay(self._scratch)
        where = f"{promised.stage}, after operation {moment}, lost: {loss}"
        try:
            wrong = asyncio.run(self._look(promised))
        except (Trouble, NotSaved) as trouble:
            wrong = [str(trouble)]
        self.broken += [f"{where}: {what}" for what in wrong]

    async def _look(self, promised: Promised) -> list[str]:
        whole = self._recorded.whole.entries
        journal, found = Journal.open(self._scratch / JOURNAL)
        try:
            wrong = []
            if found != whole[: len(found)]:
                wrong.append("entries are not those that were written")
            if len(found) < promised.entries:
                wrong.append(f"{len(found)} of {promised.entries} acknowledged entries are left")
            intended = {one.body["hit"] for one in found if one.kind == "intent"}
            if lost := promised.armed - intended:
                wrong.append(f"hits {sorted(lost)} were armed, and nothing tells of them")
            if promised.name and promised.name != f"{journal.id} {journal.seed(1).hex()}":
                wrong.append("the journal has another name or secret")
            await journal.add(1, "withdrawn", {})
        finally:
            journal.close()
        again = read_entries(journal.path).entries
        if len(again) != len(found) + 1:
            wrong.append("it does not go on")
        return wrong + self._copies()

    def _copies(self) -> list[str]:
        """A backup is whole wherever there is one."""
        wrong = []
        for copy in (self._scratch / JOURNAL).parent.glob("*.backups/games-*.sqlite3"):
            if not read_entries(copy).entries:
                wrong.append(f"the backup {copy.name} is empty")
        return wrong

    def histogram(self) -> str:
        """How many cuts in which stage, and what they took."""
        lines = [f"{'stage':8}" + "".join(f"{loss:>26}" for loss in LOSSES)]
        for stage in dict.fromkeys(stage for stage, _ in self.stages):
            counts = "".join(f"{self.stages[stage, loss]:>26}" for loss in LOSSES)
            lines.append(f"{stage:8}{counts}")
        return "\n".join(lines)

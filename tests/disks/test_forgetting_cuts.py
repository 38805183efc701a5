"""The power goes at any moment while names are taken out of a group's games.

Afterwards there is the whole old journal or the whole new one, and the next start finishes what was
begun: then no file has a name.
"""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from controller.base.paths import backups_of, groups_of
from controller.evenings.forgetting import finish
from controller.evenings.groups import read_groups
from controller.games.journal_replay import replay
from controller.journal.entry import Entry
from controller.journal.journal import Journal
from controller.journal.reading import Contents, read_entries
from tests.disks.cuts import JOURNAL, LOSSES
from tests.disks.forgetting import NAMES
from tests.disks.medium import Mark, Op, all_kept, only_synced
from tests.disks.recorder import record
from tests.seeds import soak_seed

CUTS = 12


@dataclass
class Deletion:
    """A recorded deletion, and the journal before and after it."""

    ops: list[Op]
    before: Contents
    after: Contents
    begun: int
    """After so many operations it was asked for."""
    ends: Counter[str] = field(default_factory=Counter)

    @property
    def moments(self) -> range:
        """After so many operations the power may go."""
        return range(self.begun, len(self.ops) + 1)

    def cut(self, moment: int, loss: str, random: Random, scratch: Path) -> str:
        """Cut the power there and start again. Returns what is wrong; empty: nothing."""
        ops = self.ops[:moment]
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        LOSSES[loss](ops, random).lay(scratch)
        path = scratch / JOURNAL
        found = read_entries(path)
        if found not in (self.before, self.after):
            return "the journal is neither the old one nor the new one"
        told = any(isinstance(op, Mark) and op.words == "forgotten" for op in ops)
        marked = any(group.going for group in read_groups(groups_of(path)))
        finish(path)
        now, groups = read_entries(path), read_groups(groups_of(path))
        end = "old" if now == self.before else "new" if now == self.after else "neither"
        self.ends[end] += 1
        if end == "neither" or (end == "old" and (told or marked)):
            return f"after the start the journal is {end}, told: {told}, marked: {marked}"
        if (end == "new") != (not groups):
            return f"the journal is {end}, and the groups are {groups}"
        for copy in backups_of(path).glob("*.sqlite3"):
            replay(read_entries(copy).entries, copy)
        replay(read_entries(path.with_name(f"{path.name}.before-1")).entries, path)
        left = names_in(scratch)
        if end == "new" and left:
            return f"names are left in {left}"
        Journal.open(path)[0].close()
        return ""


def names_in(folder: Path) -> list[str]:
    """The files that hold a name."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    wanted = [f'"{name}"'.encode() for name in NAMES]
    return [one.name for one in files if any(name in one.read_bytes() for name in wanted)]


def deletion(folder: Path) -> Deletion:
    root, marks = folder / "disk", folder / "marks"
    root.mkdir(parents=True)
    ops = record(root, marks, "tests.disks.forgetting", str(root / JOURNAL), str(marks))
    begun = next(
        at for at, op in enumerate(ops) if isinstance(op, Mark) and op.words == "stage forget"
    )
    scratch = folder / "before"
    scratch.mkdir()
    all_kept(ops[:begun]).lay(scratch)
    before = read_entries(scratch / JOURNAL)
    return Deletion(ops, before, read_entries(root / JOURNAL), begun)


@pytest.fixture(scope="module")
def recorded(memory: Path) -> Deletion:
    return deletion(memory / "deletion")


def named(entries: tuple[Entry, ...]) -> list[list[str]]:
    return [entry.body["game"]["players"] for entry in entries if entry.kind == "game"]


@pytest.mark.thorough
def test_the_deletion_that_was_recorded_changed_names_alone(recorded: Deletion) -> None:
    before, after = recorded.before, recorded.after
    assert before.id == after.id
    assert [(one.seq, one.kind) for one in before.entries] == [
        (one.seq, one.kind) for one in after.entries
    ]
    assert all(set(players) <= set(NAMES) for players in named(before.entries))
    assert named(after.entries) == [["Player 1", "Player 2"]] * 2


@pytest.mark.thorough
def test_a_power_cut_leaves_the_old_journal_or_the_new_one(
    recorded: Deletion, memory: Path
) -> None:
    random = Random(1)
    cuts = [(random.choice(recorded.moments), random.choice(list(LOSSES))) for _ in range(CUTS)]
    wrong = [recorded.cut(*cut, random, memory / "scratch") for cut in cuts]
    assert [one for one in wrong if one] == []
    assert recorded.ends["old"] and recorded.ends["new"]


@pytest.mark.soak
def test_a_power_cut_at_every_step_leaves_the_old_journal_or_the_new_one(
    recorded: Deletion, memory: Path
) -> None:
    seed = soak_seed()
    random, wrong = Random(seed), []
    for moment in recorded.moments:
        for loss in LOSSES:
            found = recorded.cut(moment, loss, random, memory / "scratch")
            wrong += [f"after operation {moment}, lost: {loss}: {found}"] if found else []
    print(f"\n{len(recorded.moments)} steps, seed {seed}, {dict(recorded.ends)}")
    assert wrong == []


@pytest.mark.thorough
def test_a_journal_that_is_replaced_without_a_mark_is_seen(
    recorded: Deletion, memory: Path
) -> None:
    careless = Deletion(
        [op for op in recorded.ops if not _writes_groups(op, recorded)],
        recorded.before,
        recorded.after,
        recorded.begun,
    )
    wrong = [
        careless.cut(moment, "all that was not synced", Random(1), memory / "scratch")
        for moment in careless.moments[-1:]
    ]
    assert any("the groups are" in one or "names are left" in one for one in wrong)
    assert only_synced(careless.ops).files


def _writes_groups(op: Op, recorded: Deletion) -> bool:
    """Whether an operation puts another file of groups in its place after the deletion began."""
    late = op in recorded.ops[recorded.begun :]
    return late and any("groups.json" in path for path, _ in getattr(op, "of", ()))

"""An evening in a support bundle is seen again: the same states and rulings, or what is wrong."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from controller.base.paths import wire_of
from controller.journal.schema import lay
from controller.table.arming import Arming
from controller.workshop.doctor.bundle import EVENING, evening_of, write_bundle
from controller.workshop.doctor.evening import VERSION, RecordedEntry, RecordedEvening
from controller.workshop.doctor.machine import ThisMachine
from tests.world import bundle
from tests.world.__main__ import main
from tests.world.bundle import read_bundle
from tests.world.entries import by_hits
from tests.world.scene import LAST_EVENTS, Outcome, play
from tests.world.seen_again import see_again

ENOUGH = 20
"""Entries of a scene that shows something."""


def is_counted(entry: RecordedEntry) -> bool:
    """Whether it is a hit that the launcher counted without a doubt."""
    measured = entry.body.get("measured") or {}
    return bool(measured.get("card_times_ms")) and not measured.get("uncertain")


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return next(
        outcome
        for outcome in map(play, range(1, 40))
        if len(outcome.entries) >= ENOUGH
        and any(is_counted(entry) for entry in of_entries(outcome.entries))
    )


def of_entries(rows: Sequence[Any]) -> list[RecordedEntry]:
    return [
        RecordedEntry(game, kind, msgspec.json.decode(body), wall_s, key is not None, "")
        for _, game, kind, body, key, wall_s, _ in rows
    ]


@pytest.fixture(scope="module")
def made(outcome: Outcome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of a scene, made by the product."""
    folder = tmp_path_factory.mktemp("evening")
    lay(folder / "journal.sqlite3", outcome.entries)
    wire_of(folder / "journal.sqlite3").write_bytes(outcome.wire)
    file, machine = folder / "bundle.zip", ThisMachine()
    evening = evening_of(machine, folder / "journal.sqlite3")
    assert EVENING in write_bundle(file, machine, (), None, None, (), evening)
    return file


def run(file: Path) -> tuple[int, list[str]]:
    result = CliRunner().invoke(main, ["--bundle", str(file)])
    return result.exit_code, result.output.splitlines()


def written(file: Path, evening: object) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(EVENING, msgspec.json.encode(evening))
    return file


def changed(
    evening: RecordedEvening,
    which: Callable[[RecordedEntry], bool],
    change: Callable[[RecordedEntry], RecordedEntry],
) -> tuple[int, RecordedEvening]:
    """The evening with another entry, and its number."""
    at = next(at for at, entry in enumerate(evening.entries) if which(entry))
    entries = (*evening.entries[:at], change(evening.entries[at]), *evening.entries[at + 1 :])
    return at + 1, replace(evening, entries=entries)


def test_an_evening_comes_to_the_same_states_and_rulings(made: Path) -> None:
    evening = read_bundle(made)
    assert any(told.name == "card" for told in evening.wire)
    code, (line,) = run(made)
    assert line.startswith(f"{len(evening.entries)} entries come to the same states and rulings")
    assert code == 0
    assert all(entry.comes_to for entry in evening.entries)


def test_a_wrong_count_of_that_evening_is_found_and_named(made: Path) -> None:
    def miss(entry: RecordedEntry) -> RecordedEntry:
        measured = entry.body["measured"]
        times = [*measured["card_times_ms"], measured["card_times_ms"][-1] + 90]
        return replace(entry, body={**entry.body, "measured": {**measured, "card_times_ms": times}})

    whole = replace(read_bundle(made), wire=())
    seq, evening = changed(whole, is_counted, miss)
    world, report = see_again(evening)
    body = evening.entries[seq - 1].body
    cards = len(body["measured"]["card_times_ms"])
    assert world.broken == (
        f"hit {body['hit']} was counted as {cards - 1} cards on that evening, "
        f"and {cards} were timed"
    )
    lines = report.splitlines()
    assert 1 < len(lines) <= LAST_EVENTS + 1
    assert lines[-1] == world.broken


def test_a_card_that_the_launcher_did_not_tell_of_is_found_and_named(made: Path) -> None:
    evening = read_bundle(made)
    told_of = by_hits(evening.wire)
    counted = next(
        entry
        for entry in evening.entries
        if is_counted(entry) and told_of.get(entry.body["hit"], [None])[-1] is not None
    )
    hit, cards = counted.body["hit"], len(counted.body["measured"]["card_times_ms"])
    wire = [told for told in evening.wire if told.event.get("hit") != hit or told.name != "card"]
    world, _ = see_again(replace(evening, wire=tuple(wire)))
    assert world.broken == (
        f"hit {hit} is in the journal with {cards} cards (and 0 in doubt), and 0 left"
    )


def test_an_entry_that_nobody_asked_for_is_found_and_named(made: Path) -> None:
    seq, evening = changed(
        read_bundle(made),
        lambda entry: entry.asked and entry.kind == "command",
        lambda entry: replace(entry, asked=False),
    )
    assert (see_again(evening)[0].broken or "").startswith(f"nobody asked for entry {seq}")


def test_a_fault_of_that_evening_that_is_still_there_is_found(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Arming.judge_count

    def miscount(self: Arming, hit: Any, measured: Any, cards: int, *more: Any) -> Any:
        return judge(self, hit, measured, cards - (cards > 0), *more)

    monkeypatch.setattr(Arming, "judge_count", miscount)
    assert "cards (and 0 in doubt)" in str(see_again(read_bundle(made))[0].broken)


def test_other_rules_than_on_that_evening_are_named(made: Path) -> None:
    seq, evening = changed(
        read_bundle(made),
        lambda entry: entry.kind == "command",
        lambda entry: replace(entry, comes_to="0" * 16),
    )
    assert f"something else of entry {seq} " in str(see_again(evening)[0].broken)


def test_an_entry_that_does_not_follow_is_named(made: Path) -> None:
    seq, evening = changed(
        read_bundle(made),
        lambda entry: entry.kind == "command",
        lambda entry: replace(entry, body={"command": {"do": "play", "by": "Nobody"}}),
    )
    assert f"entry {seq} does not follow" in str(see_again(evening)[0].broken)


def test_what_is_no_bundle_gets_one_sentence(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, evening = made.read_bytes(), read_bundle(made)
    file = tmp_path / "b.zip"

    def refused(content: bytes | object) -> str:
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            written(file, content)
        code, lines = run(file)
        assert (code, len(lines)) == (1, 1), lines
        return lines[0]

    assert "is no bundle, or a damaged one" in refused(b"Dear helper")
    middle = whole.index(EVENING.encode()) + 200
    assert "a damaged one" in refused(whole[:middle] + b"no" + whole[middle + 2 :])
    assert "a damaged one" in refused(whole[: len(whole) // 2])
    assert "cannot be read" in refused({"version": VERSION, "entries": 3})
    assert "cannot be read" in refused([])
    newer = {"version": VERSION + 1, "rollerdeck": "9.9", "entries": "in another way"}
    assert "newer Rollerdeck (9.9)" in refused(newer)
    assert "without entries" in refused(replace(evening, entries=()))
    impossible = replace(evening.entries[0], body={"game": 3})
    assert "Entry 1 " in refused(replace(evening, entries=(impossible,)))
    device = replace(evening.entries[0], kind="signed_out", body={"device": 1})
    assert "Entry 1 " in refused(replace(evening, entries=(device,)))
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("findings.json", "[]")
    assert "--evening" in refused(file.read_bytes())
    assert "cannot be read (" in run(tmp_path)[1][0]
    monkeypatch.setattr(bundle, "MAX_EVENING_BYTES", 100)
    assert "more than an evening" in refused(whole)
    monkeypatch.setattr(bundle, "MAX_BYTES", 100)
    assert "larger than a bundle can be" in refused(whole)

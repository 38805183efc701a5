"""The evening in a support bundle: a journal of its own, and nothing private."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from controller.base.errors import Trouble
from controller.cli import doctor as cli
from controller.daemon.wire_trace import WireEvent
from controller.evenings.totals import PAUSE_S
from controller.games.journal_replay import replay
from controller.journal.entry import Entry, Kind, row_of
from controller.journal.schema import lay
from controller.workshop.doctor.bundle import BundleTrouble, evening_of
from controller.workshop.doctor.evening import RecordedEvening, recorded_evening
from rules.editions.house import house_id
from tests.rules.house_box import BOX
from tests.worlds.pretended import Pretended

SEED = "5eed" * 16
SEAL = {"commitment": "c0" * 32, "profile_hash": "ab" * 32, "words": "Secret", "receipt": "d0" * 32}
SECRETS = ("Zoë", "Yves", "Xaver", "5eed", "c0c0", "d0d0", "Secret", "Family", "Hug", "1790")
DEVICE = {"device": 1, "role": "seat", "player": "Xaver", "own_only": True, "hash": "5eed" * 16}
TEXTS = [{"text": "Zoë keeps a Secret", "effects": ["skip"]}]


class Lines:
    """The entries of a journal, written down one after the other."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.now_s = 1_790_000_000
        self._game = 0

    def add(self, kind: Kind, body: dict[str, Any], key: str | None = "key-of-Zoë") -> None:
        self._game += kind == "game"
        game = 0 if kind == "draws" else self._game
        self.now_s += 1
        key = key and f"{key}-{len(self.entries)}"
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, game, kind, body, key, self.now_s, "print-of-Zoë"))

    def game(self, goes_on: int = 0, **members: Any) -> None:
        game = {"edition": "extreme", "players": ["Zoë", "Yves"], "dealer": "Zoë", **members}
        body = {"game": game, "seed": SEED, "profile": "measured", "seal": SEAL, "rules": 1}
        on = {"game": goes_on, "presses": 1, "dry": 0}
        self.add("game", {**body, "goes_on": on if goes_on else None, "boot": "Secret"})

    def command(self, **command: Any) -> None:
        self.add("command", {"command": command})

    def hit(self, number: int) -> None:
        intent = {"draw": 2, "requested": 2, "by": "Yves", "owner": "Yves"}
        self.add("intent", {"hit": number, **intent}, None)
        measured = {"requested": 2, "card_times_ms": [150, 250]}
        command = {"do": "hit", "by": "Yves", "cards": 2}
        self.add("command", {"command": command, "hit": number, "measured": measured}, None)


def evening() -> Lines:
    """One game, and after a pause another evening with all that can name people."""
    lines = Lines()
    lines.game()
    lines.command(do="turn_up", card="red-3")
    lines.hit(7)
    lines.now_s += PAUSE_S
    lines.game(options={"customizable": TEXTS})
    lines.add("admitted", {**DEVICE, "journal": "5eed"})
    lines.add("avatar", {"player": "Xaver", "colour": "red", "emoji": None})
    lines.command(do="turn_up", card="red-3")
    lines.command(do="set", scores={"Zoë": 20})
    lines.hit(8)
    lines.add("deleted", {"game": 1})
    lines.game(edition=house_id("family", BOX), box=BOX)
    lines.add("deleted", {"game": 2})
    draws = {"session": 1, "seed": SEED, "profile": "measured", "custom": [], "seal": SEAL}
    lines.add("draws", {"do": "begin", **draws})
    lines.add("draws", {"do": "ask", "player": "Xaver", "cards": 2})
    return lines


def bodies(recorded: RecordedEvening, kind: str) -> list[dict[str, Any]]:
    return [entry.body for entry in recorded.entries if entry.kind == kind]


def test_it_names_nobody_and_holds_no_secret() -> None:
    recorded = recorded_evening(evening().entries, "1.2")
    text = json.dumps(msgspec.to_builtins(recorded), ensure_ascii=False)
    for secret in SECRETS:
        assert secret not in text, secret
    assert "Player 1" in text and "Player 3" in text  # who drew cards without a game


def test_it_is_a_journal_of_its_own() -> None:
    recorded = recorded_evening(evening().entries, "1.2")
    assert recorded.rollerdeck == "1.2"
    assert [entry.game for entry in recorded.entries if entry.kind == "game"] == [1, 2]
    assert [body["hit"] for body in bodies(recorded, "intent")] == [1]
    assert bodies(recorded, "deleted") == [{"game": 1}]  # of the evening before, nothing is left
    assert recorded.entries[0].at_s == 0
    assert all(entry.comes_to for entry in recorded.entries)
    assert [entry.asked for entry in recorded.entries[:5]] == [True, True, True, False, False]
    entries = [
        Entry(seq, entry.game, entry.kind, entry.body)
        for seq, entry in enumerate(recorded.entries, start=1)
    ]
    assert replay(entries, Path("journal")).sessions == 1


def test_it_has_what_the_launcher_told_of_its_hits() -> None:
    lines = evening()
    ms = lines.now_s * 1000
    wire = [
        WireEvent(1_000, "card", {"hit": 7, "nth": 1}),  # of the evening before
        WireEvent(ms, "press", {"hit": 8, "presses": 3}),
        WireEvent(ms + 1, "press", {"hit": None, "presses": 4}),
        WireEvent(ms + 2, "card", {"hit": 9, "nth": 1}),  # of another journal
        WireEvent(ms + 3, "ended", {"result": {"hit": 8, "delivered": 2}}),
    ]
    recorded = recorded_evening(lines.entries, "1.2", wire)
    began_ms = (lines.now_s - recorded.entries[-1].at_s) * 1000
    assert [(told.at_ms + began_ms - ms, told.name, told.event) for told in recorded.wire] == [
        (0, "press", {"hit": 1, "presses": 3}),
        (1, "press", {"hit": None, "presses": 4}),
        (3, "ended", {"result": {"hit": 1, "delivered": 2}}),
    ]


def test_a_game_that_goes_on_brings_the_one_that_was_left() -> None:
    lines = evening()
    lines.now_s += PAUSE_S
    lines.game(goes_on=2, options={"customizable": TEXTS})
    recorded = recorded_evening(lines.entries, "1.2")
    assert [(body["goes_on"] or {}).get("game") for body in bodies(recorded, "game")] == [
        *(None, None, 1)
    ]
    assert all(entry.comes_to for entry in recorded.entries)


def test_an_entry_that_does_not_hold_is_there_all_the_same() -> None:
    lines = evening()
    lines.add("draws", {"do": "ask", "player": "Xaver", "cards": 2})
    lines.add("draws", {"do": "end"})
    recorded = recorded_evening(lines.entries, "1.2")
    assert [bool(entry.comes_to) for entry in recorded.entries[-3:]] == [True, False, False]


def test_an_evening_needs_a_journal_in_which_somebody_played(tmp_path: Path, pi: Pretended) -> None:
    journal = tmp_path / "journal.sqlite3"
    with pytest.raises(BundleTrouble, match="There is no journal"):
        evening_of(pi, journal)
    lay(journal)
    pi.files[str(journal)] = ""
    with pytest.raises(BundleTrouble, match="Nobody has played"):
        evening_of(pi, journal)
    lay(journal, map(row_of, evening().entries))
    assert evening_of(pi, journal).entries
    pi.hidden = (journal,)
    with pytest.raises(BundleTrouble, match="sudo rollerdeck doctor"):
        evening_of(pi, journal)


def test_only_who_wants_it_gives_the_evening_away(
    tmp_path: Path, pi: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "ThisMachine", lambda: pi)
    for name in ("STATE_DIRECTORY", "RUNTIME_DIRECTORY", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    lay(tmp_path / "journal.sqlite3", map(row_of, evening().entries))
    pi.files[str(tmp_path / "journal.sqlite3")] = ""
    alone = CliRunner().invoke(cli.command, ["--evening"])
    assert isinstance(alone.exception, Trouble)
    assert "--bundle" in str(alone.exception)
    file = tmp_path / "b.zip"
    for words, holds in (([], False), (["--evening"], True)):
        output = CliRunner().invoke(cli.command, ["--bundle", str(file), *words]).output
        with zipfile.ZipFile(file) as archive:
            parts = archive.namelist()
        assert ("evening.json" in parts) is holds
        assert f"Written: {file} ({', '.join(parts)})" in output

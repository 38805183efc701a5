"""A device says what the room's voice says: the same sentences of the same games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.sightings.memory import Notice, Proposal, Question, QuestionKind, Sighting
from controller.table import table as table_module
from controller.table.context import Change
from controller.voice.narration import Level, Snapshot, Utterance, snapshot_of
from controller.voice.narrator import FACTS, SILENT, narrate, repeat
from controller.web import table_views
from rules.legal import legal
from rules.view import view
from tests.page.node import run
from tests.seeds import sample
from tests.worlds.bot_journal import BotJournal
from tests.worlds.strings import Strings
from tests.worlds.wild_evening import WildEvening

NARRATE = """
import { readFileSync } from "node:fs";
import { FACTS, SILENT, again, narrate } from "./narrating.js";
const tables = JSON.parse(readFileSync(0, "utf8"));
const said = tables.map((now, at) => (at ? narrate(tables[at - 1], now) : []));
const repeated = tables.map((now, at) => again(said[at], now));
console.log(JSON.stringify({ said, repeated, FACTS, SILENT }));
"""
UP: dict[str, Any] = {"link": "up", "faults": [], "why": None, "hit": None}


def pushed(record: Record, game: dict[str, Any]) -> dict[str, Any]:
    """What a page is told of a game's moment, as far as it speaks of it."""
    state = record.state
    return {
        "seq": record.seq,
        "game": game,
        "state": None if state is None else view(state),
        # the page learns from the offers whether somebody can answer what is owed (HOU-1)
        "legal": [offer.json() for offer in legal(state)] if state and state.position.owed else [],
        "launcher": UP,
        "draw_pile": state is not None and not state.position.setup.launcher,
        "color_only": state is not None and state.position.color_only,
        "log": msgspec.to_builtins(list(record.log)),
    }


def asked_of_the_page(tables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the page says of these moments, one after the other."""
    done = run(NARRATE, json.dumps(tables))
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def told(utterances: Sequence[Utterance]) -> list[dict[str, Any]]:
    return [
        {
            "key": one.key,
            "values": dict(one.values),
            "level": one.level.name.lower(),
            "happened": not one.topic,
        }
        for one in utterances
    ]


def game_of(seed: int) -> tuple[dict[str, Any], list[Record]]:
    """A game of bots, and its moments."""
    journal = BotJournal(Random(seed), target=50)
    journal.play(3 + seed % 3)
    game = next(entry.body["game"] for entry in journal.entries if entry.kind == "game")
    seen = [record for _, record in steps(journal.entries, Path("journal"))]
    return game, [record for record in seen if record.state]


@pytest.mark.parametrize(
    "seeds",
    [
        range(2),
        range(53, 55),  # hits that no card can answer, because each lies face up
        *sample([range(first, first + 8) for first in range(2, 58, 8)], 1),
    ],
)
def test_both_say_the_same_of_a_game(seeds: range) -> None:
    editions = set()
    for seed in seeds:
        game, moments = game_of(seed)
        editions.add(game["edition"])
        page = asked_of_the_page([pushed(record, game) for record in moments])
        before: Snapshot | None = None
        for at, record in enumerate(moments):
            now = Snapshot(record)
            if before is not None:
                room = narrate(before, now).utterances
                assert page["said"][at] == told(room), (seed, record.log[-3:])
                assert page["repeated"][at] == told(repeat(room, now)), (seed, at)
            before = now
        assert sum(map(len, page["said"])) > 50
        assert sorted(page["SILENT"]) == sorted(SILENT)
    assert len(editions) > 1


def asking(
    record: Record, by: str | None, kind: QuestionKind, card: str | None, number: int
) -> Snapshot:
    """A table where a reader has seen a card, of which people are asked and told."""
    question = Question(number, Sighting(17, card, 0.0), by, kind, Proposal({}), ())
    notice = Notice(number, "sighting.not_now", {"card": "red-7"})
    return Snapshot(record, question=question, notice=notice)


def sightings(scene: Snapshot) -> dict[str, Any]:
    """What the page is told of it."""
    question, notice = scene.question, scene.notice
    assert question is not None
    assert notice is not None
    of_it = {"number": question.number, "by": question.by, "why": question.kind}
    return {
        "readers": [],
        "pending": of_it | {"card": question.sighting.card, "cards": [], "needs": []},
        "waiting": 0,
        "last": msgspec.to_builtins(notice),
        "counting": None,
    }


def test_both_ask_the_same_about_cards_that_were_seen() -> None:
    game, moments = game_of(1)
    record = next(one for one in moments if one.state and one.state.position.phase == "play")
    asked = [(by, kind) for by in ("Bo", None) for kind in get_args(QuestionKind)]
    scenes = [
        asking(record, by, kind, None if kind == "unread" else "red-3", 1 + at // 2)
        for at, (by, kind) in enumerate(asked)
    ]
    tables = [pushed(record, game) | {"sightings": sightings(scene)} for scene in scenes]
    page = asked_of_the_page(tables)
    for at, scene in enumerate(scenes[1:], start=1):
        room = narrate(scenes[at - 1], scene).utterances
        assert page["said"][at] == told(room), asked[at]
    assert sum(map(len, page["said"])) > len(asked)


class Overheard(WildEvening):
    """An evening with faults, of which each change is seen by a page and by the room's voice."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, Random(seed), Strings())
        self.seen: list[tuple[Snapshot, dict[str, Any]]] = []

    async def _begin(self) -> None:
        await super()._begin()
        tell = self.evening.changed

        def changed(what: Change) -> None:
            now = table_views.table(self.evening.table, "")
            self.seen.append((snapshot_of(self.evening.table), msgspec.to_builtins(now)))
            tell(what)

        self.evening.changed = changed


@pytest.mark.thorough
@pytest.mark.parametrize(
    "seeds",
    # 5: only the colour of a turned-up Grab 2 Towers matches
    [range(1, 2), range(5, 6), *sample([range(seed, seed + 1) for seed in range(2, 7)], 1)],
)
async def test_both_say_the_same_when_the_launcher_or_the_disk_is_in_trouble(
    seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    for seed in seeds:
        (folder := tmp_path / str(seed)).mkdir()
        evening = Overheard(folder, seed)
        await evening.play()
        seen = [one for one in evening.seen if one[0].record.state]
        page = asked_of_the_page([pushed for _, pushed in seen])
        for at, ((before, was), (now, pushed)) in enumerate(pairwise(seen), start=1):
            if now.record.begun_by != before.record.begun_by:
                continue  # a page begins to listen anew
            room = narrate(before, now).utterances
            launcher = (was["launcher"], pushed["launcher"])
            assert page["said"][at] == told(room), (seed, at, launcher)
            assert page["repeated"][at] == told(repeat(room, now)), (seed, at, launcher)


def test_both_know_the_same_rulings() -> None:
    page = asked_of_the_page([])["FACTS"]
    known = {key: one for key, one in FACTS.items() if one.key or one.level < Level.EVERYTHING}
    assert {key: (one["level"], one["moves"], one.get("key", "")) for key, one in page.items()} == {
        key: (fact.level.name.lower(), fact.moves, fact.key) for key, fact in known.items()
    }

"""Whole games of bots, narrated in each language: every sentence is there, whole and right."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from controller.games.journal_replay import steps
from controller.voice.narration import Level, Snapshot
from controller.voice.narrator import narrate
from controller.words.catalogue import Catalogue, catalogue
from tests.seeds import soak_seed
from tests.test_plurals import NOUNS
from tests.test_plurals import wrong as mixed_up
from tests.worlds.bot_journal import BotJournal
from tests.worlds.spoken import (
    Recorder,
    game_of,
    hear,
    languages,
    moves_made,
    moves_told,
)

GAMES = int(os.environ.get("SPOKEN_GAMES", 1000))
WRITTEN = GAMES // 10
"""So many of them are also written down again, which takes longer."""
KEY = re.compile(r"\b(spoken|ruling|log|advice|refusal|card|color|kind|side|list)\.[a-z_.-]+\b")


def narrated(journal: BotJournal, words: dict[str, Catalogue]) -> Counter[str]:
    """Say everything of a journal in each language; returns how often each key was said."""
    said: Counter[str] = Counter()
    before = None
    for _, record in steps(journal.entries, Path("journal")):
        now = Snapshot(record)
        for one in narrate(before, now).utterances:
            n = one.values.get("n")
            said[one.key if n is None else f"{one.key} {min(n, 3)}"] += 1
            for language, catalogue_of in words.items():
                text = catalogue_of.say(one.key, one.values)
                problem = wrong(text, language)
                assert not problem, f"{language}: {problem}: {text}"
        before = now
    return said


def wrong(text: str, language: str) -> str:
    """What is wrong with a sentence; empty: nothing."""
    if KEY.search(text):
        return "a key that nobody translated"
    if re.search(r"[{}]|None", text):
        return "a value that nobody filled in"
    if text != text.strip() or "  " in text or text[-1] not in ".?!”»":
        return "no sentence"
    if language in NOUNS and mixed_up(language).search(text):
        return "singular and plural mixed up"
    return ""


def play(seed: int, games: int) -> Counter[str]:
    words = {language: catalogue(language) for language in languages()}
    said: Counter[str] = Counter()
    for nth in range(games):
        journal = BotJournal(Random(f"{seed}:{nth}"))
        journal.play()
        said += narrated(journal, words)
    return said


@pytest.mark.thorough
def test_some_games_are_narrated_in_each_language() -> None:
    assert play(1, 2).total() > 500


@pytest.mark.soak
def test_a_thousand_games_are_narrated_in_each_language() -> None:
    seed = soak_seed()
    print(f"\n{GAMES} games in {', '.join(languages())}, seed {seed}")
    said = play(seed, GAMES)
    for key, times in sorted(said.items()):
        print(f"{times:10}  {key}")
    for key in ("spoken.play", "spoken.came_nothing", "spoken.press 1", "spoken.came 1"):
        assert said[key], key


@pytest.mark.parametrize("language", languages())
def test_each_number_has_its_form(language: str) -> None:
    words = catalogue(language)
    values = {"player": "Ann", "owner": "Bo", "card": "red-5", "color": "red"}
    for key in PLURALS:
        said = [words.say(key, {**values, "n": n}) for n in (0, 1, 2, 5, 21)]
        for text in said:
            assert not wrong(text, language), text
        assert re.sub(r"\d+", "", said[1]) != re.sub(r"\d+", "", said[2])
        assert re.sub(r"\d+", "", said[2]) == re.sub(r"\d+", "", said[3])


PLURALS = (
    *("spoken.came", "spoken.play_on", "spoken.play_on_calling", "spoken.press"),
    *("spoken.press_for", "spoken.rest", "spoken.challenge", "spoken.hand", "spoken.uncertain"),
)


@pytest.mark.soak
@pytest.mark.looptime
@pytest.mark.parametrize("language", languages())
async def test_many_games_can_be_written_down_from_what_was_heard(language: str) -> None:
    seed = soak_seed()
    print(f"\n{WRITTEN} games in {language}, seed {seed}")
    moves = 0
    for nth in range(WRITTEN):
        recorder = Recorder()
        seen, _ = await hear(game_of(seed * 1000 + nth).entries, language, Level.PLAYS, recorder)
        told = [one for one in moves_told(recorder.texts, language) if one[0] != "turn"]
        made = [one for one in moves_made(seen) if one[0] != "turn"]
        assert told == made, f"game {nth}"
        moves += len(made)
    print(f"{moves} plays, counts, calls and undos")

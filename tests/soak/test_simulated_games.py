"""The long count: whole games of every edition, with house options drawn at random."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from random import Random
from typing import get_args

import pytest

from controller.study.simulation import in_processes
from controller.words import say
from hardware.profiles import ProfileName, launcher_of, profile_of
from rules import (
    EDITIONS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    Applied,
    Setup,
    State,
    apply,
    legal,
    read_setup,
)
from rules.bots import CHECKS, Broken, play_game
from rules.bots.table import LOOK_EVERY
from rules.legal import is_offered
from rules.read_setup import SCORINGS
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import filled
from tests.seeds import soak_seed
from tests.soak.random_games import random_game

GAMES = int(os.environ.get("SIMULATED_GAMES", 100_000))
PROCESSES = int(os.environ.get("PROCESSES", len(os.sched_getaffinity(0))))
GAMES_A_TIME = 25
TRIED = "states at which the whole alphabet was tried"
PROFILES = [name for name in get_args(ProfileName) if name != "custom"]


def agree(state: State, random: Random) -> None:
    """What is accepted is offered, and what is offered is accepted."""
    offers = legal(state)
    for command in alphabet(state, random.choice):
        if isinstance(apply(state, command), Applied) and not is_offered(command, offers):
            raise Broken("offered", {"accepted": command, "state": repr(state)})
    for offer in offers:
        command = filled(state, offer, random.choice)
        if not isinstance(apply(state, command), Applied):
            raise Broken("accepted", {"offered": command, "state": repr(state)})


def play_some(seed: int, numbers: Iterable[int]) -> Counter[str]:
    """Play the games of these numbers; returns what was checked, and what was played."""
    total: Counter[str] = Counter()
    for number in numbers:
        name = f"{seed}:{number}"
        random, looking = Random(name), Random(f"{name}:looking")
        game = random_game(random)
        setup = read_setup(game)
        assert isinstance(setup, Setup), setup
        press = launcher_of(profile_of(random.choice(PROFILES)), name.encode())

        def look(state: State, _: object, looking: Random = looking) -> None:
            total["commands"] += 1
            if total["commands"] % LOOK_EVERY == 0:
                agree(state, looking)
                total[TRIED] += 1

        try:
            played = play_game(setup, press, random, look)
        except Broken as broken:
            evidence = {"number": number, "seed": seed, "game": game, **broken.evidence}
            raise Broken(broken.check, evidence) from None
        total.update(played.checks)
        total["rounds"] += played.rounds
        total.update(["games", game["edition"], game["scoring"], players(len(game["players"]))])
    return total


def players(count: int) -> str:
    """A table of that many, as the totals name it."""
    return f"{count} players"


@pytest.mark.soak
def test_every_simulated_game_holds() -> None:
    seed = soak_seed()
    firsts = range(1, GAMES + 1, GAMES_A_TIME)
    jobs = ((seed, range(first, min(first + GAMES_A_TIME, GAMES + 1))) for first in firsts)
    total, began = Counter[str](), time.monotonic()
    print(f"\n{GAMES} games, seed {seed}")
    for nth, some in enumerate(in_processes(play_some, jobs, PROCESSES), start=1):
        total.update(some)
        if nth % max(1, len(firsts) // 20) == 0:
            print(f"{total['games']:12} games after {time.monotonic() - began:.0f} s", flush=True)
    tables = [players(count) for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    drawn = (tuple(EDITIONS), SCORINGS, tables)
    for name in (*sorted(total.keys() - set(chain(*drawn))), *chain(*drawn)):
        print(f"{total[name]:12}  {say(f'check.{name}') if name in CHECKS else name}")
    assert total["games"] == total["ended"] == GAMES
    for kinds in drawn:
        counts = [total[kind] for kind in kinds]
        assert min(counts) > GAMES / len(kinds) / 2, dict(zip(kinds, counts, strict=True))


@pytest.mark.thorough
def test_some_simulated_games_hold() -> None:
    total = play_some(1, range(1, 13))
    assert total["games"] == total["ended"] == 12
    assert total[TRIED] == total["commands"] // LOOK_EVERY > 12


def test_an_offer_too_few_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.test_simulated_games.is_offered", lambda *_: False)
    with pytest.raises(Broken, match=r"offered.*accepted"):
        play_some(1, [1, 2])


def test_an_offer_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fill = {"do": "pass", "by": "Seat 1"}
    monkeypatch.setattr("tests.soak.test_simulated_games.filled", lambda *_: fill)
    with pytest.raises(Broken, match=r"accepted.*offered"):
        play_some(1, [1, 2])

"""The long count: whole games of every edition, with house options drawn at random."""

from __future__ import annotations

import os
import time
from collections import Counter
from itertools import repeat
from random import Random
from typing import Any

import click
import pytest

from controller.simulation import in_processes, launcher_of
from hardware.profiles import profile_of
from rules import EDITIONS, Applied, Setup, State, apply, legal, read_setup
from rules.bots import CHECKS, Broken, play_game
from rules.legal import is_offered
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import EFFECTS, filled

GAMES = int(os.environ.get("SIMULATED_GAMES", 100_000))
LOOKED_AT = 50
"""Games from one in which the whole alphabet is tried to the next: that takes most of the time."""
GAMES_A_TIME = 25
PROFILES = ("measured", "sequence", "suspense", "even")


def random_game(random: Random) -> dict[str, Any]:
    """A table of any edition, with house options that it has a use for."""
    edition = random.choice(sorted(EDITIONS))
    players = [f"Seat {seat}" for seat in range(1, random.randint(2, 10) + 1)]
    rules = [
        {"text": "Whatever", "effects": random.choices(EFFECTS, k=random.randrange(4))}
        for _ in range(random.randrange(4))
    ]
    options: dict[str, Any] = {
        "first_all_hit_skips": random.random() < 0.5,
        "last_card_hits": random.random() < 0.5,
        "extreme_hit_skips_next": random.random() < 0.5,
        "sticking_to": random.choice(("owner", "presser")),
        "interlock": random.choice(("strict", "free")),
        "customizable": rules,
        "points": {"7": random.choice((7, 70))},
    }
    options["draw_from"] = random.choice(("pile", "launcher"))
    if edition != "power-grab" or options["draw_from"] == "launcher":
        options["reload_below"] = random.randint(0, 60)
    useful = EDITIONS[edition].options
    game: dict[str, Any] = {
        "edition": edition,
        "players": players,
        "scoring": random.choice(("winner", "lowest", "challenge")),
        "target": random.choice((100, 300, 500)),
        "options": {name: value for name, value in options.items() if name in useful},
    }
    return game | ({"dealer": random.choice(players)} if random.random() < 0.5 else {})


def agree(state: State, random: Random) -> None:
    """What is accepted is offered, and what is offered is accepted."""
    for command in alphabet(state):
        if isinstance(apply(state, command), Applied) and not is_offered(state, command):
            raise Broken(f"{command} is accepted, but not offered: {state!r}")
    for offer in legal(state):
        command = filled(state, offer, random.choice)
        if not isinstance(apply(state, command), Applied):
            raise Broken(f"{command} is offered, but not accepted: {state!r}")


def play_some(seed: int, first: int) -> Counter[str]:
    """Play some of the games, in a process of its own; returns what was checked."""
    total: Counter[str] = Counter()
    for number in range(first, min(first + GAMES_A_TIME, GAMES + 1)):
        name = f"{seed}:{number}"
        random, looking = Random(name), Random(f"{name}:looking")
        game = random_game(random)
        setup = read_setup(game)
        assert isinstance(setup, Setup), setup
        press = launcher_of(profile_of(random.choice(PROFILES)), name.encode())

        def look(state: State, looking: Random = looking) -> None:
            agree(state, looking)
            total["states looked at"] += 1

        try:
            played = play_game(setup, press, random, look if number % LOOKED_AT == 0 else None)
        except Broken as broken:
            raise Broken(f"Game {number} of seed {seed}: {broken} {game}") from None
        total.update(played.checks)
        total.update({"games": 1, "rounds": played.rounds, "hits": len(played.hits)})
        total.update({game["edition"]: 1, game["scoring"]: 1})
    return total


@pytest.mark.soak
def test_every_simulated_game_holds() -> None:
    seed = int(os.environ.get("SOAK_SEED", Random().randrange(10**6)))
    firsts = range(1, GAMES + 1, GAMES_A_TIME)
    total, began = Counter[str](), time.monotonic()
    print(f"\n{GAMES} games, seed {seed}")
    with click.progressbar(
        in_processes(play_some, repeat(seed), firsts, processes=os.cpu_count() or 1),
        length=len(firsts),
    ) as bar:
        for some in bar:
            total.update(some)
    print(f"{GAMES} games in {time.monotonic() - began:.0f} s, seed {seed}")
    for name, times in total.items():
        print(f"{times:12}  {CHECKS.get(name, name)}")
    assert total["games"] == total["ended"] == GAMES
    assert all(total[edition] > GAMES / 8 for edition in EDITIONS)
    assert total["states looked at"] > GAMES / LOOKED_AT


def test_an_offer_too_few_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = read_setup({"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"})
    assert isinstance(setup, Setup)

    def look(state: State) -> None:
        monkeypatch.setattr("tests.soak.test_simulated_games.is_offered", lambda *_: False)
        agree(state, Random(1))

    with pytest.raises(Broken, match="accepted, but not offered"):
        play_game(setup, lambda: 1, Random(1), look)

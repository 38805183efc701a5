"""Many games of bots, played in several processes, and their figures added up.

A game's randomness depends only on the seed and the game's number, so any number of processes gives
the same result. (``random`` gives the same draws only within one version of Python.)
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, TypeVar

from hardware.profiles import Profile, launcher_of
from rules import Refusal, Setup, read_setup
from rules.bots import Broken, Played, play_game

GAMES_A_TIME = 10
"""How many games a process plays before it reports: a fraction of a second."""
STOPS = (signal.SIGINT, signal.SIGTERM)
"""What ends a simulation."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a game object that ``read_setup`` accepts, a hit profile, a seed."""

    game: dict[str, Any]
    profile: Profile
    seed: int


@dataclass(slots=True)
class Tally:
    """Figures of some games: how often each value came."""

    games: int = 0
    commands: int = 0
    plays: int = 0
    caught: int = 0
    reloads: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    """Rounds of a game."""
    turns: Counter[int] = field(default_factory=Counter)
    """Turns of a round: plays, own hits and own draws."""
    points: Counter[int] = field(default_factory=Counter)
    """Points of a round: of all cards left in hands."""
    hits: Counter[int] = field(default_factory=Counter)
    """Cards of a press."""
    wins: Counter[int] = field(default_factory=Counter)
    """Games won, by seat from 0. A shared victory counts for each winner."""
    checks: Counter[str] = field(default_factory=Counter)
    """How often each of ``rules.bots.CHECKS`` was made."""

    def note(self, played: Played) -> None:
        """Add a game."""
        self.games += 1
        self.commands += played.commands
        self.plays += played.plays
        self.caught += played.caught
        self.reloads += played.reloads
        self.rounds[played.rounds] += 1
        self.turns.update(played.turns)
        self.points.update(played.points)
        self.hits.update(played.hits)
        self.wins.update(played.winners)
        self.checks.update(played.checks)

    def add(self, other: Tally) -> None:
        """Add the figures of other games."""
        self.games += other.games
        self.commands += other.commands
        self.plays += other.plays
        self.caught += other.caught
        self.reloads += other.reloads
        for mine, theirs in (
            (self.rounds, other.rounds),
            (self.turns, other.turns),
            (self.points, other.points),
            (self.hits, other.hits),
            (self.wins, other.wins),
        ):
            mine.update(theirs)
        self.checks.update(other.checks)


def play_numbered(plan: Plan, setup: Setup, number: int) -> Played:
    """Play one game of the plan. Raises ``Broken`` with the number of the game."""
    name = f"{plan.seed}:{number}"
    try:
        return play_game(setup, launcher_of(plan.profile, name.encode()), Random(name))  # noqa: S311 -- bots keep no secret
    except Broken as broken:
        evidence = {"game": number, "seed": plan.seed, **broken.evidence}
        raise Broken(broken.check, evidence) from None


def play_all(plan: Plan, games: int, processes: int) -> Generator[Tally]:
    """Play the games, and give the figures of some at a time, in order. Raises ``Broken``.

    Raises ``BrokenProcessPool`` if a process was killed.
    """
    firsts = range(1, games + 1, GAMES_A_TIME)
    jobs = ((plan, first, min(GAMES_A_TIME, games + 1 - first)) for first in firsts)
    yield from in_processes(_play_some, jobs, processes)


def in_processes(
    work: Callable[..., Result], jobs: Iterator[tuple[Any, ...]], processes: int
) -> Generator[Result]:
    """The result of each job, in order. One process means this one, without children.

    Jobs are taken a few at a time. If the caller stops iterating or is interrupted, the jobs that
    are under way end. Call it in the main thread of a program without other child processes.
    """
    if processes == 1:
        for job in jobs:
            yield work(*job)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _end_with_parent)
    waiting: deque[Future[Result]] = deque()

    def hand_out(count: int) -> None:
        for job in islice(jobs, count):
            with _uninterrupted():  # may start a process
                waiting.append(pool.submit(work, *job))

    try:
        hand_out(2 * processes)
        while waiting:
            yield waiting.popleft().result()
            hand_out(1)
    except BaseException:
        for child in multiprocessing.active_children():
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until afterwards. A process that starts meanwhile does not receive it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process when its parent ends, for whatever reason."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _play_some(plan: Plan, first: int, count: int) -> Tally:
    """Play some games, in a child process."""
    setup = read_setup(plan.game)
    assert not isinstance(setup, Refusal), setup
    tally = Tally()
    for number in range(first, first + count):
        tally.note(play_numbered(plan, setup, number))
    return tally

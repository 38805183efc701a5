"""A scene: half a minute at a table, made of one seed."""

from __future__ import annotations

import asyncio
import gc
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import process_time
from traceback import format_tb
from typing import Any

import msgspec

from controller.games.record import Record
from tests.world.accounts import Accounts
from tests.world.club import Club
from tests.world.faults import Faults
from tests.world.loop import Stuck, WorldLoop
from tests.world.machine import Machine
from tests.world.network import Answer, Network, Tap
from tests.world.people import Person
from tests.world.promises import Promises
from tests.world.reader import PairedReader
from tests.world.referee import Referee
from tests.world.wire import LINES

MEMORY = Path("/dev/shm")
DURATION_S = (12.0, 30.0)
CALM_S = 7.0
"""So long nothing breaks at the end: everything has to come to rest."""
LOOK_S = 1.0
LAST_EVENTS = 30
EPOCH_S = 1_790_000_000.0
CARDS = 60
SHARE_OF_READERS = 0.4
SHARE_OF_PAIRED = 0.5
"""Of the scenes with a reader, those with one that is paired, too."""
SHARE_OF_CLUBS = 0.3
HEARD_S = 60.0
"""So long after the last fault a hub has all results at last."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What of a seed's scene is left out; everything else happens as it would."""

    without: frozenset[str] = frozenset()
    """Kinds of faults."""
    max_people: int = 6
    max_s: float = DURATION_S[1]
    """After so long at most, nothing breaks any more."""

    def __str__(self) -> str:
        """As options of ``python -m tests.world``."""
        options = [f"--without {name.replace(' ', '-')}" for name in sorted(self.without)]
        if self.max_people < WHOLE.max_people:
            options.append(f"--people {self.max_people}")
        if self.max_s < WHOLE.max_s:
            options.append(f"--seconds {self.max_s:g}")
        return " ".join(options)


WHOLE = Cut()


@dataclass
class Outcome:
    """What came of a scene."""

    seed: int
    broken: str | None
    events: list[str]
    cut: Cut = WHOLE
    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    stages: Counter[tuple[str, str]] = field(default_factory=Counter)
    virtual_s: float = 0.0
    cpu_s: float = 0.0
    entries: list[Any] = field(default_factory=list)
    wire: bytes = b""
    """What the referee kept of the launcher's events."""

    def report(self) -> str:
        """What failed, and what happened before."""
        lines = [f"seed {self.seed}: {self.broken}", *self.events[-LAST_EVENTS:]]
        words = f"python -m tests.world {self.seed} {self.cut}".rstrip()
        return "\n".join([*lines, f"Repeat it with `{words}`."])


class World:
    """Everything that there is in a scene, and what it has come to so far."""

    def __init__(self, seed: int, folder: Path, cut: Cut = WHOLE) -> None:
        self.seed = seed
        self.cut = cut
        self.random = Random(seed)
        self.loop = WorldLoop(Random(self.random.getrandbits(64)))
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.stages: Counter[tuple[str, str]] = Counter()
        self.events: list[tuple[float, str, str]] = []
        self.broken: str | None = None
        self.over = False
        self.calm = False
        self.clock_ahead_s = 0.0
        self.changed_s = 0.0
        self.wrong: set[str] = set()
        self.taps: list[Tap] = []
        self.reads = self.random.random() < SHARE_OF_READERS
        """Whether people lay cards under a reader."""
        self.laid: Counter[str] = Counter()
        """How often each card was laid under it."""
        self._marks = 0
        self.machine = Machine(self, self.random.choice(LINES), CARDS)
        self.referee = Referee(self, self.machine, folder)
        self.network = Network(self)
        self.accounts = Accounts(self)
        self.promises = Promises(self)
        people = min(self.random.randint(2, 6), cut.max_people)
        self.club = Club(self, folder) if self.random.random() < SHARE_OF_CLUBS else None
        self.people = [Person(self, number) for number in range(people)]
        pairs = self.reads and self.random.random() < SHARE_OF_PAIRED
        self.reader = PairedReader(self) if pairs else None

    # what happens

    def say(self, who: str, what: str) -> None:
        """Note an event, in plain words."""
        self.events.append((self.loop.time(), who, what))

    def complain(self, sentence: str) -> None:
        """The referee tells its owner something."""
        self.say("referee", sentence)

    def fault(self, name: str) -> None:
        """Note a fault, and where it was placed."""
        self.faults[name] += 1
        self.stages[name, self._stage()] += 1
        if not name.startswith("frame"):  # there are too many
            self.say("fault", name)

    def promise(self, held: bool, otherwise: str) -> None:
        """A promise must be held."""
        if not held and self.broken is None:
            self.broken = otherwise
            self.say("broken", otherwise)

    def _stage(self) -> str:
        if not self.referee.up:
            return "no referee"
        assert self.referee.life is not None
        hit = self.referee.life.table.hit
        return "no hit" if hit is None else hit.stage.value

    # clocks and draws

    def wall_clock(self) -> float:
        """Seconds since 1970, by a clock that is set now and then."""
        return EPOCH_S + self.clock_ahead_s + self.loop.time()

    def mark(self) -> int:
        """A number that nobody has said before."""
        self._marks += 1
        return self._marks

    def _let_live(self) -> None:
        """No program dies any more."""
        life, club = self.referee.life, self.club
        programs = [self.machine.process, None if life is None else life.process]
        programs += [club.publisher, club.hub] if club is not None else []
        for program in programs:
            if program is not None:
                program.fuse = None
        if club is not None:
            club.broker.at_result = None

    async def pause(self, least_s: float, most_s: float) -> None:
        """Something takes its time."""
        await asyncio.sleep(self.random.uniform(least_s, most_s))

    # people's hands

    def press(self, who: str) -> None:
        """Somebody presses the button."""
        self.say(who, "presses the button")
        self.counts["presses"] += 1
        self.machine.act("press", hold_ms=self.random.randint(40, 300))

    def put_right(self) -> None:
        """Somebody does all that has to be done at the launcher."""
        for name in sorted(self.wrong):
            self.say("somebody", f"puts right: {name}")
            if name == "empty":
                self.machine.act("load", cards=CARDS)
            elif name != "jam":
                self.machine.act("fault", name=name, on=False)
        jammed = "jam" in self.wrong
        # nobody reaches into a roller that turns: a card that is freed there can count as two
        waits = jammed and not self.machine.rests
        self.machine.tidy_up(jammed and not waits)
        self.wrong = {"jam"} if waits else set()
        if self.machine.rig.cards_in_hopper == 0:
            self.machine.act("load", cards=CARDS)

    # requests

    def new_tap(self, path: str, body: Any, headers: dict[str, str], cookie: str) -> Tap:
        """A new request, with a key of its own."""
        if cookie:
            headers["cookie"] = cookie
        tap = Tap(path, body, f"{len(self.taps):08x}", headers=headers)
        self.taps.append(tap)
        return tap

    def answered(self, scope: Any, content: bytes, answer: Answer) -> None:
        """The referee has sent an answer, which may get lost."""
        self.promise(
            answer.status < 500 or answer.status == 503,
            f"{scope['path']} was answered {answer.status}",
        )
        if self.reader is not None and scope["path"] == "/api/sightings":
            self.reader.answered(msgspec.json.decode(content), answer)
        key = next((value for name, value in scope["headers"] if name == b"idempotency-key"), None)
        if key is None:
            return
        tap = self.taps[int(key, 16)]
        if answer.status == 200:
            self.promises.acknowledged(tap, answer.json["seq"])
        elif answer.status == 503 and self.loop.time() > self.referee.refuses_until_s:
            code = answer.json["code"]
            self.promise(code != "not_saved", f"a disk that works refused {tap.body}")

    def acknowledge(self, tap: Tap, seq: int) -> None:
        """A device hears that its request is done."""
        self.counts["acknowledged"] += 1
        self.counts["done by seats"] += tap.device > 0 and self.referee.access == "seats"
        self.promise(tap.may, f"{tap.path} {tap.body} was done for a device that has no right")
        self.promise(tap.seq in (None, seq), f"{tap.body} is entry {tap.seq}, and now {seq}")
        tap.seq = seq

    def refused(self, who: str, tap: Tap, known: int | None, answer: Answer) -> None:
        """A device hears that its request is refused."""
        code = answer.json["code"]
        self.counts["refused"] += 1
        self.counts[f"refused: {code}"] += 1
        if code == "not_yours" and self._was_signed_out(tap.device):
            return  # that is checked before the key, which may be of something done before
        self.promise(known is None, f"{tap.body} was entry {known}, and now it is refused: {code}")
        self.promises.refused(tap, code)

    def _was_signed_out(self, device: int) -> bool:
        life = self.referee.life
        if device == 0 or not self.referee.up or life is None:
            return device > 0
        return life.record.roster.device(device) is None

    def whole_table(self) -> dict[str, Any]:
        """The table as whoever asks now would get it."""
        life = self.referee.life
        assert life is not None
        table: dict[str, Any] = msgspec.json.decode(life.site._rendering.whole())
        return table

    # its life

    def opened(self, record: Record) -> None:
        """A referee has read the journal."""
        self.promises.opened(record)

    def changed(self) -> None:
        """The referee has told its pages something."""
        self.changed_s = self.loop.time()
        if self.referee.life is not None:
            self.accounts.changed(self.referee.life.record)

    async def live(self) -> None:
        """Begin, let everything happen, come to rest, and look."""
        self.machine.start()
        self.referee.start()
        lives = [self._keep_referee(), self._keep_driver(), self._look(), Faults(self).live()]
        tasks = [asyncio.create_task(coroutine) for coroutine in lives]
        tasks += [asyncio.create_task(person.live()) for person in self.people]
        if self.club is not None:
            tasks.append(asyncio.create_task(self.club.live()))
        if self.reader is not None:
            tasks.append(asyncio.create_task(self.reader.live()))
        await self._until(min(self.random.uniform(*DURATION_S), self.cut.max_s))
        self.calm, self.network.bad = True, False
        self.referee.mend_disk()
        self._let_live()
        self.say("world", "is calm from now on")
        self.put_right()
        await self._until(self.loop.time() + CALM_S)
        if self.club is not None:
            await self._until(self.loop.time() + HEARD_S, self.promises.hub_has_all)
        self._look_at_last()
        self.over = True
        for task in tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                raise task.exception() or AssertionError
            task.cancel()

    async def _until(self, at_s: float, holds: Callable[[], bool] = lambda: False) -> None:
        while self.loop.time() < at_s and self.broken is None and not holds():  # noqa: ASYNC110 - costs nothing
            await asyncio.sleep(0.25)

    async def _keep_referee(self) -> None:
        """The service manager starts the referee again."""
        while True:
            await asyncio.sleep(0.1)
            life = self.referee.life
            if life is not None and life.process.dead:
                if life.ready.is_set() or hasattr(life, "table"):
                    self.promises.ended(life.record)
                self.say("referee", "is dead")
                await asyncio.sleep(self.random.uniform(0.1, 1.5))
                self.referee.start()

    async def _keep_driver(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            if not self.machine.up:
                self.say("driver", "is dead")
                await asyncio.sleep(self.random.uniform(0.1, 1.5))
                self.machine.start()

    async def _look(self) -> None:
        """Look at every promise now and then."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.machine.board.now_us()
            if self.referee.path.exists() and self.referee.lives and self.referee.up:
                self.promises.journal()
            self.promises.pages()

    def _look_at_last(self) -> None:
        self.promise(self.referee.up, "the referee does not serve at the end")
        self.promise(self.machine.up, "the launcher's program does not run at the end")
        if self.broken is None and self.referee.life is not None:
            self.machine.board.now_us()
            self.promises.journal()
            self.promises.hits()
            self.accounts.backup()
            self.promises.pages()
            if self.club is not None:
                self.promise(self.promises.hub_has_all(), self.promises.hub_difference())
                self.counts["results at the hub"] += self.promises.results_heard
            self.promises.ended(self.referee.life.record)
            self.promises.opened(self.referee.life.record)
            self.promise(
                self.referee.life.launcher.link_up, "the launcher is not found again at the end"
            )

    def outcome(self) -> Outcome:
        """What came of it."""
        events = [f"{at_s:9.3f} s  {who}: {what}" for at_s, who, what in self.events]
        return Outcome(
            self.seed,
            self.broken,
            events,
            self.cut,
            self.counts,
            self.faults,
            self.stages,
            self.loop.time(),
        )


def ended_in(error: BaseException) -> str:
    """What a task ended in, and where."""
    lines = "".join(format_tb(error.__traceback__)).rstrip()
    return f"a task ended in {error!r}\n{lines}".rstrip()


def play(seed: int, cut: Cut = WHOLE) -> Outcome:
    """Play the scene of a seed. What is raised in it breaks it, as a promise that is not held."""
    folder = Path(mkdtemp(prefix="world", dir=MEMORY if MEMORY.is_dir() else None))
    began_s = process_time()
    gc.freeze()  # so that to collect what a scene leaves behind costs little
    world = World(seed, folder, cut)
    try:
        try:
            asyncio.set_event_loop(None)
            world.loop.run_until_complete(world.live())
        except Stuck as stuck:
            world.promise(False, str(stuck))
        except Exception as error:  # whatever it is, its seed is needed to see it again
            world.promise(False, ended_in(error))
        for failure in world.loop.failures:
            world.promise(False, ended_in(failure))
        outcome = world.outcome()
        outcome.entries = world.promises.entries()
        outcome.wire = world.referee.wire
        outcome.cpu_s = process_time() - began_s
        return outcome
    except Exception as error:
        error.add_note(f"seed {seed}")
        raise
    finally:
        world.referee.kill()
        world.machine.kill()
        if world.club is not None:
            world.club.kill()
        world.promises.close()
        world.loop.end()
        gc.unfreeze()
        shutil.rmtree(folder, ignore_errors=True)

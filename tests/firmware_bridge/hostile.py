"""A microcontroller on a serial line to which everything happens that can happen to one.

In the time of the running loop. The line keeps its order; what is on it is hit frame by frame, each
fault drawn from a seed and noted with its kind and with what was going on at the launcher.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.simulated_board import SimulatedBoard
from firmware_bridge.wire.frames import encode
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import NEW_DECK, Rig
from hardware.portable.core import Core
from hardware.portable.settings import Settings

FAULTY_SHARE = 0.05
"""Of frames, each way."""
KINDS = {
    "bits flipped": 4,
    "bytes lost": 4,
    "frame lost": 4,
    "bytes doubled": 3,
    "frame doubled": 3,
    "late copy": 4,
    "delayed": 3,
    "cut off": 4,
    "chatter": 3,
    "0x03": 2,
    "reboot": 1,
    "reboot, played back": 1,
}
"""What befalls a frame, and how often in proportion."""
STAGES = ("no link", "idle", "armed", "cards coming", "telling")
LATENCY_S = 0.001
LONGEST_DELAY_S = 0.6
"""More than twice the lease."""
LATEST_COPY_S = 3.0
SOONEST_COPIES_S = 0.02
MOST_COPIES = 40
"""Of what is played back, hello and all: so much was held up while the microcontroller started."""
START_S = 0.5
"""So long a microcontroller that starts hears nothing."""
CHATTER = (
    b"AT+GCAP\r\n",
    b"\x1b[2J\x1b[1;1H>>> ",
    b'MPY: soft reboot\r\nMicroPython v1.28.0 on a Pico; type "help()"\r\n>>> ',
    b"\x00\xff\xfe\x80",
    b":{\n",
    b":" * 1500,
    encode({"jsonrpc": "2.0", "method": "beat"}),
    encode({"id": "x", "do": "eject", "count": 12}),
)
"""What other programs, and the console, say on the same line."""


class Microcontroller:
    """The simulated launcher behind one line that never ends; ``reboot`` takes its memory."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.faults: Counter[tuple[str, str]] = Counter()
        self.frames = 0
        self.boots = 0
        self.connected = False
        """Whether a host has been welcomed, as the host sees it; it is to say so."""
        self._loop = asyncio.get_running_loop()
        self._settings = Settings()
        # cards that the beam can tell apart: what is wrong here is the line's doing
        parameters = Parameters(nose_to_tail=0.0)
        start_ticks = (1 << 30) - 5_000_000
        self.rig = Rig(
            seed, NEW_DECK, self._settings, parameters=parameters, ticks_at_start=start_ticks
        )
        self._board = SimulatedBoard(self.rig, self._settings, self._loop.time)
        self._timer: asyncio.TimerHandle | None = None
        self._to_host: Callable[[bytes], None] = _nobody
        self._down_until_s = 0.0
        self.coasted = 0
        """Cards that came with the motor off: it ran when this microcontroller started anew."""
        self.inward = Direction(self, self._hear)
        self.outward = Direction(self, lambda data: self._to_host(data))
        self.played_back = 0
        """Copies of conversations that came: at their hello a launcher forgets what it told."""
        self._start()

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open the port."""
        reader = asyncio.StreamReader()
        self._to_host = reader.feed_data
        return reader, Port(self, reader)

    def hang_up(self) -> None:
        """The port was closed: what is said now is heard by nobody."""
        self._to_host = _nobody

    def tap(self) -> None:
        """A finger presses and lets go."""
        self._board.now_us()
        self.rig.tap(40_000)
        self._moved()

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self._board.now_us()
        self.rig.load(cards)

    def pull(self) -> bool:
        """Take the card that sticks out of the mouth by hand; False: there is none."""
        self._board.now_us()
        return self.rig.pull()

    @property
    def still(self) -> bool:
        """Nothing moves, and nothing is about to."""
        self._board.now_us()
        return not self.rig.core.ejecting and not self.rig.roller_turns

    @property
    def stage(self) -> str:
        """What is going on."""
        if not self.connected:
            return "no link"
        if self.rig.core.ejecting:
            return "cards coming"
        if self.rig.core.armed_hit:
            return "armed"
        return "telling" if self._device.waiting() else "idle"

    def reboot(self) -> None:
        """The pins go low, the memory is gone, and the console greets."""
        self._board.now_us()
        if not self._starting:
            self._loop.call_later(START_S, self._see_coasted, self.rig.cards_left)
        self.rig.core.safe_off(self.rig.ticks_us)
        self.rig.settle()
        self.rig.core = Core(self._settings, self.rig.ticks_us)
        if self.rig.card_in_mouth:
            self.rig.core.card_edge(self.rig.ticks_us, True)
        self.rig.settle()
        self._down_until_s = self._loop.time() + START_S
        self._start()
        self.outward.chatter(CHATTER[2])

    def play_back(self) -> None:
        """Bring whole conversations of before once more, as soon as it hears again, or later."""
        latest_s = self.random.choice((SOONEST_COPIES_S, LATEST_COPY_S))
        wait_s = START_S + self.random.uniform(0, latest_s)
        for direction in (self.inward, self.outward):
            direction.say_again(wait_s)

    @property
    def _starting(self) -> bool:
        return self._loop.time() < self._down_until_s

    def _see_coasted(self, left: int) -> None:
        self._board.now_us()
        self.coasted += self.rig.cards_left - left

    def close(self) -> None:
        """For the end of a test."""
        if self._timer is not None:
            self._timer.cancel()

    def _start(self) -> None:
        self.boots += 1
        self._device = Device(self._board, f"boot{self.boots}")
        self._end = DeviceEnd(self._device)

    def _hear(self, data: bytes) -> None:
        if not self._starting:
            self._end.feed(data)
        self._moved()

    def _moved(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for frame in self._end.take():
            self.outward.send(frame)
        due_s = self._board.due()
        self._timer = None if due_s is None else self._loop.call_at(due_s, self._wake)

    def _wake(self) -> None:
        self._device.pump()
        self._moved()


def _nobody(data: bytes) -> None:
    """Hear what is said while no port is open."""


class Port(asyncio.StreamWriter):
    """The host's writing half."""

    def __init__(self, far: Microcontroller, reader: asyncio.StreamReader) -> None:
        self._far = far
        self._reader = reader
        self._open = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._open:
            self._far.inward.send(bytes(data))

    def close(self) -> None:
        if self._open:
            self._open = False
            self._far.hang_up()
            self._reader.feed_eof()

    def __del__(self) -> None:
        """There is no transport to look after."""


class Direction:
    """One way of the line: in order, and as bad as the seed wills."""

    def __init__(self, far: Microcontroller, deliver: Callable[[bytes], None]) -> None:
        self._far = far
        self._random = far.random
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._free_s = 0.0
        self._conversation: list[bytes] = []

    def send(self, frame: bytes) -> None:
        """Put a frame on the line."""
        self._far.frames += 1
        if b'"protocol":' in frame:  # a hello, or the answer to one
            self._conversation = []
        if len(self._conversation) < MOST_COPIES:
            self._conversation.append(frame)
        if self._random.random() >= FAULTY_SHARE:
            self._put(frame)
            return
        (kind,) = self._random.choices(list(KINDS), list(KINDS.values()))
        self._far.faults[kind, self._far.stage] += 1
        if kind == "reboot":
            self._far.reboot()
        elif kind == "reboot, played back":
            self._far.reboot()
            self._far.play_back()
        elif kind == "delayed":
            self._free_s = max(self._free_s, self._loop.time())
            self._free_s += self._random.uniform(0.01, LONGEST_DELAY_S)
            self._put(frame)
        elif kind == "late copy":
            self._put(frame)
            wait_s = self._random.uniform(0.01, LATEST_COPY_S)
            self._loop.call_later(wait_s, partial(self._put, frame))
        else:
            self._put(self._spoiled(kind, frame))

    def say_again(self, wait_s: float) -> None:
        """Bring the beginning of this conversation, in order, once more."""
        copies = b"".join(self._conversation)
        self._loop.call_later(wait_s, self._play_back, copies)

    def chatter(self, data: bytes) -> None:
        """Put what is no frame on the line."""
        self._put(data)

    def _spoiled(self, kind: str, frame: bytes) -> bytes:
        random = self._random
        start = random.randrange(len(frame))
        end = random.randrange(start, len(frame)) + 1
        if kind == "bits flipped":
            spoiled = bytearray(frame)
            for bit in random.sample(range(8 * len(frame)), random.randrange(1, 4)):
                spoiled[bit // 8] ^= 1 << bit % 8
            return bytes(spoiled)
        if kind == "bytes doubled":
            return frame[:end] + frame[start:]
        if kind == "chatter":
            return frame[:start] + random.choice(CHATTER) + frame[start:]
        return {
            "bytes lost": frame[:start] + frame[end:],
            "frame lost": b"",
            "frame doubled": frame + frame,
            "cut off": frame[:start],
            "0x03": frame[:start] + b"\x03" + frame[start:],
        }[kind]

    def _play_back(self, copies: bytes) -> None:
        self._far.played_back += 1
        self._put(copies)

    def _put(self, data: bytes) -> None:
        self._free_s = max(self._free_s, self._loop.time() + LATENCY_S)
        self._loop.call_at(self._free_s, partial(self._deliver, data))

"""The machine's cameras: a socket for one that shows what it is given, and one to be unplugged."""

from __future__ import annotations

import fcntl
import itertools
import os
import struct
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.vm.booted.camera import Step, read_story
from tests.vm.booted.product import HOME, PICTURES
from tests.vm.booted.services import call
from tests.vm.booted.table import until

NODE: Final = Path("/dev/video0")
SIZE: Final = (1280, 720)
FED: Final = "v4l2loopback"
UNPLUGGED: Final = "vivid"
OPTIONS: Final = {
    FED: ("video_nr=0", "exclusive_caps=1", "card_label=Webcam"),
    # one webcam, and nothing else of what it can be
    UNPLUGGED: ("n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0", "vid_cap_nr=0"),
}
DRIVER: Final = Path("/sys/bus/platform/drivers/vivid")
DEVICE: Final = "vivid.0"
PERIOD_S: Final = 0.1
TIMES: Final = 2
"""A reader takes every second picture, and these were drawn for all that it takes."""

# From linux/videodev2.h, for 64 bits.
S_FMT, REQBUFS = 0xC0D05605, 0xC0145608
CAPTURE, OUTPUT, MAPPED, NO_FIELD = 1, 2, 1, 1
FORMAT: Final = struct.Struct("<I4xII4sI184x")
REQUEST: Final = struct.Struct("<III8x")


def load(module: str) -> None:
    """Plug a camera in."""
    (file,) = Path("/run/modules").glob(f"*-{module}.ko")
    call("insmod", str(file), *OPTIONS[module])


def unload(module: str) -> None:
    """Take it away, as soon as nobody uses it any more."""
    remove = ["rmmod", module]
    until(lambda: not subprocess.run(remove, capture_output=True).returncode, f"end of {module}")


def forbid() -> None:
    """Let nobody but root use it."""
    call("udevadm", "settle")
    NODE.chmod(0o600)


def allow() -> None:
    """Let its group use it again."""
    NODE.chmod(0o660)


def unplug() -> None:
    """Pull the plug of the one that can be unplugged, whoever uses it."""
    (DRIVER / "unbind").write_text(DEVICE)


def plug_in() -> None:
    """Put it in again."""
    (DRIVER / "bind").write_text(DEVICE)


@contextmanager
def held() -> Iterator[None]:
    """Use the camera meanwhile, so that no other program can."""
    node = os.open(NODE, os.O_RDWR)
    try:
        fcntl.ioctl(node, REQBUFS, REQUEST.pack(2, CAPTURE, MAPPED))
        yield
    finally:
        os.close(node)


class Feed:
    """Gives pictures to the camera that shows them, from a thread, until it is closed."""

    def __init__(self) -> None:
        """Begin with the table that was shown last, or with the empty one."""
        folder = HOME / PICTURES
        self.story = read_story(folder)
        names = itertools.chain(
            self.story.empty, *(step.moving + step.resting for step in self.story.steps)
        )
        self._pictures = {name: (folder / name).read_bytes() for name in names}
        self._coming: deque[str] = deque()
        self._resting = itertools.cycle(self.story.empty)
        self.frozen = False
        """It shows one picture again and again."""
        self.given = 0
        """How many pictures it has shown."""
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Give pictures from now on."""
        self._over.clear()
        self._thread = threading.Thread(target=self._give, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Give no more."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def wait(self, pictures: int) -> None:
        """Until it has shown so many more."""
        enough = self.given + pictures
        until(lambda: self.given >= enough, f"picture {enough}")

    def lay(self, step: Step, *, seen: bool) -> None:
        """Somebody lays a card; ``seen``: how it is laid is shown, too."""
        if seen:
            self._coming.extend(name for name in step.moving for _ in range(TIMES))
        self._resting = itertools.cycle(step.resting)

    def _give(self) -> None:
        node = os.open(NODE, os.O_RDWR)
        try:
            fcntl.ioctl(node, S_FMT, FORMAT.pack(OUTPUT, *SIZE, b"MJPG", NO_FIELD))
            name = self.story.empty[0]
            while not self._over.wait(PERIOD_S):
                if not self.frozen:
                    name = self._coming.popleft() if self._coming else next(self._resting)
                os.write(node, self._pictures[name])
                self.given += 1
        finally:
            os.close(node)

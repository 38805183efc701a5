"""Starts a board, tells its shell what to do, and looks at its pins from outside.

Its clock counts instructions, two nanoseconds each, and leaps over idle time. So the board is as
quick as a slow Pi in its own time, however busy this machine is, and nothing in it is ever late
because this machine stood still. With such a clock, QEMU lets processors wait for each other for
ever, so only the first of the four runs.
"""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.board.kernel import Kernel
from tests.board.shell import PATIENCE_S, Died, Shell

CLOCK: Final = ("-icount", "shift=1,sleep=off")
APPEND: Final = (
    "console=ttyS1 quiet systemd.show_status=0 panic=-1 random.trust_cpu=on audit=0 "
    "rd.udev.log_level=3 nr_cpus=1 pinctrl_bcm2835.persist_gpio_outputs="
)
END_WITH_US: Final = ("setpriv", "--pdeathsig", "KILL")
AFTER_US: Final = ("nice", "--adjustment=5")
"""Who looks at the pins is not to wait for the board: the board would run on between two looks."""
GPIO: Final = 0x20_0000
FUNCTIONS, SET, CLEAR, LEVEL = GPIO, GPIO + 0x1C, GPIO + 0x28, GPIO + 0x34
MICROSECONDS: Final = 0x3004
"""The system timer's lower half; all these are where the model has its registers."""
WAITING: Final = 0x30C
LOOK_AGAIN, SLEEP = 0xD503_205F, 0xD503_207F
"""Where a processor that nobody has started waits; what it does there (wfe), and instead (wfi)."""
PINS_A_REGISTER: Final = 10
BITS_A_PIN: Final = 3
OUTPUT: Final = 1


class Pins:
    """The board's registers, as QEMU shows them to who asks from outside (qtest).

    Several threads may ask at the same time: each gets its own answer.
    """

    def __init__(self, line: socket.socket, registers: int) -> None:
        """``registers``: where the board has them."""
        self._at = registers
        self._one_asks = threading.Lock()
        self._line = line
        self._line.settimeout(PATIENCE_S)
        self._read = self._line.makefile("r")

    def now_us(self) -> int:
        """The board's own time."""
        return self._ask(f"readl {self._at + MICROSECONDS:#x}")

    def driven(self, gpios: Sequence[int]) -> tuple[int, ...]:
        """Those that are outputs and high.

        A level stays in its register after the pin has become an input, so the function counts. The
        board runs on between two questions, so the function is asked for first: a pin that becomes
        an output meanwhile, and is low by then, would be taken for one that drives.
        """
        at, registers = self._at, {gpio // PINS_A_REGISTER for gpio in gpios}
        functions = {nth: self._ask(f"readl {at + FUNCTIONS + 4 * nth:#x}") for nth in registers}
        level = self._ask(f"readl {at + LEVEL:#x}")
        return tuple(
            gpio
            for gpio in gpios
            if level >> gpio & 1
            and functions[gpio // PINS_A_REGISTER] >> gpio % PINS_A_REGISTER * BITS_A_PIN & 7
            == OUTPUT
        )

    def let_others_sleep(self) -> None:
        """Let the processors that nobody starts sleep: else they look again and again."""
        if self._ask(f"readl {WAITING:#x}") != LOOK_AGAIN:
            raise Died("This QEMU starts a Raspberry Pi's processors in another way than is known.")
        self._ask(f"writel {WAITING:#x} {SLEEP:#x}")

    def put(self, gpio: int, high: bool) -> None:
        """Put a level at an input."""
        self._ask(f"writel {self._at + (SET if high else CLEAR):#x} {1 << gpio:#x}")

    def close(self) -> None:
        self._read.close()
        self._line.close()

    def _ask(self, what: str) -> int:
        with self._one_asks:
            self._line.sendall(f"{what}\n".encode())
            answer = self._read.readline().split()
        if not answer or answer[0] != "OK":
            raise Died(f"QEMU does not answer {what}: {answer}")
        return int(answer[1], 16) if len(answer) > 1 else 0


class Board(Shell):
    """A board that runs; ends with the block."""

    def __init__(self, kernel: Kernel, card: Path, folder: Path, persist: bool) -> None:
        """``persist``: as Raspberry Pi OS, whose kernel keeps the outputs of a killed program."""
        self._console = folder / "console"
        self._place = folder / "qtest"
        self._place.unlink(missing_ok=True)
        command = [
            *(*END_WITH_US, *AFTER_US, *kernel.qemu),
            *("-M", kernel.model.machine, "-m", kernel.model.memory, *CLOCK),
            *("-kernel", str(kernel.image), "-dtb", str(kernel.tree)),
            *("-initrd", str(kernel.first), "-append", f"{APPEND}{'ny'[persist]}"),
            *("-drive", f"file={card},if=sd,format=raw,cache=unsafe"),
            *("-display", "none", "-monitor", "none", "-no-reboot"),
            *("-serial", "stdio", "-serial", f"file:{self._console}"),
            *("-qtest", f"unix:{self._place},server=on,wait=off", "-qtest-log", "none"),
        ]
        self._qemu = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        super().__init__(self._qemu, last_words=self._last_words)
        self.pins = Pins(self._reached(), kernel.model.registers)
        self.pins.let_others_sleep()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.pins.close()
        self._qemu.kill()
        self.close()
        self._qemu.wait()

    def restart(self) -> None:
        """Let the system restart, and wait until the board does; another one goes on."""
        self.tell("systemctl reboot")
        try:
            self._qemu.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise Died(f"The board did not restart within {PATIENCE_S:.0f} s.") from None

    def _reached(self) -> socket.socket:
        """The line to the board's registers, once QEMU listens."""
        deadline = time.monotonic() + PATIENCE_S
        while self._qemu.poll() is None and time.monotonic() < deadline:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(self._place))
            except (FileNotFoundError, ConnectionRefusedError):  # it is there before QEMU listens
                line.close()
                time.sleep(0.05)
            else:
                return line
        self._qemu.kill()
        raise Died(f"QEMU did not start: {self.rest()}")

    def _last_words(self) -> str:
        text = self._console.read_text(errors="replace") if self._console.exists() else ""
        return os.linesep.join(text.splitlines()[-20:])

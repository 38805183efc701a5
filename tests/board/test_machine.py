"""What is seen of the board's pins, although the board runs on between two questions."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.board.machine import BITS_A_PIN, FUNCTIONS, LEVEL, OUTPUT, PINS_A_REGISTER, Pins
from tests.board.models import PI_4B

PIN = 23
NTH, PLACE = divmod(PIN, PINS_A_REGISTER)
INPUT = 0
PATIENCE_S = 10
"""For what takes a moment."""


@contextmanager
def pins(*states: tuple[int, bool]) -> Iterator[Pins]:
    """A board whose pin has these functions and levels, at one question after the other."""
    ours, its = socket.socketpair()
    thread = threading.Thread(target=answer, args=(its, states), daemon=True)
    thread.start()
    seen = Pins(ours, PI_4B.registers)
    try:
        yield seen
    finally:
        ours.shutdown(socket.SHUT_RDWR)
        seen.close()
        thread.join(PATIENCE_S)


def answer(line: socket.socket, states: Sequence[tuple[int, bool]]) -> None:
    with line, line.makefile("r") as asked:
        for nth, words in enumerate(asked):
            function, high = states[min(nth, len(states) - 1)]
            registers = {
                PI_4B.registers + FUNCTIONS + 4 * NTH: function << PLACE * BITS_A_PIN,
                PI_4B.registers + LEVEL: int(high) << PIN,
            }
            line.sendall(f"OK {registers.get(int(words.split()[1], 16), 0):#x}\n".encode())


def test_an_output_that_is_high_drives() -> None:
    with pins((OUTPUT, True)) as board:
        assert board.driven((PIN,)) == (PIN,)


def test_an_input_whose_level_stayed_does_not_drive() -> None:
    with pins((INPUT, True)) as board:
        assert board.driven((PIN,)) == ()


def test_a_pin_that_becomes_a_low_output_meanwhile_does_not_drive() -> None:
    with pins((INPUT, True), (OUTPUT, False)) as board:
        assert board.driven((PIN,)) == ()


def test_each_of_several_threads_gets_its_own_answer() -> None:
    wrong: list[object] = []
    with pins((OUTPUT, True)) as board:

        def look(gpio: int) -> None:
            for _ in range(500):
                if (seen := board.driven((gpio,))) != ((PIN,) if gpio == PIN else ()):
                    wrong.append(seen)

        threads = [threading.Thread(target=look, args=(gpio,), daemon=True) for gpio in (PIN, 4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_S)
        assert not any(thread.is_alive() for thread in threads), "an answer was lost"
    assert wrong == []

"""The same release on an emulated Pi 4B: found, claimed, and its motor off after kills."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.board import inside
from tests.board.card import with_release
from tests.board.checks import MOMENTS_MS, RELEASED_MS, SWITCHED_OFF_MS, check, doctor, kill
from tests.board.kernel import Kernel
from tests.board.machine import Board
from tests.board.watching import WIRED, watched

pytestmark = [pytest.mark.on_board, pytest.mark.soak]


@pytest.fixture(scope="module")
def card(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_release(release, tmp_path_factory.mktemp("4b"), Path(inside.__file__))


@pytest.fixture
def board(kernel_4b: Kernel, card: Path, persist: bool) -> Iterator[Board]:
    with Board(kernel_4b, card, card.parent, persist) as board:
        board.pins.put(WIRED.button, True)
        with watched(board.pins) as watch:
            board.until_up()
            board.do("systemctl is-system-running --wait", code=None)
        assert not watch.drove()
        yield board


@pytest.mark.parametrize(
    ("persist", "promised_ms"),
    [(False, RELEASED_MS), (True, SWITCHED_OFF_MS)],
    ids=["kernel lets go", "motor-off alone"],
)
def test_a_killed_drivers_motor_is_off(
    board: Board, kernel_4b: Kernel, persist: bool, promised_ms: float
) -> None:
    said = doctor(board)
    print("\n".join(f"{level} {what}: {says}" for what, (level, says) in said.items()))
    assert said["machine"] == ["OK", kernel_4b.model.name]
    assert said["GPIO chip"] == ["OK", f"/dev/gpiochip0 ({kernel_4b.model.chip})"]
    assert said["lines"][0] == "OK" and "in use by the running driver" in said["lines"][1]
    assert said["strict_gpiod"][0] == ("FAIL" if persist else "OK")
    check(f"Pi 4B, persist {persist}", kill(board, list(MOMENTS_MS)), promised_ms)

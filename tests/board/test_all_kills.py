"""The release on each emulated board: its motor is off after kills at all moments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.board import inside
from tests.board.card import with_release
from tests.board.checks import MOMENTS, RELEASED_MS, SWITCHED_OFF_MS, doctor, kill_and_check
from tests.board.conftest import prepared
from tests.board.kernel import Kernel
from tests.board.machine import Board
from tests.board.models import PI_3B, PI_4B
from tests.board.watching import WIRED, watched

pytestmark = [pytest.mark.on_board, pytest.mark.soak]


@pytest.fixture(scope="module", params=[PI_3B, PI_4B], ids=lambda model: model.machine)
def each_kernel(request: pytest.FixtureRequest) -> Kernel:
    return prepared(request.param)


@pytest.fixture(scope="module")
def card(each_kernel: Kernel, release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card of its own for each board."""
    folder = tmp_path_factory.mktemp(each_kernel.model.machine)
    return with_release(release, folder, Path(inside.__file__))


@pytest.fixture
def board(each_kernel: Kernel, card: Path, persist: bool) -> Iterator[Board]:
    with Board(each_kernel, card, card.parent, persist) as board:
        board.pins.put(WIRED.button, True)
        with watched(board.pins) as watch:
            board.until_started()
        assert not watch.drove()
        yield board


@pytest.mark.parametrize(
    ("persist", "promised_ms"),
    [(False, RELEASED_MS), (True, SWITCHED_OFF_MS)],
    ids=["kernel lets go", "motor-off alone"],
)
def test_a_killed_drivers_motor_is_off(
    board: Board, each_kernel: Kernel, persist: bool, promised_ms: float
) -> None:
    said = doctor(board)
    print("\n".join(f"{level} {what}: {says}" for what, (level, says) in said.items()))
    assert said["machine"] == ["OK", each_kernel.model.name]
    assert said["GPIO chip"] == ["OK", f"/dev/gpiochip0 ({each_kernel.model.chip})"]
    assert said["lines"][0] == "OK" and "in use by the running driver" in said["lines"][1]
    assert said["strict_gpiod"][0] == ("FAIL" if persist else "OK")
    kill_and_check(board, f"{each_kernel.model.name}, persist {persist}", MOMENTS, promised_ms)

"""The self-test of an installed release, on pins of the board's kernel that a program joins.

`SELFTEST_FOLDER=folder` keeps its file and its page there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.base.findings import Level
from controller.workshop.selftest.record import read_record
from controller.workshop.selftest.run import Effort
from hardware.gpio.loopback import jumpers_for
from hardware.gpio.pins import Pins
from tests.board import jumpers
from tests.board.card import with_release
from tests.board.gpio_sim import modules
from tests.board.kernel import Kernel
from tests.board.machine import Board
from tests.need import missing
from tests.vm.building import CannotBuild
from tests.vm.guest import joined, lines

pytestmark = [pytest.mark.on_board, pytest.mark.soak]

JOINED = jumpers_for(Pins())
PAIRS = f"{JOINED.motor}:{JOINED.card_sensor} {JOINED.press}:{JOINED.button}"
EFFORT = Effort()
START = f"""set -e
systemctl stop rollerdeck-referee rollerdeck-driver
insmod /srv/configfs.ko
insmod /srv/gpio-sim.ko
# systemd may be quicker
mount -t configfs configfs /sys/kernel/config || mountpoint -q /sys/kernel/config
cd /srv
PYTHONPATH=/srv setsid python3 tests/board/jumpers.py {PAIRS} >/run/jumpers 2>&1 &
until gpiodetect | grep -F '[{jumpers.LABEL}]' || ! kill -0 $!; do sleep 0.2; done
printf '[pins]\\nchip = "{jumpers.LABEL}"\\n' >/root/selftest.toml
cat /run/jumpers"""
TEST = (
    "cd /root && echo y | /usr/local/bin/rollerdeck selftest --loopback --config selftest.toml "
    "--out selftest.json"
)


def test_a_board_with_jumpers_passes(
    kernel: Kernel, release: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("selftest")
    try:
        built = modules(kernel.release)
    except CannotBuild as trouble:
        missing(str(trouble))
    ours = (Path(str(one.__file__)) for one in (jumpers, joined, lines))
    card = with_release(release, folder, *built, *ours)
    with Board(kernel, card, folder, persist=False) as board:
        board.until_started()
        print(f"\n{board.do(START)}")
        print(f"\n{board.do(TEST, code=None)}")
        kept = Path(os.environ.get("SELFTEST_FOLDER", folder))
        for name in ("selftest.json", "selftest.html"):
            (kept / name).write_text(board.do(f"cat /root/{name}") + "\n")
    record = read_record(kept / "selftest.json")
    figures = record.figures
    assert figures.surroundings.model.startswith("Raspberry Pi 3 Model B")
    assert [one for one in record.verdicts if one.level is Level.FAIL] == []
    assert figures.quiet is not None and figures.busy is not None
    for run in (figures.quiet, figures.busy):
        assert (run.commanded, run.lost, run.extra, run.overrun) == (EFFORT.edges, 0, 0, 0)
    assert len(figures.stops) == 6 * EFFORT.stops

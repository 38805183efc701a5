"""Every launcher that there is, each on a stand of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.contract.serial_stands import micropython_stand, pico_stand
from tests.contract.stands import (
    MakeStand,
    MakeTurning,
    gpio_stand,
    mock_stand,
    simulator_stand,
)
from tests.vm.guest.stand import gpio_sim_stand

IN_VIRTUAL_TIME = ("mock", "simulator", "gpio", "gpio by gpiozero", "pico")


@pytest.fixture(
    params=[
        *(pytest.param(name, marks=pytest.mark.looptime) for name in IN_VIRTUAL_TIME),
        "micropython",
        pytest.param("gpio-sim", marks=pytest.mark.on_lines),
    ]
)
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> MakeStand:
    return _stand(request.param, tmp_path)


def _stand(name: str, tmp_path: Path) -> MakeStand:
    path = tmp_path / "launcher.sock"
    makers: dict[str, MakeStand] = {
        "mock": mock_stand,
        "simulator": partial(simulator_stand, path),
        "gpio": partial(gpio_stand, "gpiod", path),
        "gpio by gpiozero": partial(gpio_stand, "gpiozero", path),
        "micropython": micropython_stand,
        "pico": partial(pico_stand, tmp_path),
        "gpio-sim": partial(gpio_sim_stand, tmp_path),
    }
    return makers[name]


@pytest.fixture(
    params=[
        pytest.param("mock", marks=pytest.mark.looptime),
        pytest.param("simulator", marks=pytest.mark.looptime),
        pytest.param("gpio", marks=pytest.mark.looptime),
        pytest.param("pico", marks=pytest.mark.looptime),
    ]
)
def turning(request: pytest.FixtureRequest, tmp_path: Path) -> MakeTurning:
    """Those that can have a turntable."""
    path = tmp_path / "launcher.sock"
    makers: dict[str, MakeTurning] = {
        "mock": mock_stand,
        "simulator": partial(simulator_stand, path),
        "gpio": partial(gpio_stand, "gpiod", path),
        "pico": partial(pico_stand, tmp_path),
    }
    return makers[request.param]

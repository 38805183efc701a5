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

QUICK = ("mock", "simulator", "gpio", "gpio by gpiozero")
IN_VIRTUAL_TIME = (*QUICK, "pico")
LIBRARIES = ("lgpio", "lgpio by gpiozero", "rpigpio", "rpigpio by gpiozero")
"""The driver's pins through a library, inputs by the kernel's edges or by those of the library."""
THOROUGH = (pytest.mark.looptime, pytest.mark.thorough)
EVERY_IN_VIRTUAL_TIME = (
    *(pytest.param(name, marks=pytest.mark.looptime) for name in QUICK),
    *(pytest.param(name, marks=THOROUGH) for name in (*LIBRARIES, "pico", "pico by relay")),
)


def pytest_configure(config: pytest.Config) -> None:
    """Know a mark whose plugin is not loaded where a kernel has the time."""
    config.addinivalue_line("markers", "looptime: in the virtual time of an event loop")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to `make soak` what a kernel's lines decide nothing of."""
    for item in items:
        if item.get_closest_marker("above_the_pins") and item.get_closest_marker("on_lines"):
            item.add_marker(pytest.mark.soak)


@pytest.fixture(
    params=[
        *EVERY_IN_VIRTUAL_TIME,
        "micropython",
        pytest.param("gpio-sim", marks=pytest.mark.on_lines),
    ]
)
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> MakeStand:
    return make_stand(request.param, tmp_path)


def make_stand(name: str, tmp_path: Path) -> MakeStand:
    """The stand of that name."""
    path = tmp_path / "launcher.sock"
    makers: dict[str, MakeStand] = {
        "mock": mock_stand,
        "simulator": partial(simulator_stand, path),
        "gpio": partial(gpio_stand, "gpiod", "mock", path),
        "gpio by gpiozero": partial(gpio_stand, "gpiozero", "mock", path),
        "lgpio": partial(gpio_stand, "gpiod", "lgpio", path),
        "lgpio by gpiozero": partial(gpio_stand, "gpiozero", "lgpio", path),
        "rpigpio": partial(gpio_stand, "gpiod", "rpigpio", path),
        "rpigpio by gpiozero": partial(gpio_stand, "gpiozero", "rpigpio", path),
        "micropython": micropython_stand,
        "pico": partial(pico_stand, tmp_path),
        "pico by relay": partial(pico_stand, tmp_path, relay=path),
        "gpio-sim": partial(gpio_sim_stand, tmp_path),
    }
    return makers[name]


@pytest.fixture(
    params=[
        pytest.param("mock", marks=pytest.mark.looptime),
        pytest.param("simulator", marks=pytest.mark.looptime),
        pytest.param("gpio", marks=pytest.mark.looptime),
        pytest.param("pico", marks=THOROUGH),
        pytest.param("lgpio", marks=THOROUGH),
        pytest.param("rpigpio", marks=THOROUGH),
    ]
)
def turning(request: pytest.FixtureRequest, tmp_path: Path) -> MakeTurning:
    """Those that can have a turntable."""
    path = tmp_path / "launcher.sock"
    makers: dict[str, MakeTurning] = {
        "mock": mock_stand,
        "simulator": partial(simulator_stand, path),
        "gpio": partial(gpio_stand, "gpiod", "mock", path),
        "lgpio": partial(gpio_stand, "gpiod", "lgpio", path),
        "rpigpio": partial(gpio_stand, "gpiod", "rpigpio", path),
        "pico": partial(pico_stand, tmp_path),
    }
    return makers[request.param]

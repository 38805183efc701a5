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
SOAK_ON_LINES = {
    "test_ejects_exactly_what_is_asked_for[gpio-sim-1]",
    "test_ejects_exactly_what_is_asked_for[gpio-sim-12]",
    "test_an_armed_hit_waits_for_its_press_and_is_told_whole[gpio-sim-0]",
    "test_an_armed_hit_waits_for_its_press_and_is_told_whole[gpio-sim-1]",
    "test_hits_of_a_game_follow_each_other",
    "test_a_number_that_has_ended_gives_its_result_and_no_second_card",
    "test_an_arming_is_good_for_one_press",
    "test_the_last_arming_counts",
    "test_it_is_not_armed_after_a_press_that_the_caller_has_not_heard_of",
    "test_a_hit_that_was_never_heard_of_has_no_result",
    "test_nothing_starts_a_motor_out_of_a_latched_fault",
    "test_arming_something_senseless_is_the_callers_mistake",
    "test_ejecting_something_senseless_is_the_callers_mistake",
    "test_what_is_not_there_is_said",
    "test_what_nobody_watches_is_not_told",
    "test_a_launcher_without_a_scale_weighs_nothing",
}
"""Decided above the pins, so `make vm` leaves them to `make soak`; the launcher "gpio" runs them in
`make test`.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave some cases on a kernel's lines to `make soak`."""
    for item in items:
        is_named = not SOAK_ON_LINES.isdisjoint((item.name, item.name.split("[")[0]))
        if is_named and item.get_closest_marker("on_lines"):
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
        pytest.param("pico", marks=pytest.mark.looptime),
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

"""The driver of the scale's chip, at a simulated one."""

from __future__ import annotations

import errno

import pytest

from hardware.gpio.nau7802 import Nau7802, ScaleTrouble
from hardware.portable import nau7802
from hardware.portable.nau7802 import HIGHEST
from tests.hardware.gpio.scale_chip import SimulatedChip


def driver(
    simulated: SimulatedChip, per_second: int = 80, address: int = nau7802.ADDRESS
) -> Nau7802:
    return Nau7802(simulated, simulated.clock, simulated.wait, address, "the bus 1", per_second)


@pytest.mark.parametrize("per_second", nau7802.RATES)
def test_it_reads_as_often_as_it_was_asked_to(per_second: int) -> None:
    simulated = SimulatedChip()
    scale = driver(simulated, per_second)
    assert scale.reading() == 1000
    assert simulated.registers[nau7802.CTRL1] == nau7802.REGULATOR_3_V | nau7802.GAIN_128
    began_s = simulated.now_s
    assert [scale.reading() for _ in range(20)] == [1000] * 20
    took_s = simulated.now_s - began_s
    assert 20 / per_second <= took_s < 20 / per_second + 20 * 0.003


@pytest.mark.parametrize("counts", [0, 1, -1, HIGHEST, -HIGHEST - 1, 0x123456])
def test_a_reading_keeps_its_sign(counts: int) -> None:
    scale = driver(SimulatedChip(lambda _: counts))
    assert scale.reading() == counts


def test_readings_from_before_the_filter_has_settled_are_dropped() -> None:
    simulated = SimulatedChip()
    begun: list[float] = []
    simulated._counts = lambda now_s: begun.append(now_s) or len(begun)  # type: ignore[func-returns-value]
    scale = driver(simulated)
    assert scale.reading() == nau7802.DROPPED + 1


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENXIO, "No chip answers at address 0x2a on the bus 1"),
        (errno.EREMOTEIO, "No chip answers at address 0x2a on the bus 1"),
        (errno.ETIMEDOUT, "Something holds the bus 1 busy"),
        (errno.EAGAIN, "Something holds the bus 1 busy"),
        (errno.ENODEV, "The bus 1 does not exist"),
        (errno.EACCES, "This user may not use the bus 1"),
        (errno.EIO, "The bus 1 does not work"),
    ],
)
def test_what_a_bus_can_do_is_a_sentence_at_any_moment(number: int, sentence: str) -> None:
    whole = SimulatedChip()
    driver(whole).reading()
    for transfers in range(0, whole.transfers, 7):
        simulated = SimulatedChip()
        scale = driver(simulated)
        _fail_from(simulated, transfers, number)
        with pytest.raises(ScaleTrouble) as trouble:
            for _ in range(whole.transfers):
                scale.reading()
        said = str(trouble.value)
        assert said.startswith(sentence)
        assert said.endswith(".")


def _fail_from(simulated: SimulatedChip, transfers: int, number: int) -> None:
    transfer = simulated._transfer

    def failing(address: int) -> None:
        if simulated.transfers >= transfers:
            simulated.error = number
        transfer(address)

    simulated._transfer = failing  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("dead", "sentence"),
    [
        ("start", "did not start"),
        ("calibrate", "did not finish its calibration"),
        ("convert", "gives no readings"),
    ],
)
def test_a_chip_that_hangs_is_given_up(dead: str, sentence: str) -> None:
    simulated = SimulatedChip()
    simulated.dead.add(dead)
    with pytest.raises(ScaleTrouble, match=sentence):
        driver(simulated).reading()
    assert simulated.now_s < 4


def test_a_calibration_that_fails_is_told() -> None:
    simulated = SimulatedChip()
    simulated.calibration_fails = True
    with pytest.raises(ScaleTrouble, match="cannot calibrate itself: check the four wires"):
        driver(simulated).reading()


def test_another_chip_at_this_address_is_told() -> None:
    simulated = SimulatedChip()
    simulated.revision = 0x10
    with pytest.raises(ScaleTrouble, match="is no NAU7802"):
        driver(simulated).find()


@pytest.mark.parametrize("revision_off", [0x00, 0x05, 0x80])
def test_a_revision_is_judged_after_the_chip_is_powered_up(revision_off: int) -> None:
    simulated = SimulatedChip()
    simulated.revision_off = revision_off
    driver(simulated).find()
    assert driver(simulated).reading() == 1000


def test_a_bus_whose_data_is_held_low_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = SimulatedChip()
    monkeypatch.setattr(simulated, "read_byte_data", lambda address, register: 0)
    with pytest.raises(ScaleTrouble, match="busy: check SDA and SCL for a short"):
        driver(simulated).reading()


def test_another_address_has_no_chip() -> None:
    with pytest.raises(ScaleTrouble, match="No chip answers at address 0x2b"):
        driver(SimulatedChip(), address=0x2B).find()


def test_it_can_be_switched_off_even_if_it_is_gone() -> None:
    simulated = SimulatedChip()
    scale = driver(simulated)
    scale.reading()
    scale.stop()
    assert simulated.registers[nau7802.PU_CTRL] == 0
    simulated.error = errno.ENXIO
    scale.stop()

"""What people are told about a fault."""

import pytest

from controller.words import advice
from hardware.launcher import Fault


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_one_sentence(fault: Fault) -> None:
    said = advice(fault)
    assert said.endswith(".") and said.count(". ") == 0


@pytest.mark.clause("LCH-10")
@pytest.mark.parametrize(
    ("fault", "care"),
    [
        (Fault.EMPTY, ("face down",)),
        (Fault.SLIP, ("damp cloth or rubbing alcohol", "check the power supply")),
    ],
)
def test_care_is_told_when_it_is_due(fault: Fault, care: tuple[str, ...]) -> None:
    assert [words for words in care if words not in advice(fault)] == []

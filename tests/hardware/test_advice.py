import pytest

from hardware.launcher import ADVICE, Fault


def test_every_fault_has_one_sentence() -> None:
    assert set(ADVICE) == set(Fault)
    assert all(advice.endswith(".") and advice.count(". ") == 0 for advice in ADVICE.values())


@pytest.mark.clause("LCH-10")
@pytest.mark.parametrize(
    ("fault", "care"),
    [
        (Fault.EMPTY, ("face down",)),
        (Fault.SLIP, ("damp cloth or rubbing alcohol", "still slow check the power supply")),
    ],
)
def test_care_is_told_when_it_is_due(fault: Fault, care: tuple[str, ...]) -> None:
    assert [words for words in care if words not in ADVICE[fault]] == []

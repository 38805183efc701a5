"""What the maker reads about faults is what the launcher says, and nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.words import advice
from hardware.launcher import Fault
from hardware.portable.settings import Settings

DOCUMENT = (Path(__file__).parents[2] / "docs" / "faults.md").read_text()
SECTIONS: dict[str, str] = dict(
    re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL)
)
QUESTIONS = ("Reported when", "At the table", "To do", "The count")


def test_every_fault_has_its_section_in_order_and_no_other_has() -> None:
    assert list(SECTIONS) == [*Fault, "Figures"]


@pytest.mark.parametrize("fault", Fault)
def test_a_section_quotes_the_advice_and_answers_every_question(fault: Fault) -> None:
    body = SECTIONS[fault]
    assert re.findall(r"^> (.+)$", body, re.MULTILINE) == [advice(fault)]
    answers = re.findall(r"^- \*\*([^*]+)\*\*(.*?)(?=^- |\Z)", body, re.MULTILINE | re.DOTALL)
    assert tuple(question for question, _ in answers) == QUESTIONS
    assert all(len(answer.strip()) > 20 for _, answer in answers)


def test_the_figures_are_the_settings() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", SECTIONS["Figures"], re.MULTILINE)
    settings = Settings()
    assert len(rows) == 5
    assert {name: int(ms) * 1000 for name, ms in rows} == {
        name: getattr(settings, name) for name, _ in rows
    }
    assert settings.attempts == 3  # "three tries"

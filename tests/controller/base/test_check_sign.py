"""The check sign of labels: an example of the standard's, and what it notices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.base.check_sign import ALPHABET, check_sign

texts = st.text(ALPHABET, min_size=1, max_size=12)


@pytest.mark.parametrize(("text", "sign"), [("A12425GABC1234002", "M"), ("K3F9042", "8")])
def test_a_text_has_one_sign(text: str, sign: str) -> None:
    assert check_sign(text) == sign


@given(text=texts, data=st.data())
def test_another_sign_in_any_place_is_noticed(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(ALPHABET.replace(text[place], "")))
    assert check_sign(text[:place] + other + text[place + 1 :]) != check_sign(text)


def test_only_digits_and_capital_letters_have_one() -> None:
    with pytest.raises(ValueError, match="not found"):
        check_sign("k3f9")

"""Labels in what a scanner sends, however it is cut, doubled, or mixed with noise."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.decks.drawing import label_text
from controller.readers.label_parser import (
    MAX_LABEL_S,
    MOST_PARTIAL_BYTES,
    MOST_REMEMBERED,
    REPEAT_S,
    Label,
    LabelParser,
)
from controller.seats.codes import SIGNS

ONE, OTHER = Label("K3F9", 17), Label("K3F9", 18)

decks = st.text(SIGNS, min_size=4, max_size=4)
labels = st.builds(Label, decks, st.integers(0, 249))


def text(label: Label) -> bytes:
    return label_text(label.deck, label.number).encode()


def old_text(label: Label) -> bytes:
    """As labels were printed before they had a check sign."""
    return f"RD-{label.deck}-{label.number:03}".encode()


def read(*parts: bytes) -> tuple[list[Label], list[bytes]]:
    """What is found in parts that come at once."""
    parser = LabelParser()
    found: list[Label] = []
    strange: list[bytes] = []
    for part in parts:
        now = parser.feed(part, 0.0)
        found += now.labels
        strange += now.unrecognized
    return found, strange


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\n\n", b"\x03\r"])
def test_a_label_is_read_whatever_ends_its_line(end: bytes) -> None:
    assert read(text(ONE) + end, text(OTHER) + end) == ([ONE, OTHER], [])


@pytest.mark.parametrize("line", [b"]d1RD-K3F9-017\r", b"\x02RD-K3F9-017\x03\r", b"rd-k3f9-017\r"])
def test_what_scanners_add_and_change_does_no_harm(line: bytes) -> None:
    assert read(line, b"\r") == ([ONE], [])


@settings(max_examples=30)
@given(found=st.lists(labels, unique=True, max_size=12), random=st.randoms(use_true_random=False))
def test_a_line_may_come_in_any_pieces(found: list[Label], random: Random) -> None:
    data = b"".join(text(label) + random.choice([b"\r", b"\n", b"\r\n"]) for label in found)
    cuts = sorted(random.sample(range(len(data) + 1), min(len(data), 20)))
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    assert read(*parts) == (found, [])


def test_labels_whose_lines_have_no_end_are_read_one_by_one() -> None:
    assert read(text(ONE) + text(OTHER) + b"\r") == ([ONE, OTHER], [])


def test_half_a_label_that_looks_like_one_with_the_next_is_none() -> None:
    assert read(b"RD-23RD-2345-235\r") == ([Label("2345", 235)], [b"RD-23"])
    assert read(b"RD-23RD-234\r") == ([Label("23RD", 234)], [])


@settings(max_examples=30)
@given(label=labels, length=st.integers(1, 10), other=labels)
def test_half_a_line_is_no_card(label: Label, length: int, other: Label) -> None:
    half = text(label)[:length]
    assert read(half + b"\r" + text(other) + b"\r") == ([other], [half])
    assert read(half + text(other) + b"\r")[0] == [other]


@pytest.mark.parametrize(
    "line",
    [
        *(
            b"RD-K3F9-17",
            b"RD-K3F-017",
            b"RD-K3F9-250",
            b"RD-K3F9-999",
            b"RD-K0F9-017",
            b"K3F9-017",
        ),
        *(b"4006381333931", b"https://example.org", b"\xff\x00\xfe", b"\x80" * 20),
        *(b"RD-K3F9- 17", b"RD-K3F9-0\xd9\xa1\xd9\xa2", b"RDK3F9017", b"DECODER"),
    ],
)
def test_what_is_no_label_is_told_and_does_not_spoil_the_next(line: bytes) -> None:
    found, strange = read(line + b"\r" + text(ONE) + b"\r")
    assert (found, strange) == ([ONE], [line])


def test_the_rest_of_a_cut_line_does_not_join_what_comes_later() -> None:
    parser = LabelParser()
    assert parser.feed(b"RD-K3F9-0", 0.0).labels == ()
    late = parser.feed(b"17\r", MAX_LABEL_S + 0.01)
    assert (late.labels, late.unrecognized) == ((), (b"RD-K3F9-0", b"17"))
    assert parser.feed(b"RD-K3F9-0", 10.0).labels == ()
    assert parser.feed(b"17\r", 10.0 + MAX_LABEL_S).labels == (ONE,)


def test_the_same_label_is_one_card_as_long_as_it_is_read_again_soon() -> None:
    parser = LabelParser()
    line = text(ONE) + b"\r"
    assert parser.feed(line + line, 0.0).labels == (ONE,)
    assert parser.feed(line, REPEAT_S - 0.01).labels == ()
    assert parser.feed(text(OTHER) + b"\r" + line, 2 * REPEAT_S - 0.1).labels == (OTHER,)
    assert parser.feed(line, 3 * REPEAT_S).labels == (ONE,)


@settings(max_examples=100)
@given(label=labels, place=st.integers(3, 12), other=st.integers(0, 255))
def test_a_label_in_which_a_sign_was_changed_is_never_another_card(
    label: Label, place: int, other: int
) -> None:
    said = bytearray(text(label))
    said[place] = other
    found = LabelParser().feed(bytes(said) + b"\r", 0.0)
    assert set(found.labels) <= {label}


def test_a_label_that_was_misread_is_told() -> None:
    parser = LabelParser()
    misread = text(ONE).replace(b"017", b"018")
    found = parser.feed(misread + b"\r" + misread + b"\r" + text(OTHER) + b"\r", 0.0)
    assert (found.labels, found.misread, found.unrecognized) == ((OTHER,), (misread,), ())
    assert parser.feed(misread + b"\r", 2 * REPEAT_S).misread == (misread,)


@settings(max_examples=30)
@given(label=labels, end=st.sampled_from([b"\r", b"\x03\r", b"\x1d9\r"]))
def test_a_label_that_was_printed_before_there_were_check_signs_is_read(
    label: Label, end: bytes
) -> None:
    assert read(b"]d1" + old_text(label) + end) == ([label], [])
    assert read(old_text(label) + text(label) + b"\r") == ([label], [])


@settings(max_examples=30)
@given(label=labels, lead=st.integers(0, 70))
def test_a_label_in_a_line_without_an_end_is_checked_whole(label: Label, lead: int) -> None:
    wrong = Label(label.deck, (label.number + 1) % 250)
    misread = old_text(wrong) + text(label)[-2:]
    found = LabelParser().feed(b"x" * lead + misread, 0.0)
    assert found.labels == ()


def test_a_scanner_that_never_ends_a_line_fills_no_memory() -> None:
    parser = LabelParser()
    for _ in range(1000):
        found = parser.feed(b"x" * 50, 0.0)
        assert len(parser._partial) <= MOST_PARTIAL_BYTES
    assert found.unrecognized
    assert parser.feed(b"RD-K3", 0.0).labels == ()
    assert parser.feed(b"F9-017\n", 0.0).labels == (ONE,)


def test_ever_new_labels_fill_no_memory() -> None:
    parser, random = LabelParser(), Random(1)
    for turn in range(5 * MOST_REMEMBERED):
        deck = "".join(random.choices(SIGNS, k=4))
        parser.feed(text(Label(deck, turn % 250)), turn / 1000)
        assert len(parser._last_read_s) <= MOST_REMEMBERED


@settings(max_examples=40)
@given(st.lists(st.binary(max_size=40), max_size=20))
def test_noise_is_survived(parts: list[bytes]) -> None:
    found, _ = read(*parts, b"\r", text(ONE) + b"\r")
    assert found[-1:] == [ONE]

"""The scale of a printed test page, from where its markers and edges are in a picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.decks.paper import (
    INSET_MM,
    PAPERS,
    SIDE_MM,
    Paper,
    Point,
    places,
    scale_markers,
    scale_of,
)

Camera = Callable[[Point], Point]


def camera(turn: tuple[float, float], tilt: tuple[float, float], px_per_mm: float) -> Camera:
    """A camera above the paper, at an angle."""
    (cos, sin), (across, down) = turn, tilt

    def seen(point: Point) -> Point:
        x, y = (point[0] - 100) * px_per_mm, (point[1] - 140) * px_per_mm
        x, y = cos * x - sin * y, sin * x + cos * y
        depth = 1 + across * x / 1000 + down * y / 1000
        return (640 + x / depth, 480 + y / depth)

    return seen


def printed(paper: Paper, across: float, down: float, seen: Camera) -> dict[int, list[Point]]:
    """The markers of a test page in a picture, after a printer shrank it into the middle."""

    def shrunk(x: float, y: float) -> Point:
        middle = (paper.wide_mm / 2, paper.high_mm / 2)
        return (middle[0] + (x - middle[0]) * across, middle[1] + (y - middle[1]) * down)

    corners = ((0, 0), (SIDE_MM, 0), (SIDE_MM, SIDE_MM), (0, SIDE_MM))
    return {
        number: [seen(shrunk(x + right, y + low)) for right, low in corners]
        for number, (x, y) in zip(scale_markers(paper), places(paper), strict=True)
    }


def edges_of(paper: Paper, seen: Camera) -> list[Point]:
    wide, high = paper.wide_mm, paper.high_mm
    return [seen(corner) for corner in ((0, 0), (wide, 0), (wide, high), (0, high))]


@settings(max_examples=50)
@given(
    paper=st.sampled_from(list(PAPERS.values())),
    scales=st.tuples(st.floats(0.9, 1.05), st.floats(0.9, 1.05)),
    turn=st.sampled_from([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.8, 0.6), (-0.28, -0.96)]),
    tilt=st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)),
    px_per_mm=st.floats(1.5, 4),
    order=st.permutations(range(4)),
)
def test_it_is_told_from_any_side(
    paper: Paper,
    scales: tuple[float, float],
    turn: tuple[float, float],
    tilt: tuple[float, float],
    px_per_mm: float,
    order: list[int],
) -> None:
    seen = camera(turn, tilt, px_per_mm)
    edges = edges_of(paper, seen)
    found = scale_of(printed(paper, *scales, seen), [edges[at] for at in order])
    assert found is not None
    assert found.paper == paper
    assert (found.across, found.down) == pytest.approx(scales, abs=1e-6)


@pytest.mark.parametrize(
    ("across", "down", "right"),
    [(1, 1, True), (0.9901, 1, True), (0.9899, 1, False), (1, 1.0101, False), (1, 0.98, False)],
)
def test_one_percent_is_the_limit(across: float, down: float, right: bool) -> None:
    paper = PAPERS["letter"]
    seen = camera((1.0, 0.0), (0.0, 0.0), 3)
    found = scale_of(printed(paper, across, down, seen), edges_of(paper, seen))
    assert found is not None
    assert found.right == right


def test_a_page_that_is_not_seen_whole_tells_nothing() -> None:
    paper = PAPERS["a4"]
    seen = camera((1.0, 0.0), (0.0, 0.0), 3)
    markers, edges = printed(paper, 1, 1, seen), edges_of(paper, seen)
    for number in markers:
        assert scale_of({n: c for n, c in markers.items() if n != number}, edges) is None
    assert scale_of(markers, edges[:3]) is None
    assert scale_of(markers, [edges[0]] * 4) is None
    mixed = dict.fromkeys((*scale_markers(PAPERS["letter"])[:2], 246, 247), markers[246])
    assert scale_of(mixed, edges) is None


def test_the_markers_of_the_test_page_are_on_no_card_and_within_the_paper() -> None:
    numbers = [number for paper in PAPERS.values() for number in scale_markers(paper)]
    assert sorted(numbers) == list(range(242, 250))  # the second box of an edition ends at 223
    for paper in PAPERS.values():
        for x, y in places(paper):
            assert INSET_MM <= x <= paper.wide_mm - INSET_MM - SIDE_MM
            assert INSET_MM <= y <= paper.high_mm - INSET_MM - SIDE_MM

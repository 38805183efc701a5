"""What readers read from the sheets that a real browser prints at 300 dots an inch."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, product
from math import dist
from typing import Any

import numpy as np
import pytest
from playwright.async_api import Browser

from controller.decks import card_pages, sheets
from controller.decks.deck import new_deck
from controller.decks.drawing import CODE_MM, LABEL_MM, MARKER_MM, RIM_MM, label_text
from controller.decks.paper import PAPERS, Paper, PrintScale, scale_of
from controller.decks.sheets import deck_document, labels_document
from controller.readers.camera.marker import OFF_CENTRE_MM, Marker
from rules import EDITIONS
from tests.e2e.labels import cut_labels
from tests.e2e.printed import (
    PX_PER_MM,
    Picture,
    codes_in,
    cut_out,
    markers_in,
    printing,
    seen_by_a_camera,
    sheet_of,
)
from tests.pairwise import pairwise
from tests.readers.rendering.printed import label
from tests.seeds import tree_seed

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST = {edition: 138 * (at % 2) for at, edition in enumerate(EDITIONS)}
"""So that both the lowest and the highest number are on a sheet."""
NEAR_MM = 0.2
PAGE = re.compile(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)")


def scale_in(picture: Picture) -> PrintScale | None:
    """At which scale the test page was printed; the whole picture is the paper."""
    high, wide = picture.shape
    edges = [(0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high))]
    return scale_of(dict(markers_in(picture)), edges)


def place_of_label(paper: Paper, place: int) -> tuple[float, float]:
    left = (paper.wide_mm - sheets.COLUMNS * LABEL_MM) / 2
    row, column = divmod(place, sheets.COLUMNS)
    return left + column * LABEL_MM, sheets.TOP_MM + row * sheets.HIGH_MM


def check_labels(picture: Picture, paper: Paper, deck: str, numbers: list[int]) -> None:
    """Each label of a sheet has its marker and its code, in their places, and nothing else."""
    found = markers_in(picture)
    assert Counter(number for number, _ in found) == Counter(numbers)
    for place, number in enumerate(numbers):
        x, y = place_of_label(paper, place)
        wanted = ((x + RIM_MM) * PX_PER_MM, (y + RIM_MM) * PX_PER_MM)
        (corners,) = [c for n, c in found if n == number and dist(c[0], wanted) < 5 * PX_PER_MM]
        assert dist(corners[0], wanted) < NEAR_MM * PX_PER_MM
        assert dist(corners[0], corners[1]) == pytest.approx(
            MARKER_MM * PX_PER_MM, abs=NEAR_MM * PX_PER_MM
        )
        # once the label is cut out, a scanner sees only its own code
        code = cut_out(picture, x, y + sheets.SHORT_MM, LABEL_MM, CODE_MM)
        assert codes_in(code) == [label_text(deck, number)]


def check_places(card: Picture, number: int) -> None:
    """Each marker of a card is where the camera's reader takes it to be."""
    px = PX_PER_MM
    middle = (card_pages.WIDE_MM / 2 * px, card_pages.HIGH_MM / 2 * px)
    found = sorted(
        (Marker(seen, corners) for seen, corners in markers_in(card)),
        key=lambda one: one.centre[1],
    )
    right, down = (value * px for value in OFF_CENTRE_MM)
    for one, sign in zip(found, (1, -1), strict=True):
        wanted = (middle[0] + sign * right, middle[1] + sign * down)
        assert one.number == number
        assert dist(one.centre, wanted) < NEAR_MM * px
    assert dist(found[0].partner, found[1].centre) < 5 * NEAR_MM * px


@pytest.mark.thorough
async def test_a_sheet_is_read_and_a_wrong_scale_is_told(browser: Browser) -> None:
    paper, deck = PAPERS["a4"], new_deck("attack", "K3F9", 138)
    async with printing(browser, labels_document(deck, paper)) as page:
        numbers = [number for number in deck.numbers for _ in range(2)]
        last = await sheet_of(page, 3)
        check_labels(last, paper, deck.id, numbers[2 * sheets.COLUMNS * sheets.ROWS :])
        scale = scale_in(await sheet_of(page, 0, 0.97))
    assert scale is not None
    assert scale.paper == paper
    assert (scale.across, scale.down) == pytest.approx((0.97, 0.97), abs=0.001)
    assert not scale.right


EACH = sheets.COLUMNS * sheets.ROWS
LABEL_SHEETS, CARD_SHEETS = range(1, 4), range(1, 14)
"""After the test page."""
FAR_PX_PER_MM = (2.0, 2.5, 3.5, 5.0)
SCALES = (0.94, 0.97, 0.985, 1.0, 1.02)
DOCUMENTS = {"labels": labels_document, "cards": deck_document}


def cases(
    factors: Mapping[str, Sequence[Any]], drawn: Mapping[str, Sequence[Any]] | None = None
) -> pytest.MarkDecorator:
    """All pairs of values with ``make thorough``, all combinations with ``make soak``.

    A case is all that is looked at in one document: its first two values, and the rows of the rest.
    ``drawn`` has fewer values of some factors, for ``make thorough``.
    """
    first, second, *rest = factors
    every = [dict(zip(factors, values, strict=True)) for values in product(*factors.values())]
    params = []
    for rows, mark, name in (
        (pairwise({**factors, **(drawn or {})}), pytest.mark.thorough, ""),
        (every, pytest.mark.soak, ", all"),
    ):
        for one, other in product(factors[first], factors[second]):
            some = [
                tuple(row[key] for key in rest)
                for row in rows
                if (row[first], row[second]) == (one, other)
            ]
            params.append(pytest.param(one, other, some, id=f"{one}, {other}{name}", marks=mark))
    return pytest.mark.parametrize((first, second, "rows"), params)


@cases({"paper": tuple(PAPERS), "edition": tuple(EDITIONS), "sheet": LABEL_SHEETS})
async def test_all_labels_are_read(
    browser: Browser, paper: str, edition: str, rows: list[tuple[int]]
) -> None:
    deck = new_deck(edition, "K3F9", FIRST[edition])
    numbers = [number for number in deck.numbers for _ in range(2)]
    assert (LABEL_SHEETS[-1] - 1) * EACH < len(numbers) <= LABEL_SHEETS[-1] * EACH
    async with printing(browser, labels_document(deck, PAPERS[paper])) as page:
        for (sheet,) in rows:
            here = numbers[(sheet - 1) * EACH : sheet * EACH]
            check_labels(await sheet_of(page, sheet), PAPERS[paper], deck.id, here)


@cases(
    {
        "paper": tuple(PAPERS),
        "edition": tuple(EDITIONS),
        "sheet": CARD_SHEETS,
        "px_per_mm": FAR_PX_PER_MM,
    },
    {"sheet": (*random.Random(tree_seed()).sample(CARD_SHEETS[:-1], 2), CARD_SHEETS[-1])},
)
async def test_all_cards_are_read_and_nothing_else_is(
    browser: Browser, paper: str, edition: str, rows: list[tuple[int, float]]
) -> None:
    deck = new_deck(edition, "K3F9", FIRST[edition])
    sheets = -(-len(deck.numbers) // 9)
    assert CARD_SHEETS[-1] - 1 <= sheets <= CARD_SHEETS[-1]
    last = [(min(sheet, sheets), px_per_mm) for sheet, px_per_mm in rows]  # of a smaller box, too
    wide, high = card_pages.WIDE_MM, card_pages.HIGH_MM
    edge = (PAPERS[paper].wide_mm - 3 * wide) / 2, (PAPERS[paper].high_mm - 3 * high) / 2
    async with printing(browser, deck_document(deck, PAPERS[paper])) as page:
        for sheet, scales in groupby(sorted(last), key=lambda row: row[0]):
            picture = await sheet_of(page, sheet)
            here = deck.numbers[(sheet - 1) * 9 : sheet * 9]
            found = markers_in(picture)
            assert Counter(number for number, _ in found) == Counter([*here, *here])
            for place, number in enumerate(here):
                x, y = edge[0] + place % 3 * wide, edge[1] + place // 3 * high
                card = cut_out(picture, x, y, wide, high)
                check_places(card, number)
                for half in (card[: card.shape[0] // 2], card[card.shape[0] // 2 :]):
                    assert codes_in(half) == [label_text(deck.id, number)]
            # nothing else that is drawn on the cards looks like a marker, near or far
            for _, px_per_mm in scales:
                far = seen_by_a_camera(picture, px_per_mm)
                assert {number for number, _ in markers_in(far)} <= set(here)


@cases({"paper": tuple(PAPERS), "document": tuple(DOCUMENTS), "part": SCALES})
async def test_the_test_page_tells_its_scale(
    browser: Browser, paper: str, document: str, rows: list[tuple[float]]
) -> None:
    deck = new_deck("attack", "K3F9", 0)
    async with printing(browser, DOCUMENTS[document](deck, PAPERS[paper])) as page:
        for (part,) in rows:
            scale = scale_in(await sheet_of(page, 0, part))
            assert scale is not None
            assert scale.paper == PAPERS[paper]
            assert (scale.across, scale.down) == pytest.approx((part, part), abs=0.001)
            assert scale.right == (part == 1.0)


@pytest.mark.thorough
async def test_the_drawn_piles_have_labels_of_these_sheets(browser: Browser) -> None:
    """The renderer of the piles keeps what the browser drew; fonts may differ a little."""
    cut = await cut_labels(browser, range(2, 3))
    assert sorted(cut) == list(range(84, 112))
    for number, picture in cut.items():
        kept = label(number, PX_PER_MM).astype(int)
        marker = slice(0, round(LABEL_MM * PX_PER_MM))
        assert np.abs(kept[marker] - picture[marker]).mean() < 2
        assert np.abs(kept - picture).mean() < 12


@pytest.mark.thorough
@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
async def test_a_browser_prints_one_page_for_each_sheet(browser: Browser, paper: Paper) -> None:
    deck = new_deck("attack", "K3F9", 0)
    for document, pages in ((labels_document(deck, paper), 4), (deck_document(deck, paper), 14)):
        async with printing(browser, document) as page:
            printed = await page.pdf(prefer_css_page_size=True)
        sizes = [(float(wide), float(high)) for wide, high in PAGE.findall(printed)]
        assert len(sizes) == pages
        points = 72 / 25.4  # of a PDF, in a millimetre
        for size in sizes:
            assert size == pytest.approx((paper.wide_mm * points, paper.high_mm * points), abs=1)

"""Cuts the labels for the drawn piles out of the sheets: ``python -m tests.e2e.labels``."""

from __future__ import annotations

import asyncio
import sys

import cv2
import numpy as np
from playwright.async_api import Browser

from controller.decks import sheets
from controller.decks.deck import new_deck
from controller.decks.drawing import LABEL_MM
from controller.decks.paper import PAPERS
from controller.decks.sheets import labels_document
from tests.e2e.looking import chromium
from tests.e2e.printed import PX_PER_MM, Picture, printing, sheet_of
from tests.readers.rendering.printed import CARDS, COLUMNS, CUT_OUT, SIZE_PX

DECK = new_deck("attack", "K3F9", 0)
PAPER = PAPERS["a4"]
EACH = sheets.COLUMNS * sheets.ROWS // 2
"""Cards on a sheet: each has two labels side by side."""


async def cut_labels(browser: Browser, numbers: range) -> dict[int, Picture]:
    """The first label of each card on the sheets of these numbers, as a printer prints it."""
    found = {}
    async with printing(browser, labels_document(DECK, PAPER)) as page:
        for nth in numbers:
            sheet = await sheet_of(page, nth + 1)  # the first page is the test page
            for at, number in enumerate(DECK.numbers[nth * EACH : (nth + 1) * EACH]):
                row, column = divmod(2 * at, sheets.COLUMNS)
                x = (PAPER.wide_mm - sheets.COLUMNS * LABEL_MM) / 2 + column * LABEL_MM
                y = sheets.TOP_MM + row * sheets.HIGH_MM
                left, top = round(x * PX_PER_MM), round(y * PX_PER_MM)
                found[number] = sheet[top : top + SIZE_PX[1], left : left + SIZE_PX[0]]
    return found


async def main() -> int:
    """Write them into one picture."""
    async with chromium() as browser:
        cut = await cut_labels(browser, range(-(-CARDS // EACH)))
    rows = [
        np.hstack([cut[number] for number in range(first, first + COLUMNS)])
        for first in range(0, CARDS, COLUMNS)
    ]
    cv2.imwrite(str(CUT_OUT), np.vstack(rows), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

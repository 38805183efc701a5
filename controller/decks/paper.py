"""Sheets of paper, and the page for a browser that prints them at their true size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper."""

    name: str
    wide_mm: float
    high_mm: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}

STYLE = """
@page {{ size: {wide}mm {high}mm; margin: 0 }}
html, body {{ margin: 0 }}
body {{ font-family: 'Liberation Sans', Arial, Helvetica, sans-serif; print-color-adjust: exact;
  -webkit-print-color-adjust: exact }}
svg {{ display: block; width: {wide}mm; height: {high}mm; break-after: page; overflow: hidden }}
svg:last-child {{ break-after: auto }}
@media print {{ .hint {{ display: none }} }}
@media screen {{
  body {{ background: #777 }}
  .hint {{ background: #fff; margin: 0; padding: 1rem 1.5rem; font-size: 1.1rem; max-width: none }}
  svg {{ background: #fff; margin: 5mm auto; box-shadow: 0 1mm 3mm #0006 }}
}}
"""


def page(paper: Paper) -> Element:
    """An empty sheet. One unit of its drawing is one millimetre."""
    return Element("svg", {"viewBox": f"0 0 {paper.wide_mm:g} {paper.high_mm:g}", "class": "sheet"})


def sheets_of(numbers: Sequence[int], each: int) -> list[tuple[list[int], tuple[int, int]]]:
    """The numbers of each sheet with so many places; which sheet it is, from 1, of how many."""
    sheets = [list(numbers[at : at + each]) for at in range(0, len(numbers), each)]
    return [(sheet, (at, len(sheets))) for at, sheet in enumerate(sheets, 1)]


def document(title: str, hint: str, language: str, paper: Paper, pages: Sequence[Element]) -> bytes:
    """One HTML file with all sheets. ``hint`` stands above them on a screen and is not printed."""
    html = Element("html", {"lang": language})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = STYLE.format(
        wide=f"{paper.wide_mm:g}", high=f"{paper.high_mm:g}"
    )
    body = SubElement(html, "body")
    SubElement(body, "p", {"class": "hint"}).text = hint
    body.extend(pages)
    return f"<!doctype html>\n{tostring(html, encoding='unicode', method='html')}\n".encode()

"""axe-core on one view after the other, without judging the same thing twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

from tests.e2e.screenshots import THEMES, Theme

CONTRAST = "color-contrast"
NEW = """(first) => {
  const known = first ? (globalThis.audited = new Set()) : (globalThis.audited ??= new Set());
  const isNew = (...parts) => {
    const key = parts.join("|");
    return !known.has(key) && known.add(key) !== null;
  };
  const visible = [...document.querySelectorAll("body, body *")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }));
  const REFERENCES = ["aria-labelledby", "aria-describedby", "aria-controls", "for", "href"];
  const VALUES = ["role", "type", "tabindex", "lang", "autocomplete"];
  const attributes = (one) => [...one.attributes].map(({ name, value }) =>
    (name === "class" || name === "style" ? ""
      : REFERENCES.includes(name)
        ? `${name}:${document.getElementById(value.replace("#", "")) !== null}`
      : VALUES.includes(name) || (name.startsWith("aria-") && value.length < 6) ? `${name}=${value}`
      : `${name}:${value !== ""}`)).sort();
  const kind = (one) => `${one.localName}.${one.getAttribute("class") ?? ""}`;
  const named = (one) => [one.textContent.trim() !== "", one.labels?.length ?? 0];
  const headings = visible.filter((one) => /^h[1-6]$/.test(one.localName));
  let structure = isNew("headings", ...headings.map(kind));
  const ids = visible.map(({ id }) => id).filter(Boolean);
  structure = isNew("ids", ids.length - new Set(ids).size) || structure;
  for (const one of visible) {
    const parts = [kind(one.parentElement), kind(one), ...attributes(one), ...named(one)];
    structure = isNew("element", ...parts) || structure;
  }
  const papers = new Map();
  const paper = (one) => {
    if (!one) return "";
    if (!papers.has(one)) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
      const own = [kind(one), backgroundColor, backgroundImage, opacity, filter];
      papers.set(one, [...own, paper(one.parentElement)].join(";"));
    }
    return papers.get(one);
  };
  let colours = false;
  for (const one of visible) {
    const words = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const field = /^(input|select|textarea)$/.test(one.localName);
    if (!field && !words.some(({ data }) => data.trim())) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    if (!isNew("ink", color, fontSize, fontWeight, textShadow, one.disabled, paper(one))) continue;
    colours = true;
    one.dataset.audit = "";
  }
  return [structure, colours];
}"""
"""Marks words whose colours are new. Tells whether an element or the headings are new, and whether
such words are."""
UNMARK = """() => document.querySelectorAll("[data-audit]")
  .forEach((one) => { delete one.dataset.audit; })"""
FIND = """async ([context, options]) => {
  const found = await axe.run(context ?? document, { resultTypes: ["violations"], ...options });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
}"""


class Audit:
    """Every rule of axe-core on several views of one page.

    Contrast is judged for words whose colour, size, or what is painted behind them was in no view
    before; the other rules where an element of its kind, with its attributes and in its parent, was
    in none. ``everything`` judges all of every view.
    """

    def __init__(self, *, everything: bool = False) -> None:
        self._everything = everything
        self._begun = False

    async def violations(self, page: Page) -> list[str]:
        """What is wrong with the page as it is now."""
        if not await page.evaluate("'axe' in globalThis"):
            await page.evaluate(Axe().axe_script)
        if self._everything:
            return await self._find(page, None, {})
        structure, colours = await page.evaluate(NEW, not self._begun)
        self._begun = True
        found = []
        if structure:
            off = {"rules": {CONTRAST: {"enabled": False}}}
            found += await self._find(page, None, off)
        if colours:
            found += await self._find(page, "[data-audit]", {"runOnly": [CONTRAST]})
            await page.evaluate(UNMARK)
        return found

    async def _find(self, page: Page, context: str | None, options: object) -> list[str]:
        lines: list[str] = await page.evaluate(FIND, [context, options])
        return lines


async def wear(page: Page, theme: Theme) -> None:
    """Wait until the page is light or dark, a frame after the device is."""
    await page.emulate_media(color_scheme=theme)
    await page.locator(f'html[data-theme="{theme}"]').wait_for()


async def violations(
    page: Page,
    visits: Mapping[str, Callable[[], Awaitable[object]]],
    *,
    dress: Callable[[Page, Theme], Awaitable[None]] = wear,
    everything: bool = False,
) -> dict[str, list[str]]:
    """What is wrong with each view in light and in dark; see ``Audit``.

    ``visits`` lead the page to the views. ``dress`` makes the page light or dark.
    """
    audit = Audit(everything=everything)
    wrong = {}
    for number, (name, visit) in enumerate(visits.items()):
        await visit()
        # each view begins in the theme of the one before: to change the theme takes long
        for theme in reversed(THEMES) if number % 2 else THEMES:
            await dress(page, theme)
            if found := await audit.violations(page):
                wrong[f"{name}, {theme}"] = found
    await dress(page, "light")
    return wrong

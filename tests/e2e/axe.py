"""axe-core on one view after the other, without judging the same thing twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

from tests.e2e.forced import unseen_in_forced_colours
from tests.e2e.screenshots import THEMES, Theme
from tests.seeds import one_in

CONTRAST = "color-contrast"
LABEL_IN_NAME = "label-content-name-mismatch"
"""Experimental in axe, so it is off by itself."""
FORCED = 4
"""Of so many views, one is also looked at in the device's own colours, in one theme."""
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
  // what is drawn in a picture that has a name under it, or in a disc beside a name, is no label
  const drawn = options.runOnly?.includes("color-contrast") ? []
    : [...document.querySelectorAll("button:has(.caption) svg text, .avatar")];
  for (const one of drawn) one.style.visibility = "hidden";
  const found = await axe.run(context ?? document, { resultTypes: ["violations"], ...options });
  for (const one of drawn) one.style.visibility = "";
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
        await _load(page)
        structure = colours = True
        if not self._everything:
            structure, colours = await page.evaluate(NEW, not self._begun)
        self._begun = True
        found = []
        if structure:
            rules = {CONTRAST: {"enabled": False}, LABEL_IN_NAME: {"enabled": True}}
            found += await self._find(page, None, {"rules": rules})
        if colours:
            words = None if self._everything else "[data-audit]"
            found += await self._find(page, words, {"runOnly": [CONTRAST]})
            await page.evaluate(UNMARK)
        return found

    async def _find(self, page: Page, context: str | None, options: object) -> list[str]:
        lines: list[str] = await page.evaluate(FIND, [context, options])
        return lines


async def _load(page: Page) -> None:
    if not await page.evaluate("'axe' in globalThis"):
        await page.evaluate(Axe().axe_script)


async def misnamed(page: Page) -> list[str]:
    """The controls whose name does not contain the words on them, as the page is now."""
    await _load(page)
    lines: list[str] = await page.evaluate(FIND, [None, {"runOnly": [LABEL_IN_NAME]}])
    return lines


async def wear(page: Page, theme: Theme) -> None:
    """Wait until the page is light or dark, a frame after the device is."""
    await page.emulate_media(color_scheme=theme)
    await page.locator(f'html[data-theme="{theme}"]').wait_for()


Visits = Mapping[str, Callable[[], Awaitable[object]]]
"""What leads a page to each view."""


def drawn(visits: Visits) -> Visits:
    """A third of the views; which ones depends on the product."""
    return dict(one_in(3, [*visits.items()], "axe"))


async def violations(
    page: Page,
    visits: Visits,
    *,
    dress: Callable[[Page, Theme], Awaitable[None]] = wear,
    everything: bool = False,
) -> dict[str, list[str]]:
    """What is wrong with each view in light and in dark; see ``Audit``.

    ``dress`` makes the page light or dark.
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
        if number % FORCED == 0 and (found := await unseen_in_forced_colours(page)):
            wrong[f"{name}, forced colours"] = found
    await dress(page, "light")
    return wrong

"""Languages that are made out of the English one, to see on a page what did not come out of it.

Every letter of English is another one in them. The accented one is 40 % longer, as translations
are; the other one is written from the right to the left.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection
from string import ascii_letters

from playwright.async_api import Page

from tests.controller.words.test_word_uses import PREFIXES
from tests.e2e.looking import drawn
from tests.e2e.page_server import JSON, PAGE, PageServer
from tests.processes import PATIENCE_S

ACCENTED, RIGHT_TO_LEFT = "en-XA", "he-XB"
LONGER = 0.4
_VALUE = re.compile(r"(\{\{|\}\}|\{\w+(?::\w+)?\})")
_ACCENTS = str.maketrans(ascii_letters, "áƀčđéſĝħíĵƙłḿñóṕɋŕšŧúṽŵẋýžÁƁČĐÉḞĜĦÍĴḰĹṀÑÓṔɊŔŠŤÚṼŴẊÝŽ")
"""As high and as deep as words are: no tail where a letter has none, nothing above a high one."""
_HEBREW = str.maketrans(ascii_letters, 2 * "אבגדהוזחטיכלמנסעפצקרשתךםןף")


def accented(text: str) -> str:
    """The text in other letters, with short words after it."""
    plain = len(_VALUE.sub("", text))
    more = "ṽý ŵó " * 20
    return f"{_outside(text, _ACCENTS)} {more[: max(1, round(LONGER * plain))].strip()}"


def right_to_left(text: str) -> str:
    """The text in Hebrew letters."""
    return _outside(text, _HEBREW)


def _outside(text: str, letters: dict[int, int]) -> str:
    parts = _VALUE.split(text)
    return "".join(part if at % 2 else part.translate(letters) for at, part in enumerate(parts))


def catalogue(language: str, direction: str, say: Callable[[str], str]) -> JSON:
    """A whole catalogue as the page gets it, with each text as ``say`` says it."""
    english = json.loads((PAGE / "words" / "en.json").read_text(encoding="utf-8"))["messages"]
    messages = {
        key: say(text)
        if isinstance(text, str)
        else {category: say(form) for category, form in text.items()}
        for key, text in english.items()
    }
    return {"language": language, "dir": direction, "messages": messages}


def speak_pseudo(server: PageServer) -> None:
    """Let the pages that are loaded from now on have these languages beside those there are."""
    more = (ACCENTED, "Á", "ltr"), (RIGHT_TO_LEFT, "א", "rtl")
    there = json.loads(server.languages)
    there += [{"language": code, "name": name, "dir": way} for code, name, way in more]
    server.languages = json.dumps(there)
    server.words[ACCENTED] = catalogue(ACCENTED, "ltr", accented)
    server.words[RIGHT_TO_LEFT] = catalogue(RIGHT_TO_LEFT, "rtl", right_to_left)


SWITCH = """async (language) => {
  const root = document.documentElement;
  Object.defineProperty(navigator, "languages", { value: [language], configurable: true });
  const spoken = new Promise((done) => {
    const look = () => { if (root.lang === language) done(); };
    new MutationObserver(look).observe(root, { attributeFilter: ["lang"] });
    look();
  });
  dispatchEvent(new Event("languagechange"));
  await spoken;
}"""


async def switch(page: Page, language: str) -> None:
    """Let the browser wish another language: what is open stays as it is."""
    async with asyncio.timeout(PATIENCE_S):
        await page.evaluate(SWITCH, language)
    await drawn(page, frames=2)


TEXTS = """() => {
  const found = [["the page's title", document.title]];
  const where = (one) => `${one.localName}${one.className?.baseVal ?? one.className ? "." : ""}${
    (one.className?.baseVal ?? one.className ?? "").split(" ")[0]}`;
  const ours = (one) => one.closest("[lang]") === document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    const read = node.data.trim() && ours(one) && !one.closest("script, style, noscript");
    if (read) found.push([where(one), node.data]);
  }
  const NAMED = ["aria-label", "aria-description", "aria-valuetext", "alt", "title", "placeholder"];
  for (const one of document.body.querySelectorAll("*")) {
    if (!ours(one)) continue;
    for (const name of NAMED) {
      const said = one.getAttribute(name);
      if (said) found.push([`${name} of ${where(one)}`, said]);
    }
    for (const part of ["::before", "::after"]) {
      const { content } = getComputedStyle(one, part);
      if (content.startsWith('"')) found.push([`${part} of ${where(one)}`, content.slice(1, -1)]);
    }
  }
  return found;
}"""
NO_WORDS = re.compile(
    r"https?://\S*|\b[\w-]+(?:\.[\w-]+)+(?::\d+)?"  # addresses
    r"|\b[A-Z]{2,4}-\d+\b"  # clauses
    r"|\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b|\b[0-9a-f]{12,64}\b"  # codes of fair draws
)
KEY = re.compile(rf"\b({'|'.join(sorted(PREFIXES))})\.\w\S*", re.I)
"""Of the catalogue; it looks like an address."""
BROWSERS_OWN = re.compile(r"\b(?:and|or|AM|PM|[A-Z][a-z]{2} \d+, \d{4})\b")
"""How the browser writes lists and dates in the accented language, which it takes for English."""
BRANDS = ("Rollerdeck", "UNO", "Wi-Fi", "U", "N", "O", "UN", "simulator")
"""The same in every language. U, N and O are towers, and stand on cards; a launcher has a name."""


async def foreign(page: Page, typed: Collection[str]) -> set[str]:
    """Every text with a Latin letter that no catalogue and nobody who ``typed`` has brought."""
    names = sorted({*typed, *BRANDS}, key=len, reverse=True)
    known = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    initials = {name[0] for name in typed}
    accents = await page.evaluate("document.documentElement.lang") == ACCENTED
    found = set()
    for where, text in await page.evaluate(TEXTS):
        rest = known.sub("", text if KEY.search(text) else NO_WORDS.sub("", text))
        if accents:
            rest = BROWSERS_OWN.sub("", rest)
        if re.search("[A-Za-z]", rest) and text.strip() not in initials:
            found.add(f"{where}: {' '.join(text.split())}")
    return found

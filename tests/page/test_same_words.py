"""The page says the same as Python, whatever the language, the entry, the values and the number.

What the page alone says, ``ui.…``, Python does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Any

from catalogues import OF_THE_PAGE
from controller.words import languages
from controller.words.catalogue import catalogue
from tests.page.node import run
from tests.rules.worded import entries

SPEAK = """
import { readFileSync } from "node:fs";
import { speaker } from "./catalogue.js";
const [languages, cases] = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(languages.map((language) => {
  const { say } = speaker(JSON.parse(readFileSync(`words/${language}.json`, "utf8")));
  return cases.map(([key, values]) => say(key, values));
})));
"""
OF_A_KIND: dict[str, tuple[Any, ...]] = {
    "color": ("red", "pink"),
    "card": ("red-hit-2", "wild-all-hit", ["blue-7", "wild"], "pink-7"),
    "kind": ("skip", "7"),
    "tower": ("!", "U"),
}
PLAIN: tuple[Any, ...] = (
    "Ann {n}",
    3,
    ["Bo"],
    ["Ann", "Bo", "Cy"],
    ["Ann", "Inés"],
    ["7", "8"],
    [],
    "<b>&$1$&</b>",
)


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every entry, with what its values can be, one kind of value after the other."""
    for key, forms in entries().items():
        if key.startswith(OF_THE_PAGE):
            continue
        named = {(name, kind) for form in forms for _, name, kind, _ in Formatter().parse(form)}
        wanted = {name: OF_A_KIND.get(kind or "", PLAIN) for name, kind in named if name}
        for n, turn in product(
            (0, 1, 2, 11) if "n" in wanted or len(forms) > 1 else (0,), range(len(PLAIN))
        ):
            values = {name: some[turn % len(some)] for name, some in wanted.items()}
            if "n" in wanted or len(forms) > 1:
                values["n"] = n
            yield key, values
    yield "no.such-entry", {"n": 1}
    yield "refusal.no_such_game", {}


def test_python_and_the_page_say_the_same() -> None:
    asked, spoken = list(cases()), languages()
    done = run(SPEAK, json.dumps([spoken, asked]))
    assert done.returncode == 0, done.stderr
    told = dict(zip(spoken, json.loads(done.stdout), strict=True))
    differ = [
        (language, key, values, says, page)
        for language in spoken
        for (key, values), page in zip(asked, told[language], strict=True)
        if (says := catalogue(language).say(key, values)) != page
    ]
    assert len(asked) > 2000 and "en" in spoken
    assert differ == []

"""Every key in the code has an entry in the catalogue, and every entry has a use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from catalogues import OF_THE_PAGE
from hardware.launcher import Fault
from rules import COMMANDS, EDITIONS
from rules.edition import Last
from rules.editions.house_effects import FIRST_WHO, FIRST_WORDS, PLAYED_WHO
from rules.house_options import OPTIONS
from rules.vocabulary import WORDS
from tests.rules.test_no_words import generated, strings
from tests.rules.worded import entries

ROOT = Path(__file__).parents[3]
PAGES = (ROOT / "controller" / "web" / "page", ROOT / "controller" / "club" / "hub" / "page")
PREFIXES = {key.split(".")[0] for key in entries()}
KEY = re.compile(
    r"ui\.[a-z0-9_]+\.[a-zA-Z0-9_.-]+"  # `ui.past` is a member of the page's state
    rf"|({'|'.join(sorted(PREFIXES - {'ui'}))})\.[a-zA-Z0-9_.-]+"
)
BEGINS = re.compile(rf"""["'}}]({"|".join(PREFIXES)})\.""")
"""How every string that looks like a key begins in a source, also a part of an f-string."""
QUOTED = re.compile(r"""(?<=["'`])[^"'`\s]+(?=["'`])""")
"""What stands between two quotation marks; the second can be the first one of what follows it."""
NO_KEYS = {
    *("launcher.sock", "launcher.json", "reader.json"),  # files
    *("launcher.address", "launcher.custom", "launcher.serial", "launcher.socket"),  # settings
    *("launcher.profile", "launcher.strict"),
    *("refusal.not_here.", "effect.last."),  # the beginning of several
}
"""Strings that look like keys."""
ENTITIES = ("turn", "phase", "inside", "hits", "advice", "fault", "event", "safe_off")
"""What Home Assistant shows of a table."""
PACKAGES = ("rollerdeck", "rules", "hardware", "firmware_bridge", "controller")


@cache
def in_python() -> frozenset[str]:
    """Every string of the program that looks like a key."""
    files = (f for package in PACKAGES for f in (ROOT / package).rglob("*.py"))
    # to parse all of the program takes five times as long
    some = (file for file in files if BEGINS.search(file.read_text(encoding="utf-8")))
    return frozenset(text for file in some for _, text in strings(file) if KEY.fullmatch(text))


@cache
def in_the_page() -> frozenset[str]:
    """Every string of the page that looks like a key."""
    there = (file for page in PAGES for file in page.rglob("*.js"))
    files = (file for file in there if "vendor" not in file.parts)
    quoted = (one for file in files for one in QUOTED.findall(file.read_text()))
    return frozenset(one for one in quoted if KEY.fullmatch(one))


def made() -> set[str]:
    """Keys that are made of parts."""
    return {
        *generated(),
        *(f"{prefix}.{fault}" for fault in Fault for prefix in ("advice", "fault")),
        *("list.and", "list.or", "list.and_before_i", "list.or_before_o", "card.colored"),
        *(f"done.{do}" for do in COMMANDS),
        "tower.!",  # the other towers are letters, which are called what they are
        *(f"about.{edition}" for edition in EDITIONS),
        *(f"ui.example.{name}" for name, choice in OPTIONS.items() if choice.clause[:4] == "HOU-"),
        *(f"club.{name}" for name in ENTITIES),
        *(f"effect.{step}" for step in (*steps(PLAYED_WHO), *WORDS)),
        *(f"effect.first.{step}" for step in (*steps(FIRST_WHO), *FIRST_WORDS)),
        *(f"effect.last.{last.name.lower()}" for last in Last if last is not Last.AS_CHOSEN),
    }


def steps(who: Iterable[str]) -> set[str]:
    """Of cards that a house describes: what those who hit, or draw, do."""
    return {f"{verb}.{owes}" for owes in who for verb in ("hits", "draws")} | {"until_cards"}


def of_the_page(keys: frozenset[str]) -> frozenset[str]:
    """The keys that the page alone says: the build leaves them out of what Python reads."""
    return frozenset(key for key in keys if key.startswith(OF_THE_PAGE))


def used() -> frozenset[str]:
    return (in_python() | in_the_page() | made()) - NO_KEYS


def test_every_key_has_an_entry() -> None:
    assert len(in_python()) > 200
    assert used() - entries().keys() == frozenset()


REASONS = ("Reason", "LauncherGone", "LauncherBusy")


def reasons() -> Iterator[tuple[str, ast.expr]]:
    """Where the program gives a reason, and the expression of its key."""
    for file in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if not any(name in source for name in REASONS):
            continue  # reading the names is quicker than parsing all of the program
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[key, *_]) if name in REASONS:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", key


def test_a_reason_is_a_key_and_no_sentence() -> None:
    every = list(reasons())
    assert len(every) > 20
    sentences = [
        place
        for place, key in every
        for text in ast.walk(key)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and " " in text.value
    ]
    assert sentences == []


def test_every_entry_has_a_use() -> None:
    assert entries().keys() - used() == frozenset()


def test_python_says_nothing_of_the_page() -> None:
    assert of_the_page(in_python()) == frozenset()
    assert of_the_page(in_the_page())


def test_entries_name_their_values_as_python_and_the_page_read_them() -> None:
    forms = [form for every in entries().values() for form in every]
    bare = {form: re.sub(r"\{\{|\}\}|\{\w+(:\w+)?\}", "", form) for form in forms}
    assert [form for form, rest in bare.items() if "{" in rest or "}" in rest] == []

"""Every key in the code has an entry in the catalogue, and every entry has a use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.launcher import Fault
from rules import COMMANDS, EDITIONS
from tests.rules.test_no_words import generated, strings
from tests.rules.worded import entries

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "controller" / "web" / "page"
PREFIXES = {key.split(".")[0] for key in entries()}
KEY = re.compile(rf"({'|'.join(sorted(PREFIXES))})\.[a-zA-Z0-9_.-]+")
QUOTED = re.compile(r"""["'`]([^"'`\s]+)["'`]""")
NO_KEYS = {
    *("launcher.sock", "launcher.json"),  # files
    *("launcher.custom", "launcher.serial", "launcher.socket"),  # settings
    "refusal.not_here.",  # the beginning of several
}
"""Strings that look like keys."""
PACKAGES = ("rules", "hardware", "firmware_bridge", "controller")


def in_python() -> set[str]:
    """Every string of the program that looks like a key."""
    files = (f for package in PACKAGES for f in (ROOT / package).rglob("*.py"))
    return {text for file in files for _, text in strings(file) if KEY.fullmatch(text)}


def in_the_page() -> set[str]:
    """Every string of the page that looks like a key."""
    files = (file for file in PAGE.rglob("*.js") if "vendor" not in file.parts)
    quoted = (one for file in files for one in QUOTED.findall(file.read_text()))
    return {one for one in quoted if KEY.fullmatch(one)}


def made() -> set[str]:
    """Keys that are made of parts."""
    return {
        *generated(),
        *(f"{prefix}.{fault}" for fault in Fault for prefix in ("advice", "fault")),
        *("list.and", "list.or", "card.colored"),
        *(f"done.{do}" for do in COMMANDS),
        *(f"about.{edition}" for edition in EDITIONS),
    }


def used() -> set[str]:
    return (in_python() | in_the_page() | made()) - NO_KEYS


def test_every_key_has_an_entry() -> None:
    assert len(in_python()) > 200
    assert used() - entries().keys() == set()


def test_every_entry_has_a_use() -> None:
    assert entries().keys() - used() == set()


@pytest.mark.parametrize("key", sorted(entries()))
def test_an_entry_names_its_values_as_python_and_the_page_read_them(key: str) -> None:
    for form in entries()[key]:
        bare = re.sub(r"\{\{|\}\}|\{\w+(:\w+)?\}", "", form)
        assert "{" not in bare and "}" not in bare, form

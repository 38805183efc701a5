"""A catalogue of one language: gettext's, whose message IDs are keys and whose texts are formats.

A format names its values: ``{player} calls UNO.`` A word after a colon says what a value is:
``{color:color}`` stands for the entry ``color.red`` where the value is ``red``, ``{card:card}``
for a card's title. A list of values becomes "a, b and c", or "a, b or c" with ``{names:or}``.
Where an entry has a plural, the value ``n`` chooses the form. A value can be another message: a
key with its own values.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from copy import copy
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

Values = Mapping[str, Any]
"""What a sentence is about, by name: JSON, and no words."""

Names = Mapping[str, Mapping[str, str]]
"""What a house calls its cards: texts by language, by key."""

LISTS = ("and", "or")
BEFORE_SOUND = {
    "and": ("list.and_before_i", re.compile(r"h?(?:[ií]|y(?![aeiou]))(?![aeoáéó])", re.IGNORECASE)),
    "or": ("list.or_before_o", re.compile(r"h?[oó]|8|11(?!\d)", re.IGNORECASE)),
}
"""Another entry, where a list's last word begins so: in Spanish "Ana e Inés" and "7 u 8"."""
HOUSE = re.compile(r"house:(.+)-[0-9a-f]{8}")
"""The ID of an edition in a house's own box, with the name of the box."""
ENGLISH = "en"
"""What is spoken where nothing else is."""


class NotCompiled(OSError):
    """A checkout without its compiled catalogues; an installed Rollerdeck has them."""

    def __init__(self, language: str) -> None:
        super().__init__(
            f"The catalogue of words {language}.po has not been compiled: run `make setup` in the "
            "folder of Rollerdeck's sources."
        )


class Catalogue(Formatter):
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Read the compiled catalogue. Raises ``NotCompiled``."""
        self.language = language
        self._names: Names = {}
        try:
            with (_folder() / f"{language.replace('-', '_')}.mo").open("rb") as file:
                self._entries = gettext.GNUTranslations(file)
        except FileNotFoundError:
            raise NotCompiled(language) from None

    def with_names(self, names: Names) -> Catalogue:
        """The same words, and those of a house where this catalogue has none."""
        if names == self._names:
            return self
        other = copy(self)
        other._names = names
        return other

    def say(self, key: str, values: Values = {}) -> str:  # noqa: B006 -- read only
        """Return the entry with its values filled in; a key without an entry stands for itself."""
        n = values.get("n")
        entry = self._entries.ngettext(key, key, n) if type(n) is int else key
        if entry == key:  # it has one form, whatever the number
            entry = self._entries.gettext(key)
        if entry == key:  # it is no format: it may come from a launcher of another version
            return key
        return self.vformat(entry, (), values)

    def get_value(self, key: int | str, args: Any, kwargs: Values) -> Any:
        """Look a value up; one that is missing shows its own name, so that nothing is lost."""
        return kwargs.get(str(key), f"{{{key}}}")

    def format_field(self, value: Any, format_spec: str) -> str:
        """Word one value, or each of a list."""
        if isinstance(value, list | tuple):
            last = format_spec if format_spec in LISTS else "and"
            return self._listed([self.word(item, format_spec) for item in value], last)
        return self.word(value, format_spec)

    def word(self, value: Any, kind: str) -> str:
        """Return what a value is called; one without an entry is called what it is.

        A value that is a message itself, ``{"key", "values"}``, is said.
        """
        if isinstance(value, Mapping):
            return self.say(value["key"], value["values"])
        if not kind or kind in LISTS:
            return str(value)
        if kind == "card":
            color, _, rest = str(value).partition("-")
            if f"color.{color}" in self:
                return self.say("card.colored", {"color": color, "kind": rest})
            kind = "kind"
        entry = f"{kind}.{value}"
        if entry in self:
            return self.say(entry)
        if entry in self._names:
            return text_in(self._names[entry], self.language)
        house = HOUSE.fullmatch(str(value)) if kind == "edition" else None
        return house[1][0].upper() + house[1][1:] if house else str(value)

    def _listed(self, words: list[str], last: str) -> str:
        if len(words) < 2:
            return "".join(words)
        other, sound = BEFORE_SOUND[last]
        entry = other if other in self and sound.match(words[-1]) else f"list.{last}"
        return self.say(entry, {"first": ", ".join(words[:-1]), "last": words[-1]})

    def __contains__(self, key: str) -> bool:
        return self._entries.gettext(key) != key


def text_in(texts: Mapping[str, str], language: str) -> str:
    """A house's text in a language, else in one that it has; empty: there is none."""
    tried = (language, language.partition("-")[0], "", ENGLISH, *texts)
    return next((texts[name] for name in tried if name in texts), "")


def _folder() -> Path:
    return Path(__file__).parent


def languages() -> tuple[str, ...]:
    """The languages that are there, as browsers call them, for example ``pt-BR``."""
    return tuple(sorted(file.stem.replace("_", "-") for file in _folder().glob("*.mo")))


@cache
def catalogue(language: str = ENGLISH) -> Catalogue:
    """Read a language's catalogue once; the English one where there is no such language."""
    if language != ENGLISH and language not in languages():
        return catalogue()
    return Catalogue(language)


def read_catalogue() -> None:
    """Read the English words now, so that the first sentence waits for no disk."""
    catalogue()


def say(key: str, values: Values = {}) -> str:  # noqa: B006 -- read only
    """Say it in English, for the command line, logs and programs."""
    return catalogue().say(key, values)


def word(value: Any, kind: str) -> str:
    """Return what a value is called in English: ``word("red-7", "card")``."""
    return catalogue().word(value, kind)

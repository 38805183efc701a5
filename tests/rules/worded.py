"""What the rules say, put into the words of the English catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from controller.words import say
from rules import Event, Refusal
from rules.outcome import Values
from rules.scenario import Failure

SOURCE = Path(__file__).parents[2] / "controller" / "words" / "en.po"


@cache
def entries() -> dict[str, tuple[str, ...]]:
    """Every entry by its key, in each of its forms."""
    with SOURCE.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    found: dict[str, tuple[str, ...]] = {}
    for message in messages:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = message.string or ""
        found[key] = (forms,) if isinstance(forms, str) else tuple(forms)
    return found


def named(form: str) -> set[str]:
    """The values that a form of an entry names."""
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def fits(key: str, values: Values) -> bool:
    """Whether there is an entry, all of whose values are given; ``n`` where it chooses a form."""
    forms = entries().get(key, ())
    wanted = set().union(*map(named, forms)) | ({"n"} if len(forms) > 1 else set())
    return bool(forms) and wanted <= set(values)


def is_sentence(text: str) -> bool:
    """One line that begins and ends as sentences do, and shows no value of the program's own."""
    ends = not text[0].islower() and text[-1] in ".?"
    return ends and text.isprintable() and "None" not in text


def is_worded(said: Event | Refusal | Failure) -> bool:
    """Whether the catalogue makes a sentence of it."""
    return fits(said.key, said.values) and is_sentence(say(said.key, said.values))

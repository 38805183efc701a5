"""``make language L=it``: makes the catalogue of a language or brings it up to date, and checks it.

An entry that is new has no text yet; a comment above it says the English one.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from catalogues import NO_DATE, SOURCE, WORDS, Unusable, entries_of, faults, forms_of
from catalogues import read_catalogue as read

ROOT = Path(__file__).parents[1]
ENGLISH = "English: "
MOST_EMPTY = 5
"""So many entries without a text are named."""


def main(folder: Path, language: str) -> int:
    """Make or update ``language.po`` in a folder with ``en.po``. Returns the exit code."""
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError, TypeError):
        print(f"{language!r} is no code of a language: write for example make language L=it.")
        return 2
    if language == Path(SOURCE).stem:
        print(f"{SOURCE} is what all others are translated from: change it by hand.")
        return 2
    file = folder / f"{locale}.po"
    try:
        english = read(folder / SOURCE)
        before = read(file) if file.exists() else _empty(locale)
    except Unusable as unusable:
        print(unusable)
        return 1
    changed = _changed(before, english)
    now = read_again(updated(before, english), file)
    for key in changed:
        print(f"{file.name}: the English text of {key} has changed: check yours.")
    wrong = list(faults(now, english))
    texts = entries_of(now)
    empty = [fault for fault in wrong if fault.key in texts and not any(forms_of(texts[fault.key]))]
    for fault in wrong:
        if fault not in empty[MOST_EMPTY:]:
            print(f"{file.name}: {fault.sentence}")
    if wrong:
        print(f"{file}: {len(wrong)} of {len(entries_of(english))} entries are not right yet.")
        return 1
    print(f"{file} has all {len(entries_of(english))} entries. `make run` shows the language.")
    return 0


def _empty(locale: Locale) -> Catalog:
    comment = f"# What Rollerdeck says, in {locale.english_name}. See docs/translating.md."
    return Catalog(locale, project="Rollerdeck", header_comment=comment, fuzzy=False)


def template(english: Catalog) -> Catalog:
    """The entries without texts, each with its English text and what is said about it."""
    catalogue = Catalog(creation_date=NO_DATE)
    for message in entries_of(english).values():
        comments = [f"{ENGLISH}{text}" for text in forms_of(message)]
        catalogue.add(message.id, auto_comments=[*message.user_comments, *comments])
    return catalogue


def updated(catalogue: Catalog, english: Catalog) -> bytes:
    """The file of a catalogue with exactly the entries of the English one, in their order."""
    catalogue.update(template(english), no_fuzzy_matching=True)
    written = io.BytesIO()
    write_po(written, catalogue, width=0, ignore_obsolete=True)
    return written.getvalue()


def read_again(content: bytes, file: Path) -> Catalog:
    """Write a file, and read what it says."""
    file.write_bytes(content)
    return read(file)


def _changed(catalogue: Catalog, english: Catalog) -> list[str]:
    """The entries whose English text is another one than when they were written."""
    wanted = entries_of(english)
    return [
        key
        for key, message in entries_of(catalogue).items()
        if any(forms_of(message))
        and (translated := _english(message.auto_comments))
        and key in wanted
        and translated != _english([f"{ENGLISH}{form}" for form in forms_of(wanted[key])])
    ]


def _english(comments: Sequence[str]) -> str:
    """The English text in comments, without spaces: Babel breaks their lines anywhere."""
    at = [number for number, comment in enumerate(comments) if comment.startswith(ENGLISH)]
    return "".join("".join(comments[at[0] :]).split()) if at else ""


if __name__ == "__main__":
    sys.exit(main(ROOT / WORDS, *(sys.argv[1:2] or [""])))

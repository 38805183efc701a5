"""The catalogues of words: read, checked, and compiled for Python and for the page.

For building and developing alone, because it needs Babel. ``controller/words/catalogue.py`` reads
what is compiled.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po

WORDS = Path("controller", "words")
PAGE_WORDS = Path("controller", "web", "page", "words")
SOURCE = "en.po"
NO_DATE = datetime.fromtimestamp(0, UTC)
"""Instead of the moment of compiling: the same tree makes the same release tomorrow, too."""
OF_THE_PAGE = "ui."
"""How the keys begin that the page alone says: Python does not keep them in memory."""
NUMBERS = range(1000)
"""As many are looked at to find out which numbers a plural form stands for."""
NOT_COMPILED = (
    "Until then, Rollerdeck leaves this language out, or keeps it as it was compiled last."
)

_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\w+)(?::(\w+))?\}")
_KEY = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_LINE = re.compile(r'\s*(#.*|(msgid|msgid_plural|msgstr|msgstr\[\d\])?\s*"([^"\\]|\\.)*"\s*)?')
"""What a line can be; Babel alone would take a line without its quotes, and cut letters off."""

Forms = tuple[str, ...]


class Unusable(Exception):
    """A catalogue that cannot be read at all: one sentence for people."""


class Fault(NamedTuple):
    """What is wrong with one entry of a catalogue, or with its header."""

    key: str
    """Empty: the header."""
    sentence: str
    """What is wrong and what to do, without the name of the file."""
    untranslated: bool = False
    """Only the translation is missing or unchecked, and English stands in for it."""


def read_catalogue(file: Path) -> Catalog:
    """Read a ``.po`` file, which is named after its language. Raises ``Unusable``."""
    try:
        Locale.parse(file.stem)
    except (UnknownLocaleError, ValueError):
        raise Unusable(
            f"{file.name}: Babel knows no language {file.stem}: name the file after the code of "
            "its language, for example it.po."
        ) from None
    try:
        text = file.read_text(encoding="utf-8-sig")  # Windows' editors begin with a BOM
        for number, line in enumerate(text.splitlines(), start=1):
            if not _LINE.fullmatch(line):
                raise Unusable(
                    f"{file.name}: line {number} is not valid: write a keyword such as msgstr, and "
                    "then the text in quotation marks, with \\ before a quotation mark in it."
                )
        found = read_po(io.StringIO(text), locale=file.stem, abort_invalid=True)
        c2py(found.plural_expr)
    except UnicodeDecodeError:
        raise Unusable(f"{file.name} is not in UTF-8: save it in UTF-8.") from None
    except PoFileError as error:
        raise Unusable(
            f"{file.name} cannot be read ({error}): correct this line, or the one before it."
        ) from None
    except ValueError as error:
        raise Unusable(f"{file.name}: its header is not valid ({error}): correct it.") from None
    twice = [key for key, count in Counter(_KEY.findall(text)).items() if count > 1]
    if twice:
        raise Unusable(f"{file.name} has the entry {twice[0]} twice: remove one of the two.")
    return found


def key_of(message: Message) -> str:
    """The key of an entry."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms_of(message: Message) -> Forms:
    """The text of an entry, or each of its plural forms; empty where there is none."""
    texts = message.string or ""
    return (texts,) if isinstance(texts, str) else tuple(text or "" for text in texts)


def entries_of(catalogue: Catalog) -> dict[str, Message]:
    """The entries by their keys, without the header."""
    return {key_of(message): message for message in catalogue if message.id}


def faults(catalogue: Catalog, english: Catalog) -> Iterator[Fault]:
    """What is wrong with a catalogue, compared with the English one."""
    yield from _wrong_plural_rule(catalogue)
    there, wanted = entries_of(catalogue), entries_of(english)
    for key in sorted(there.keys() - wanted.keys()):
        yield Fault(key, f"nothing uses the entry {key}: remove it.")
    for key, message in wanted.items():
        text = forms_of(message)[-1]
        if key not in there:
            yield Fault(key, f"the entry {key} is missing: translate “{text}”.", True)
        elif there[key].fuzzy:
            sentence = f"the entry {key} is marked as fuzzy: check it and remove the mark."
            yield Fault(key, sentence, True)
        elif not any(form.strip() for form in forms_of(there[key])):
            yield Fault(key, f"the entry {key} has no text: translate “{text}”.", True)
        elif complaint := _complaint(there[key], message, catalogue):
            yield Fault(key, f"the entry {key} {complaint}")


def untranslated(root: Path) -> dict[str, list[Fault]]:
    """What the shipped languages still lack, by the names of their files. Raises ``Unusable``."""
    english = read_catalogue(root / WORDS / SOURCE)
    faults_by_file = {
        source.name: [
            fault for fault in faults(read_catalogue(source), english) if fault.untranslated
        ]
        for source in sorted((root / WORDS).glob("*.po"))
    }
    return {name: lacking for name, lacking in faults_by_file.items() if lacking}


def _complaint(message: Message, english: Message, catalogue: Catalog) -> str | None:
    forms, wanted = forms_of(message), forms_of(english)
    if isinstance(message.id, str) != isinstance(english.id, str):
        has = "no plural forms" if isinstance(english.id, str) else "plural forms"
        return f"has {has} in English: make it like the English one."
    plural = not isinstance(message.id, str)
    numbers = numbers_of(catalogue) if plural else {0: []}
    if plural and (len(forms) != len(numbers) or not all(text.strip() for text in forms)):
        there = sum(bool(text.strip()) for text in forms)
        return f"has {there} of {len(numbers)} plural forms: write all of them."
    named = [placeholders(text) for text in wanted]
    every = set().union(*(one for one in named if one is not None))
    for number, text in enumerate(forms):
        said = placeholders(text)
        if said is None:
            return f"has a brace that names no value in “{text}”: write {{{{ for a brace."
        # "one card" needs no number, where the form stands for a single number
        spared = {("n", "")} if plural and len(numbers[number]) == 1 else set()
        if 1 in numbers[number] and ("n", "") not in (named[0] or ()):
            spared = {("n", "")}
        lost, new = every - said - spared, said - every - ({("n", "")} if plural else set())
        if lost or new:
            verb, which = ("loses", lost) if lost else ("names", new)
            shown = " and ".join(f"{{{name}{kind and ':' + kind}}}" for name, kind in sorted(which))
            return f"{verb} {shown} in “{text}”: name the values as in “{wanted[-1]}”."
    return None


def placeholders(text: str) -> set[tuple[str, str]] | None:
    """The values that a text names, each with its kind; None: a brace of it is not valid."""
    rest = _PLACEHOLDER.sub("", text)
    if "{" in rest or "}" in rest:
        return None
    return {(name, kind or "") for name, kind in _PLACEHOLDER.findall(text) if name}


def numbers_of(catalogue: Catalog) -> dict[int, list[int]]:
    """Which numbers each plural form stands for."""
    number_of = c2py(catalogue.plural_expr)
    found: dict[int, list[int]] = {form: [] for form in range(catalogue.num_plurals)}
    for n in NUMBERS:
        found.setdefault(number_of(n), []).append(n)
    return found


def _wrong_plural_rule(catalogue: Catalog) -> Iterator[Fault]:
    """Gettext's rule in the header chooses in Python, the browser's own in the page.

    They agree where each has a form for the same numbers. What Babel writes into a header differs
    between its versions: since 2.19, Spanish has a third form for whole millions.
    """
    assert catalogue.locale is not None
    number_of, category_of = c2py(catalogue.plural_expr), catalogue.locale.plural_form
    pairs = {(number_of(n), category_of(n)) for n in NUMBERS}
    agree = len(pairs) == len({form for form, _ in pairs}) == len({name for _, name in pairs})
    usual = get_plural(catalogue.locale)
    wanted = c2py(usual.plural_expr)
    is_usual = catalogue.num_plurals == usual.num_plurals and all(
        wanted(n) == number_of(n) for n in NUMBERS
    )
    if not agree and not is_usual:
        yield Fault(
            "", f'its header must contain "Plural-Forms: {usual.plural_forms}\\n": correct it.'
        )


def compile_words(root: Path) -> list[str]:
    """Compile each ``.po`` to a ``.mo`` beside it, and to JSON for the page; ``ui.`` only there.

    An entry that is missing or faulty gets the English text. A file that is faulty as a whole is
    left out, or stays as it was compiled last. Returns a sentence for each of these. Raises
    ``Unusable`` if the English catalogue is faulty.
    """
    page = root / PAGE_WORDS
    page.mkdir(exist_ok=True)
    english = read_catalogue(root / WORDS / SOURCE)
    for fault in faults(english, english):
        raise Unusable(f"{SOURCE}: {fault.sentence}")
    complaints: list[str] = []
    languages: dict[str, Any] = {}
    compiled_before = _compiled_before(root)
    sources = (root / WORDS).glob("*.po")
    for source in sorted(sources, key=lambda one: (one.name != SOURCE, one.name)):
        try:
            catalogue = read_catalogue(source)
            wrong = list(faults(catalogue, english))
        except Unusable as unusable:
            complaints.append(f"{unusable} {NOT_COMPILED}")
            languages |= compiled_before(source)
            continue
        complaints += [f"{source.name}: {fault.sentence}" for fault in wrong]
        if any(not fault.key for fault in wrong):
            languages |= compiled_before(source)
            continue
        _fill(catalogue, english, {fault.key for fault in wrong})
        language = _tag(source)
        languages[language] = _about(source)
        _write(catalogue, source, page / f"{language}.json", languages[language])
    told = [{"language": language, **about} for language, about in languages.items()]
    _replace(page / "languages.json", json.dumps(told, ensure_ascii=False).encode())
    kept = {*(page / f"{language}.json" for language in languages), page / "languages.json"}
    kept |= {root / WORDS / f"{language.replace('-', '_')}.mo" for language in languages}
    for stale in {*page.glob("*.json"), *(root / WORDS).glob("*.mo")} - kept:
        stale.unlink(missing_ok=True)
    return complaints


def _compiled_before(root: Path) -> Callable[[Path], dict[str, Any]]:
    """What the page was told of a language whose compiled files are there; else nothing."""
    page = root / PAGE_WORDS
    listed = page / "languages.json"
    entries = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else []
    about = {entry.pop("language"): entry for entry in entries}

    def compiled(source: Path) -> dict[str, Any]:
        tag = _tag(source)
        files = (source.with_suffix(".mo"), page / f"{tag}.json")
        return {tag: about[tag]} if tag in about and all(map(Path.is_file, files)) else {}

    return compiled


def not_compiled(root: Path) -> list[str]:
    """The names of the catalogues that Python or the page would not find compiled."""
    return [
        source.name
        for source in sorted((root / WORDS).glob("*.po"))
        if not source.with_suffix(".mo").is_file()
        or not (root / PAGE_WORDS / f"{_tag(source)}.json").is_file()
    ]


def _tag(source: Path) -> str:
    """What browsers call the language of a file: pt-BR for pt_BR.po."""
    return source.stem.replace("_", "-")


def _about(source: Path) -> dict[str, str]:
    locale = Locale.parse(source.stem)
    name = locale.get_display_name() or source.stem
    return {"name": name[0].upper() + name[1:], "dir": locale.text_direction}


def _fill(catalogue: Catalog, english: Catalog, faulty: set[str]) -> None:
    """Put the English text where an entry is faulty; drop what nothing uses."""
    wanted, numbers = entries_of(english), numbers_of(catalogue)
    for key in faulty:
        catalogue.delete(key)
        if key not in wanted:
            continue
        message, forms = wanted[key], forms_of(wanted[key])
        if isinstance(message.id, str):
            catalogue.add(message.id, forms[0])
        else:
            texts = [forms[0] if numbers[form] == [1] else forms[-1] for form in sorted(numbers)]
            catalogue.add(message.id, tuple(texts))


def _write(catalogue: Catalog, source: Path, json_file: Path, about: Mapping[str, str]) -> None:
    catalogue.creation_date = NO_DATE
    categories = _plural_forms(source.stem, catalogue.plural_expr)
    entries = entries_of(catalogue)
    for key, message in entries.items():
        if key.startswith(OF_THE_PAGE):
            catalogue.delete(message.id)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    _replace(source.with_suffix(".mo"), compiled.getvalue())
    texts = {key: _text(message, categories) for key, message in sorted(entries.items())}
    told = {"language": _tag(source), "dir": about["dir"], "messages": texts}
    _replace(json_file, json.dumps(told, ensure_ascii=False).encode())


def _plural_forms(language: str, expression: str) -> dict[str, int]:
    """Which form of gettext's each plural category of ``Intl.PluralRules`` has."""
    number_of, category_of = c2py(expression), Locale.parse(language).plural_form
    forms: dict[str, int] = {}
    for n in NUMBERS:
        forms.setdefault(category_of(n), number_of(n))
    forms.setdefault("other", max(forms.values()))
    return forms


def _text(message: Message, categories: Mapping[str, int]) -> str | dict[str, str]:
    forms: Sequence[str] = forms_of(message)
    if isinstance(message.id, str):
        return forms[0]
    return {category: forms[number] for category, number in categories.items()}


def _replace(file: Path, content: bytes) -> None:
    """Write a file in one go, if it changes: several processes may compile and pack at once."""
    if file.is_file() and file.read_bytes() == content:
        return
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)

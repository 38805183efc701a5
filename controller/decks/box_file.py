"""The file of a house's box: read within bounds, and what is wrong with it in which line."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller.base.outside import one_line
from rules.edition import Edition
from rules.editions import EDITIONS
from rules.editions.box_parts import BadBox
from rules.editions.house import is_box_name, new_house
from rules.editions.house_card import MAX_ID_CHARS

MAX_BYTES = 32 * 1024
MAX_DEPTH = 6
"""What a box can say is nested less deeply."""
MAX_DOTS = 100
"""Of a line: ``tomllib`` takes seconds for a key of thousands of parts."""
MAX_ALL_DOTS = 3000
MAX_HEADER_DOTS = 2
"""Of a header, as ``[[kinds.play.effects]]``: ``tomllib`` goes through it again for each key."""
SUFFIX = ".toml"
AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
"""How ``tomllib`` ends what it says; where a file ends too soon, it names no line."""
UNREADABLE = "refusal.box_unreadable"
HEADER = re.compile(r"[ \t]*\[")
KINDS_HEADER = re.compile(r"[ \t]*\[+[ \t]*kinds\b")
ONE_BRACKET = re.compile(r"[ \t]*\[[ \t]*kinds[ \t]*\]")
"""A header that should have two."""
TWICE = ("Cannot declare", "Cannot overwrite")
"""How ``tomllib`` begins what it says of a name that it has read already."""
CURLY_QUOTES = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a]")
"""As word processors write them, in any language."""
TEXT_OR_COMMENT = re.compile(
    r"""
    "{3} (?: [^"\\]+ | \\. | "(?!"") )* "{0,5}    # three that end it, after up to two of its own
    | '{3} (?: [^']+ | '(?!'') )* '{0,5}
    | " (?: [^"\\\n]+ | \\[^\n] )* "?
    | ' [^'\n]* '?
    | [#] [^\n]*
    """,
    re.VERBOSE | re.DOTALL,
)
"""Begins where ``tomllib`` sees one begin. Once begun, it always matches: it never goes back."""


class BoxProblem(Struct, frozen=True):
    """What is wrong with a file, as a message of the catalogue."""

    file: str
    """Its name, without the folder."""
    line: int | None
    """The line, from 1; null: the file as a whole."""
    key: str
    """What is wrong, as a key of the catalogue."""
    values: Mapping[str, Any]
    """The values of that message."""


class WrongBox(Exception):
    """Ends the reading of a file."""

    def __init__(self, problem: BoxProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def read_box(path: Path) -> Edition:
    """The edition that a file describes. Raises ``WrongBox``, also if it cannot be read."""
    name = shown_name(path)
    try:
        content = _content(path)
    except OSError as error:
        what = {"what": error.strerror or type(error).__name__}
        raise WrongBox(BoxProblem(name, None, UNREADABLE, what)) from None
    if content is None:
        raise WrongBox(BoxProblem(name, None, "refusal.box_no_file", {}))
    return parse_box(name, content)


def shown_name(path: Path) -> str:
    """The name of a file, as text even where the file system's is none."""
    return os.fsencode(path.name).decode(errors="replace")


def _content(path: Path) -> bytes | None:
    """What is in a file, as far as it is read; None: it is no regular file."""
    # to open a pipe otherwise waits until somebody writes
    opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            return None
        with os.fdopen(opened, "rb", closefd=False) as file:
            return file.read(MAX_BYTES + 1)
    finally:
        os.close(opened)


def parse_box(file: str, content: bytes) -> Edition:
    """The edition in the content of a file of that name. Raises ``WrongBox``."""

    def wrong(line: int | None, key: str, **values: Any) -> WrongBox:
        return WrongBox(BoxProblem(file, line, key, values))

    name = file.removesuffix(SUFFIX)
    if not file.endswith(SUFFIX) or not is_box_name(name):
        raise wrong(None, "refusal.box_file_name", most=MAX_ID_CHARS)
    if name in EDITIONS:  # ``deck new`` would mean the other one
        raise wrong(None, "refusal.box_known_name", said=name)
    if len(content) > MAX_BYTES:
        raise wrong(None, "refusal.box_file_large", most=MAX_BYTES >> 10)
    try:
        text = content.decode("utf-8-sig")  # Windows' editors begin with a BOM
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise wrong(line, "refusal.box_no_text") from None
    if text.count(".") > MAX_ALL_DOTS:
        raise wrong(None, "refusal.box_many_dots", most=MAX_ALL_DOTS)
    for number, line_text in enumerate(_without_texts(text, short=True).split("\n"), 1):
        dots = line_text.count(".")
        if dots > MAX_HEADER_DOTS and HEADER.match(line_text):
            raise wrong(number, "refusal.box_header_dots", most=MAX_HEADER_DOTS)
        if dots > MAX_DOTS:
            raise wrong(number, "refusal.box_no_json")
    try:
        return new_house(name, _plain(tomllib.loads(text), ()))
    except tomllib.TOMLDecodeError as error:
        raise WrongBox(_no_toml(file, text, str(error))) from None
    except BadBox as bad:
        line = line_of(_without_texts(text, short=False), bad.path)
        raise wrong(line, bad.key, **bad.values) from None
    except (RecursionError, ValueError):  # nested, or a number with too many digits
        raise wrong(None, "refusal.box_no_json") from None


def _no_toml(file: str, text: str, what: str) -> BoxProblem:
    """What is wrong with text that is no TOML: ``what`` is how ``tomllib`` says it."""
    what = what.removesuffix(" (at end of document)")
    at_line = AT_LINE.search(what)
    line = int(at_line[1]) if at_line else text.count("\n") + 1
    lines = _without_texts(text, short=True).split("\n")
    if CURLY_QUOTES.search(lines[line - 1]):
        return BoxProblem(file, line, "refusal.box_curly_quotes", {})
    if KINDS_HEADER.match(lines[line - 1]) and not what.startswith(TWICE):
        return BoxProblem(file, line, "refusal.box_kinds_written", {})
    if what.startswith(TWICE):
        headers = (at for at, content in enumerate(lines, 1) if ONE_BRACKET.match(content))
        if header := next(headers, None):
            return BoxProblem(file, header, "refusal.box_kinds_written", {})
        return BoxProblem(file, line, "refusal.box_field_twice", {})
    values = {"what": one_line(AT_LINE.sub("", what))}
    return BoxProblem(file, line, "refusal.box_no_toml", values)


def _without_texts(text: str, *, short: bool) -> str:
    """As many lines, but without comments and texts of several lines, and ``short`` ones, too."""

    def blanked(match: re.Match[str]) -> str:
        lines = match[0].count("\n")
        if match[0].startswith("#"):
            return ""
        return "\n" * lines + '""' if lines or short else match[0]

    return TEXT_OR_COMMENT.sub(blanked, text)


def _plain(value: Any, path: tuple[str | int, ...]) -> Any:
    """The value, which JSON can have. Raises ``BadBox``."""
    if len(path) > MAX_DEPTH or not isinstance(value, dict | list | str | int | float):
        raise BadBox(path[:MAX_DEPTH], "refusal.box_no_json", {})
    if isinstance(value, dict):
        return {name: _plain(inner, (*path, name)) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, (*path, at)) for at, inner in enumerate(value)]
    return value


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line, from 1, of what stands at this path, or of what it stands in."""
    lines = text.split("\n")  # as ``tomllib`` counts them; for Python further signs end a line
    begin, end, rest = 0, _next_header(lines, 0), list(path)
    if rest:
        table, index = str(rest[0]), rest[1] if len(rest) > 1 and isinstance(rest[1], int) else 0
        headers = [at for at, line in enumerate(lines) if _is_header(line, table)]
        if index < len(headers):
            begin = headers[index]
            end = _end_of_table(lines, begin, table)
            rest = rest[1:]
    members = [str(member) for member in rest if isinstance(member, str)]
    for member in members[:1]:
        header, name = r"""(?:\[\[?\s*[\w"']+\s*\.\s*)?""", re.escape(member)
        key = re.compile(rf"""\s*{header}["']?{name}["']?\s*[.=\]]""")
        begin = next((at for at in range(begin, end) if key.match(lines[at])), begin)
    return begin + 1


def _is_header(line: str, table: str) -> bool:
    return re.match(rf"""\s*\[\[?\s*["']?{re.escape(table)}["']?\s*\]""", line) is not None


def _next_header(lines: Sequence[str], begin: int) -> int:
    following = (at for at in range(begin, len(lines)) if HEADER.match(lines[at]))
    return next(following, len(lines))


def _end_of_table(lines: Sequence[str], header: int, table: str) -> int:
    """Where a table ends: its own tables, as ``[kinds.play]``, are in it."""
    end = _next_header(lines, header + 1)
    while end < len(lines) and re.match(rf"\s*\[\[?\s*{re.escape(table)}\s*\.", lines[end]):
        end = _next_header(lines, end + 1)
    return end

"""What a check found, and what to do about it: for the doctor, and for the bench."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How bad it is."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that was looked at."""

    level: Level
    what: str
    """Its name, a word or two."""
    says: str
    """What was found."""
    fix: str = ""
    """What to do; a sentence, where something is wrong."""


def ok(what: str, says: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, what, says)


def warn(what: str, says: str, fix: str) -> Finding:
    """It works, but not as it should."""
    return Finding(Level.WARN, what, says, fix)


def fail(what: str, says: str, fix: str) -> Finding:
    """It does not work."""
    return Finding(Level.FAIL, what, says, fix)


def failed(findings: Iterable[Finding]) -> bool:
    """Whether anything of it does not work."""
    return any(finding.level is Level.FAIL for finding in findings)


def lines(findings: Iterable[Finding]) -> list[str]:
    """For a terminal."""
    said = []
    for one in findings:
        said.append(f"{one.level:<4}  {one.what}: {one.says}")
        if one.fix:
            said.append(f"      {one.fix}")
    return said

"""Findings of checks, with advice: for the doctor and the bench."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How serious a finding is."""

    OK = "OK"
    WARN = "WARN"
    FAIL = "FAIL"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one check."""

    level: Level
    what: str
    """What was checked, in a word or two."""
    says: str
    """What was found."""
    fix: str = ""
    """What to do, as a sentence; empty if all is well."""


def ok(subject: str, says: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, subject, says)


def warn(subject: str, says: str, fix: str) -> Finding:
    """It works, but not as it should."""
    return Finding(Level.WARN, subject, says, fix)


def fail(subject: str, says: str, fix: str) -> Finding:
    """It does not work."""
    return Finding(Level.FAIL, subject, says, fix)


def counted(number: int, noun: str) -> str:
    """The number with its noun, for example "1 card" or "2 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def failed(findings: Iterable[Finding]) -> bool:
    """Whether any finding says that something does not work."""
    return any(finding.level is Level.FAIL for finding in findings)


def lines(findings: Iterable[Finding]) -> list[str]:
    """The findings as lines for a terminal."""
    texts = []
    for finding in findings:
        texts.append(f"{finding.level:<4}  {finding.what}: {finding.says}")
        if finding.fix:
            texts.append(f"      {finding.fix}")
    return texts

"""Confusable names: people cannot tell them apart, although they are two to the rules (COM-1).

They are looked for only when a game begins or somebody joins, and never in an old journal. The
library for this, `confusable_homoglyphs`, has not been released since January 2024.
"""

# ruff: noqa: RUF001 - letters that look like others are what this file is about
from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from controller.base.errors import Refused
from rules.names import EMPTY, same

# The letters of other scripts that look like one Latin letter: Cyrillic, Greek, Armenian, Cherokee
# and Coptic, from Unicode's list (https://www.unicode.org/Public/security/latest/confusables.txt,
# described in UTS 39). A capital I and a small L look alike, too.
_CONFUSABLE = (
    "ЅІЈАВЕКМНОРСТУХЬагеорсухѕіјѡѴѵҮүһҽӀӏԁԌԛԜԝꙇ"
    "ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺᴦ"
    "ՍՏՕագզհոռսցքօ"
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴꭵꮁꮃꮓꮩꮪꮯ"
    "ⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐ"
    "I"
)
_LATIN = (
    "SlJABEKMHOPCTYXbareopcyxsijwvVyYhelldGqWwi"
    "JABEZHlKMNOPTYXayivopouFjMr"
    "USOwqqhnnugfo"
    "DRTiYAJEWMHYGhZbRWSVSLCPKdGBirwzvsc"
    "rHlKMNOoPpCcTYXL"
    "l"
)
_TO_LATIN = str.maketrans(_CONFUSABLE, _LATIN)
_BLANKS = str.maketrans(dict.fromkeys(EMPTY, " "))


def skeleton(name: str) -> str:
    """The skeleton of a name (UTS 39): the same text for two names that look alike."""
    # NFD, so that a letter with an accent is compared as the letter that it is
    decomposed = normalize("NFD", same(name)).translate(_TO_LATIN)
    return " ".join(decomposed.translate(_BLANKS).split())


def refuse_confusable(names: Iterable[str]) -> None:
    """Raise ``Refused`` if two of the names look alike."""
    first_with: dict[str, str] = {}
    for name in names:
        other = first_with.setdefault(skeleton(name), name)
        if other != name:
            raise Refused("bad_setup", "refusal.names_look_alike", {"player": name}, "COM-1")


def refuse_confusable_newcomer(newcomer: str, names: Iterable[str]) -> None:
    """Raise ``Refused`` if the name of somebody who joins looks like one of the others."""
    for name in names:
        if skeleton(name) == skeleton(newcomer):
            values = {"player": newcomer, "other": name}
            raise Refused("bad_member", "refusal.looks_like", values, "TBL-3")

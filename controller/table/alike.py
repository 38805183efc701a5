"""Names that people cannot tell apart, although they are two to the rules (COM-1).

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
_OTHERS = (
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
_TWINS = str.maketrans(_OTHERS, _LATIN)
_BLANKS = str.maketrans(dict.fromkeys(EMPTY, " "))


def looks(name: str) -> str:
    """What is the same text for two names that people cannot tell apart."""
    # NFD, so that a letter with an accent is compared as the letter that it is
    seen = normalize("NFD", same(name)).translate(_TWINS)
    return " ".join(seen.translate(_BLANKS).split())


def refuse_alike(names: Iterable[str]) -> None:
    """Return if each of the names looks different. Raises ``Refused``."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(looks(name), name)
        if other != name:
            raise Refused("bad_setup", "refusal.names_look_alike", {"player": name}, "COM-1")


def refuse_twin(newcomer: str, names: Iterable[str]) -> None:
    """Return if somebody who joins looks different from everybody there. Raises ``Refused``."""
    for name in names:
        if looks(name) == looks(newcomer):
            values = {"player": newcomer, "other": name}
            raise Refused("bad_member", "refusal.looks_like", values, "TBL-3")

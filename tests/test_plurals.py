"""Numbers in sentences agree with their nouns and verbs, for the eye and for the ear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter

import pytest

from catalogues import Forms, entries_of, forms_of, read_catalogue
from controller.voice.calls import ALONE, OF_PLAYER
from controller.voice.narrator import FACTS

WORDS = Path(__file__).parents[1] / "controller" / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.po"))
NUMBERS = (0, 1, 2, 5, 21)
COUNTS = {
    *("n", "total", "held", "cards", "presses", "listed", "told", "laid", "said", "rules"),
    *("fair", "requested", "out", "points", "score"),
}
"""Values that can be any number; others are limits, or numbers by which something is called."""
MANY = {"cli.numbers", "refusal.overtaken_often", "ui.log.all", "page.each_owes_hits"}
"""Entries whose number, or whose names, are at least two."""

NOUNS = {
    "en": "card/cards point/points hit/hits press/presses time/times game/games round/rounds "
    "copy/copies hand/hands draw/draws phone/phones second/seconds command/commands "
    "player/players rule/rules",
    "de": "Karte/Karten Punkt/Punkte Wurf/Würfe Runde/Runden Spiel/Spiele Hand/Hände "
    "Person/Personen Exemplar/Exemplare Sekunde/Sekunden Handy/Handys Eingabe/Eingaben "
    "Hausregel/Hausregeln",
    "fr": "carte/cartes point/points coup/coups appui/appuis manche/manches partie/parties "
    "joueur/joueurs main/mains tirage/tirages téléphone/téléphones seconde/secondes "
    "commande/commandes exemplaire/exemplaires autre/autres règle/règles",
    "es": "carta/cartas punto/puntos vez/veces pulsación/pulsaciones ronda/rondas "
    "lanzamiento/lanzamientos partida/partidas mano/manos jugador/jugadores móvil/móviles "
    "segundo/segundos copia/copias acción/acciones regla/reglas",
}
VERBS = {
    "en": r"\b1 (?:are|have|were)\b",
    "de": r"\b(?:dürften nur|sind|waren|kamen|können nicht) 1\b",
    "fr": r"\b(?:sont|étaient) 1\b",
    "es": r"\b(?:han salido|quedan|quedar|han indicado|faltan|fueron) 1\b",
}
"""A verb of many beside one thing."""
SINGULAR = {"fr": "[01]"}
MANY_OF = {"fr": r"(?:[2-9]|\d{2,})"}


@cache
def _language(language: str) -> tuple[dict[str, Forms], Callable[[int], int]]:
    catalog = read_catalogue(WORDS / f"{language}.po")
    forms = {key: forms_of(message) for key, message in entries_of(catalog).items()}
    return forms, c2py(catalog.plural_expr)


def _filled(form: str, n: int) -> str:
    """The form with every count being n; other values are what they are called."""
    filled = (
        text + ("" if name is None else str(n) if name in COUNTS and not kind else f"<{name}>")
        for text, name, kind, _ in Formatter().parse(form)
    )
    return "".join(filled)


def said(language: str, key: str, n: int) -> str:
    forms, plural = _language(language)
    return _filled(forms[key][plural(n) if len(forms[key]) > 1 else 0], n)


@cache
def wrong(language: str) -> re.Pattern[str]:
    """What nobody says beside one thing, or beside several things."""
    pairs = [pair.split("/") for pair in NOUNS[language].split()]
    one, several = ("|".join(forms) for forms in zip(*pairs, strict=True))
    single, many = SINGULAR.get(language, "1"), MANY_OF.get(language, r"(?:0|[2-9]|\d{2,})")
    found = rf"\b{single} (?:{several})\b|\b{many} (?:{one})\b|{VERBS[language]}"
    return re.compile(found, re.IGNORECASE)


def entries_with_a_number() -> Iterator[str]:
    for key, forms in _language("en")[0].items():
        named = {
            (name, kind) for form in forms for _, name, kind, _ in Formatter().parse(form) if name
        }
        if key not in MANY and any(name in COUNTS and not kind for name, kind in named):
            yield key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nouns_and_verbs_agree_with_their_numbers(language: str) -> None:
    if language not in NOUNS:
        pytest.skip("nobody has written down its nouns yet")
    keys = list(entries_with_a_number())
    assert len(keys) > 150
    for key in keys:
        for n in NUMBERS:
            text = said(language, key, n)
            assert not wrong(language).search(text), (key, n, text)


def heard() -> Iterator[str]:
    """The entries that a voice says, of which the number of things is a value."""
    keys = {fact.key or key for key, fact in FACTS.items()} | {*ALONE.values(), *OF_PLAYER.values()}
    keys |= {key for key in _language("en")[0] if key.startswith("spoken.")}
    keys |= {"ruling.hits", "ruling.owes_draws"}
    forms = _language("en")[0]
    yield from sorted(key for key in keys if len(forms[key]) > 1)


FIGURE = {"de": r"\b1 [^\W\d]", "es": r"\b1 [^\W\d]", "fr": r"\b1 (?!point|fois)[^\W\d]"}
"""A speaker says a lone 1 as it counts: "eins Karte", "uno carta", "un carte"."""


@pytest.mark.parametrize("language", FIGURE)
def test_a_single_thing_that_is_said_aloud_is_a_word(language: str) -> None:
    keys = list(heard())
    assert len(keys) > 25
    assert {
        key: text for key in keys if re.search(FIGURE[language], text := said(language, key, 1))
    } == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1 cards came out"),
        ("en", "2 card came out"),
        ("en", "but 1 are listed"),
        ("de", "im Kartenwerfer dürften nur 1 gewesen sein"),
        ("fr", "0 cartes sortent"),
        ("fr", "2 carte sort"),
        ("es", "Han salido 1 de 5"),
        ("es", "21 carta"),
    ],
)
def test_what_is_wrong_is_found(language: str, text: str) -> None:
    assert wrong(language).search(text)

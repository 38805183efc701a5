"""Boxes as houses could describe them, drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.editions.house_card import FOR_OTHERS, LASTS, SHAPES, SHAPES_WITH_TEXT
from rules.editions.house_effects import FIRST_WHO, FIRST_WORDS, PLAYED_WHO, hits_others
from rules.editions.known_kinds import known_kinds
from rules.vocabulary import WORDS


def random_box(random: Random) -> dict[str, Any]:
    """A box that can be played."""
    launcher = random.random() < 0.6
    known = random.sample([*known_kinds(launcher=launcher)], random.randint(0, 5))
    kinds: list[dict[str, Any]] = [{"standard": name, "copies": 1} for name in known]
    kinds += [_own(f"own-{number}", random, launcher) for number in range(random.randint(0, 6))]
    random.shuffle(kinds)
    numbers = {"zeros": random.randint(0, 2), "copies": 2}
    return {"launcher": launcher, "numbers": numbers, "kinds": kinds}


def _own(id: str, random: Random, launcher: bool) -> dict[str, Any]:
    wild = random.random() < 0.4
    effects = _effects(random, PLAYED_WHO, [*WORDS], launcher)
    lasts = [*LASTS] if launcher else [last for last in LASTS if last != "house_option"]
    if "trade" in effects or not any(map(hits_others, effects)):
        lasts = [last for last in lasts if last not in FOR_OTHERS]
    kind = {
        "id": id,
        "copies": random.randint(1, 2),
        "points": random.randint(0, 60),
        "wild": wild,
        "last": random.choice(lasts),
        "play": {"effects": effects},
        "first": {"effects": _effects(random, FIRST_WHO, [*FIRST_WORDS], launcher)},
    }
    if random.random() < 0.2:
        kind["first"] = {"goes_back": True}
    if random.random() < 0.5:
        kind["picture"] = random.choice([*SHAPES, *(f"{shape}:ab" for shape in SHAPES_WITH_TEXT)])
    return kind


def _effects(random: Random, who: tuple[str, ...], words: list[str], launcher: bool) -> list[Any]:
    effects: list[Any] = []
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3))):
        if random.random() < 0.4:
            effects.append(random.choice(words))
        elif launcher and random.random() < 0.1:
            effects.append({"hits": "until_cards", "who": "turn"})
        else:
            effects.append({"hits": random.randint(1, 3), "who": random.choice(who)})
    return effects

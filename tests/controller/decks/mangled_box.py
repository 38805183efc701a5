"""Files of a house's box, mangled: each is wrong in a sentence, at once, and loads nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import process_time

from controller.base.paths import boxes_of
from controller.decks.box_folder import BoxFolder
from controller.words.catalogue import catalogue
from rules import Setup, read_setup
from tests.rules.house_box import example_text

TEXT = example_text()
SIGNS = "[]{}=\"'.,#\n\\ -_0123456789abcxyzäß\x00\x7f\u200b" + "€"
LANGUAGES = ("en", "de", "es", "fr")
MOST_S = 1.0
"""Of the processor, so that other programs do not count."""


def mangled(random: Random) -> bytes:
    """The file of the page with some of its signs changed, lines moved, or its end cut off."""
    signs = list(TEXT)
    for _ in range(random.randint(1, 4)):
        at, length = random.randrange(len(signs)), random.choice((1, 1, 3, 30))
        change = random.randrange(4)
        if change == 0:
            del signs[at : at + length]
        elif change == 1:
            signs[at:at] = random.choices(SIGNS, k=length)
        elif change == 2:
            other = random.randrange(len(signs))
            signs[at:at] = signs[other : other + length]
        else:
            del signs[at + length :]
            break
    content = bytearray("".join(signs).encode())
    if content and random.random() < 0.1:
        content[random.randrange(len(content))] = random.randrange(256)
    return bytes(content)


def check_mangled(folder: Path, seeds: Iterable[object]) -> int:
    """Put one mangled file after the other where a referee reads it; returns how many were wrong.

    Of each, one sentence is said in each language, and nothing is loaded. One that is right can be
    played.
    """
    journal = folder / "journal.sqlite3"
    boxes_of(journal).mkdir()
    wrong = 0
    for seed in seeds:
        (boxes_of(journal) / "family.toml").write_bytes(mangled(Random(str(seed))))
        begun_s = process_time()
        boxes = BoxFolder(journal).read()
        assert process_time() - begun_s < MOST_S, seed
        assert len(boxes.editions) + len(boxes.problems) == 1, seed
        for problem in boxes.problems:
            for language in LANGUAGES:
                sentence = catalogue(language).say(problem.key, problem.values)
                plain = sentence.replace("\N{NO-BREAK SPACE}", " ")  # which French has
                assert plain.isprintable() and plain[-1] in ".?", (seed, sentence)
                assert "{what" not in sentence, (seed, sentence)
            wrong += 1
        for edition in boxes.editions:
            game = {"edition": edition.id, "box": edition.box, "players": ["Ann", "Bo"]}
            assert isinstance(read_setup(game), Setup), seed
    return wrong

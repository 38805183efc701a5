"""Two exercises in a copy: an edition and a command touch what docs/extending.md names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = (
    *("rules", "hardware", "firmware_bridge", "controller", "release", "catalogues.py"),
    *("tests/rules", "tests/controller/words/test_word_uses.py"),
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.mo", "vendor")

EDITION = """# An exercise: three cards.
points_clause = "ATK-12"
commands = ["choose"]

[[kinds]]
id = "1"
number = 1
points = 1
copies = 12
play = { clause = "COM-4" }
first = { clause = "COM-3" }

[[kinds]]
id = "hit-3"
picture = "burst:3"
points = 20
copies = 4
play = { clause = "ATK-1", effects = [{ hits = 3, who = "turn" }, "lose_turn"] }
first = { clause = "ATK-2", effects = [{ hits = 3, who = "turn" }, "lose_turn"] }
last = "house_option"

[[kinds]]
id = "wild-duel"
wild = true
target = true
points = 50
copies = 8
play = { clause = "AAT-1", effects = ["attack"] }
first = { clause = "AAT-2", effects = ["choose"] }
last = "as_chosen"
"""

COMMAND = '''

def refuse_bow(position: Position, command: Command) -> Refusal | None:
    """In a round."""
    return None if position.in_round else wrong_phase(position, "COM-6")


def bow(ruling: Ruling, command: Command) -> None:
    """Nothing comes of it."""
    ruling.say("ruling.bows", ruling.position.number(command["by"]), "COM-6")


def offer_bow(position: Position) -> Iterator[Candidate]:
    """By anybody."""
    for name in everybody(position):
        yield Offer({"do": "bow", "by": name}), {}


COMMANDS = (
    *COMMANDS,
    CommandType(
        "bow", "COM-6", refuse_bow, bow, offer_bow, Actor.BY, needs={"by": PLAYER}, call=True
    ),
)
'''

CHECKED = """
from pathlib import Path
from catalogues import compile_words
compile_words(Path())
from tests.controller.words import test_word_uses
test_word_uses.test_every_key_has_an_entry()
test_word_uses.test_every_entry_has_a_use()
from controller.words import say, word
"""

PLAYED = (
    CHECKED
    + """
from random import Random
from rules import EDITIONS, Setup, explain, read_setup
from rules.bots import CHECKS, play_game
setup = read_setup({"edition": "duel", "players": ["Ann", "Bo", "Cy"], "target": 200})
assert isinstance(setup, Setup), setup
random = Random(1)
played = play_game(setup, lambda: random.choice((0, 0, 1, 2)), random)
assert played.checks.keys() == set(CHECKS) and played.winners
from controller.web import table_views
(duel,) = [one for one in table_views.editions() if one.id == "duel"]
assert duel.pictures == {"1": "1", "hit-3": "burst:3", "wild-duel": "wild-duel"}
assert (word("duel", "edition"), word("red-hit-3", "card")) == ("The Duel", "red Hit 3")
"""
)

SAID = (
    CHECKED
    + """
from rules import COMMANDS, legal, scenario
game = '{"game": {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"}}'
lines = [game, '{"do": "bow", "by": "Bo", "refused": "wrong_phase"}',
         '{"do": "turn_up", "card": "red-7"}', '{"do": "bow", "by": "Ann"}',
         '{"do": "bow", "refused": "bad_member"}', '{"expect": {"turn": "Bo"}}']
outcome = scenario.replay(lines)
assert outcome.failure is None, outcome.failure
assert {"do": "bow", "by": "Bo"} in [offer.command for offer in legal(outcome.state)]
from rules import apply
(event,) = apply(outcome.state, {"do": "bow", "by": "Ann"}).events
assert say(event.key, event.values) == "Ann bows."
from controller.table import table
assert COMMANDS["bow"].call
from release import openapi
assert openapi.document()["components"]["schemas"]["BowCommand"]["required"] == ["do", "by"]
"""
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=LEFT_OUT)
        else:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, tmp_path / name)
    (tmp_path / "tests" / "__init__.py").touch()
    return tmp_path


def files(house: Path) -> Mapping[str, bytes]:
    """What is in each file that people write."""
    written = (
        file for file in house.rglob("*") if file.suffix in {".py", ".toml", ".po", ".js", ".css"}
    )
    return {str(file.relative_to(house)): file.read_bytes() for file in written}


def touched(house: Path, before: Mapping[str, bytes]) -> set[str]:
    now = files(house)
    return {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}


def named(what: str) -> list[str]:
    """The files that the documents name for a change; a folder ends with a slash."""
    text = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    for_all, *recipes = text.split("\n## ")
    (recipe,) = (part for part in recipes if part.startswith(f"{what}\n"))
    return re.findall(r"`([a-z_]+/[a-z_/.]*)`", for_all + recipe)


def is_named(file: str, names: list[str]) -> bool:
    return any(file == name or (name[-1] == "/" and file.startswith(name)) for name in names)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def run(house: Path, program: str) -> None:
    """In a process of its own, with the copy of the house in front of the house."""
    call = [sys.executable, "-c", program]
    done = subprocess.run(call, cwd=house, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_an_edition_of_three_cards(house: Path) -> None:
    before = files(house)
    (house / "rules" / "editions" / "duel.toml").write_text(EDITION)
    register = house / "rules" / "editions" / "__init__.py"
    text = register.read_text()
    register.write_text(re.sub(r"^(NAMES = \(.+)\)$", r'\1, "duel")', text, flags=re.MULTILINE))
    words = {
        "edition.duel": "The Duel",
        "about.duel": "Two players press the launcher until one of them has no cards left.",
        "kind.hit-3": "Hit 3",
        "kind.wild-duel": "Wild Duel",
    }
    entries = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in words.items())
    append(house / "controller" / "words" / "en.po", entries)
    changed = touched(house, before)
    assert len(changed) == 3
    assert [file for file in changed if not is_named(file, named("An edition"))] == []
    run(house, PLAYED)


@pytest.mark.thorough
def test_a_new_command(house: Path) -> None:
    before = files(house)
    append(house / "rules" / "commands" / "calling.py", COMMAND)
    words = {"ruling.bows": "{player} bows.", "done.bow": "{by} has bowed."}
    entries = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in words.items())
    append(house / "controller" / "words" / "en.po", entries)
    changed = touched(house, before)
    assert len(changed) == 2
    assert [file for file in changed if not is_named(file, named("A command of the game"))] == []
    run(house, SAID)


@pytest.mark.thorough
def test_what_lacks_its_words_is_found(house: Path) -> None:
    append(house / "rules" / "commands" / "calling.py", COMMAND)
    with pytest.raises(AssertionError, match="test_every_key_has_an_entry"):
        run(house, SAID)

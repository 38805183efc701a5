"""Two exercises: a fifth edition and a new command, each in a copy of the house.

Each touches only the files that docs/architecture.md names for it, and then everything has it: the
rules, the bots, the interface, the words.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.web.http import PAGE

ROOT = Path(__file__).parents[1]
PACKAGES = ("controller", "rules", "hardware", "firmware_bridge")
WORDS = "controller/words/en.po"

EDITION = '''"""An edition of three cards, as an exercise."""

from __future__ import annotations

from rules.edition import Kind, Last, Rule, edition
from rules.effects import next_hits, skip

TINY = edition(
    id="tiny",
    kinds=(
        Kind(
            id="nap",
            picture="text:zzz",
            points=20,
            copies=6,
            play=Rule("COM-8", skip),
            first=Rule("COM-10", skip),
            also=("TWO-2",),
        ),
        Kind(
            id="poke",
            picture="burst:1",
            points=10,
            copies=9,
            play=Rule("ATK-1", next_hits(1)),
            first=Rule("ATK-2", next_hits(1)),
            last=Last.HOUSE_OPTION,
        ),
        Kind(
            id="wild",
            wild=True,
            points=50,
            copies=8,
            play=Rule("COM-5"),
            first=Rule("COM-11"),
        ),
    ),
    points_clause="ATK-10",
)
'''
COMMAND = '''"""Somebody waves, as an exercise."""

from __future__ import annotations

from collections.abc import Iterator

from rules.commands.command_type import Candidate, CommandType, Offer
from rules.commands.refusals import Command, wrong_phase
from rules.commands.types import PLAYER
from rules.outcome import Refusal
from rules.position import Position
from rules.ruling import Ruling


def refuse_wave(position: Position, command: Command) -> Refusal | None:
    """Only in a round."""
    return None if position.in_round else wrong_phase(position, "TBL-3")


def wave(ruling: Ruling, command: Command) -> None:
    """Nothing changes."""
    ruling.say("ruling.waves", ruling.position.number(command["by"]), "TBL-3")


def offer_wave(position: Position) -> Iterator[Candidate]:
    """Everybody may."""
    for seat in position.active():
        yield Offer({"do": "wave", "by": position.name(seat)}), {}


COMMANDS = (
    CommandType("wave", "TBL-3", refuse_wave, wave, offer_wave, needs={"by": PLAYER}, call=True),
)
'''

TRY_EDITION = """
import msgspec
from controller.web import shown
from controller.words import say, word
from rules import EDITIONS, explain
tiny = next(one for one in shown.editions() if one.id == "tiny")
print(msgspec.json.encode({
    "cards": len(tiny.cards),
    "picture": tiny.pictures["nap"],
    "name": say("edition.tiny"),
    "card": word("red-nap", "card"),
    "kinds": [kind.id for kind in EDITIONS["tiny"].kinds],
}).decode())
"""
TRY_COMMAND = """
import msgspec
import rules
from controller.table.actions import type_of
from controller.web import openapi
from controller.words import say
setup = rules.read_setup({"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"})
up = rules.apply(rules.start(setup), {"do": "turn_up", "card": "red-5"})
waved = rules.apply(up.state, {"do": "wave", "by": "Ann"})
(event,) = waved.events
asked = openapi.document()["paths"]["/api/commands"]["post"]["requestBody"]
schema = asked["content"]["application/json"]["schema"]
print(msgspec.json.encode({
    "said": say(event.key, event.values),
    "same": rules.view(waved.state) == rules.view(up.state),
    "early": rules.apply(rules.start(setup), {"do": "wave", "by": "Ann"}).code,
    "offered": sum(offer.command["do"] == "wave" for offer in rules.legal(up.state)),
    "waits": type_of({"do": "wave"}).call,
    "described": "wave" in schema["discriminator"]["mapping"],
}).decode())
"""


class Copy:
    """A copy of the house, and what was changed in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed: set[str] = set()
        passed_over = shutil.ignore_patterns("__pycache__", "vendor", "en.mo", "en.json")
        for package in PACKAGES:
            shutil.copytree(ROOT / package, folder / package, ignore=passed_over)
        shutil.copytree(PAGE / "vendor", folder / PAGE.relative_to(ROOT) / "vendor")
        shutil.copy(ROOT / "hatch_build.py", folder)

    def add(self, path: str, text: str) -> None:
        """Add a file."""
        assert not (self.folder / path).exists()
        (self.folder / path).write_text(text)
        self.changed.add(path)

    def put(self, path: str, *changes: tuple[str, str]) -> None:
        """Change a file."""
        text = (self.folder / path).read_text()
        for before, after in changes:
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        (self.folder / path).write_text(text)
        self.changed.add(path)

    def say(self, **entries: str) -> None:
        """Add words to the catalogue, and compile it."""
        file = self.folder / WORDS
        added = "".join(f'\nmsgid "{key}"\nmsgstr "{text}"\n' for key, text in entries.items())
        file.write_text(file.read_text() + added)
        self.changed.add(WORDS)
        self.run("hatch_build.py")

    def run(self, *arguments: str) -> str:
        """Run Python in the copy; returns what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def tell(self, program: str) -> dict[str, Any]:
        """Run a program in the copy; returns the JSON object that it printed."""
        where = f"import rules; assert rules.__file__.startswith({str(self.folder)!r})\n"
        found: dict[str, Any] = json.loads(self.run("-c", where + program))
        return found


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "house")


def named(heading: str) -> list[str]:
    """The files that docs/architecture.md names under a heading."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    section = text.split(f"\n### {heading}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def fits(path: str, name: str) -> bool:
    """Whether a name such as ``rules/editions/NAME.py`` stands for this path."""
    return re.fullmatch(re.escape(name).replace("NAME", r"\w+"), path) is not None


def test_a_fifth_edition_touches_the_files_that_are_named_and_is_everywhere(copy: Copy) -> None:
    copy.add("rules/editions/tiny.py", EDITION)
    copy.put(
        "rules/editions/__init__.py",
        ("import POWER_GRAB\n", "import POWER_GRAB\nfrom rules.editions.tiny import TINY\n"),
        ("EXTREME, POWER_GRAB)", "EXTREME, POWER_GRAB, TINY)"),
    )
    copy.say(**{"edition.tiny": "Tiny", "kind.nap": "Nap", "kind.poke": "Poke"})
    names = named("A new edition")
    assert all(any(fits(path, name) for name in names) for path in copy.changed)
    told = copy.tell(TRY_EDITION)
    assert told["kinds"] == ["nap", "poke", "wild"] and told["cards"] == 9
    assert (told["name"], told["picture"], told["card"]) == ("Tiny", "text:zzz", "red Nap")
    simulated = copy.run(
        *("-c", "from controller.cli import group; group()", "simulate", "--edition", "tiny"),
        *("--players", "3", "--games", "5", "--seed", "7", "--processes", "1", "--json"),
    )
    assert json.loads(simulated)["games"] == 5


def test_a_new_command_touches_the_files_that_are_named_and_is_everywhere(copy: Copy) -> None:
    copy.add("rules/commands/greeting.py", COMMAND)
    copy.put(
        "rules/commands/registry.py",
        ("    drawing,\n", "    drawing,\n    greeting,\n"),
        (
            "        *undoing.COMMANDS,\n",
            "        *undoing.COMMANDS,\n        *greeting.COMMANDS,\n",
        ),
    )
    copy.say(**{"ruling.waves": "{player} waves."})
    names = named("A new command")
    assert all(any(fits(path, name) for name in names) for path in copy.changed)
    assert copy.tell(TRY_COMMAND) == {
        "said": "Ann waves.",
        "same": True,
        "early": "wrong_phase",
        "offered": 2,
        "waits": True,
        "described": True,
    }

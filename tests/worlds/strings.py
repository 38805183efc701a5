"""What strings there may be in what pages are sent: ids, keys, names and texts that were typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from controller.games.entries import Deal
from controller.seats.roster import COLOURS, Access, Role
from controller.table.hit import HitStage
from controller.web.answers import REFUSALS
from controller.web.operations import OPERATIONS
from controller.words import say
from hardware.launcher import Fault
from hardware.profiles import ProfileName
from rules import CLAUSES, COMMANDS, EDITIONS, explain
from rules.commands.types import NO_TYPE
from rules.house_options import OPTIONS
from rules.outcome import CODES
from rules.position import ICONS
from rules.quoting import shortened, shown
from rules.read_setup import SCORINGS
from tests.rules.worded import fits, is_sentence

PHASES = (
    *("dealer", "turn_up", "play", "drawn", "color", "choose", "challenge", "hits", "reload"),
    *("count", "round_over", "game_over"),
)
PATTERNS = re.compile(
    r"[0-9a-f]{64}"  # a hash
    r"|[0-9a-f]{16}-[0-9]+"  # a tag
    r"|[0-9a-f]{12}"  # the page's build
    r"|([0-9a-f]{4} ){3}[0-9a-f]{4}"  # the start of one, as it is shown
    r"|SQLITE_[A-Z_]+"
    r"|https?://[^ ]+"
    r"|/[^ ]*"  # a path
    r"|-?[0-9.]+"
)

PARTS = ("fairness.", "done.")
"""Messages that are shown beside something, or inside another sentence."""


def ids() -> set[str]:
    """Every id that programs know, from where it is defined."""
    kinds = {kind for edition in EDITIONS.values() for kind in edition.kinds}
    types = [type_ for one in COMMANDS.values() for type_ in one.members.values()]
    return {
        *("up", "down", "left", "right", "mock", "GET", "POST", "DELETE", "$"),
        *PHASES,
        *ICONS,
        *SCORINGS,
        *CODES,
        *REFUSALS,
        *CLAUSES,
        *EDITIONS,
        *(fault.value for fault in Fault),
        *(stage.value for stage in HitStage),
        *get_args(Access),
        *get_args(Role),
        *COLOURS,
        *get_args(ProfileName),
        *get_args(Deal),
        *(code for one in OPERATIONS for code in one.refusals),
        *COMMANDS,
        *(member for one in COMMANDS.values() for member in one.members),
        *(type_.name for type_ in types if type_ is not NO_TYPE),
        *("red", "yellow", "green", "blue"),
        *(card for edition in EDITIONS.values() for card in edition.cards),
        *(kind.id for kind in kinds),
        *(kind.picture for kind in kinds),
        *(saying.when for kind in kinds for saying in explain(kind)),
        *OPTIONS,
        *(str(answer) for option in OPTIONS.values() for answer in option.answers),
        *("edition", "players", "dealer", "scoring", "target", "options", "deck", "hands", "rules"),
        *("words", "commitment", "deal", "hit", "text", "effects", "who", "hits"),
        *("next", "chosen", "others", "self", "skip", "reverse", "trade"),
    }


IDS = ids()


class Strings:
    """Looks at all that a table says of itself, and knows what was typed at it."""

    def __init__(self) -> None:
        self.keys: Counter[str] = Counter()
        """Every key that was said, and how often."""
        self.wrong: Counter[str] = Counter()
        """Every string that is none of what it may be, with where it stands."""
        self._typed: set[str] = set()

    def typed(self, body: object) -> None:
        """Somebody sent this, so each text of it may come back, also cut short and quoted."""
        for one in parts(body):
            self._typed |= {shown(one)}
            if isinstance(one, str):
                self._typed |= {one, one.strip(), shortened(one), one[:20], one[:80]}

    def look(self, said: object, where: str) -> None:
        """Look at an answer, a push or a course."""
        if isinstance(said, Mapping):
            if "key" in said:
                self._look_at_message(said, where)
            for name, value in said.items():
                self._look_at_string(name, f"{where}, a name")
                if name not in ("key", "sentence") or "key" not in said:
                    self.look(value, f"{where}.{name}")
        elif isinstance(said, list):
            for one in said:
                self.look(one, where)
        elif isinstance(said, str):
            self._look_at_string(said, where)

    def _look_at_message(self, said: Mapping[str, Any], where: str) -> None:
        key, values = said["key"], said["values"]
        self.keys[key] += 1
        sentence = say(key, values)
        if not fits(key, values):
            self.wrong[f"{where}: {key} with {sorted(values)}"] += 1
        elif not is_sentence(sentence) and not key.startswith(PARTS):
            self.wrong[f"{where}: {key} says {sentence}"] += 1
        if "sentence" in said and said["sentence"] != sentence:
            self.wrong[f"{where}: another sentence than {key}'s"] += 1

    def _look_at_string(self, text: str, where: str) -> None:
        member = where.endswith("a name") and re.fullmatch(r"[a-z_]+", text)
        known = not text or member or text in IDS or text in self._typed
        if not known and not PATTERNS.fullmatch(text):
            self.wrong[f"{where}: {text}"] += 1


def parts(body: object) -> Iterator[object]:
    """A value and everything in it."""
    yield body
    if isinstance(body, Mapping):
        for name, value in body.items():
            yield name
            yield from parts(value)
    elif isinstance(body, list | tuple):
        for one in body:
            yield from parts(one)

"""What people are called in messages: by their names if the house wants that, else by numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from controller.club.referee_state import Table
from controller.words.catalogue import catalogue
from rules.names import same

PEOPLE = frozenset({"player", "by", "owner", "target", "holder", "suspect", "names"})
"""The values of a ruling that are people."""
PLAIN = frozenset(
    {
        *("card", "color", "counted", "first", "game", "held", "hit", "last", "most", "n"),
        *("side", "text", "total", "tower", "weighed", "what"),
    }
)
"""The other values. What a house rule says (``text``) is written by the players."""


class Names:
    """Calls everybody the same way as long as this program runs."""

    def __init__(self, language: str, *, wanted: bool) -> None:
        """``wanted``: the house wants the players' names to be published."""
        self._words = catalogue(language)
        self.wanted = wanted
        """The house wants the players' names to be published."""
        self._numbers: dict[str, int] = {}

    def meet(self, people: Iterable[str]) -> None:
        """Number people who have no number yet."""
        for name in people:
            self._numbers.setdefault(same(name), len(self._numbers) + 1)

    def seat(self, table: Table) -> None:
        """Number the people at a table, in the order in which they sit."""
        if table.state is not None:
            self.meet(table.state.hands)

    def begin(self, people: Iterable[str]) -> None:
        """Number the people of another game, from 1."""
        self._numbers.clear()
        self.meet(people)

    def call(self, name: str) -> str:
        """What somebody is called."""
        if self.wanted:
            return name
        if same(name) not in self._numbers:
            self.meet((name,))
        return self._words.say("end.somebody", {"n": self._numbers[same(name)]})

    def call_all(self, names: str | Iterable[str] | None) -> list[str]:
        """What several people are called, or one, or nobody."""
        many = [names] if isinstance(names, str) else names or []
        return [self.call(name) for name in many]

    def values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a ruling. Without names, values that nobody knows are left out."""
        if self.wanted:
            return dict(values)
        return {
            key: self._value(key, value) for key, value in values.items() if key in PEOPLE | PLAIN
        }

    def _value(self, key: str, value: Any) -> Any:
        if key in PEOPLE:
            return self.call(value) if isinstance(value, str) else self.call_all(value)
        if key == "text":
            return self._without_names(str(value))
        if key == "what":
            return {"key": value["key"], "values": self.values(value["values"])}
        return value

    def _without_names(self, text: str) -> str:
        """What the players wrote: whole names are replaced, the longest first."""
        longest = sorted(self._numbers, key=len, reverse=True)
        # a name can end in a sign that belongs to no word
        names = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest)
        return re.sub(names, lambda match: self.call(match[0]), text) if names else text

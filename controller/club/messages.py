"""The messages that a table publishes: topics and contents of docs/club.md. Pure.

People are called by their names if the house wants that, else by numbers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from controller.club.draws import Enclosed
from controller.club.house_boxes import fitting
from controller.club.referee_state import Game, Launcher, Line, Table
from controller.games.fairness import Seal
from controller.words.catalogue import Catalogue, catalogue
from rules.editions.house import is_house
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

ROOT = "rollerdeck"

VERSION = 1
"""Of what is published for a hub. A hub of another version says that it does not understand it."""

EVENT_S = 3600
"""A broker drops an event that nobody has fetched for so long (MQTT 5)."""


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


ONLINE, OFFLINE = b"online", b"offline"


@dataclass(frozen=True, slots=True)
class Message:
    """One message."""

    topic: str
    payload: bytes
    retain: bool = False
    expires_s: int | None = None


def topic(table: str, *rest: str) -> str:
    """A topic of a table."""
    return "/".join((ROOT, table, *rest))


def status(table: str, *, online: bool) -> Message:
    """Whether the table can be reached."""
    return Message(topic(table, "status"), ONLINE if online else OFFLINE, retain=True)


def origin(table: str, source: str) -> Message:
    """Who publishes the table: two machines with one name find each other by this."""
    return _retained(topic(table, "source"), {"source": source})


def launcher(table: str, shown: Launcher, names: Names, words: Catalogue) -> Message:
    """How the launcher is. It says nothing of single cards: a hit is two or three messages."""
    hit = shown.hit
    return _retained(
        topic(table, "launcher"),
        {
            "name": shown.name,
            "link": shown.link,
            "simulated": shown.simulated,
            "faults": list(shown.faults),
            "advice": [words.say(f"advice.{fault}") for fault in shown.faults],
            "problem": words.say(shown.why.key, shown.why.values) if shown.why else None,
            "hit": {"by": names.call(hit.by), "stage": hit.stage} if hit else None,
        },
    )


def state(table: str, shown: Table, game: Game | None, names: Names, source: str = "") -> Message:
    """How the game on the table stands; ``game``: its line in the list of games."""
    now = shown.state
    body: dict[str, Any] = {"seq": shown.seq, "source": source, "game": None, "phase": None}
    if now is not None and game is not None:
        dealt = {name: 0 if name in shown.undealt else cards for name, cards in now.hands.items()}
        to_come = sum(now.hands.values()) - sum(dealt.values())
        body |= {
            "game": game.number,
            "begun_s": game.begun_s,
            "edition": now.edition,
            "phase": now.phase,
            "round": now.round,
            "turn": names.call(now.turn) if now.turn else None,
            "direction": now.direction,
            "top": now.top,
            "color": now.color,
            "players": [
                {"name": names.call(name), "cards": cards, "points": now.scores.get(name, 0)}
                for name, cards in dealt.items()
            ],
            "inside": None if now.launcher is None else now.launcher + to_come,
            "discard": now.discard,
            "hits": game.hits,
            "winners": names.call_all(now.winner),
        }
    return _retained(topic(table, "state"), body)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a ruling is among the events of a table."""

    number: int
    """Counts the events of this table. Where it has a hole, rulings were never published."""
    game: int
    begun_s: int
    """When it began: the games of a new journal have the numbers of older ones again."""
    late: bool
    """It was not published at once: the broker, the referee or the publisher was away."""
    source: str = ""
    """Of the publisher."""
    published_s: float = 0
    """When it was published, in seconds since 1970: a broker can pass it on much later."""


def event(table: str, line: Line, place: Place, names: Names, words: Catalogue) -> Message:
    """One ruling."""
    values = names.values(line.values)
    body = {
        "event_type": line.key.partition(".")[2],
        "number": place.number,
        "seq": line.seq,
        "game": place.game,
        "begun_s": place.begun_s,
        "key": line.key,
        "clause": line.clause,
        "values": values,
        "sentence": words.say(line.key, values),
        "late": place.late,
        "published_s": place.published_s,
        "source": place.source,
    }
    return Message(topic(table, "event"), msgspec.json.encode(body), expires_s=EVENT_S)


def commitment(table: str, game: Game, seal: Seal, source: str) -> Message:
    """What a game's draws are bound to, as it begins."""
    body = {
        "version": VERSION,
        "source": source,
        "game": game.number,
        "begun_s": game.begun_s,
        "hits": game.hits,
        "seal": seal,
    }
    return Message(topic(table, "commitment", str(game.number)), msgspec.json.encode(body))


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, or that it did not."""

    game: int
    body: Mapping[str, Any]

    @property
    def mark(self) -> str:
        """What is kept of it to find out whether another one says the same."""
        return hashlib.sha256(msgspec.json.encode(self.body)).hexdigest()[:16]

    @property
    def has_box(self) -> bool:
        """Whether the game was played with a house's own box."""
        return is_house(self.body.get("edition", ""))

    def message(self, table: str, source: str, enclosed: Enclosed) -> Message:
        """What is published."""
        body = {**self.body, "version": VERSION, "source": source, "mark": self.mark}
        body |= {"box": fitting(enclosed.box), "draws": enclosed.draws}
        return Message(topic(table, "result", str(self.game)), msgspec.json.encode(body))


def result(game: Game, names: Names) -> Result:
    """How a game ended."""
    names.begin(game.players)
    body = {
        "game": game.number,
        "taken_back": False,
        "edition": game.edition,
        "begun_s": game.begun_s,
        "rounds": game.round,
        "hits": game.hits,
        "winners": names.call_all(game.winner),
        "scores": {names.call(name): points for name, points in game.scores.items()},
        "named": names.wanted,
        "goes_on": game.goes_on,
    }
    return Result(game.number, body)


def taken_back(game: int) -> Result:
    """The result of a game does not hold any more: it goes on, or it was deleted."""
    return Result(game, {"game": game, "taken_back": True})


def answer(table: str, command: str, sentence: str) -> Message:
    """What came of a command."""
    return Message(topic(table, "answer", command), msgspec.json.encode({"sentence": sentence}))


def cleared(where: str) -> Message:
    """Makes the broker forget what it has retained."""
    return Message(where, b"", retain=True)


def _retained(where: str, body: Mapping[str, Any]) -> Message:
    return Message(where, msgspec.json.encode(body), retain=True)

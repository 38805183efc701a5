"""Tells the referee what a reader sees, one card after the other, also across its restarts."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from controller.base.errors import Trouble
from controller.readers.http import Answer, Unreachable, Web
from controller.readers.pairing import Pairing, another_version, code_of, refused
from controller.readers.seen import BrokenOff, Health, Seen, Source

SIGHTINGS, HEALTH, EVENTS = "/api/sightings", "/api/reader_health", "/api/events"

OLDEST_S = 10.0
"""A card that was seen before is not sent: meanwhile, people will have tapped it."""
MOST_WAITING = 64
HEALTH_S = 10.0
"""How often the referee is told how well the reader sees. It forgets this after 30 seconds."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 2.0
"""Before a request is sent again."""

LATER = frozenset({408, 429, 500, 502, 503, 504})
"""With these, the same request may succeed later."""
NEVER = frozenset({401, 403, 404, 405})
"""With these, no request of this reader will succeed."""


MEANINGS: Mapping[str, str] = {
    "offered": "the table is asked whether it was played",
    "asked": "a choice is asked for",
    "waits": "it waits until another question is answered",
    "covered": "it lies in the pile already",
    "no_fit": "it does not fit",
    "unknown_card": "no deck of this table has this number",
    "stale": "it was seen before something was taken back",
    "nothing_on": "no card is due",
}
"""What the referee made of a card, where its own word is not plain."""


class Note(Protocol):
    """Logs an event, as ``controller.base.event_log.note`` does."""

    def __call__(self, event: str, sentence: str, level: int = ..., **fields: object) -> None:
        """Log it."""


class Meaning(msgspec.Struct, frozen=True):
    """What the referee made of a card that was seen."""

    meaning: str
    card: str | None = None


class _Event(msgspec.Struct, frozen=True):
    """What is read of an event of the referee."""

    tag: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    seen: Seen
    tag: str | None
    """The table that the referee had told of when the card was seen."""


class Client:
    """A paired reader's end of the conversation with its referee."""

    def __init__(
        self,
        web: Web,
        pairing: Pairing,
        kind: str,
        names: Iterator[str],
        clock: Callable[[], float],
        note: Note,
    ) -> None:
        """``kind``: ``scanner`` or ``camera``. ``clock``: seconds, monotonic.

        ``names``: names of sessions, which no other process has.
        """
        self._web = web
        self._url = pairing.url
        self._headers = {"cookie": pairing.cookie}
        self._kind = kind
        self._names = names
        self._session = next(names)
        self._clock = clock
        self._note = note
        self._waiting: deque[_Waiting] = deque()
        self._news = asyncio.Event()
        self._ended = False
        self._health: Health | None = None
        self._health_news = asyncio.Event()
        self._number = 0
        self._tag: str | None = None
        self._lost = False

    async def run(self, source: Source) -> None:
        """Tell all that a source reports, and return when it has ended and all is sent.

        Raises ``Trouble`` if the referee does not know this reader, or takes no readers.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                others = [tasks.create_task(one) for one in (self._follow(), self._tell_health())]
                sending = tasks.create_task(self._send())
                broken: BrokenOff | None = None
                try:
                    async for news in source:
                        self._take(news)
                except BrokenOff as trouble:  # what it has reported is sent all the same
                    broken = trouble
                self._ended = True
                self._news.set()
                await sending
                for task in others:
                    task.cancel()
                if broken is not None:
                    raise broken
        except ExceptionGroup as group:
            troubles = (one for one in group.exceptions if isinstance(one, Trouble))
            raise next(troubles, group) from None

    def _take(self, news: Seen | Health) -> None:
        if isinstance(news, Health):
            self._health = news
            self._health_news.set()
            return
        if len(self._waiting) == MOST_WAITING:
            self._drop(self._waiting.popleft().seen)
        self._waiting.append(_Waiting(news, self._tag))
        self._news.set()

    async def _send(self) -> None:
        while self._waiting or not self._ended:
            if self._waiting:
                await self._deliver(self._waiting.popleft())
            else:
                self._news.clear()
                await self._news.wait()

    async def _deliver(self, waiting: _Waiting) -> None:
        """Send one card until it is answered or too old. The referee acts on a number once."""
        seen, pauses = waiting.seen, _Pauses()
        headers = self._headers | ({"if-match": f'"{waiting.tag}"'} if waiting.tag else {})
        self._number += 1
        while (age_s := self._clock() - seen.at_s) <= OLDEST_S:
            body = {
                "reader": self._session,
                "number": self._number,
                "card": seen.number,
                "deck": seen.deck,
                "age_ms": round(max(0.0, age_s) * 1000),
                "evidence": dict(seen.evidence),
            }
            answer = await self._ask(SIGHTINGS, headers, body)
            if answer is not None and code_of(answer) == "out_of_order" and self._number > 1:
                # it never got the card before, which was dropped or refused
                self._session, self._number = next(self._names), 1
            elif answer is None or answer.status in LATER:
                await asyncio.sleep(pauses.next(answer))
            else:
                self._tell_outcome(seen, answer)
                return
        self._drop(seen)

    def _tell_outcome(self, seen: Seen, answer: Answer) -> None:
        if answer.status == 412:
            meaning = Meaning("stale")
        elif answer.status != 200:
            why = refused(answer, self._url)
            self._note("sighting_refused", f"{_name(seen)}: {why}", logging.WARNING)
            return
        else:
            try:
                meaning = msgspec.json.decode(answer.body, type=Meaning)
            except msgspec.DecodeError:
                raise another_version(self._url) from None
        card = f" ({meaning.card})" if meaning.card else ""
        said = f"{_name(seen)}{card}: {MEANINGS.get(meaning.meaning, meaning.meaning)}."
        self._note("sighting", said, number=seen.number, meaning=meaning.meaning)

    async def _tell_health(self) -> None:
        while True:
            self._health_news.clear()
            pause_s = HEALTH_S
            if self._health is not None:
                body = {
                    "reader": self._session,
                    "key": self._health.key,
                    "values": dict(self._health.values),
                    "kind": self._kind,
                }
                answer = await self._ask(HEALTH, self._headers, body)
                if answer is None or answer.status in LATER:
                    pause_s = LONGEST_PAUSE_S
            await asyncio.sleep(FIRST_PAUSE_S)  # a source that changes its mind does not flood
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._health_news.wait()

    async def _follow(self) -> None:
        """Keep the tag of the newest table that the referee told of."""
        while True:
            with suppress(Unreachable):
                async for line in self._web.stream(EVENTS, self._headers):
                    if line.startswith(b"data:"):
                        with suppress(msgspec.DecodeError):
                            self._tag = msgspec.json.decode(line[5:], type=_Event).tag
            await asyncio.sleep(LONGEST_PAUSE_S)

    async def _ask(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Answer | None:
        """The answer of the referee; None: it cannot be reached. Raises ``Trouble``."""
        try:
            answer = await self._web.ask("POST", path, headers, msgspec.json.encode(body))
        except Unreachable as why:
            if not self._lost:
                self._lost = True
                again = f"The referee at {self._url} does not answer ({why}). Trying again."
                self._note("referee_lost", again, logging.WARNING)
            return None
        if self._lost:
            self._lost = False
            self._note("referee_back", "The referee answers again.")
        if answer.status in NEVER:
            raise refused(answer, self._url)
        return answer

    def _drop(self, seen: Seen) -> None:
        age_s = self._clock() - seen.at_s
        self._note(
            "sighting_dropped",
            f"{_name(seen)} was not sent: it was seen {age_s:.0f} s ago. Tap it on the page.",
            logging.WARNING,
            number=seen.number,
        )


class _Pauses:
    """How long to wait before the next try: longer each time, or as the referee asks."""

    def __init__(self) -> None:
        self._pause_s = FIRST_PAUSE_S

    def next(self, answer: Answer | None) -> float:
        pause_s, self._pause_s = self._pause_s, min(2 * self._pause_s, LONGEST_PAUSE_S)
        asked = answer.headers.get("retry-after", "") if answer is not None else ""
        return max(pause_s, min(float(asked), OLDEST_S)) if asked.isdecimal() else pause_s


def _name(seen: Seen) -> str:
    if seen.number is None:
        return "A card without a number"
    return f"Card {seen.number}" + (f" of deck {seen.deck}" if seen.deck else "")

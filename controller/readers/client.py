"""Sends the referee what a reader sees, one card after the other, also across its restarts."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from controller.base.errors import Trouble
from controller.readers.http_client import HttpClient, Response, Unreachable
from controller.readers.pairing import Pairing, code_of, rejection_of, wrong_version
from controller.readers.reports import Health, SeenCard, Source, SourceInterrupted
from firmware_bridge.reports import Note

SIGHTINGS, HEALTH, EVENTS = "/api/sightings", "/api/reader_health", "/api/events"

MAX_AGE_S = 10.0
"""A card that was seen longer ago is not sent: meanwhile, people will have tapped it."""
MOST_WAITING = 64
HEALTH_S = 10.0
"""How often the reader's health is sent. The referee forgets it after 30 seconds."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 2.0
"""Before a request is sent again."""

RETRYABLE = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses with which the same request may succeed later."""
FATAL = frozenset({401, 403, 404, 405})
"""Statuses with which no request of this reader will succeed."""


MEANING_TEXTS: Mapping[str, str] = {
    "offered": "the table is asked whether it was played",
    "asked": "a choice is asked for",
    "waits": "it waits until another question is answered",
    "covered": "it lies in the pile already",
    "no_fit": "it does not fit",
    "unknown_card": "no deck of this table has this number",
    "stale": "it was seen before something was taken back",
    "nothing_on": "no card is due",
}
"""What a meaning says in the log, where its own word is not plain."""


class Meaning(msgspec.Struct, frozen=True):
    """The referee's answer to a card that was seen."""

    meaning: str
    card: str | None = None


class _TableEvent(msgspec.Struct, frozen=True):
    """What is read of an event of the referee."""

    tag: str


@dataclass(frozen=True, slots=True)
class _QueuedCard:
    card: SeenCard
    tag: str | None
    """The tag of the newest table when the card was seen."""


class RefereeClient:
    """Reports what a paired reader sees to its referee."""

    def __init__(
        self,
        http: HttpClient,
        pairing: Pairing,
        kind: str,
        names: Iterator[str],
        clock: Callable[[], float],
        note: Note,
    ) -> None:
        """``kind``: ``scanner`` or ``camera``. ``clock``: seconds, monotonic.

        ``names``: names of sessions, which no other process has.
        """
        self._http = http
        self._url = pairing.url
        self._headers = {"cookie": pairing.cookie}
        self._kind = kind
        self._names = names
        self._session = next(names)
        self._clock = clock
        self._note = note
        self._queue: deque[_QueuedCard] = deque()
        self._card_queued = asyncio.Event()
        self._source_ended = False
        self._health: Health | None = None
        self._health_changed = asyncio.Event()
        self._number = 0
        self._tag: str | None = None
        self._is_unreachable = False

    async def run(self, source: Source) -> None:
        """Send all that a source reports, and return when it has ended and all is sent.

        Raises ``Trouble`` if the referee does not know this reader, or takes no readers.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                endless = (self._track_tag(), self._report_health())
                background = [tasks.create_task(work) for work in endless]
                sending = tasks.create_task(self._send())
                interruption: SourceInterrupted | None = None
                try:
                    async for report in source:
                        self._accept(report)
                except SourceInterrupted as error:  # what it has reported is sent all the same
                    interruption = error
                self._source_ended = True
                self._card_queued.set()
                await sending
                for task in background:
                    task.cancel()
                if interruption is not None:
                    raise interruption
        except ExceptionGroup as group:
            troubles = (error for error in group.exceptions if isinstance(error, Trouble))
            raise next(troubles, group) from None

    def _accept(self, report: SeenCard | Health) -> None:
        if isinstance(report, Health):
            self._health = report
            self._health_changed.set()
            return
        if len(self._queue) == MOST_WAITING:
            self._drop(self._queue.popleft().card)
        self._queue.append(_QueuedCard(report, self._tag))
        self._card_queued.set()

    async def _send(self) -> None:
        while self._queue or not self._source_ended:
            if self._queue:
                await self._deliver(self._queue.popleft())
            else:
                self._card_queued.clear()
                await self._card_queued.wait()

    async def _deliver(self, queued: _QueuedCard) -> None:
        """Send one card until it is answered or too old. The referee acts on a number once."""
        card, backoff = queued.card, _Backoff()
        headers = self._headers | ({"if-match": f'"{queued.tag}"'} if queued.tag else {})
        self._number += 1
        while (age_s := self._clock() - card.at_s) <= MAX_AGE_S:
            body = {
                "reader": self._session,
                "number": self._number,
                "card": card.number,
                "deck": card.deck,
                "age_ms": round(max(0.0, age_s) * 1000),
                "evidence": dict(card.evidence),
            }
            response = await self._post(SIGHTINGS, headers, body)
            if response is not None and code_of(response) == "out_of_order" and self._number > 1:
                # it never got the card before, which was dropped or refused
                self._session, self._number = next(self._names), 1
            elif response is None or response.status in RETRYABLE:
                await asyncio.sleep(backoff.next(response))
            else:
                self._log_outcome(card, response)
                return
        self._drop(card)

    def _log_outcome(self, card: SeenCard, response: Response) -> None:
        if response.status == 412:
            meaning = Meaning("stale")
        elif response.status != 200:
            rejection = rejection_of(response, self._url)
            self._note("sighting_refused", f"{_describe(card)}: {rejection}", logging.WARNING)
            return
        else:
            try:
                meaning = msgspec.json.decode(response.body, type=Meaning)
            except msgspec.DecodeError:
                raise wrong_version(self._url) from None
        notation = f" ({meaning.card})" if meaning.card else ""
        text = MEANING_TEXTS.get(meaning.meaning, meaning.meaning)
        sentence = f"{_describe(card)}{notation}: {text}."
        self._note("sighting", sentence, number=card.number, meaning=meaning.meaning)

    async def _report_health(self) -> None:
        while True:
            self._health_changed.clear()
            pause_s = HEALTH_S
            if self._health is not None:
                body = {
                    "reader": self._session,
                    "key": self._health.key,
                    "values": dict(self._health.values),
                    "kind": self._kind,
                }
                response = await self._post(HEALTH, self._headers, body)
                if response is None or response.status in RETRYABLE:
                    pause_s = LONGEST_PAUSE_S
            await asyncio.sleep(FIRST_PAUSE_S)  # a source that changes its mind does not flood
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._health_changed.wait()

    async def _track_tag(self) -> None:
        """Keep the tag of the newest table that the referee has pushed."""
        while True:
            with suppress(Unreachable):
                async for line in self._http.stream(EVENTS, self._headers):
                    if line.startswith(b"data:"):
                        with suppress(msgspec.DecodeError):
                            self._tag = msgspec.json.decode(line[5:], type=_TableEvent).tag
            await asyncio.sleep(LONGEST_PAUSE_S)

    async def _post(
        self, path: str, headers: dict[str, str], body: dict[str, Any]
    ) -> Response | None:
        """Send a request and return the response; None: the referee cannot be reached.

        Raises ``Trouble`` if the referee will never accept a request of this reader.
        """
        try:
            response = await self._http.request("POST", path, headers, msgspec.json.encode(body))
        except Unreachable as unreachable:
            if not self._is_unreachable:
                self._is_unreachable = True
                again = f"The referee at {self._url} does not answer ({unreachable}). Trying again."
                self._note("referee_lost", again, logging.WARNING)
            return None
        if self._is_unreachable:
            self._is_unreachable = False
            self._note("referee_back", "The referee answers again.")
        if response.status in FATAL:
            raise rejection_of(response, self._url)
        return response

    def _drop(self, card: SeenCard) -> None:
        age_s = self._clock() - card.at_s
        self._note(
            "sighting_dropped",
            f"{_describe(card)} was not sent: it was seen {age_s:.0f} s ago. Tap it on the page.",
            logging.WARNING,
            number=card.number,
        )


class _Backoff:
    """How long to wait before the next try: twice as long each time, or as the referee asks."""

    def __init__(self) -> None:
        self._pause_s = FIRST_PAUSE_S

    def next(self, response: Response | None) -> float:
        pause_s, self._pause_s = self._pause_s, min(2 * self._pause_s, LONGEST_PAUSE_S)
        retry_after = response.headers.get("retry-after", "") if response is not None else ""
        if not retry_after.isdecimal():
            return pause_s
        return max(pause_s, min(float(retry_after), MAX_AGE_S))


def _describe(card: SeenCard) -> str:
    if card.number is None:
        return "A card without a number"
    return f"Card {card.number}" + (f" of deck {card.deck}" if card.deck else "")

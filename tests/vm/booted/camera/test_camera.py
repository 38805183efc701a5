"""A camera's reader as a service, at video devices of the kernel: cards, troubles, and their end.

One game goes through all of these tests, so each begins where the one before has ended.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller.base.paths import decks_of
from controller.base.services import CONFIG, JOURNAL, READER_UNIT
from controller.decks.deck import new_deck
from controller.decks.deck_store import write_decks
from tests.vm.booted.camera import FACES, cameras
from tests.vm.booted.camera.cameras import FED, NODE, UNPLUGGED, Feed, held, load, unload
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.product import INSTALL
from tests.vm.booted.services import COMMAND, call, entries, process, shown
from tests.vm.booted.table import PLAYERS, Table, until

pytestmark = pytest.mark.on_lines

READER = READER_UNIT.name
CONFIGURED = '\n[readers]\ncamera = "0"\n'
DECK = "K3F9"
AT_REST = 20
"""So many pictures are enough for the reader to know a pile that it sees for the first time."""
LOOK_AGAIN_S = 0.5
"""Reading the log takes the machine a tenth of a second."""
MOST_RESIDENT_KIB = 160 << 10
"""About twice what was measured."""


class Evening:
    """The table, the camera over its pile, and the reader's service."""

    def __init__(self) -> None:
        self.table = Table(Ledger(seed=0))
        self.feed = Feed()
        self.laid = 0
        self.heard: dict[str, int] = {}
        """How many sentences of each event."""

    def begin_to_show(self) -> None:
        """The camera shows the pile, so that the reader finds it."""
        self.feed.begin()
        self.until_it_says("camera_found", f"The camera {NODE} gives pictures.")
        self.feed.wait(AT_REST)

    def take_away(self) -> None:
        """It gives nothing any more, and then there is none."""
        self.feed.end()
        self.until_it_says("camera_lost", "gives no pictures")
        unload(FED)

    def lay(self, *, seen: bool = True) -> str:
        """Somebody lays the next card; ``seen``: while the camera looks."""
        step, face = self.feed.story.steps[self.laid], FACES[self.laid]
        self.laid += 1
        self.feed.lay(step, seen=seen)
        return face

    def lay_and_see_it_played(self) -> None:
        face, began_s = self.lay(), time.monotonic()
        until(lambda: self.state()["top"] == face, f"{face} on the referee's pile")
        print(f"\n{face} is played {time.monotonic() - began_s:.1f} s after a hand came with it")
        assert self.state()["discard"] == self.laid

    def state(self) -> dict[str, Any]:
        """Of the game, as the referee knows it."""
        state: dict[str, Any] = self.table.shown()["state"]
        return state

    def says(self) -> str:
        """What the page says of the reader: a key."""
        readers = self.table.shown()["sightings"]["readers"]
        return str(readers[0]["key"]) if readers else ""

    def question(self) -> dict[str, Any]:
        """What the page asks about a card; nothing if it asks nothing."""
        pending: dict[str, Any] | None = self.table.shown()["sightings"]["pending"]
        return pending or {}

    def until_it_says(self, event: str, words: str) -> None:
        """Wait for a sentence in the log, after all that were there before."""
        begin = self.heard.get(event, 0)

        def later() -> list[str]:
            return [str(one["MESSAGE"]) for one in entries(READER, event)][begin:]

        try:
            until(lambda: any(words in one for one in later()), f"{event}: {words}", LOOK_AGAIN_S)
        except AssertionError as late:
            raise AssertionError(f"{late}, but {later()}") from None
        nth = next(nth for nth, sentence in enumerate(later()) if words in sentence)
        self.heard[event] = begin + nth + 1
        print(f"\n{later()[nth]}")


def doctor(what: str) -> dict[str, Any]:
    """What it says of the thing whose name this expression fits."""
    said = json.loads(call("sh", "-c", f"{COMMAND} doctor --json || true"))
    (found,) = [one for one in said if re.fullmatch(what, one["what"])]
    print(found)
    return dict(found)


@pytest.fixture(scope="module")
def evening() -> Iterator[Evening]:
    """The services installed for a table with a camera, which is not there yet."""
    call("sh", "-c", INSTALL)
    CONFIG.write_text(CONFIG.read_text() + CONFIGURED)
    print(call(COMMAND, "service", "install"))
    evening = Evening()
    evening.table.until_it_serves()
    write_deck(evening.feed)
    yield evening
    evening.feed.end()


def write_deck(feed: Feed) -> None:
    """A deck in whose file the numbers of the cards that were drawn are those that are laid."""
    deck = new_deck("attack", DECK, 0)
    cards = list(deck.cards)
    settled: set[int] = set()
    for step, face in zip(feed.story.steps, FACES, strict=True):
        there = next(at for at, card in enumerate(cards) if card == face and at not in settled)
        cards[step.number], cards[there] = cards[there], cards[step.number]
        settled.add(step.number)
    write_decks(JOURNAL, (replace(deck, cards=tuple(cards)),))
    shutil.chown(decks_of(JOURNAL), "rollerdeck", "rollerdeck")


def test_without_a_camera_the_service_waits_and_says_for_what(evening: Evening) -> None:
    until(lambda: shown(READER, "ActiveState") == "active", "reader")
    print(shown(READER, "StatusText"))
    made = evening.table.ask("/api/readers/codes", {})
    print(call(COMMAND, "reader", "--pair", made["code"]))
    evening.until_it_says("camera_lost", f"There is no camera {NODE}. Plug one in.")
    until(lambda: evening.says() == "reader.lost", "word on the page")
    found = doctor("camera")
    assert (found["level"], found["says"]) == ("FAIL", f"there is no {NODE}")
    assert shown(READER, "NRestarts") == "0"


def test_another_program_that_has_the_camera_is_told_and_waited_for(evening: Evening) -> None:
    load(UNPLUGGED)
    with held():
        # its user may not know which program that is
        evening.until_it_says("camera_lost", "end other programs that use it")
        told = subprocess.run(
            [COMMAND, "reader", "--camera", "0", "--show"], capture_output=True, text=True
        )
        print(told.stderr)
        assert told.returncode == 3
        assert f"Another program uses the camera {NODE} (python): end it." in told.stderr
    evening.until_it_says("camera_found", "gives pictures")


def test_a_plug_that_is_pulled_is_told_and_found_again(evening: Evening) -> None:
    cameras.unplug()
    evening.until_it_says("camera_lost", f"The camera {NODE} is gone: plug it in.")
    evening.until_it_says("camera_lost", f"There is no camera {NODE}. Plug one in.")
    cameras.plug_in()
    evening.until_it_says("camera_found", "gives pictures")
    cameras.unplug()
    unload(UNPLUGGED)


def test_a_camera_that_is_plugged_in_is_found_and_cards_are_played(evening: Evening) -> None:
    load(FED)
    evening.begin_to_show()
    game = {"edition": "attack", "players": PLAYERS, "dealer": "Ann"}
    evening.table.ask("/api/games", game)
    evening.lay_and_see_it_played()
    evening.lay_and_see_it_played()
    until(lambda: evening.says() == "reader.ok", "good word on the page")
    assert doctor(r"camera \(.*\)")["level"] == "OK"


def test_its_memory_is_far_from_its_limit(evening: Evening) -> None:
    status = Path(f"/proc/{process(READER)}/status").read_text().splitlines()
    (resident_kib,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    peak = int(Path(f"/sys/fs/cgroup/system.slice/{READER}/memory.peak").read_text())
    limit = int(shown(READER, "MemoryMax"))
    print(f"\n{resident_kib} KiB resident; {peak >> 20} of {limit >> 20} MiB with files")
    assert resident_kib < MOST_RESIDENT_KIB
    assert peak < limit / 2


def test_a_reader_that_is_killed_comes_back_and_goes_on(evening: Evening) -> None:
    before = int(shown(READER, "NRestarts"))
    os.kill(process(READER), signal.SIGKILL)
    began_s = time.monotonic()
    evening.until_it_says("camera_found", "gives pictures")
    print(f"back after {time.monotonic() - began_s:.1f} s")
    evening.feed.wait(AT_REST)
    assert int(shown(READER, "NRestarts")) == before + 1
    evening.lay_and_see_it_played()


def test_a_picture_that_stands_still_is_told_and_ends(evening: Evening) -> None:
    evening.feed.frozen = True
    until(lambda: evening.says() == "reader.still", "word on the page")
    evening.until_it_says("camera_lost", "repeats one picture: it is opened again")
    evening.until_it_says("camera_found", "gives pictures")
    evening.feed.frozen = False
    until(lambda: evening.says() == "reader.ok", "good word on the page")


def test_while_the_camera_is_away_people_tap(evening: Evening) -> None:
    evening.take_away()
    until(lambda: evening.says() == "reader.lost", "word on the page")
    evening.until_it_says("camera_lost", f"There is no camera {NODE}. Plug one in.")
    face = evening.lay(seen=False)
    player = evening.state()["turn"]
    evening.table.ask("/api/commands", {"do": "play", "by": player, "card": face})
    assert evening.state()["top"] == face


def test_a_camera_that_it_may_not_use_is_told(evening: Evening) -> None:
    load(FED)
    cameras.forbid()
    evening.until_it_says("camera_lost", f"The camera {NODE} is there, but this user may not use")
    cameras.allow()


def test_a_card_that_was_laid_unseen_is_asked_about(evening: Evening) -> None:
    evening.begin_to_show()
    # the card that was tapped can be another one of the same face
    until(lambda: evening.question().get("why") == "again", "question whether it is new")
    answer = {"pending": evening.question()["number"], "yes": False}
    evening.table.ask("/api/sightings/answer", answer)
    evening.lay_and_see_it_played()

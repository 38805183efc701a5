"""Lamp, sound and announcement after a ruling, and how long a house takes for them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import msgspec
import pytest

from tests.home.house import Listener
from tests.home.whole import GAME_ENTITY, LAMP, PLAYER, SPEAKER, VOICE, House

pytestmark = pytest.mark.at_home

COUNT = int(os.environ.get("HOME_EVENTS", "20"))
"""Plays that are measured."""
ENOUGH, MOST_MS = 500, 300.0
"""From so many on, 99 of 100 may come at most so much later than the ruling."""
EVENT = "rollerdeck/table-1/event"
GONG = "media-source://media_source/local/gong.mp3"
PARTS = {
    "lamp": (LAMP, b""),
    "sound": (SPEAKER, GONG.encode()),
    "announcement": (SPEAKER, b"media-source://tts/"),
}


@pytest.fixture(scope="module")
def lively(house: House) -> House:
    """It plays along whenever somebody plays a card."""
    house.assistant.automate(
        "lively",
        "play-along",
        game=GAME_ENTITY,
        moments=["plays"],
        light={"entity_id": "light.lamp"},
        sound={"entity_id": PLAYER, "media_content_id": GONG, "media_content_type": "music"},
        voice=VOICE,
        speaker=PLAYER,
    )
    return house


def test_a_house_plays_along_soon_after_each_ruling(lively: House) -> None:
    began = len(lively.listener.heard)
    delays_ms = [delays(lively) for _ in range(COUNT)]
    heard = lively.listener.heard[began:]
    for topic, words in PARTS.values():
        assert sum(one.topic == topic and words in one.payload for one in heard) == COUNT
    for one in delays_ms:
        one["more"] = max(one[part] for part in PARTS) - one["ruling"]
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"\n{COUNT} plays at load {load}; milliseconds after the answer to the command:")
    for name in delays_ms[0]:
        p50, p99 = middle_and_most([one[name] for one in delays_ms])
        print(f"  {name}: p50 {p50:.0f}, p99 {p99:.0f}, max {max(d[name] for d in delays_ms):.0f}")
    if COUNT >= ENOUGH:
        assert middle_and_most([one["more"] for one in delays_ms])[1] <= MOST_MS


def test_an_event_that_comes_late_is_dropped(lively: House) -> None:
    began = len(lively.listener.heard)
    delays(lively)
    event = msgspec.json.decode(lively.listener.after(began, EVENT, b'"plays"').payload)
    with Listener(lively.broker, "table-1") as table:
        event["sentence"] = "Stale."
        table.publish(EVENT, **{**event, "published_s": event["published_s"] - 11})
        lively.assistant.until(GAME_ENTITY, says("Stale."))
        table.publish(EVENT, **{**event, "sentence": "Again.", "published_s": time.time()})
        assert b"Again." in lively.listener.after(began, SPEAKER, b"Again.").payload
    heard = lively.listener.heard[began:]
    assert not any(b"Stale" in one.payload for one in heard if one.topic == SPEAKER)
    assert sum(one.topic == LAMP for one in heard) == 2
    assert lively.complaints == []


def delays(house: House) -> dict[str, float]:
    """Somebody plays a card, and takes it back: after how many milliseconds what came."""
    began, listener = len(house.listener.heard), house.listener
    seq = house.plays(f"{house.one.shown['state']['color']}-3")
    answered_s = time.monotonic()
    came = {"ruling": listener.after(began, EVENT, b'"seq":%d,' % seq)}
    came |= {name: listener.after(began, *part) for name, part in PARTS.items()}
    listener.after(began, EVENT, b'"seq":%d,' % house.one.say(do="undo"))
    return {name: 1000 * (one.at_s - answered_s) for name, one in came.items()}


def middle_and_most(values: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


def says(sentence: str) -> Any:
    return lambda one: bool(one["attributes"].get("sentence") == sentence)

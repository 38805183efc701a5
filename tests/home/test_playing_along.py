"""Lamp, sound and announcement after a ruling, and how long a house takes for them."""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from statistics import quantiles

import pytest

from tests.home.house import Heard
from tests.home.whole import GAME_ENTITY, LAMP, PLAYER, SPEAKER, VOICE, House

pytestmark = pytest.mark.at_home

COUNT = int(os.environ.get("HOME_EVENTS", "20"))
"""Plays that are measured."""
ENOUGH, MOST_MS = 500, 300.0
"""From so many on, 99 of 100 may come at most so much later than the ruling."""
STALE_S = 10.0
"""The blueprint's limit."""
EVENT = "rollerdeck/table-1/event"
GONG = "media-source://media_source/local/gong.mp3"
PARTS = {
    "lamp": (LAMP, b""),
    "sound": (SPEAKER, GONG.encode()),
    "announcement": (SPEAKER, b"media-source://tts/"),
}


@pytest.fixture(scope="module")
def lively(house: House) -> House:
    """It plays along whenever somebody plays a card: one automation shows, another one speaks."""
    sound = {"entity_id": PLAYER, "media_content_id": GONG, "media_content_type": "music"}
    plays_along = partial(house.assistant.automate, blueprint="play-along", moments=["plays"])
    plays_along("shows", game=GAME_ENTITY, light={"entity_id": "light.lamp"}, sound=sound)
    plays_along("speaks", game=GAME_ENTITY, voice=VOICE, speaker=PLAYER)
    return house


def test_a_house_plays_along_soon_after_each_ruling(lively: House) -> None:
    began = len(lively.listener.heard)
    delays_ms = [delays(lively) for _ in range(COUNT)]
    heard = lively.listener.heard[began:]
    assert [sum(is_part(one, part) for one in heard) for part in PARTS] == [COUNT] * 3
    for one in delays_ms:
        one["more"] = max(one[part] for part in PARTS) - one["ruling"]
    load = Path("/proc/loadavg").read_text().split()[0]
    print(f"\n{COUNT} plays at load {load}; milliseconds after the answer to the command:")
    for name in delays_ms[0]:
        p50, p99 = p50_and_p99([one[name] for one in delays_ms])
        print(f"  {name}: p50 {p50:.0f}, p99 {p99:.0f}, max {max(d[name] for d in delays_ms):.0f}")
    if COUNT >= ENOUGH:
        assert p50_and_p99([one["more"] for one in delays_ms])[1] <= MOST_MS


def test_an_event_that_comes_late_is_dropped(lively: House) -> None:
    assistant, listener = lively.assistant, lively.listener
    began = len(listener.heard)
    with assistant.paused():
        seq = plays_a_three(lively)
        listener.after(began, EVENT, b'"seq":%d,' % seq)
        time.sleep(STALE_S)
    lively.hears("plays", seq)
    lively.one.say(do="undo")
    delays(lively)
    heard = listener.heard[began:]
    assert [sum(is_part(one, part) for one in heard) for part in PARTS] == [1, 1, 1]
    assert lively.complaints == []


def delays(house: House) -> dict[str, float]:
    """Somebody plays a card, and takes it back: after how many milliseconds what came."""
    began, listener = len(house.listener.heard), house.listener
    seq = plays_a_three(house)
    answered_s = time.monotonic()
    came = {"ruling": listener.after(began, EVENT, b'"seq":%d,' % seq)}
    came |= {name: listener.after(began, *part) for name, part in PARTS.items()}
    listener.after(began, EVENT, b'"seq":%d,' % house.one.say(do="undo"))
    return {name: 1000 * (one.at_s - answered_s) for name, one in came.items()}


def p50_and_p99(values: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


def plays_a_three(house: House) -> int:
    """Somebody plays a card that suits; the journal's entry."""
    return house.plays(f"{house.one.shown['state']['color']}-3")


def is_part(heard: Heard, part: str) -> bool:
    """Whether a message is of the lamp, the sound or the announcement."""
    topic, words = PARTS[part]
    return heard.topic == topic and words in heard.payload

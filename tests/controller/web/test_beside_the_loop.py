"""What takes long is done beside the event loop: a launcher breaks off a hit after 250 ms."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from controller.base.errors import Refused
from controller.network.way_in import WayIn
from controller.web import reader_operations, requests
from controller.web.requests import MAX_KEPT_BYTES
from tests.controller.conftest import evening as evening
from tests.worlds.client import Client
from tests.worlds.evening import Evening


@pytest.mark.parametrize(
    ("draws", "method", "path", "body"),
    [
        ("address_code", "GET", "/api/join/address.svg", None),
        ("wifi_code", "GET", "/api/join/wifi.svg", None),
        ("way_to", "POST", "/api/seats/codes", {"player": "Ann"}),
    ],
)
async def test_a_code_is_drawn_beside_the_loop(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    draws: str,
    method: str,
    path: str,
    body: Any,
) -> None:
    await evening.begin()
    client = Client(evening, None)
    usual, drew = getattr(WayIn, draws), []

    def noting(*args: Any) -> Any:
        drew.append(threading.current_thread())
        return usual(*args)

    monkeypatch.setattr(WayIn, draws, noting)
    assert (await client.http.request(method, path, json=body)).status_code == 200
    assert len(drew) == 1
    assert drew != [threading.current_thread()]


async def test_what_a_reader_needs_is_loaded_beside_the_loop(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin()
    loaded: dict[str, threading.Thread] = {}
    monkeypatch.setattr(
        reader_operations,
        "import_module",
        lambda name: loaded.update({name: threading.current_thread()}),
    )
    assert (await Client(evening, None).post("/api/readers/codes")).status_code == 200
    assert loaded.keys() == {"controller.sightings.queue", "controller.sightings.simulated"}
    assert threading.current_thread() not in loaded.values()


def test_a_body_that_is_too_large_is_refused_before_it_is_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_through: list[object] = []
    monkeypatch.setattr(requests, "_bounded", lambda value, _: looked_through.append(value))
    body = b'{"x": "%s"}' % (b"x" * MAX_KEPT_BYTES)
    with pytest.raises(Refused) as refused:
        requests.object_of(body)
    assert (refused.value.key, looked_through) == ("refusal.too_much", [])
    assert requests.object_of(b" " * MAX_KEPT_BYTES + b"{}") == {}
    assert looked_through == [{}]

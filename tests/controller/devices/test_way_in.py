"""Where other devices find the page, and the codes that say so."""

from __future__ import annotations

import io

import pytest
import segno

from controller.base.config import AccessPoint
from controller.network import way_in
from controller.network.way_in import WayIn
from tests.worlds.client import Client
from tests.worlds.evening import OWN_WIFI, Evening

NO_POINT = AccessPoint()


def code_of(text: str) -> bytes:
    """The picture of a code that says this, and no more."""
    out = io.BytesIO()
    made = segno.make(text, micro=False)
    made.save(out, kind="svg", border=4, light="#fff", omitsize=True, xmldecl=False)
    return out.getvalue()


@pytest.mark.parametrize(
    ("host", "port", "addresses"),
    [
        ("0.0.0.0", 8080, ["http://192.168.1.20:8080", "http://localhost:8080"]),
        ("::", 80, ["http://192.168.1.20", "http://localhost"]),
        ("127.0.0.1", 8123, ["http://127.0.0.1:8123"]),
        ("fe80::1", 8080, ["http://[fe80::1]:8080"]),
    ],
)
def test_the_address_for_other_devices_comes_first(
    host: str, port: int, addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(way_in, "_own_address", lambda: "192.168.1.20")
    way = WayIn(host, port, NO_POINT)
    assert way.addresses == addresses
    assert way.address_code() == code_of(addresses[0])


def test_on_no_network_there_is_this_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(way_in, "_own_address", lambda: None)
    way = WayIn("0.0.0.0", 8080, NO_POINT)
    assert (way.addresses, way.address_code()) == (["http://localhost:8080"], None)


def test_an_access_point_is_found_at_its_own_address_and_by_its_code() -> None:
    assert OWN_WIFI.addresses == ["http://10.42.0.1", "http://localhost"]
    assert OWN_WIFI.wifi_code() == code_of("WIFI:T:WPA;S:Rollerdeck;P:deal me in;;")


async def test_the_referee_says_it_and_shows_the_codes(evening: Evening) -> None:
    await evening.open()
    client = Client(evening, None)
    said = (await client.http.get("/api/join")).json()
    wifi = {"ssid": "Rollerdeck", "password": "deal me in"}
    assert said == {"address": "http://10.42.0.1", "wifi": wifi}
    for name, code in (("address", OWN_WIFI.address_code()), ("wifi", OWN_WIFI.wifi_code())):
        answer = await client.http.get(f"/api/join/{name}.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.content == code
    await client.http.aclose()


async def test_a_guest_gets_the_password_only_where_the_configuration_says_so(
    evening: Evening,
) -> None:
    await evening.open()
    client = Client(evening, None, WayIn("0.0.0.0", 80, AccessPoint("Rollerdeck", "deal me in")))
    answer = await client.http.get("/api/join")
    assert answer.json()["wifi"] == {"ssid": "Rollerdeck", "password": None}
    assert (await client.http.get("/api/join/wifi.svg")).status_code == 404
    for path in ("/api/join", "/api/join/address.svg", "/api/table", "/metrics", "/healthz"):
        assert b"deal me in" not in (await client.http.get(path)).content
    await client.http.aclose()


async def test_where_there_is_no_wifi_of_its_own_there_is_no_code_of_one(evening: Evening) -> None:
    await evening.open()
    client = Client(evening, None, WayIn("127.0.0.1", 8080, NO_POINT))
    assert (await client.http.get("/api/join")).json()["wifi"] is None
    assert (await client.http.get("/api/join/wifi.svg")).status_code == 404
    await client.http.aclose()

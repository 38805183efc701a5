"""Who is answered: the referee's own page, under a name that no stranger can have."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from controller.base import config
from controller.base.errors import Trouble
from controller.web.http import Site
from controller.web.requests import MAX_NAME_CHARS, MAX_TEXT_CHARS
from tests.processes import PATIENCE_S
from tests.worlds.client import refused
from tests.worlds.evening import GAME, OWN_WIFI, Evening
from tests.worlds.house import House

OURS = [
    "192.168.1.20",
    "192.168.1.20:8080",
    "[fe80::1]:8080",
    "localhost:8080",
    "rollerdeck",
    "rollerdeck.local:8080",
    "Rollerdeck.LOCAL.",
    "pi.lan",
    "pi.home.arpa",
    "cards.example.org",
    "CARDS.example.org:443",
]
FOREIGN = [
    "",
    "elsewhere.example",
    "local.elsewhere.example",
    "192.168.1.20.elsewhere.example",
    "evil.notlocal",
    "evillocal.com",
    "cards.example.org.evil.example",
    "x.cards.example.org",
    "[::1",
    ":8080",
    "1.2.3.4.5",
]


@pytest.fixture
async def site(evening: Evening) -> Site:
    table = await evening.open()
    return Site(table, None, OWN_WIFI, names=("Cards.example.org",))


async def ask(site: Site, method: str, path: str, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=site.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
        return await client.request(method, path, headers=headers)


async def test_it_answers_to_names_that_no_stranger_can_have(site: Site) -> None:
    for host in OURS:
        assert (await ask(site, "GET", "/api/table", Host=host)).status_code == 200, host


@pytest.mark.parametrize("request_", [("GET", "/api/table"), ("GET", "/"), ("POST", "/api/games")])
async def test_a_name_that_was_made_to_lead_here_gets_nothing(
    site: Site, request_: tuple[str, str]
) -> None:
    for host in FOREIGN:
        answer = await ask(site, *request_, Host=host)
        refused(answer, 403, "foreign_host")
        key = "refusal.foreign_host" if host else "refusal.no_host"
        assert answer.json()["key"] == key, host


async def test_a_page_met_over_https_in_front_of_the_referee_may_command(site: Site) -> None:
    answer = await ask(site, "POST", "/api/launcher/clear", Host="pi.lan", Origin="https://pi.lan")
    assert answer.status_code == 200
    answer = await ask(
        site, "POST", "/api/launcher/clear", Host="pi.lan", Origin="http://pi.lan:81"
    )
    refused(answer, 403, "foreign_origin")


@pytest.mark.parametrize("path", ["/", "/app.js", "/api/table", "/api/nothing", "/healthz"])
async def test_every_answer_forbids_what_is_not_the_referees_own(site: Site, path: str) -> None:
    headers = (await ask(site, "GET", path)).headers
    policy = headers["content-security-policy"].split("; ")
    assert {"default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"} <= set(policy)
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


async def test_names_and_texts_have_an_end(evening: Evening) -> None:
    table = await evening.open()
    transport = httpx.ASGITransport(app=Site(table, None, OWN_WIFI).app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
        longest = "é" * MAX_NAME_CHARS
        players = ["Ann", longest]
        took = await client.post("/api/games", json=GAME | {"players": players})
        assert took.status_code == 200
        for path, body in (
            ("/api/games", GAME | {"players": ["Ann", longest + "x"]}),
            ("/api/games", GAME | {"hands": {longest + "x": 3}}),
            ("/api/commands", {"do": "join", "player": longest + "x", "score": 0}),
            ("/api/games", GAME | {"options": {"text": "x" * (MAX_TEXT_CHARS + 1)}}),
        ):
            refused(await client.post(path, json=body), 400, "too_long")
        text = {"options": {"customizable": [{"text": "x" * MAX_TEXT_CHARS}]}}
        answer = await client.post("/api/games", json=GAME | text)
        assert answer.json()["code"] != "too_long"


@pytest.mark.thorough
def test_names_come_from_the_configuration(house: House) -> None:
    file = house.folder / "rollerdeck.toml"
    file.write_text('[referee]\nnames = ["cards.example.org"]\n')
    with house.play("--simulate", "--config", str(file)):
        for host, status in (("cards.example.org", 200), ("cards.example.com", 403)):
            with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE_S) as stream:
                stream.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert stream.recv(64).startswith(f"HTTP/1.1 {status}".encode())


@pytest.mark.parametrize("name", ['"a"', "[1]", '["http://a.b"]', '["a.b:80"]', '[""]'])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "rollerdeck.toml"
    file.write_text(f"[referee]\nnames = {name}\n")
    with pytest.raises(Trouble, match=r"referee\.names"):
        config.load(file)

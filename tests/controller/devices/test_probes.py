"""Whether there is an internet: what phones ask, and what is not told them."""

from __future__ import annotations

import httpx
import pytest
from starlette.types import ASGIApp

from controller.network.access_point import HOSTS, PROBES, Probe, Probes
from controller.web.http import Site
from tests.worlds.evening import OWN_WIFI, Evening


@pytest.fixture
async def site(evening: Evening) -> ASGIApp:
    return Site(await evening.open(), None, OWN_WIFI).app


async def ask(app: ASGIApp, method: str, path: str, host: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://10.42.0.1") as client:
        return await client.request(method, path, headers={"host": host})


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: f"{probe.host}{probe.path}")
async def test_each_is_answered_as_the_internet_would(site: ASGIApp, probe: Probe) -> None:
    for host in (probe.host, probe.host.upper(), f"{probe.host}:80"):
        answer = await ask(Probes(site), "GET", probe.path, host)
        assert (answer.status_code, answer.text) == (probe.status, probe.body)
    asked = await ask(Probes(site), "HEAD", probe.path, probe.host)
    assert asked.status_code == probe.status


async def test_a_table_in_somebody_elses_network_answers_none(site: ASGIApp) -> None:
    for probe in PROBES:
        answer = await ask(site, "GET", probe.path, probe.host)
        assert answer.json()["code"] == "foreign_host", probe


@pytest.mark.parametrize("path", ["/", "/api/table", "/api/join", "/generate_204/", "/walrus"])
async def test_under_their_names_nothing_of_the_table_is_told(site: ASGIApp, path: str) -> None:
    for host in sorted(HOSTS):
        answer = await ask(Probes(site), "GET", path, host)
        assert answer.json()["code"] == "foreign_host", host


@pytest.mark.parametrize("host", ["10.42.0.1", "rollerdeck.lan"])
async def test_the_table_is_its_own_under_its_own_names(site: ASGIApp, host: str) -> None:
    assert (await ask(Probes(site), "GET", "/api/table", host)).status_code == 200
    assert (await ask(Probes(site), "GET", "/generate_204", host)).status_code == 404


async def test_commands_are_never_taken_for_a_probe(site: ASGIApp) -> None:
    for probe in PROBES:
        answer = await ask(Probes(site), "POST", probe.path, probe.host)
        assert answer.json()["code"] == "foreign_host"


@pytest.mark.parametrize("host", ["", "[::1", "captive.apple.com.evil.example", "apple.com"])
async def test_no_other_name_is_answered(site: ASGIApp, host: str) -> None:
    answer = await ask(Probes(site), "GET", "/hotspot-detect.html", host)
    assert answer.json()["code"] == "foreign_host"

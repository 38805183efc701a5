"""A referee with a certificate: who is served how, and who is sent on to https."""

from __future__ import annotations

import asyncio
import socket
import ssl
from asyncio.sslproto import SSLProtocol

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from controller.base.config import AccessPoint
from controller.base.service_manager import ServiceManager
from controller.daemon.server import TLS_BUFFER_BYTES, SecureServer
from controller.network.access_point import PROBES, Probes
from controller.network.certificate import Certificate, read_certificate
from controller.network.way_in import WayIn
from controller.web.http import Site
from tests.certificates import Pair, configured, make
from tests.processes import PATIENCE_S, run
from tests.worlds.client import refused
from tests.worlds.evening import Evening
from tests.worlds.house import House

HERE, ELSEWHERE = "127.0.0.1", "192.168.1.7"


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make(tmp_path_factory.mktemp("certificate"), "DNS:table.example.org", "IP:192.168.1.20")


@pytest.fixture
async def site(evening: Evening, pair: Pair) -> Site:
    certificate = read_certificate(str(pair.certificate), str(pair.key))
    return Site(await evening.open(), None, WayIn("0.0.0.0", 8080, AccessPoint(), certificate))


async def ask(
    site: Site, method: str, url: str, client: str = ELSEWHERE, **headers: str
) -> httpx.Response:
    transport = httpx.ASGITransport(app=site.app, client=(client, 5))
    async with httpx.AsyncClient(transport=transport) as http:
        return await http.request(method, url, headers=headers)


@pytest.mark.parametrize(
    ("url", "there"),
    [
        ("http://table.example.org:8080/", "https://table.example.org:8080/"),
        ("http://192.168.1.20:8080/seat?a=%2F", "https://192.168.1.20:8080/seat?a=%2F"),
        ("http://pi.local:8080/api/table", "https://table.example.org:8080/api/table"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
async def test_plain_http_from_elsewhere_is_sent_on(
    site: Site, method: str, url: str, there: str
) -> None:
    answer = await ask(site, method, url)
    assert (answer.status_code, answer.headers["location"]) == (307, there)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("client", [HERE, "::1"])
async def test_this_machines_own_screen_may_use_plain_http(site: Site, client: str) -> None:
    assert (await ask(site, "GET", "http://localhost:8080/", client)).status_code == 200


async def test_https_is_answered_under_the_certificates_names_without_more(site: Site) -> None:
    for url in ("https://table.example.org:8080/", "https://192.168.1.20:8080/api/table"):
        assert (await ask(site, "GET", url)).status_code == 200


@pytest.mark.parametrize(("scheme", "status"), [("https", 200), ("http", 403)])
async def test_over_https_only_a_page_that_came_over_https_may_command(
    site: Site, scheme: str, status: int
) -> None:
    host = "table.example.org:8080"
    answer = await ask(
        site, "POST", f"https://{host}/api/launcher/clear", Origin=f"{scheme}://{host}"
    )
    assert answer.status_code == status


async def test_a_strangers_name_is_sent_nowhere(site: Site) -> None:
    refused(await ask(site, "GET", "http://elsewhere.example.org/"), 403, "foreign_host")


async def test_phones_still_find_their_internet_over_plain_http(site: Site) -> None:
    transport = httpx.ASGITransport(app=Probes(site.app), client=(ELSEWHERE, 5))
    async with httpx.AsyncClient(transport=transport) as http:
        for probe in PROBES:
            answer = await http.get(f"http://{probe.host}{probe.path}")
            assert (answer.status_code, answer.text) == (probe.status, probe.body)


@pytest.mark.thorough
def test_a_referee_serves_both_at_one_port_and_ends_in_order(house: House, pair: Pair) -> None:
    config = str(configured(pair, house.folder / "f.toml"))
    with house.play("--simulate", "--config", config) as referee:
        assert house.get("/healthz")["link"] == "up"  # plain, from this machine
        trust = ssl.create_default_context(cafile=str(pair.certificate))
        address = f"https://table.example.org:{house.port}"
        with (
            socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE_S) as line,
            trust.wrap_socket(line, server_hostname="table.example.org") as stream,
        ):
            host = address.removeprefix("https://")
            stream.sendall(f"GET /api/events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            seen = b""
            while b"event: table" not in seen:
                came = stream.recv(65536)
                assert came
                seen += came
            silent = socket.create_connection(("127.0.0.1", house.port))
            referee.process.terminate()
            while stream.recv(65536):
                pass
            assert referee.process.wait(PATIENCE_S) == 0
            silent.close()
        assert f"The table is at {address}." in referee.said


def secure_server(certificate: Certificate) -> SecureServer:
    """One that says hello, and has not opened a port yet."""
    config = uvicorn.Config(PlainTextResponse("hello"), lifespan="off")
    config.load()
    server = SecureServer(config, ServiceManager({}, 0), certificate)
    server.lifespan = config.lifespan_class(config)
    return server


async def test_a_connection_over_tls_costs_little_memory(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncio would keep 256 KiB for each; this looks whether it still heeds what it is told."""
    monkeypatch.setattr(SSLProtocol, "max_size", SSLProtocol.max_size)
    certificate = read_certificate(str(pair.certificate), str(pair.key))
    assert certificate is not None
    server = secure_server(certificate)
    with socket.create_server(("127.0.0.1", 0)) as door:
        await server.startup([door])
        server.end()
        await server.main_loop()
    loop = asyncio.get_running_loop()
    connection = SSLProtocol(
        loop, asyncio.Protocol(), certificate.context, loop.create_future(), server_side=True
    )
    connection._app_transport.abort()
    assert len(connection.get_buffer(-1)) == TLS_BUFFER_BYTES


async def test_an_error_that_ends_the_accepting_ends_the_server(pair: Pair) -> None:
    certificate = read_certificate(str(pair.certificate), str(pair.key))
    assert certificate is not None
    server = secure_server(certificate)
    with socket.create_server(("127.0.0.1", 0)) as door:
        await server.startup([door])
    with pytest.raises(OSError, match="Bad file descriptor"):
        await server.main_loop()


@pytest.mark.thorough
def test_a_certificate_that_cannot_be_used_ends_the_referee_with_a_sentence(
    house: House, pair: Pair
) -> None:
    wrong = pair._replace(key=house.folder / "none.pem")
    done = run(*house.args, "--config", str(configured(wrong, house.folder / "f.toml")))
    assert done.returncode == 2
    assert "no such file; write its path as referee.tls_key." in done.stderr
    assert "Traceback" not in done.stderr

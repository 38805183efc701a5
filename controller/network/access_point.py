"""A table without a network: a Pi is made an access point, and phones stay in its network.

NetworkManager gets the files of the access point. Phones and computers find out with requests
whether there is an internet. A table with its own network answers them as the internet does:
otherwise they leave the network or show a page of their own first. The answers contain nothing of
the table, so anybody gets them. The names lead here only in the table's own network.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.base.config import AccessPoint

_APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"

_FIREFOX = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)

ADDRESS = "10.42.0.1"
"""The Pi's address in its own network."""

NAME = "rollerdeck.lan"
"""The Pi's name in its own network; no stranger can have such a name."""

PORT = 80
"""The port at which phones ask whether there is an internet."""

_UUID = "4f3d6a52-7c1e-5b0e-9d0c-2b8f1f0f6a11"

_WINDOWS_ASKS = ("dns.msftncsi.com", "131.107.255.255")
"""Windows looks up this name and expects this address."""

TARGETS = (
    "etc/NetworkManager/system-connections/rollerdeck.nmconnection",
    "etc/NetworkManager/dnsmasq-shared.d/rollerdeck.conf",
    "etc/sysctl.d/60-rollerdeck.conf",
)


class Probe(NamedTuple):
    """One request, and the answer that it expects."""

    host: str
    path: str
    status: int
    """Of the answer."""
    body: str = ""
    media: str = "text/plain"


PROBES = (
    # Android, ChromeOS
    Probe("connectivitycheck.gstatic.com", "/generate_204", 204),
    Probe("connectivitycheck.android.com", "/generate_204", 204),
    Probe("clients3.google.com", "/generate_204", 204),
    Probe("play.googleapis.com", "/generate_204", 204),
    # iPhones, iPads, Macs
    Probe("captive.apple.com", "/hotspot-detect.html", 200, _APPLE, "text/html"),
    # Windows
    Probe("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    Probe("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
    # Firefox, everywhere
    Probe("detectportal.firefox.com", "/success.txt", 200, "success\n"),
    Probe("detectportal.firefox.com", "/canonical.html", 200, _FIREFOX, "text/html"),
)


HOSTS = frozenset(probe.host for probe in PROBES)


_PROBE_AT = {(probe.host, probe.path): probe for probe in PROBES}


class Probes:
    """Answers these requests word for word, and passes everything else to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        probe = _probe_for(scope)
        if probe is None:
            return await self._app(scope, receive, send)
        headers = {"cache-control": "no-store"}
        media = probe.media if probe.body else None
        response = Response(probe.body, probe.status, headers, media)
        return await response(scope, receive, send)


def _probe_for(scope: Scope) -> Probe | None:
    """The probe that a request is; None: it is none."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    try:
        host = urlsplit(f"//{Headers(scope=scope).get('host', '')}").hostname or ""
    except ValueError:
        return None
    return _PROBE_AT.get((host, scope["path"]))


def files(point: AccessPoint) -> list[tuple[str, str, int]]:
    """Place, text and mode of each file; none if no access point is configured."""
    if not point.ssid:
        return []
    texts = (_connection(point), _names(), _ports())
    return list(zip(TARGETS, texts, (0o600, 0o644, 0o644), strict=True))


def _connection(point: AccessPoint) -> str:
    """nm-settings-keyfile(5). NetworkManager prefers it to any Wi-Fi that was set up before.

    ``pmf=1`` is "disable" (nm-settings-nmcli(5)): as a hotspot, the Wi-Fi chip of a Pi refuses
    protected management frames, which NetworkManager asks for by default.
    """
    return f"""\
[connection]
id=rollerdeck
uuid={_UUID}
type=wifi
interface-name={point.interface}
autoconnect-priority=100

[wifi]
mode=ap
band=bg
ssid={point.ssid}

[wifi-security]
key-mgmt=wpa-psk
pmf=1
proto=rsn;
pairwise=ccmp;
group=ccmp;
psk={point.password}

[ipv4]
method=shared
address1={ADDRESS}/24

[ipv6]
method=disabled
"""


def _names() -> str:
    """dnsmasq(8): the names that lead to the table in its own network."""
    addresses = [*((host, ADDRESS) for host in sorted(HOSTS)), (NAME, ADDRESS), _WINDOWS_ASKS]
    # `local`: for another kind of address dnsmasq answers that there is none, and does not refuse
    lines = (f"address=/{host}/{address}\nlocal=/{host}/\n" for host, address in addresses)
    return "# dnsmasq(8): where phones look for an internet is the table\n" + "".join(lines)


def _ports() -> str:
    return (
        f"# sysctl.d(5): the referee, who has no rights, may serve the page at port {PORT}\n"
        f"net.ipv4.ip_unprivileged_port_start = {PORT}\n"
    )

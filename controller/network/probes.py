"""Answers the requests by which phones and computers find out whether there is an internet.

A table with its own network answers them as the internet does. Otherwise phones leave the network
or show a page of their own first. The answers contain nothing of the table, so anybody gets them.
The names lead here only in the table's own network.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send


class Probe(NamedTuple):
    """One request, and the answer that it expects."""

    host: str
    path: str
    status: int
    """Of the answer."""
    body: str = ""
    media: str = "text/plain"


_APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
_FIREFOX = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)

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

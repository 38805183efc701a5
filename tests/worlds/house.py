"""A referee as a process: paths and a port of its own, and requests to what runs there."""

from __future__ import annotations

import json
import socket
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from tests.processes import PATIENCE_S, Running, free_port


def knock(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection that comes from an address of this machine; it may be turned away at once."""
    line = socket.socket()
    line.settimeout(PATIENCE_S)
    line.bind((address, 0))
    with suppress(ConnectionResetError):
        line.connect(("127.0.0.1", port))
    return line


class House:
    """Paths and a port of its own, and requests to what runs there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "s"
        self.journal = folder / "games" / "j"
        self.port = free_port()

    @property
    def args(self) -> list[str]:
        return [
            *("play", "--host", "127.0.0.1", "--port", str(self.port)),
            *("--socket", str(self.socket), "--journal", str(self.journal)),
        ]

    def play(self, *more: str) -> Running:
        """A referee that serves."""
        referee = Running(self.folder, *self.args, *more)
        referee.until(self.serves, "page")
        return referee

    def serves(self) -> bool:
        try:
            return bool(self.get("/healthz")["link"] == "up")
        except OSError:
            return False

    def get(self, path: str) -> dict[str, Any]:
        with self._open(urllib.request.Request(self.address + path)) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def post(self, path: str, body: object = None) -> None:
        data = json.dumps({} if body is None else body).encode()
        with self._open(urllib.request.Request(self.address + path, data)) as answer:
            answer.read()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def page(self) -> socket.socket:
        """A browser's stream, opened and read up to its first table."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)
        stream.sendall(b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n")
        seen = b""
        while b"event: table" not in seen:
            seen += stream.recv(65536)
        return stream

    def simulators(self) -> list[psutil.Process]:
        return [
            one
            for one in psutil.process_iter(["cmdline"])
            if str(self.socket) in (cmd := one.info["cmdline"] or []) and "simulator" in cmd
        ]

    def _open(self, request: urllib.request.Request) -> Any:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return opener.open(request, timeout=PATIENCE_S)

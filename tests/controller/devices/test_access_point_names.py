"""The names of a table's own network, asked of a real dnsmasq."""

from __future__ import annotations

import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.base.config import AccessPoint
from controller.network import access_point
from controller.network.access_point import HOSTS
from tests.need import need_program
from tests.processes import PATIENCE_S, free_port

IPV4, IPV6 = 1, 28
FOUND, REFUSED = 0, 5
AGAIN_S = 0.2
HERE = "127.0.53.1"
"""Other tests use 127.0.0.1."""


class Answer(NamedTuple):
    """What a name server said."""

    code: int
    address: str | None


class Names:
    """A dnsmasq that reads our file and knows no server beyond."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self._port = port
        self._process = process

    def ask(self, name: str, kind: int) -> Answer:
        """Ask until it is there to answer."""
        labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
        header = struct.pack(">HHHHHH", 1, 0x0100, 1, 0, 0, 0)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
                # from another address: before dnsmasq is there, a socket that happens to be given
                # its very port would hear itself
                asking.bind(("127.0.0.2", 0))
                asking.settimeout(AGAIN_S)
                asking.connect((HERE, self._port))
                try:
                    asking.send(header + labels + b"\0" + struct.pack(">HH", kind, 1))
                    said = asking.recv(512)
                    break
                except OSError:
                    assert self._process.poll() is None, "dnsmasq has ended"
                    assert time.monotonic() < deadline, "dnsmasq does not answer"
        (answers,) = struct.unpack(">H", said[6:8])
        return Answer(said[3] & 15, socket.inet_ntoa(said[-4:]) if answers else None)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Names]:
    dnsmasq = need_program("dnsmasq", "install the package dnsmasq-base")
    file: Path = tmp_path_factory.mktemp("names") / "rollerdeck.conf"
    file.write_text(access_point.files(AccessPoint("Rollerdeck", "deal me in"))[1][1])
    port = free_port()
    alone = ["--keep-in-foreground", "--no-resolv", "--no-hosts", "--bind-interfaces", "--user="]
    here = [f"--listen-address={HERE}", f"--port={port}", "--pid-file="]
    with subprocess.Popen([dnsmasq, f"--conf-file={file}", *alone, *here]) as process:
        yield Names(port, process)
        process.terminate()


@pytest.mark.parametrize("name", [*sorted(HOSTS), access_point.NAME])
def test_a_name_leads_to_the_table_and_has_no_second_address(names: Names, name: str) -> None:
    assert names.ask(name, IPV4) == (FOUND, access_point.ADDRESS)
    # a refusal would send a phone to another server
    assert names.ask(name, IPV6) == (FOUND, None)


def test_windows_finds_the_address_that_it_looks_for(names: Names) -> None:
    assert names.ask("dns.msftncsi.com", IPV4) == (FOUND, "131.107.255.255")


@pytest.mark.parametrize("name", ["example.org", "www.google.com", "www.apple.com"])
def test_no_other_name_leads_here(names: Names, name: str) -> None:
    assert names.ask(name, IPV4) == (REFUSED, None)

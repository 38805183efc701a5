"""Ports of the processes that tests start."""

from __future__ import annotations

import socket

import pytest

from tests.processes import free_port


def test_a_port_stays_reserved_while_its_server_restarts() -> None:
    port = free_port()
    for _ in range(2):
        with socket.create_server(("127.0.0.1", port)):
            socket.create_connection(("127.0.0.1", port)).close()
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", port))

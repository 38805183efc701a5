"""A hub's life, until it is stopped."""

from __future__ import annotations

import asyncio
import time
from socket import socket

from controller.base.event_log import note
from controller.base.mqtt import Hub as Config
from controller.base.service_manager import ServiceManager
from controller.club.reconnecting import Connect
from controller.daemon.server import Server, uvicorn_config
from controller.hub.board import Board
from controller.hub.hub import Hub
from controller.hub.site import Site
from controller.hub.store import Store

GOODBYE_S = 0.4
"""How long the hub waits at the end for pages to hang up."""


async def serve(
    listening: socket,
    connect: Connect,
    store: Store,
    config: Config,
    language: str,
    manager: ServiceManager,
) -> None:
    """Hear the tables and serve the scoreboard until cancelled."""
    board = Board()
    site = Site(board, config.names, language)
    hub = Hub(connect, store, board, site.changed, note, time.time, config.events_days)
    server = Server(uvicorn_config(site.app), manager, "The hub serves the scoreboard.")
    web = asyncio.create_task(server.serve([listening]))
    hearing = asyncio.create_task(hub.run())
    try:
        done, _ = await asyncio.wait((web, hearing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        site.streams.close()
        server.end()
        hearing.cancel()
        await asyncio.wait([web], timeout=GOODBYE_S)
        for connection in list(server.server_state.connections):
            connection.transport.abort()
        await asyncio.gather(web, hearing, return_exceptions=True)

"""The socket at which a web site is served."""

from __future__ import annotations

import errno
import socket

from controller.base.errors import WRONG_USAGE, Trouble
from controller.web.door import Door

PEER_GONE_S = 60
"""A peer that was silent this long is asked whether it is still there."""

BACKLOG = 1024
"""So many connections wait in the kernel until the door admits them or turns them away. There they
cost no file descriptor. With fewer, a flood makes the kernel ignore others, who try again a second
later."""
SEND_BUFFER_BYTES = 32 * 1024


def listen(host: str, port: int) -> Door:
    """Listen for pages, before anything else starts. Raises ``Trouble`` (exit code 2)."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # This works also while connections of a referee that has just ended are being closed.
        listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (socket.gaierror, UnicodeError):  # the second: this cannot be a name
        raise Trouble(
            f"There is no address {host}: name another with --host.", WRONG_USAGE
        ) from None
    except OSError as error:
        raise Trouble(_why_not(host, port, error), WRONG_USAGE) from None
    # Data in the kernel cannot be replaced by the newest table any more, so keep it small.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    # asyncio does not set this for a socket that it did not make. Without it an answer waits 40 ms
    # for the other side's delayed acknowledgement. Connections inherit it.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that left without closing its connection is forgotten some minutes later.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PEER_GONE_S)
    return Door(listening)


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: end what uses it, or name another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by this user: name one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: name one of its own with --host."
    return f"Nobody can listen at {host} port {port} ({error.strerror})."

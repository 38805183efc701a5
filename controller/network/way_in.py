"""How other devices join: the page's address and the table's own Wi-Fi, also as QR codes."""

from __future__ import annotations

import io
import socket
from typing import TYPE_CHECKING

import msgspec

from controller.base.config import AccessPoint
from controller.network.access_point import ADDRESS

if TYPE_CHECKING:
    import segno  # imported here, so that only a request for a code waits for it

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
QUIET_ZONE = 4
"""The white border around a code that cameras need, in modules."""


class Wifi(msgspec.Struct, frozen=True):
    """What a device needs to join a Wi-Fi."""

    ssid: str
    password: str | None
    """None: the configuration keeps it from the page."""


class Join(msgspec.Struct, frozen=True):
    """How other devices can open the page."""

    address: str | None
    """The page's address for other devices; None: this machine is on no network."""
    wifi: Wifi | None
    """The table's own Wi-Fi; None: it has none."""


class WayIn:
    """Knows where the page is served. The address is looked up each time: networks change."""

    def __init__(self, host: str, port: int, point: AccessPoint) -> None:
        self._host = host
        self._port = port
        self._point = point

    @property
    def wifi(self) -> Wifi | None:
        """The table's own Wi-Fi."""
        point = self._point
        return (
            Wifi(point.ssid, point.password if point.show_password else None)
            if point.ssid
            else None
        )

    @property
    def address(self) -> str | None:
        """The page's address for other devices."""
        if self._host not in EVERYWHERE:
            return self._at(self._host)
        found = ADDRESS if self._point.ssid else _own_address()
        return None if found is None else self._at(found)

    @property
    def addresses(self) -> list[str]:
        """The page's addresses: for other devices, then for this one."""
        here = [self._at("localhost")] if self._host in EVERYWHERE else []
        return [*([self.address] if self.address else []), *here]

    def join(self) -> Join:
        """Address and Wi-Fi as values."""
        return Join(self.address, self.wifi)

    def address_code(self) -> bytes | None:
        """The address as a QR code, SVG; None: there is none."""
        import segno

        address = self.address
        return None if address is None else _svg(segno.make(address, micro=False))

    def wifi_code(self) -> bytes | None:
        """The Wi-Fi as a QR code by which phones join, SVG; None: there is none to show."""
        if not (self._point.ssid and self._point.show_password):
            return None
        from segno import helpers

        return _svg(helpers.make_wifi(self._point.ssid, self._point.password, security="WPA"))

    def _at(self, host: str) -> str:
        brackets = f"[{host}]" if ":" in host else host
        return f"http://{brackets}" + ("" if self._port == 80 else f":{self._port}")


def _svg(code: segno.QRCode) -> bytes:
    """Draw a code on white, also in the dark: not every camera reads the negative."""
    out = io.BytesIO()
    code.save(out, kind="svg", border=QUIET_ZONE, light="#fff", omitsize=True, xmldecl=False)
    return out.getvalue()


def _own_address() -> str | None:
    """The address of this machine in the local network; None: it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only asks for the route
        except OSError:
            return None
        return str(probe.getsockname()[0])

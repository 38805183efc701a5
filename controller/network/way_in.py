"""How other devices join: the page's address and the table's own Wi-Fi, also as QR codes."""

from __future__ import annotations

import io
import socket
from typing import TYPE_CHECKING

import msgspec

from controller.base.config import AccessPoint
from controller.network.access_point import ADDRESS
from controller.network.certificate import Certificate

if TYPE_CHECKING:
    import segno  # imported here, so that only a request for a code waits for it

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
QUIET_ZONE = 4
"""The white border around a code that cameras need, in modules."""


class Wifi(msgspec.Struct, frozen=True):
    """What a device needs to join a Wi-Fi."""

    ssid: str
    """Its name."""
    password: str | None
    """Null unless ``access_point.show_password``."""


class Join(msgspec.Struct, frozen=True):
    """How other devices can open the page."""

    address: str | None
    """The page's address for other devices; null: this machine is on no network."""
    wifi: Wifi | None
    """This machine's own Wi-Fi; null: it has none."""


class WayIn:
    """Where the page is served. The address is looked up each time: networks change.

    With a certificate other devices use https. This machine's own browser may go on without:
    ``http://localhost`` is a secure context anyway, and few certificates are for that name.
    """

    def __init__(
        self, host: str, port: int, point: AccessPoint, certificate: Certificate | None = None
    ) -> None:
        self._host = host
        self._port = port
        self._point = point
        self.certificate = certificate

    @property
    def wifi(self) -> Wifi | None:
        """The table's own Wi-Fi; None: it has none."""
        point = self._point
        return (
            Wifi(point.ssid, point.password if point.show_password else None)
            if point.ssid
            else None
        )

    @property
    def address(self) -> str | None:
        """The page's address for other devices; None: this machine is on no network."""
        host: str | None = self._host
        if self._host in EVERYWHERE:
            host = ADDRESS if self._point.ssid else _own_address()
        return None if host is None else self.secured(host)

    @property
    def addresses(self) -> list[str]:
        """The page's addresses: for other devices, then for this one."""
        local = [self._at("localhost")] if self._host in EVERYWHERE else []
        return [*([self.address] if self.address else []), *local]

    def secured(self, host: str) -> str:
        """The page's address for a device that knows this name or address of the machine.

        With a certificate it is one that the certificate is for, if there is any.
        """
        if self.certificate is None:
            return self._at(host)
        covered = self.certificate.covers(host)
        return self._at(host if covered else self.certificate.name or host, "https", 443)

    def join(self) -> Join:
        """Address and Wi-Fi as values."""
        return Join(self.address, self.wifi)

    def address_code(self) -> bytes | None:
        """The address as a QR code, SVG; None: there is none."""
        import segno

        address = self.address
        return None if address is None else _svg(segno.make(address, micro=False))

    def way_to(self, path: str) -> tuple[str, list[str]] | None:
        """The address of a path for other devices, and its QR code as rows of 0 and 1.

        The code has no border; whoever draws it adds ``QUIET_ZONE``. None: there is no address.
        """
        import segno

        address = self.address
        if address is None:
            return None
        code = segno.make(address + path, micro=False)
        return address + path, ["".join(map(str, row)) for row in code.matrix]

    def wifi_code(self) -> bytes | None:
        """The Wi-Fi as a QR code by which phones join, SVG; None: there is none to show."""
        if not (self._point.ssid and self._point.show_password):
            return None
        from segno import helpers

        return _svg(helpers.make_wifi(self._point.ssid, self._point.password, security="WPA"))

    def _at(self, host: str, scheme: str = "http", usual_port: int = 80) -> str:
        brackets = f"[{host}]" if ":" in host else host
        port = "" if self._port == usual_port else f":{self._port}"
        return f"{scheme}://{brackets}{port}"


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

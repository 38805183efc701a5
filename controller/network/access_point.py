"""A table without a network: the files that make a Pi an access point, for NetworkManager."""

from __future__ import annotations

from controller.base.config import AccessPoint
from controller.network.probes import HOSTS

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

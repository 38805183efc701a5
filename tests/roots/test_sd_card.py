"""The files for cloud-init, held against the schemas of trixie's cloud-init."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import yaml

from controller.base.config import Config
from tests.need import need_program
from tests.roots.clean import PACKAGES, made
from tests.roots.fetched import OWN, packages_of
from tests.roots.releases import ROOT

pytestmark = pytest.mark.in_roots

CARD = ROOT / "examples" / "sd-card"
SCHEMAS = "usr/lib/python3/dist-packages/cloudinit/config/schemas"


@pytest.fixture(scope="module")
def cloud_init(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The schemas of trixie's cloud-init, which is fetched and not installed."""
    need_program("dpkg-deb", "install the package dpkg")
    folder = tmp_path_factory.mktemp("cloud-init")
    packages_of("trixie", OWN).unpack(folder, "cloud-init")
    return folder / SCHEMAS


def complaints(schema: Path, value: Any) -> list[str]:
    checker = jsonschema_rs.validator_for(json.loads(schema.read_text()))
    return [one.message for one in checker.iter_errors(value)]


def user_data() -> dict[str, Any]:
    text = (CARD / "user-data").read_text()
    assert text.startswith("#cloud-config\n"), "or cloud-init does not take it for its own"
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def test_cloud_init_takes_the_files(cloud_init: Path) -> None:
    assert complaints(cloud_init / "schema-cloud-config-v1.json", user_data()) == []
    network = yaml.safe_load((CARD / "network-config").read_text())
    # cloud-init hands this part to netplan as it is, and its schema does not know it
    wifis = network.pop("wifis")
    ((_, wifi),) = wifis.items()
    assert set(wifi) == {"dhcp4", "optional", "regulatory-domain", "access-points"}
    assert complaints(cloud_init / "schema-network-config-v2.json", network) == []


def remove_mode(data: dict[str, Any]) -> None:
    data["write_files"][1]["permissions"] = 755


def misspell(data: dict[str, Any]) -> None:
    data["run_cmd"] = data.pop("runcmd")


@pytest.mark.parametrize("spoil", [remove_mode, misspell])
def test_the_schema_would_see_a_mistake(
    cloud_init: Path, spoil: Callable[[dict[str, Any]], None]
) -> None:
    data = user_data()
    spoil(data)
    assert complaints(cloud_init / "schema-cloud-config-v1.json", data)


def test_what_it_writes_can_be_used(tmp_path: Path) -> None:
    settings, script, unit = user_data()["write_files"]
    msgspec.convert(tomllib.loads(settings["content"]), Config)
    assert settings["path"] == "/etc/rollerdeck/rollerdeck.toml"
    subprocess.run(["sh", "-n"], input=script["content"], text=True, check=True)
    name = Path(unit["path"]).name
    assert f"\nExecStart={script['path']}\n" in unit["content"]
    assert user_data()["runcmd"] == [["systemctl", "enable", name], [script["path"]]]
    assert script["content"].endswith(f"\nsystemctl disable {name}\n")


CONTROL = """\
Package: rollerdeck
Version: 9.9
Architecture: all
Maintainer: Nobody <nobody@rollerdeck.invalid>
Description: stands for the real one
"""
STAGES = (
    ("init", "--local"),
    ("init",),
    ("modules", "--mode", "config"),
    ("modules", "--mode", "final"),
)


def test_the_distributions_cloud_init_makes_a_table_of_a_card(tmp_path: Path) -> None:
    """All stages of a first start, as far as they go where no systemd runs and no Wi-Fi is."""
    with made("trixie", f"{PACKAGES},cloud-init,netplan.io,sudo,openssh-server") as root:
        seed, card = root.path / "var/lib/cloud/seed/nocloud", root.path / "boot/firmware"
        for folder in (seed, card):
            folder.mkdir(parents=True)
        for name in ("user-data", "network-config"):
            shutil.copy(CARD / name, seed)
        (seed / "meta-data").write_text("instance-id: one\n")
        control = tmp_path / "package/DEBIAN/control"
        control.parent.mkdir(parents=True)
        control.write_text(CONTROL)
        package = card / "rollerdeck_9.9_arm64.deb"
        subprocess.run(["dpkg-deb", "--build", tmp_path / "package", package], check=True)
        for stage in STAGES:
            root.run("cloud-init", *stage)
        assert "install ok installed 9.9" in root.run(
            "dpkg-query", "--show", "--showformat=${Status} ${Version}", "rollerdeck"
        )
        assert not (card / "rollerdeck-trouble.txt").exists()
        wanted = root.path / "etc/systemd/system/multi-user.target.wants"
        assert not (wanted / "install-rollerdeck.service").is_symlink(), "it would install again"
        assert (root.path / "etc/hostname").read_text() == "rollerdeck\n"
        assert "[referee]" in (root.path / "etc/rollerdeck/rollerdeck.toml").read_text()
        assert {"gpio", "sudo"} <= set(root.run("id", "-nG", "table").split())
        keys = root.path / "home/table/.ssh/authorized_keys"
        assert "REPLACE-THIS" in keys.read_text()
        root.run("netplan", "generate")
        assert "NAME OF YOUR NETWORK" in (root.path / "run/netplan/wpa-wlan0.conf").read_text()


def test_the_layer_for_rpi_image_gen_installs_the_package() -> None:
    layer = ROOT / "examples/rpi-image-gen/layer/rollerdeck.yaml"
    (hook,) = yaml.safe_load(layer.read_text())["mmdebstrap"]["customize-hooks"]
    subprocess.run(["sh", "-n"], input=hook, text=True, check=True)
    assert "apt-get install" in hook


PACKAGE = "rollerdeck_9.9_arm64.deb"
NOT_YET = (
    "E: Release file for http://deb.debian.org/debian/dists/trixie/InRelease is not valid yet "
    "(invalid for another 34min 2s). Updates for this repository will not be applied."
)
"""As apt prints it (apt-pkg/acquire-item.cc)."""
OFFLINE = "E: Failed to fetch http://deb.debian.org/debian/dists/trixie/InRelease"
TOLD: tuple[tuple[list[str], str, str], ...] = (
    ([], "exit 0", "copy rollerdeck_VERSION_arm64.deb to the first partition of the card."),
    (
        [PACKAGE],
        f"echo '{OFFLINE}' >&2; exit 100",
        "there is no network: set the Wi-Fi in network-config, or connect a cable.",
    ),
    (
        [PACKAGE],
        f"echo '{NOT_YET}' >&2; exit 100",
        "its clock is wrong, and no time server answers: let the network pass NTP (UDP port 123).",
    ),
    (
        [PACKAGE],
        "[ $1 != install ]",
        "apt refused the package: /var/log/cloud-init-output.log or "
        "journalctl -u install-rollerdeck says why.",
    ),
)


def installed(
    folder: Path, on_card: list[str], apt: str
) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Run the script with another apt-get, and without waiting; returns what it wrote, too."""
    card, tools = folder / "card", folder / "bin"
    card.mkdir()
    tools.mkdir()
    for name in on_card:
        (card / name).touch()
    for name, does in (("apt-get", apt), ("sleep", f"date >>{folder}/slept"), ("systemctl", "")):
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    script = user_data()["write_files"][1]["content"]
    for place, here in (("/boot/firmware", card), ("/var/tmp", folder)):
        script = script.replace(place, str(here))
    path = {"PATH": f"{tools}:/usr/bin:/bin"}
    done = subprocess.run(["sh"], input=script, text=True, capture_output=True, env=path)
    return done, card / "rollerdeck-trouble.txt"


@pytest.mark.parametrize(
    ("on_card", "apt", "says"), TOLD, ids=["no package", "offline", "no clock", "refused"]
)
def test_what_stops_it_is_said_on_the_card(
    on_card: list[str], apt: str, says: str, tmp_path: Path
) -> None:
    done, trouble = installed(tmp_path, on_card, apt)
    assert done.returncode == 1
    told = f"Rollerdeck was not installed, and the Pi tries again at its next start: {says}\n"
    assert done.stderr.endswith(told) or told in done.stderr
    assert trouble.read_text() == told


@pytest.mark.parametrize("error", [NOT_YET, OFFLINE], ids=["no clock", "offline"])
def test_it_waits_for_time_and_network(tmp_path: Path, error: str) -> None:
    """At the third look all is well."""
    refuses = f"""\
[ $1 = install ] && exit 0
[ "$*" = "update --error-on=any" ] || exit 1
[ "$(cat {tmp_path}/slept | wc -l)" = 2 ] && exit 0
echo '{error}' >&2; exit 100"""
    (tmp_path / "slept").touch()
    done, trouble = installed(tmp_path, [PACKAGE], refuses)
    assert (done.returncode, trouble.exists()) == (0, False), done.stderr

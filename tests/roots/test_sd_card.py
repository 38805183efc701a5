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
    settings, script = user_data()["write_files"]
    msgspec.convert(tomllib.loads(settings["content"]), Config)
    assert settings["path"] == "/etc/rollerdeck/rollerdeck.toml"
    subprocess.run(["sh", "-n"], input=script["content"], text=True, check=True)
    assert user_data()["runcmd"] == [[script["path"]]]


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
TOLD: tuple[tuple[list[str], str, str], ...] = (
    ([], "exit 0", "copy rollerdeck_VERSION_arm64.deb to the first partition of the card."),
    (
        [PACKAGE],
        "[ $1 != update ]",
        "there is no network: set the Wi-Fi in network-config, or connect a cable.",
    ),
    (
        [PACKAGE],
        "[ $1 != install ]",
        "apt refused the package: /var/log/cloud-init-output.log says why.",
    ),
)


@pytest.mark.parametrize(("there", "apt", "says"), TOLD, ids=["no package", "offline", "refused"])
def test_what_stops_it_is_said_on_the_card(
    there: list[str], apt: str, says: str, tmp_path: Path
) -> None:
    card, tools = tmp_path / "card", tmp_path / "bin"
    card.mkdir()
    tools.mkdir()
    for name in there:
        (card / name).touch()
    (tools / "apt-get").write_text(f"#!/bin/sh\n{apt}\n")
    (tools / "apt-get").chmod(0o755)
    script = user_data()["write_files"][1]["content"]
    for place, here in (("/boot/firmware", card), ("/var/tmp", tmp_path)):
        script = script.replace(place, str(here))
    path = {"PATH": f"{tools}:/usr/bin:/bin"}
    done = subprocess.run(["sh"], input=script, text=True, capture_output=True, env=path)
    assert done.returncode == 1
    told = f"Rollerdeck was not installed: {says}\n"
    assert done.stderr.endswith(told) or told in done.stderr
    assert (card / "rollerdeck-trouble.txt").read_text() == told

"""The files for cloud-init, held against the schemas of trixie's cloud-init."""

from __future__ import annotations

import json
import re
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
from tests.roots.clean import SOURCES
from tests.roots.releases import ROOT

pytestmark = pytest.mark.in_roots

CARD = ROOT / "examples" / "sd-card"
SCHEMAS = "usr/lib/python3/dist-packages/cloudinit/config/schemas"


@pytest.fixture(scope="module")
def cloud_init(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The schemas of trixie's cloud-init, which is fetched and not installed."""
    need_program("dpkg-deb", "install the package dpkg")
    folder = tmp_path_factory.mktemp("cloud-init")
    codename = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text())
    assert codename is not None
    (folder / "debian.sources").write_text(SOURCES.read_text().replace(codename[1], "trixie"))
    for name in ("lists/partial", "archives/partial"):
        (folder / name).mkdir(parents=True)
    options = {
        "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": folder,
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder,
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(f"-o{key}={value}" for key, value in options.items())]
    subprocess.run([*apt, "update"], check=True, cwd=folder)
    subprocess.run([*apt, "download", "cloud-init"], check=True, cwd=folder)
    (package,) = folder.glob("cloud-init_*.deb")
    subprocess.run(["dpkg-deb", "--extract", package, folder / "root"], check=True)
    return folder / "root" / SCHEMAS


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
    # this machine has no package on its first partition
    done = subprocess.run(["sh"], input=script["content"], text=True, capture_output=True)
    assert done.returncode == 1
    assert "Rollerdeck was not installed: copy rollerdeck_VERSION_arm64.deb" in done.stderr

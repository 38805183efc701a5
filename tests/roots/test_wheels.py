"""What a Pi would fetch: a wheel of every library, so that nothing is compiled there."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.debian_package import NEWEST_GLIBC, fetch
from tests.roots.releases import ROOT

pytestmark = pytest.mark.in_roots

LGPIO = {"3.11": {"lgpio", "rpi-lgpio"}, "3.13": set()}


@pytest.mark.parametrize("name", ["release", "firmware"])
@pytest.mark.parametrize("python", NEWEST_GLIBC)
def test_a_pi_finds_a_wheel_of_every_library(python: str, name: str, tmp_path: Path) -> None:
    names = fetch(python, ROOT / f"constraints/{name}.txt", "aarch64", tmp_path / "wheels")
    assert len(list((tmp_path / "wheels").iterdir())) == len(names)
    assert names & {"lgpio", "rpi-lgpio"} == (LGPIO[python] if name == "release" else set())

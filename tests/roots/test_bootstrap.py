"""Roots that are kept: made anew when a package has a new version, and not else."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.roots import bootstrap


class Mirror:
    """Package sources with one version of everything."""

    def __init__(self) -> None:
        self.version = "1"
        self.roots_made = 0

    def installed(self, names: Iterable[str]) -> list[str]:
        return [f"Inst {name} ({self.version})" for name in names]

    def mmdebstrap(self, command: list[str], **_: object) -> None:
        Path(command[-2]).mkdir()
        self.roots_made += 1


@pytest.fixture
def mirror(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mirror:
    mirror = Mirror()
    monkeypatch.setenv("ROLLERDECK_CACHE", str(tmp_path))
    monkeypatch.setattr(bootstrap, "packages_of", lambda suite, architecture: mirror)
    monkeypatch.setattr(bootstrap, "sources_of", lambda suite: "")
    monkeypatch.setattr(subprocess, "run", mirror.mmdebstrap)
    return mirror


@pytest.mark.parametrize("root", [bootstrap.installed, bootstrap.unpacked])
def test_a_root_is_made_anew_when_a_package_has_a_new_version(
    root: Callable[[str, str], Path], mirror: Mirror
) -> None:
    first = root("trixie", "python3,systemd")
    assert root("trixie", "python3,systemd") == first
    assert mirror.roots_made == 1
    mirror.version = "2"
    second = root("trixie", "python3,systemd")
    assert second != first
    assert mirror.roots_made == 2


def test_each_suite_processor_and_way_has_a_root_of_its_own(mirror: Mirror) -> None:
    roots = {
        bootstrap.installed("trixie", "python3"),
        bootstrap.installed("bookworm", "python3"),
        bootstrap.installed("trixie", "python3", "arm64"),
        bootstrap.unpacked("trixie", "python3"),
    }
    assert len(roots) == mirror.roots_made == 4

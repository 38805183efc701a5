"""What apt would install: asked again when the lists of packages change, and not else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.roots import fetched


class Mirror:
    """Package sources with one version of everything, and the apt that reads them."""

    def __init__(self, lists: Path) -> None:
        self.version = "1"
        self.resolved = 0
        self._lists = lists

    def apt(self, *words: str) -> str:
        if words[-1] == "update":
            (self._lists / "mirror_InRelease").write_text(self.version)
            return ""
        self.resolved += 1
        return "".join(f"Inst {name} ({self.version})\n" for name in words[4:])


@pytest.fixture
def mirror(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mirror:
    mirror = Mirror(tmp_path / "apt-trixie-amd64/lists")
    monkeypatch.setenv("ROLLERDECK_CACHE", str(tmp_path))
    monkeypatch.setattr(fetched, "sources_of", lambda suite: "")
    monkeypatch.setattr(fetched.Packages, "_run", lambda packages, *words: mirror.apt(*words))
    return mirror


def installed(*names: str) -> list[str]:
    """As a new process would ask."""
    return fetched.Packages("trixie", "amd64").installed(names)


def test_what_apt_installs_is_resolved_anew_when_the_lists_change(mirror: Mirror) -> None:
    assert installed("python3") == installed("python3") == ["Inst python3 (1)"]
    assert mirror.resolved == 1
    mirror.version = "2"
    assert installed("python3") == ["Inst python3 (2)"]


def test_other_packages_have_an_answer_of_their_own(mirror: Mirror) -> None:
    assert installed("python3") != installed("systemd")
    assert mirror.resolved == 2

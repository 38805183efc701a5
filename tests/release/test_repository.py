"""The apt repository: signed, with every package for its processor; `make roots` has apt use it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from release.repository import KEYRING, SUITE, Unusable, make
from tests.need import need_program
from tests.release.keys import gpg_key

CONTROL = """\
Package: rollerdeck
Version: 9.9
Architecture: {}
Maintainer: Nobody <nobody@rollerdeck.invalid>
Description: stands for the real one
"""


@pytest.fixture
def packages(tmp_path: Path) -> list[Path]:
    need_program("dpkg-deb", "install the package dpkg")
    need_program("apt-ftparchive", "install the package apt-utils")
    made = []
    for architecture in ("amd64", "arm64"):
        control = tmp_path / architecture / "DEBIAN" / "control"
        control.parent.mkdir(parents=True)
        control.parent.chmod(0o755)
        control.write_text(CONTROL.format(architecture))
        made.append(tmp_path / f"rollerdeck_9.9_{architecture}.deb")
        subprocess.run(["dpkg-deb", "--build", tmp_path / architecture, made[-1]], check=True)
    return made


@pytest.fixture
def key(tmp_path: Path) -> Iterator[str]:
    with gpg_key(tmp_path / "keys") as owner:
        yield owner


def test_each_package_is_listed_for_its_processor_and_all_is_signed(
    packages: list[Path], key: str, tmp_path: Path
) -> None:
    made = make(packages, key, tmp_path / "repository")
    for architecture in ("amd64", "arm64"):
        listed = made / "dists" / SUITE / "main" / f"binary-{architecture}" / "Packages"
        (name,) = [one for one in listed.read_text().splitlines() if one.startswith("Filename: ")]
        assert (made / name.removeprefix("Filename: ")).name == f"rollerdeck_9.9_{architecture}.deb"
    suite = made / "dists" / SUITE
    assert "main/binary-arm64/Packages" in (suite / "Release").read_text()
    check = ["gpgv", "--keyring", str(made / KEYRING)]
    subprocess.run([*check, suite / "InRelease"], check=True)
    subprocess.run([*check, suite / "Release.gpg", suite / "Release"], check=True)


def test_what_is_missing_is_said_in_a_sentence(
    packages: list[Path], key: str, tmp_path: Path
) -> None:
    folder = tmp_path / "repository"
    for call, says in (
        (([], key), "run `make deb` first"),
        ((packages, ""), "make repository SIGN=KEY"),
        ((packages, "nobody@rollerdeck.invalid"), "GPG knows no key nobody@rollerdeck.invalid"),
    ):
        with pytest.raises(Unusable, match=says):
            make(*call, folder)
        assert not folder.exists()

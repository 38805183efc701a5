"""What the kernel is told of the board's programs, and what is said where that is not possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.binfmt import NAME, understand_programs
from tests.vm.building import CannotBuild

LINE = ":qemu-aarch64:M::magic:mask:/usr/libexec/qemu:OPF"


@pytest.fixture
def what(tmp_path: Path) -> Path:
    file = tmp_path / "qemu-aarch64.conf"
    file.write_text(f"{LINE}\n")
    return file


@pytest.fixture
def known(tmp_path: Path) -> Path:
    folder = tmp_path / "binfmt_misc"
    folder.mkdir()
    (folder / "register").touch()
    return folder


def test_a_kernel_that_knows_is_not_told(known: Path, what: Path) -> None:
    (known / NAME).write_text("enabled\n")
    understand_programs(known, what)
    assert (known / "register").read_text() == ""


def test_a_kernel_that_does_not_take_it_is_named(known: Path, what: Path) -> None:
    with pytest.raises(CannotBuild, match=r"does not run programs for arm64 \(.*qemu-aarch64"):
        understand_programs(known, what)
    assert (known / "register").read_text() == LINE


def test_a_kernel_without_binfmt_is_named(tmp_path: Path, what: Path) -> None:
    with pytest.raises(CannotBuild, match=r"does not run programs for arm64 \(mount: "):
        understand_programs(tmp_path / "nowhere", what)


def test_without_the_package_it_is_named(known: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="and the package qemu-user-static"):
        understand_programs(known, tmp_path / "nowhere")

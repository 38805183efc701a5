"""Whether the machine has a clock that goes on while it is off."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.base.clock import boot_without_clock

BOOT = "3f1c9a52-8d04-4b7e-9a51-0c6de1a2b3c4"


@pytest.mark.parametrize(
    ("network", "hctosys", "noted"),
    [
        (False, [], "3f1c9a52"),
        (False, ["0\n"], "3f1c9a52"),
        (False, ["?"], "3f1c9a52"),
        (False, ["0\n", "1\n"], ""),
        (True, [], ""),
    ],
)
def test_a_start_is_noted_only_without_a_clock(
    tmp_path: Path, network: bool, hctosys: list[str], noted: str
) -> None:
    synchronized = tmp_path / "synchronized"
    if network:
        synchronized.touch()
    for nth, content in enumerate(hctosys):
        (tmp_path / f"rtc{nth}").mkdir()
        (tmp_path / f"rtc{nth}" / "hctosys").write_text(content)
    assert boot_without_clock(synchronized, tmp_path, lambda: BOOT) == noted

"""What `make newest` reports."""

from __future__ import annotations

from pathlib import Path

from tests.newest import differences, lacking, pins_of

PINS = """\
babel==2.17.0 \\
    --hash=sha256:00
lgpio==0.2.2 ; python_full_version < '3.13' and sys_platform == 'linux' \\
    --hash=sha256:11
Paho_MQTT==2.1.0 \\
"""


def test_every_other_version_is_a_line() -> None:
    pinned = pins_of(PINS)
    assert pinned == {"babel": "2.17.0", "lgpio": "0.2.2", "paho-mqtt": "2.1.0"}
    installed = {"babel": "2.19.0", "paho-mqtt": "2.1.0", "newcomer": "1.0"}
    assert [*differences(pinned, installed)] == [
        "babel 2.17.0 -> 2.19.0",
        "newcomer 1.0 (not pinned)",
    ]


def test_a_language_that_is_not_packed_is_named(tmp_path: Path) -> None:
    source, packed = tmp_path / "source", tmp_path / "packed"
    for file in (source / "de.po", source / "es.po", packed / "de.mo", packed / "es.po"):
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert lacking(source, packed) == {"es"}
    (packed / "es.mo").touch()
    assert lacking(source, packed) == set()

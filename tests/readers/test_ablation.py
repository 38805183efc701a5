"""What the frames of a sitting showed can be decided again, also without a rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.readers import model  # noqa: F401 - skips where OpenCV is missing

from tests.readers.ablation import RULES, without  # isort: skip
from tests.readers.measure import judged  # isort: skip
from tests.readers.model.finding import Camera  # isort: skip
from tests.readers.model.watching import Eye  # isort: skip
from tests.readers import recording  # isort: skip
from tests.readers.recording import decided, from_plain, plain, record  # isort: skip
from tests.readers.rendering.sitting import Sitting  # isort: skip


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_can_be_left_out(rule: str) -> None:
    with without(rule):
        pass


def test_a_recording_is_decided_as_it_was() -> None:
    sitting, again = (Sitting(7_000_001, camera=Camera) for _ in range(2))
    recorded = record(sitting, Eye(sitting.camera), 6)
    assert from_plain(json.loads(json.dumps(plain(recorded)))) == recorded
    judgement = judged(again, Eye(again.camera), 6, 7_000_001).verdict
    assert decided(recorded).verdict == judgement
    with without("may have come to light"):
        assert decided(recorded).verdict.plays == 6


def test_a_sitting_is_recorded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, wanted = tmp_path / "recorded", [("simulated", 7_000_001, 2)]
    first = list(recording.recorded(path, wanted))
    monkeypatch.setattr(recording, "CONDITIONS", {})
    assert list(recording.recorded(path, wanted)) == first
    assert [row for row in recording.table(first) if row.startswith("| simulated | 2 |")]

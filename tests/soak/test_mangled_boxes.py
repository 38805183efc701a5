"""A thousand mangled files of a house's box: a sentence each, each at once, nothing loaded."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.controller.decks.mangled_box import check_mangled
from tests.seeds import soak_seed

FILES = int(os.environ.get("MANGLED_BOXES", 1000))


@pytest.mark.soak
def test_each_mangled_file_is_wrong_in_a_sentence(tmp_path: Path) -> None:
    seed = soak_seed()
    wrong = check_mangled(tmp_path, (f"{seed}:{number}" for number in range(FILES)))
    print(f"\nseed {seed}: {wrong} of {FILES} files were wrong, the others could be played")
    assert wrong > FILES / 2

"""The scoreboard's page takes modules of the table's page: the hub serves each that is imported."""

from __future__ import annotations

import re

from controller.club.hub.serving import PAGE, SHARED
from controller.web.static_files import PAGE as TABLES_PAGE

IMPORT = re.compile(r'^import .* from "\.?/([^"]+)";$', re.MULTILINE)


def test_all_that_the_page_imports_is_served() -> None:
    waiting, seen = ["board.js"], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name.startswith("vendor/"):
            continue
        seen.add(name)
        own = PAGE / name
        assert own.is_file() or name in SHARED, name
        module = own if own.is_file() else TABLES_PAGE / name
        waiting += IMPORT.findall(module.read_text())
    assert {"changes.js", "stream.js", "tag.js"} <= seen

"""The page names its own build, and every table names the referee's."""

from __future__ import annotations

import re
from pathlib import Path

from controller.web.static_files import PAGE, build_of, marked
from tests.worlds.client import Client


async def test_the_page_and_the_table_name_the_same_build(client: Client) -> None:
    for path in ("/", "/index.html"):
        page = (await client.http.get(path)).text
        found = re.search('<meta name="build" content="([0-9a-f]+)">', page)
        assert found is not None and found[1] == (await client.table())["build"]
    assert (await client.http.head("/")).status_code == 200
    assert (await client.post("/")).status_code == 405


def test_any_change_of_the_page_is_another_build(tmp_path: Path) -> None:
    builds = {build_of(tmp_path)}
    (tmp_path / "views").mkdir()
    for name, content in (("a.js", "1"), ("a.js", "2"), ("b.js", "2"), ("views/a.js", "2")):
        (tmp_path / name).write_text(content)
        builds.add(build_of(tmp_path))
    (tmp_path / "a.js").rename(tmp_path / "c.js")
    assert len({*builds, build_of(tmp_path)}) == 6
    assert build_of(tmp_path) == build_of(tmp_path)


def test_another_room_language_is_another_build(tmp_path: Path) -> None:
    # so that open pages are loaded anew, with the new default
    assert build_of(tmp_path, "de") != build_of(tmp_path)


def test_the_page_has_a_place_for_its_build_and_for_languages() -> None:
    index = marked((PAGE / "index.html").read_bytes(), "abc", "de", '["it"]')
    assert b'<meta name="build" content="abc">' in index
    assert b'<meta name="language" content="de">' in index
    assert b'<meta name="languages" content="[&quot;it&quot;]">' in index

"""How browsers get the page: compressed, asked for at once, and a bundle's files only once."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from pathlib import Path

import httpx
import pytest
from pytest_mock import MockerFixture
from starlette.types import ASGIApp

from controller.web.files.compressed_files import IMMUTABLE, CompressedFiles
from controller.web.files.page_files import first_file, modules_of, own_build, page_app
from controller.web.static_files import PAGE, build_of
from tests.worlds.client import Client

GZIP = {"Accept-Encoding": "br, gzip"}
PLAIN = {"Accept-Encoding": "identity"}


def asking(app: ASGIApp) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table.local")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script src="/assets/app-1.js"></script>')
    (tmp_path / "languages.json").write_text("[]")
    (tmp_path / "assets" / "app-1.js").write_text("whole")
    (tmp_path / "assets" / "app-1.js.gz").write_bytes(gzip.compress(b"whole", mtime=1))
    return tmp_path


@pytest.mark.parametrize("path", ["/", "/seat", "/app.js", "/words/de.json", "/api/editions"])
async def test_what_a_browser_loads_is_compressed_if_it_reads_that(
    client: Client, path: str
) -> None:
    small = await client.http.get(path, headers=GZIP)
    whole = await client.http.get(path, headers=PLAIN)
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert int(small.headers["content-length"]) < int(whole.headers["content-length"])
    assert small.content == whole.content
    for answer in (small, whole):
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == "no-cache"
        again = {"If-None-Match": answer.headers["etag"]} | GZIP
        unchanged = await client.http.get(path, headers=again)
        assert (unchanged.status_code, unchanged.content) == (304, b"")


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "deflate, gzip; q=0.0", "xgzip"])
async def test_who_does_not_read_gzip_gets_none(client: Client, accepted: str) -> None:
    answer = await client.http.get("/app.js", headers={"Accept-Encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.content == (PAGE / "app.js").read_bytes()


async def test_a_picture_is_sent_as_it_is(client: Client) -> None:
    answer = await client.http.get("/icons/192.png", headers=GZIP)
    assert answer.headers.get("content-encoding") is None


async def test_the_table_s_events_and_answers_are_not_held_back(client: Client) -> None:
    answer = await client.http.get("/api/table", headers=GZIP)
    assert "content-encoding" not in answer.headers


async def test_a_file_is_compressed_once_until_it_changes(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    compress = mocker.spy(gzip, "compress")
    file = tmp_path / "a.js"
    file.write_text("one")
    async with asking(CompressedFiles(tmp_path)) as http:
        for _ in range(3):
            assert (await http.get("/a.js", headers=GZIP)).text == "one"
        assert compress.call_count == 1
        file.write_text("another")
        os.utime(file, (1, 1))
        assert (await http.get("/a.js", headers=GZIP)).text == "another"
        assert compress.call_count == 2


async def test_the_first_file_asks_for_every_module_that_the_page_imports(client: Client) -> None:
    preloaded = re.findall(
        '<link rel="modulepreload" href="/([^"]+)">', (await client.http.get("/")).text
    )
    assert preloaded == list(dict.fromkeys(preloaded)) == list(modules_of(PAGE))
    assert {"app.js", "views/shell.js", "views/seat.js", "vendor/lit-html.js"} <= set(preloaded)
    for name in preloaded:
        assert (await client.http.head(f"/{name}")).status_code == 200


def test_modules_that_import_each_other_are_named_once_and_later_ones_not_at_all(
    tmp_path: Path,
) -> None:
    (tmp_path / "views").mkdir()
    (tmp_path / "app.js").write_text(
        'import "./a.js";\nimport { b } from "./views/b.js";\nconst c = () => import("./c.js");\n'
    )
    (tmp_path / "a.js").write_text('export { d } from "./app.js";\n')
    (tmp_path / "views" / "b.js").write_text('import {\n  a,\n} from "../a.js";\n')
    (tmp_path / "c.js").touch()
    assert list(modules_of(tmp_path)) == ["app.js", "a.js", "views/b.js"]


async def test_a_bundle_s_files_are_asked_for_once_and_the_page_for_each_time(
    bundle: Path,
) -> None:
    first = first_file("1", "en", "", bundle)
    async with asking(page_app(first, bundle)) as http:
        for headers, length in ((GZIP, None), (PLAIN, "5")):
            asset = await http.get("/assets/app-1.js", headers=headers)
            assert (asset.text, asset.headers["cache-control"]) == ("whole", IMMUTABLE)
            assert length in (None, asset.headers["content-length"])
        index = await http.get("/")
        assert "/assets/app-1.js" in index.text
        assert "modulepreload" not in index.text
        assert "cache-control" not in index.headers  # so the guard's: asked for each time
        assert (await http.get("/app.js")).content == (PAGE / "app.js").read_bytes()


def test_another_bundle_of_the_same_modules_is_another_build(bundle: Path) -> None:
    # so that an open page asks for no file of a bundle that is gone
    index = (PAGE / "index.html").read_text()
    builds = {build_of(PAGE)}
    for name, content in (
        ("index.html", index),
        ("index.html", index.replace("/app.js", "/assets/app-2.js")),
        ("languages.json", '[{"language": "it"}]'),
    ):
        (bundle / name).write_text(content)
        own_build.cache_clear()  # as in a referee that starts
        builds.add(own_build("en", bundle))
    assert len(builds) == 4
    assert own_build("en", bundle) == own_build("en", bundle)


@pytest.fixture
def served_bundle(bundle: Path, mocker: MockerFixture) -> Path:
    shutil.copy(PAGE / "index.html", bundle)
    mocker.patch("controller.web.http.find_bundle", return_value=bundle)
    return bundle


async def test_the_table_and_the_first_file_name_the_build_of_the_bundle(
    served_bundle: Path, client: Client
) -> None:
    build = own_build("en", served_bundle)
    assert (await client.table())["build"] == build != build_of(PAGE)
    assert f'<meta name="build" content="{build}">' in (await client.http.get("/")).text


async def test_what_a_bundle_has_made_is_not_compressed_again(
    bundle: Path, mocker: MockerFixture
) -> None:
    app = page_app(first_file("1", "en", "", bundle), bundle)
    compress = mocker.spy(gzip, "compress")
    async with asking(app) as http:
        assert (await http.get("/assets/app-1.js", headers=GZIP)).text == "whole"
    assert compress.call_count == 0

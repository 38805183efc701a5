"""The site of the documents is served as it is, whole, and nothing beside it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from controller.seats.roster import Access
from controller.web import static_files
from controller.web.http import Site
from controller.words.catalogue import catalogue
from tests.worlds.evening import OWN_WIFI, Evening

SCRIPT = "\n  document.body.dataset.theme = 'auto';\n"
FILES = {
    "index.html": f"<body><script>{SCRIPT}</script><script src='_static/a.js'></script>",
    "search.html": "<script type='module'>search()</script>",
    "site/command-line.html": f"<script>{SCRIPT}</script>",
    "_static/a.js": "<script>in a string</script>",
    "_static/a.css": "",
    "_images/a.svg": "<svg/>",
    "_images/a.png": "",
    "_downloads/openapi.json": "{}",
}
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    built = tmp_path / "site of documents"
    for name, content in FILES.items():
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(content)
    (built / "out.txt").symlink_to(tmp_path / "secret.txt")
    return built


@asynccontextmanager
async def asking(
    evening: Evening, folder: Path | None, language: str = "en"
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that knows no cookie."""
    site = Site(await evening.open(), None, OWN_WIFI, language=language, documents=folder)
    transport = httpx.ASGITransport(app=site.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as http:
        yield http


@pytest.mark.parametrize("access", ["open", "seats"])
async def test_every_file_is_served_as_what_it_is(
    evening: Evening, folder: Path, access: Access
) -> None:
    evening.access = access
    async with asking(evening, folder) as http:
        for name, content in FILES.items():
            answer = await http.get(f"/docs/{name}?v=1")
            assert (answer.status_code, answer.text) == (200, content)
            assert answer.headers["content-type"] == TYPES[Path(name).suffix]
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["x-content-type-options"] == "nosniff"
            known = {"if-none-match": answer.headers["etag"]}
            assert (await http.get(f"/docs/{name}", headers=known)).status_code == 304
        assert (await http.get("/docs/")).text == FILES["index.html"]
        assert (await http.head("/docs/")).status_code == 200
        assert (await http.post("/docs/")).status_code == 405
        assert (await http.get("/docs/nothing.html")).status_code == 404


async def test_the_folder_itself_leads_into_it(evening: Evening, folder: Path) -> None:
    async with asking(evening, folder) as http:
        answer = await http.get("/docs")
        assert (answer.status_code, answer.headers["location"]) == (307, "/docs/")
        assert (await http.get("/docs", follow_redirects=True)).text == FILES["index.html"]


async def test_the_scripts_of_its_pages_may_run_and_no_other(
    evening: Evening, folder: Path
) -> None:
    async with asking(evening, folder) as http:
        answer = await http.get("/docs/")
        (policy,) = answer.headers.get_list("content-security-policy")
    rules = dict(one.strip().split(" ", 1) for one in policy.split(";"))
    hashes = [b64encode(sha256(one.encode()).digest()).decode() for one in (SCRIPT, "search()")]
    allowed = rules.pop("script-src").split()
    assert set(allowed) == {"'self'", *(f"'sha256-{one}'" for one in hashes)}
    assert rules["default-src"] == "'self'"
    assert "//" not in re.sub(r"'[^']*'", "", policy), "nothing from elsewhere"


async def test_the_page_itself_keeps_its_policy(evening: Evening, folder: Path) -> None:
    async with asking(evening, folder) as http:
        answer = await http.get("/")
        (policy,) = answer.headers.get_list("content-security-policy")
        assert "script-src 'self';" in policy


@pytest.mark.parametrize(
    "path",
    [
        *("%2e%2e/secret.txt", "..%2fsecret.txt", "site/%2e%2e/%2e%2e/secret.txt", "out.txt"),
        *("site", "%00", "a" * 300),
    ],
)
async def test_nothing_outside_of_the_folder_is_served(
    evening: Evening, folder: Path, path: str
) -> None:
    async with asking(evening, folder) as http:
        answer = await http.get(f"/docs/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_without_a_site_a_sentence_says_how_to_get_it(
    evening: Evening, language: str
) -> None:
    async with asking(evening, None, language) as http:
        for path in ("/docs/", "/docs/faults.html"):
            answer = await http.get(path)
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert answer.text == catalogue(language).say("refusal.no_documents")
            assert "make docs" in answer.text


async def test_the_page_knows_whether_there_is_a_site(evening: Evening, folder: Path) -> None:
    async with asking(evening, None) as http:
        without = await http.get("/")
    assert '<meta name="documents" content="">' in without.text
    await evening.close()
    async with asking(evening, folder) as http:
        known = {"if-none-match": without.headers["etag"]}
        page = await http.get("/", headers=known)  # what a browser keeps does not know of the site
        assert '<meta name="documents" content="/docs/">' in page.text


def test_a_site_is_looked_for_in_the_release_then_where_make_docs_builds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = (tmp_path / "docs", tmp_path / "build" / "docs")
    monkeypatch.setattr(static_files, "DOCUMENTS_PLACES", places)
    for place in (None, *reversed(places)):
        if place is not None:
            place.mkdir(parents=True)
            (place / "index.html").touch()
        assert static_files.find_documents() == place

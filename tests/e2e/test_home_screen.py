"""What a home screen needs to know of the page: its manifest, and icons that are drawn from one."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import Browser

from controller.web.http import Site
from tests.e2e.icons import ICONS, PAGE, SIZES, draw
from tests.worlds.evening import OWN_WIFI
from tests.worlds.evening import Evening as Table

MANIFEST = json.loads((PAGE / "manifest.webmanifest").read_text())

DIFFERENCE = """async ([one, other]) => {
  const pixels = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.length !== b.length) return 255;
  return a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length;
}"""
"""The mean difference of two pictures, in shades of 256."""


def side_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_each_icon_has_the_size_that_is_said_of_it() -> None:
    assert {file.stem for file in ICONS.iterdir()} == set(SIZES)
    for name, side in SIZES.items():
        assert side_of((ICONS / f"{name}.png").read_bytes()) == (side, side)
    for icon in MANIFEST["icons"]:
        file = PAGE / icon["src"].lstrip("/")
        assert file.is_file()
        if file.suffix == ".png":
            assert icon["sizes"] == "{}x{}".format(*side_of(file.read_bytes()))
    sizes = {icon["sizes"] for icon in MANIFEST["icons"]}
    assert {"192x192", "512x512"} <= sizes, "Chrome installs no page without these"


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
async def test_the_icons_are_drawn_from_the_pages_own(browser: Browser) -> None:
    page = await browser.new_page()
    for name in ("192", "180-whole"):
        there, drawn = (ICONS / f"{name}.png").read_bytes(), await draw(browser, name)
        pair = [base64.b64encode(one).decode() for one in (there, drawn)]
        apart = await page.evaluate(DIFFERENCE, pair)
        assert apart < 1, f"{name}: draw it anew with python -m tests.e2e.icons"
    await page.close()


async def test_the_page_names_them_and_each_is_what_it_says(site: Site) -> None:
    transport = httpx.ASGITransport(app=site.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as http:
        index = (await http.get("/")).text
        assert '<link rel="manifest" href="/manifest.webmanifest">' in index
        assert 'href="/icons/180-whole.png"' in index
        manifest = await http.get("/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        assert manifest.headers["x-content-type-options"] == "nosniff"
        assert manifest.json() == MANIFEST
        for icon in MANIFEST["icons"]:
            answer = await http.get(icon["src"])
            assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
        assert (await http.get(MANIFEST["start_url"])).status_code == 200


@pytest.fixture
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    table = Table(tmp_path_factory.mktemp("table"))
    yield Site(await table.open(), None, OWN_WIFI)
    await table.close()

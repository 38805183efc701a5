"""Draws the icons for home screens from the page's own icon: ``python -m tests.e2e.icons``.

Home screens of Android and iOS take no SVG. A *whole* icon fills its square to the corners, for
systems that cut a shape of their own out of it; what has to be seen is in the circle in its middle.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from pathlib import Path

from playwright.async_api import Browser

from tests.e2e.looking import chromium

PAGE = Path(__file__).parents[2] / "controller" / "web" / "page"
ICONS = PAGE / "icons"
SIZES = {"192": 192, "512": 512, "180-whole": 180, "512-whole": 512}
"""The side of each icon in pixels, by its name. 180 is an iPhone's, 192 and 512 are Android's."""
BACKGROUND = json.loads((PAGE / "manifest.webmanifest").read_text())["background_color"]
SAFE_PCT = 80
"""The diameter of the circle that every system shows, of the icon's side (W3C, Web Application
Manifest, "Icon masks and safe zone")."""


async def draw(browser: Browser, name: str) -> bytes:
    """One icon, as PNG."""
    side = SIZES[name]
    whole = name.endswith("-whole")
    picture = base64.b64encode((PAGE / "icon.svg").read_bytes()).decode()
    drawn = side * SAFE_PCT // 100 if whole else side
    page = await browser.new_page(viewport={"width": side, "height": side})
    await page.set_content(
        f'<body style="margin:0;display:grid;place-items:center;height:100vh;'
        f'background:{BACKGROUND if whole else "transparent"}">'
        f'<img width="{drawn}" height="{drawn}" src="data:image/svg+xml;base64,{picture}">'
    )
    await page.locator("img").evaluate("image => image.decode()")
    made = await page.screenshot(omit_background=True)
    await page.close()
    return made


async def main() -> int:
    """Write all of them."""
    ICONS.mkdir(exist_ok=True)
    async with chromium() as browser:
        for name in SIZES:
            (ICONS / f"{name}.png").write_bytes(await draw(browser, name))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

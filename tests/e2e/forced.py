"""What can be seen where the device chooses the colours, measured in pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.async_api import Page

LEAST_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: what is needed to see a control differs so much from its ground."""
LEAST_PX = 12
"""So many pixels are a thin line at least: fewer are no shape."""
AROUND_PX = 3
"""The ground of a control is this far around it."""
RIM_PX = 5
"""What sets a button, a field or a tile apart from words on its ground is so near to its edge."""
TAPPABLE = """() => [...document.querySelectorAll(
    "button:enabled, a[href], summary, select:enabled, input:enabled")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  return width > 4 && height > 4 && x >= 4 && y >= 4 && x + width <= innerWidth - 4
    && y + height <= innerHeight - 4 && one.checkVisibility({ visibilityProperty: true })
    && !one.matches("[type=radio], [type=checkbox]") // their label is tapped
    && one.contains(document.elementFromPoint(across, down));
}).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const words = (one.ariaLabel || one.textContent || one.className).trim().replace(/\\s+/g, " ");
  const [isField, isRimmed] = [one.matches("input, select"), one.matches("button, input, select")];
  return { x, y, width, height, isField, isRimmed,
    words: `${one.className}: ${words}`.slice(0, 60) };
})"""
"""Every control that a finger can reach, with its box and its words."""

SHAPES = ".pips i, .tv-pips i, .lamp, .tv-lamp, .face, .back, .mark"
SHOWN = """(shapes) => [...document.querySelectorAll(shapes)].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return width > 4 && height > 4 && x >= 4 && y >= 4 && x + width <= innerWidth - 4
    && y + height <= innerHeight - 4 && one.checkVisibility({ visibilityProperty: true })
    && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const words = one.className.baseVal ?? one.className;
  return { x, y, width, height, words: `${words || one.parentElement.className}`, isField: true,
    isRimmed: one.matches(".tile") };
})"""
"""Every dot and shape that is to be seen, with its box."""
STATES = """(isOn) => {
  const names = { "aria-pressed": ["true", "false"], "data-on": ["true", "false"],
    "data-acting": ["true", "false"], class: ["turn", ""] }; // the last one on the hub's board
  globalThis.states ??= Object.entries(names).flatMap(([name, [on]]) =>
    [...document.querySelectorAll(`[${name}="${on}"]`)].map((one) => [one, name]))
    .filter(([one]) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return one.checkVisibility({ visibilityProperty: true })
        && (one.contains(above) || above?.contains(one)); // no panel lies over it
    });
  const boxes = states.map(([one, name]) => {
    one.setAttribute(name, names[name][isOn ? 0 : 1]);
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height, words: `${one.className}: ${name}` };
  });
  if (isOn) delete globalThis.states;
  return boxes.filter(({ x, y, width, height }) => width > 4 && height > 4 && x >= 0 && y >= 0
    && x + width <= innerWidth && y + height <= innerHeight);
}"""
"""Switch off all that is on, and whose turn it is, and on again; gives the boxes."""

Pixels = NDArray[np.float64]


def luminances(png: bytes) -> Pixels:
    """The relative luminance of each pixel of a picture (WCAG 2.2), from 0 to 1."""
    import cv2  # it takes half a second, and most runs measure nothing

    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    share = picture.astype(np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    whole: Pixels = linear @ np.array([0.0722, 0.7152, 0.2126])  # blue, green, red
    return whole


def contrasting(one: Pixels, other: Pixels | np.float64) -> int:
    """How many pixels differ enough from another picture, or from a ground; luminances."""
    lighter, darker = np.maximum(one, other), np.minimum(one, other)
    return int(np.count_nonzero((lighter + 0.05) / (darker + 0.05) >= LEAST_CONTRAST))


def unseen(picture: Pixels, box: dict[str, Any]) -> str:
    """What nobody sees of a control; empty: nothing."""
    left, top = round(box["x"]), round(box["y"])
    right, bottom = round(box["x"] + box["width"]), round(box["y"] + box["height"])
    inside = picture[top:bottom, left:right]
    wide = picture[top - AROUND_PX : bottom + AROUND_PX, left - AROUND_PX : right + AROUND_PX]
    ring = np.ones(wide.shape, bool)
    ring[AROUND_PX - 1 : 1 - AROUND_PX, AROUND_PX - 1 : 1 - AROUND_PX] = False
    ground = np.float64(np.median(wide[ring]))
    if contrasting(inside, ground) < LEAST_PX:
        return "it does not differ from its ground"
    face = inside[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    rim = inside.copy()
    rim[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = ground
    edge = contrasting(rim, ground) + contrasting(wide[ring], np.float64(np.median(face)))
    if box.get("isRimmed") and edge < LEAST_PX:
        return "it looks like words on its ground"
    if not box["isField"] and contrasting(face, np.float64(np.median(face))) < LEAST_PX:
        return "what is on it cannot be seen"
    return ""


async def unseen_states(page: Page) -> list[str]:
    """A line for each thing that is on, or whose turn it is, and looks as if it were not."""
    boxes = await page.evaluate(STATES, False)
    off = luminances(await page.screenshot()) if boxes else np.zeros((0, 0))
    boxes = await page.evaluate(STATES, True)
    if not boxes:
        return []
    on = luminances(await page.screenshot())
    lines = []
    for box in boxes:
        left, top = (max(0, round(box[at]) - AROUND_PX) for at in "xy")
        right = round(box["x"] + box["width"]) + AROUND_PX
        bottom = round(box["y"] + box["height"]) + AROUND_PX
        inside = np.s_[top:bottom, left:right]
        if contrasting(on[inside], off[inside]) < LEAST_PX:
            lines.append(f"{box['words']}: it looks as if it were not")
    return lines


async def unseen_controls(page: Page) -> list[str]:
    """A line for each control that nobody sees on the page as it is now."""
    return await _unseen(page, await page.evaluate(TAPPABLE))


async def unseen_shapes(page: Page, shapes: str = SHAPES) -> list[str]:
    """A line for each dot and shape that nobody sees; ``shapes``: a selector."""
    return await _unseen(page, await page.evaluate(SHOWN, shapes))


async def _unseen(page: Page, boxes: list[dict[str, Any]]) -> list[str]:
    picture = luminances(await page.screenshot())
    found = [(box["words"], unseen(picture, box)) for box in boxes]
    return [f"{words}: {why}" for words, why in found if why]


async def unseen_in_forced_colours(page: Page) -> list[str]:
    """The same where the device chooses the colours; the page gets its own ones back."""
    await page.emulate_media(forced_colors="active")
    try:
        return await unseen_controls(page)
    finally:
        await page.emulate_media(forced_colors="none")

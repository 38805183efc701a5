// Arrow keys between the keys of cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { steer } from "../../controller/web/page/steering.js";

/** Keys at these places `[x, y, width]`, of which `steer` finds those that can be tapped; `press(key, from)` says which one has the focus then. */
function keys(places) {
  const cards = Object.entries(places).map(([name, [x, y, width = 50]]) => ({
    name,
    getBoundingClientRect: () => ({ x, y, width, height: 70 }),
    closest: () => cards.find((one) => one.name === name),
    focus() { focused = name; },
  }));
  let focused = null;
  return (key, from, more = {}) => {
    focused = from;
    let isTaken = false;
    const target = cards.find(({ name }) => name === from) ?? { closest: () => null };
    steer({ key, target, currentTarget: { querySelectorAll: () => cards }, preventDefault() { isTaken = true; }, ...more });
    assert.equal(isTaken, focused !== from, "the page scrolls where no key is");
    return focused;
  };
}

const GRID = { a: [0, 0], b: [60, 0], c: [120, 0], d: [0, 80], f: [120, 80] };

test("each arrow leads to the nearest key on its side", () => {
  const press = keys(GRID);
  for (const [key, from, to] of [["ArrowRight", "a", "b"], ["ArrowLeft", "c", "b"], ["ArrowDown", "a", "d"], ["ArrowUp", "f", "c"]]) {
    assert.equal(press(key, from), to, `${key} from ${from}`);
  }
});

test("a key straight ahead is nearer than one beside the way", () => {
  assert.equal(keys({ a: [0, 0], beside: [60, 40], ahead: [160, 0] })("ArrowRight", "a"), "ahead");
  assert.equal(keys({ a: [0, 0], beside: [60, 40], far: [260, 0] })("ArrowRight", "a"), "beside");
  assert.equal(keys({ a: [0, 0], beside: [40, 80], ahead: [0, 180] })("ArrowDown", "a"), "ahead");
});

test("how far a key is goes by its middle", () => {
  assert.equal(keys({ a: [0, 0], wide: [-100, 80, 250], narrow: [30, 80] })("ArrowDown", "a"), "wide");
});

test("past the last key the page scrolls", () => {
  const press = keys(GRID);
  assert.equal(press("ArrowRight", "f"), "f");
  assert.equal(press("ArrowUp", "b"), "b");
});

test("from the group itself an arrow leads to its first key", () => {
  assert.equal(keys(GRID)("ArrowDown", null), "a");
  assert.equal(keys({})("ArrowDown", null), null);
});

test("other keys, and arrows that the browser has another use for, are left alone", () => {
  const press = keys(GRID);
  assert.equal(press("x", "a"), "a");
  for (const held of ["altKey", "ctrlKey", "metaKey", "shiftKey"]) assert.equal(press("ArrowRight", "a", { [held]: true }), "a", held);
});

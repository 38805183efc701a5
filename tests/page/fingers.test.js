// When fingers went down, and which taps are one tap.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser } from "./browser.js";
import { fingerDown, watchFingers } from "../../controller/web/page/fingers.js";
import { holding, watchHolding } from "../../controller/web/page/holding.js";

const AGAIN_MS = 600;
/** After this no click comes any more. */
const CLICK_MS = 100;
let evening = 0; // what one test taps is long past in the next

/** A key of the page. */
class Element {
  constructor({ off = false, builds = false, closes = false } = {}) {
    Object.assign(this, { off, builds, closes, isConnected: true });
  }

  closest(selector) {
    return selector === "button" || (selector === "[data-builds]" && this.builds) ? this : null;
  }

  matches(selector) {
    return (selector === ":disabled" && this.off) || (selector === "[data-closes]" && this.closes);
  }
}

/** Fingers on a page, and what it was told of them. */
function page(t) {
  const { happen, pass } = openBrowser(t, { Element });
  const told = { again: 0, missed: [], under: [] };
  let clicks = 0;
  watchFingers({ again: () => { told.again += 1; }, missed: (down, under) => told[under ? "under" : "missed"].push(down - evening) });
  addEventListener("click", () => { clicks += 1; });
  evening += 1_000_000;
  const at = (type, ms, target, more = {}) => happen(type, { timeStamp: evening + ms, target, clientX: 100, clientY: 100, detail: 1, button: 0, ...more });
  return {
    told, at, pass,
    down: () => fingerDown() - evening,
    /** A whole tap; says whether the page's views hear of it. */
    tap(ms, key, { held = 50, ...more } = {}) {
      const before = clicks;
      at("pointerdown", ms, key, more);
      at("pointerup", ms + held, key, more);
      const isAllowed = at("click", ms + held, key, more);
      assert.equal(isAllowed, clicks > before);
      return isAllowed;
    },
  };
}

test("a tap is as old as the finger that went down, not as its click", (t) => {
  const { tap, down } = page(t);
  assert.equal(tap(1000, new Element()), true);
  assert.equal(down(), 1000);
});

test("a click without a finger, as a screen reader's, is as old as itself", (t) => {
  const { tap, at, down } = page(t);
  tap(1000, new Element());
  at("click", 5000, new Element(), { detail: 0 });
  assert.equal(down(), 5000);
});

test("a key of the keyboard is as old as it was pressed, however long it is held", (t) => {
  const { at, down } = page(t);
  const key = new Element();
  at("keydown", 1000, key);
  at("keydown", 1500, key, { repeat: true });
  at("click", 1600, key, { detail: 0 });
  assert.equal(down(), 1000);
});

test("a finger that the browser took for scrolling is none", (t) => {
  const { at, down } = page(t);
  at("pointerdown", 1000, new Element());
  at("pointercancel", 1100, new Element());
  at("click", 4000, new Element());
  assert.equal(down(), 4000);
});

test("a key tapped twice is tapped once, and whoever tapped is told", (t) => {
  const { tap, told } = page(t);
  const key = new Element();
  assert.equal(tap(1000, key), true);
  assert.equal(tap(1300, key), false);
  assert.equal(told.again, 1);
  assert.equal(tap(1300 + AGAIN_MS, key), true);
});

test("how quickly a finger came again goes by when it went down", (t) => {
  const { tap } = page(t);
  const key = new Element();
  assert.deepEqual([tap(1000, key), tap(1500, key, { held: 300 }), tap(2100, key)], [true, false, true]);
});

test("a click without a finger is not where the last finger was", (t) => {
  const { tap, at } = page(t);
  tap(1000, new Element());
  assert.equal(at("click", 1300, new Element(), { detail: 0 }), true);
});

test("two quick taps on a key that builds up a command are two", (t) => {
  const { tap, told } = page(t);
  const plus = new Element({ builds: true });
  assert.deepEqual([tap(1000, plus), tap(1200, plus), told.again], [true, true, 0]);
});

test("what a tap opened can be closed at the same place 250 ms later", (t) => {
  const { tap } = page(t);
  const close = new Element({ closes: true });
  assert.deepEqual([tap(1000, new Element()), tap(1249, close), tap(1250, close)], [true, false, true]);
});

test("two quick taps at different places are two, also of one finger", (t) => {
  const { tap, told } = page(t);
  assert.deepEqual([tap(1000, new Element()), tap(1200, new Element(), { clientX: 200 }), told.again], [true, true, 0]);
});

test("a click on no key is nothing", (t) => {
  const { tap, told } = page(t);
  const felt = Object.assign(new Element(), { closest: () => null });
  assert.deepEqual([tap(1000, felt), tap(1100, felt), told.again], [true, true, 0]);
});

test("a finger on a key that is off, or went off under it, is told", async (t) => {
  const { at, told, pass } = page(t);
  const off = new Element({ off: true });
  at("pointerdown", 1000, off);
  at("pointerup", 1100, off);
  await pass(CLICK_MS - 1);
  assert.deepEqual(told.missed, []);
  await pass(1);
  for (const [ms, goOff] of [[3000, (key) => { key.off = true; }], [5000, (key) => { key.isConnected = false; }]]) {
    const key = new Element();
    at("pointerdown", ms, key);
    goOff(key);
    at("pointerup", ms + 900, key);
    await pass(CLICK_MS);
  }
  assert.deepEqual(told, { again: 0, missed: [1000], under: [3000, 5000] });
});

test("a finger on a key that goes off before its click comes is told, also where the key is on again", async (t) => {
  const { at, told, pass } = page(t);
  const key = new Element();
  at("pointerdown", 1000, key);
  at("pointerup", 1399, key);
  await pass(CLICK_MS);
  assert.deepEqual(told, { again: 0, missed: [], under: [1000] });
});

test("a finger that goes down on a key that is off, and clicks it when it is on, is heard", async (t) => {
  const { tap, told, pass } = page(t);
  const key = new Element({ off: true });
  addEventListener("pointerup", () => { key.off = false; }, { capture: true, once: true });
  assert.equal(tap(1000, key), true);
  await pass(CLICK_MS);
  assert.deepEqual(told, { again: 0, missed: [], under: [] });
});

test("a finger that slips off, slides off, holds on or lies on no key misses nothing, and no more does another button of a mouse", async (t) => {
  const { at, told, pass } = page(t);
  const [off, key, other] = [new Element({ off: true }), new Element(), Object.assign(new Element(), { closest: () => null })];
  const press = async (ms, on, end, { held = 100, ...more } = {}) => {
    at("pointerdown", ms, on, { button: more.button ?? 0 });
    at("pointerup", ms + held, end, more);
    await pass(CLICK_MS);
  };
  await press(1000, off, off, { clientX: 113 });
  await press(2000, off, off, { clientX: 112 });
  await press(3000, other, off);
  await press(4000, key, other);
  await press(5000, key, key, { held: 400 });
  await press(6000, key, key, { button: 2 });
  assert.deepEqual(told, { again: 0, missed: [2000], under: [] });
});

test("another button of a mouse, and a finger that has held a card long, miss nothing where their key goes away", async (t) => {
  const { at, told, pass } = page(t);
  watchHolding();
  const hold = holding(() => "red-3", () => {});
  const keys = [new Element(), new Element()];
  at("pointerdown", 1000, keys[0], { button: 2 });
  keys[0].isConnected = false; // the explanation lies over it
  at("pointerup", 1100, keys[0], { button: 2 });
  await pass(CLICK_MS);
  at("pointerdown", 2000, keys[1]);
  hold.down({ button: 0, clientX: 100, clientY: 100 });
  hold.menu({ preventDefault() {} }); // as a phone's browser does, before this page's own time is over
  keys[1].isConnected = false;
  at("pointerup", 2600, keys[1]);
  await pass(CLICK_MS);
  at("keydown", 4000, new Element()); // nothing is held any more
  assert.deepEqual(told, { again: 0, missed: [], under: [] });
});

test("a click without a finger leaves the finger before it without its click", async (t) => {
  const { at, told, pass } = page(t);
  const key = new Element();
  at("pointerdown", 1000, key);
  at("pointerup", 1050, key);
  at("click", 1060, new Element(), { detail: 0 });
  at("click", 1070, Object.assign(new Element(), { closest: () => null }));
  await pass(CLICK_MS);
  assert.deepEqual(told.under, [1000]);
});

test("a second tap on a key that the first one switched off is the first one again", async (t) => {
  const { tap, at, told, pass } = page(t);
  const key = new Element();
  tap(1000, key);
  key.off = true;
  at("pointerdown", 1200, key);
  at("pointerup", 1250, key);
  await pass(CLICK_MS);
  assert.deepEqual(told, { again: 1, missed: [], under: [] });
});

test("a finger that taps on and on is heard each time that its moment is over", (t) => {
  const { tap, told } = page(t);
  const press = new Element();
  const heard = Array.from({ length: 15 }, (_, nth) => nth * 400).filter((ms) => tap(1000 + ms, press));
  assert.deepEqual(heard, [0, 800, 1600, 2400, 3200, 4000, 4800, 5600]);
  assert.equal(told.again, 7);
});

/** Numbers from 0 to 1, each run the same (a linear congruential generator with the constants of Numerical Recipes). */
function drawing(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const seed of [1, 2]) {
  test(`ten minutes of tapping at random starve no key, and one tap stays one (seed ${seed})`, (t) => {
    const { tap } = page(t);
    const draw = drawing(seed);
    const keys = Array.from({ length: 4 }, (_, nth) => ({ key: new Element(), where: { clientX: 100 + 100 * nth }, heard: -Infinity }));
    for (let ms = 1000, key = keys[0]; ms < 600_000; ms += 50 + Math.floor(650 * draw())) {
      const before = key;
      if (draw() < 0.3) key = keys[Math.floor(keys.length * draw())];
      if (key !== before) key.heard = -Infinity; // another key's tap lies between: none is the one before once more
      assert.equal(tap(ms, key.key, key.where), ms - key.heard >= AGAIN_MS, `${ms} ms`);
      if (ms - key.heard >= AGAIN_MS) key.heard = ms;
    }
  });
}

// Which taps are one tap, and when the page may be loaded anew.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AGAIN_MS, DOUBLE_MS, isAgain, mayReload } from "../../controller/web/page/tapping.js";

const tap = (more = {}) => ({ at: 1000, place: { x: 100, y: 100 }, key: "red-2", builds: false, closes: false, ...more });
const GAPS_MS = [30, 60, 100, 150, 250, 400, 550];

test("a key tapped again within a moment is one tap, whatever it now stands for", () => {
  for (const gap of GAPS_MS) {
    assert.ok(isAgain(tap(), tap({ at: 1000 + gap })));
    assert.ok(isAgain(tap(), tap({ at: 1000 + gap, key: "green-2", place: { x: 110, y: 90 } })));
  }
  assert.ok(!isAgain(tap(), tap({ at: 1000 + AGAIN_MS })));
  assert.ok(!isAgain(null, tap()));
});

test("a finger on a large key need not hit the same spot", () => {
  const beside = { at: 1100, place: { x: 150, y: 100 } };
  assert.ok(isAgain(tap(), tap(beside)));
  assert.ok(!isAgain(tap(), tap({ ...beside, key: "red-3" })));
});

test("taps are at the same place up to 24 pixels apart, and on one key up to 64", () => {
  const at = (x, key) => tap({ at: 1100, place: { x: 100 + x, y: 100 }, key });
  for (const [x, key, again] of [[24, "red-3", true], [25, "red-3", false], [64, "red-2", true], [65, "red-2", false]]) {
    assert.equal(isAgain(tap(), at(x, key)), again, `${x} px, ${key}`);
  }
});

test("keys that build up a command count each tap", () => {
  const plus = tap({ builds: true });
  assert.ok(!isAgain(plus, { ...plus, at: 1030 }));
  // but not where such a key only came under the finger, or went from under it
  assert.ok(isAgain(tap(), { ...plus, at: 1030 }));
  assert.ok(isAgain(plus, tap({ at: 1030 })));
});

test("a key that only closes what is open is tapped again on purpose sooner", () => {
  const back = (gap, more = {}) => tap({ at: 1000 + gap, key: "back", closes: true, ...more });
  assert.ok(isAgain(tap(), back(DOUBLE_MS - 1)));
  assert.ok(!isAgain(tap(), back(DOUBLE_MS)));
  assert.ok(isAgain(back(0), back(AGAIN_MS - 1)), "the same key");
  assert.ok(isAgain(back(0), tap({ at: 1000 + AGAIN_MS - 1 })), "what came under the finger then");
});

test("a key of the keyboard is the same where it is on the same button", () => {
  const typed = tap({ place: null });
  assert.ok(isAgain(typed, { ...typed, at: 1100 }));
  assert.ok(!isAgain(typed, { ...typed, at: 1100, key: "red-3" }));
  assert.ok(!isAgain(typed, tap({ at: 1100 })));
});

test("the page is loaded anew only where nothing is being typed or answered", () => {
  const nothing = { ask: null, drafts: { points: {}, counting: null, counted: [], set: { hands: { Ann: "" } }, sure: undefined } };
  assert.ok(mayReload(nothing));
  assert.ok(!mayReload({ ...nothing, ask: { offers: [] } }));
  assert.ok(!mayReload({ ...nothing, drafts: { points: { Ann: "1" } } }));
  assert.ok(!mayReload({ ...nothing, drafts: { counted: ["red-1"] } }));
  assert.ok(!mayReload({ ...nothing, drafts: { set: { hands: { Ann: "0" } } } }));
});

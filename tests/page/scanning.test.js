// One key and a light: it moves over groups, then within one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { scanner } from "../../controller/web/page/scanning.js";

/** A page with these groups of names, and a clock that the test moves on. */
function page(...groups) {
  const clicked = [];
  const stop = (name) => ({ name, ariaLabel: null, textContent: name, isConnected: true, disabled: false, click: () => clicked.push(name) });
  const stops = groups.map((names) => names.map(stop));
  const timers = new Map();
  let lit = [];
  let number = 0;
  const writer = { types: false };
  const built = new Set();
  const scan = scanner({
    pauses: () => writer.types,
    activate: (taken) => (taken.click(), built.has(taken.name)),
    groups: () => stops,
    light: (now) => { lit = now.map(({ name }) => name).join(" "); },
    clock: { start: (step, ms) => (timers.set(number += 1, { step, ms }), number), stop: (timer) => timers.delete(timer) },
  });
  return { scan, stops, clicked, built, writer, timers, lit: () => lit, tick: (times = 1) => { for (let n = 0; n < times; n += 1) for (const { step } of [...timers.values()]) step(); } };
}

test("a device that does not scan leaves the key alone", () => {
  const { scan, timers, clicked } = page(["a"]);
  assert.equal(scan.press(), false);
  assert.deepEqual([timers.size, clicked], [0, []]);
});

test("the light moves over the groups and begins again", () => {
  const { scan, tick, lit, timers } = page(["a", "b"], ["c"]);
  scan.every(2000);
  assert.deepEqual([...timers.values()].map(({ ms }) => ms), [2000]);
  const seen = [0, 1, 2].map(() => (tick(), lit()));
  assert.deepEqual(seen, ["a b", "c", "a b"]);
});

test("the key opens a group, then activates one of its members, and the light begins again", () => {
  const { scan, tick, lit, clicked } = page(["a", "b", "c"], ["d"]);
  scan.every(1000);
  tick();
  assert.ok(scan.press());
  assert.equal(lit(), "a");
  tick();
  assert.equal(lit(), "b");
  scan.press();
  assert.deepEqual([clicked, lit()], [["b"], ""]);
  tick();
  assert.equal(lit(), "a b c");
});

test("a group of one is activated at once", () => {
  const { scan, tick, clicked } = page(["a", "b"], ["d"]);
  scan.every(1000);
  tick(2);
  scan.press();
  assert.deepEqual(clicked, ["d"]);
});

test("the light begins again at a group of which a key builds something up", () => {
  const { scan, tick, lit, clicked, built } = page(["a"], ["b", "c"], ["+"], ["d"]);
  for (const name of ["c", "+"]) built.add(name);
  scan.every(1000);
  tick(3);
  scan.press();
  tick();
  assert.equal(lit(), "+");
  tick(3);
  scan.press();
  tick();
  scan.press();
  assert.deepEqual([clicked, lit()], [["+", "c"], ""]);
  tick();
  assert.equal(lit(), "b c");
});

test("the light leaves a group after two laps", () => {
  const { scan, tick, lit } = page(["a", "b"], ["d"]);
  scan.every(1000);
  tick();
  scan.press();
  const seen = [0, 1, 2, 3].map(() => (tick(), lit()));
  assert.deepEqual(seen, ["b", "a", "b", "a b"]);
});

test("what was lit and is gone or off is not activated", () => {
  const { scan, tick, stops, clicked, lit } = page(["a"], ["b"]);
  scan.every(1000);
  tick();
  stops[0][0].isConnected = false;
  scan.press();
  tick(2);
  stops[1][0].disabled = true;
  scan.press();
  assert.deepEqual([clicked, lit()], [[], ""]);
});

test("what was lit and now stands for something else is not activated", () => {
  const { scan, tick, stops, clicked, lit } = page(["a"], ["b", "c"]);
  scan.every(1000);
  tick();
  stops[0][0].textContent = "A card of the next turn";
  scan.press();
  tick(2);
  stops[1][1].ariaLabel = "Another";
  scan.press();
  assert.deepEqual([clicked, lit()], [["b"], ""]);
});

test("the light stays while somebody types", () => {
  const { scan, tick, lit, writer } = page(["a"], ["b"]);
  scan.every(1000);
  tick();
  writer.types = true;
  tick(3);
  assert.equal(lit(), "a");
  writer.types = false;
  tick();
  assert.equal(lit(), "b");
});

test("another interval starts anew, and none ends it", () => {
  const { scan, tick, lit, timers } = page(["a"]);
  scan.every(1000);
  tick();
  scan.every(4000);
  assert.deepEqual([[...timers.values()].map(({ ms }) => ms), lit()], [[4000], ""]);
  scan.every(0);
  assert.equal(timers.size, 0);
});

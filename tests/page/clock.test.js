// What is left of a turn's time, between two words of the referee.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { keepTime, showTime } from "../../controller/web/page/clock.js";
import { isUp, leftOf, runsOut } from "../../controller/web/page/reading.js";
import { openBrowser } from "./browser.js";

const CLOCK = { player: "Bo", limit_s: 30, elapsed_ms: 4000, runs: true };
const at = (elapsed, more = {}) => ({ clock: { ...CLOCK, elapsed_ms: elapsed, ...more } });

test("what is left runs down, but not while the clock stands still", () => {
  assert.deepEqual([0, 1000, 26_000, 99_000].map((ms) => leftOf(CLOCK, ms)), [26_000, 25_000, 0, 0]);
  assert.equal(leftOf({ ...CLOCK, runs: false }, 99_000), 26_000);
});

test("a time is up when the referee says so, once, and then another's is not", () => {
  assert.deepEqual([at(29_999), at(30_000), { clock: null }].map(isUp), [false, true, false]);
  assert.ok(runsOut(at(0), at(30_000)));
  for (const [before, now] of [[at(30_000), at(30_000, { runs: false })], [at(30_000), at(0)], [{ clock: null }, at(0)]]) {
    assert.ok(!runsOut(before, now));
  }
});

/** A page that shows the time in two places. */
function page(t) {
  const { pass } = openBrowser(t);
  const texts = [];
  const places = [{ textContent: "" }, { set textContent(words) { texts.push(words); }, get textContent() { return texts.at(-1); } }];
  t.mock.method(performance, "now", () => Date.now());
  document.querySelectorAll = () => places;
  t.after(() => keepTime(null));
  return { pass, texts, shown: () => places.map(({ textContent }) => textContent) };
}

test("seconds are counted wherever they are shown, down to none", async (t) => {
  const { pass, shown } = page(t);
  keepTime({ ...CLOCK, elapsed_ms: 27_400 });
  showTime();
  assert.deepEqual(shown(), ["3 s", "3 s"]);
  await pass(599);
  assert.deepEqual(shown(), ["3 s", "3 s"]);
  await pass(1);
  assert.deepEqual(shown(), ["2 s", "2 s"]);
  await pass(60_000);
  assert.deepEqual(shown(), ["0 s", "0 s"]);
});

test("nothing is counted while the clock stands still, and after it is gone", async (t) => {
  const { pass, texts, shown } = page(t);
  keepTime({ ...CLOCK, runs: false });
  showTime();
  await pass(60_000);
  assert.deepEqual([shown(), texts], [["26 s", "26 s"], ["26 s"]]);
  keepTime(CLOCK);
  showTime();
  keepTime(null);
  showTime();
  await pass(60_000);
  assert.deepEqual(shown(), ["26 s", "26 s"]);
});

// What number a device sends: what its person had seen when the finger went down.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NOTHING, SEEN_MS, did, isNews, meant, newest, painted, pressed, refusalTo, tagOf } from "../../controller/web/page/sight.js";

/** The sight of a device that painted these: `[number, when]`. */
const saw = (...tables) => tables.reduce((sight, [seq, at]) => painted(sight, `ab-${seq}`, at), NOTHING);
const sent = (sight, down) => tagOf(sight, meant(sight, down));

test("what has been on the screen long enough was meant, and nothing newer", () => {
  const sight = saw([1, 0], [2, 5000], [4, 5300]);
  for (const [down, tag] of [[4999, "ab-1"], [5599, "ab-1"], [5600, "ab-2"], [5899, "ab-2"], [5900, "ab-4"]]) {
    assert.equal(sent(sight, down), tag, `at ${down}`);
  }
});

test("a page that has just opened sends what it painted first, and before that nothing", () => {
  assert.equal(sent(NOTHING, 100), null);
  assert.equal(sent(saw([7, 1000], [8, 1100]), 1200), "ab-7");
});

test("what the device's own taps did counts as seen at once", () => {
  const sight = did(did(saw([1, 0], [3, 5000]), { seq: 3, after: 1 }), { seq: 5, after: 3 });
  assert.equal(sent(sight, 5050), "ab-5");
});

test("what the device's own taps did long ago takes nothing back", () => {
  const sight = did(saw([1, 0], [9, 300]), { seq: 5, after: 3 });
  assert.equal(sent(sight, 300 + SEEN_MS), "ab-9");
});

test("what somebody else did in between was not seen with it", () => {
  const sight = did(saw([1, 0], [4, 5000]), { seq: 4, after: 3 });
  assert.equal(sent(sight, 5050), "ab-1");
  assert.equal(sent(sight, 5600), "ab-4");
});

test("own entries count in their order, whenever their answers came", () => {
  const sight = did(did(saw([1, 0]), { seq: 5, after: 3 }), { seq: 3, after: 1 });
  assert.equal(sent(sight, 700), "ab-5");
});

test("an answer that does not say what came before tells nothing", () => {
  for (const answer of [{}, { seq: 9 }, { seq: 9, after: null }]) {
    assert.equal(sent(did(saw([1, 0]), answer), 700), "ab-1");
  }
});

test("another journal begins anew, and is not meant before it was seen", () => {
  const sight = painted(did(saw([7, 0]), { seq: 9, after: 7 }), "cd-2", 5000);
  assert.equal(sent(sight, 5100), "ab-7");
  assert.equal(sent(sight, 5000 + SEEN_MS), "cd-2");
  assert.equal(sent(painted(saw([7, 0]), "cd-7", 5000), 5000 + SEEN_MS), "cd-7", "also where its number is the same");
});

test("little is remembered, however long the evening", () => {
  let sight = NOTHING;
  for (let n = 1; n < 1000; n += 1) sight = did(painted(sight, `ab-${2 * n}`, n * 100), { seq: 2 * n + 1, after: 2 * n });
  assert.ok(sight.painted.length < 10 && sight.own.length < 20);
  assert.equal(painted(sight, "ab-1998", 1e6), sight);
});

test("news is what came too late to be meant", () => {
  const sight = saw([1, 0], [2, 5000]);
  assert.deepEqual([4000, 5100, 5599, 5600].map((down) => isNews(sight, down)), [true, true, true, false]);
  assert.equal(isNews(saw([1, 0]), 10), false);
});

test("a press did what came after it, where nothing else did", () => {
  const log = [[1, "ruling.plays"], [2, "ruling.plays"], [2, "ruling.hits"], [5, "ruling.hits_nothing"], [5, "ruling.begins"]]
    .map(([seq, key]) => ({ seq: Number(seq), key: String(key) }));
  assert.deepEqual(pressed(3, log), { after: 3, seq: 5 });
  assert.equal(pressed(1, log), null);
  assert.equal(pressed(5, log), null);
  assert.equal(pressed(1, log.slice(0, 2)), null);
});

test("a seat's tap goes by what was painted last, however short a time ago", () => {
  const sight = saw([1, 0], [2, 5000], [4, 5300]);
  assert.equal(tagOf(sight, newest(sight)), "ab-4");
  assert.equal(tagOf(did(sight, { seq: 5, after: 4 }), newest(sight)), "ab-5");
  assert.equal(newest(NOTHING), null);
});

test("whoever could not know that somebody was quicker is not told to have been late", () => {
  const refusal = { ok: false, code: "stale", clause: null, key: "refusal.overtaken", values: { what: "x" }, tag: "ab-9" };
  const behind = (tag) => tag === "ab-9";
  assert.equal(refusalTo(refusal, behind).key, "page.behind");
  assert.equal(refusalTo({ ...refusal, code: "too_late", clause: "COM-12" }, behind).clause, null);
  for (const other of [{ ...refusal, code: "not_yours" }, { ...refusal, tag: "ab-8" }]) assert.equal(refusalTo(other, behind), other);
});

// What did not change from one table to the next is the same object.

import assert from "node:assert/strict";
import { test } from "node:test";

import { share, withOlderLines } from "../../controller/web/page/sharing.js";

const copy = (value) => JSON.parse(JSON.stringify(value));
const TABLE = { seq: 1, state: { hands: { Ann: 7, Bo: 7 }, top: "red-5", owed: [] }, log: [{ seq: 1, values: { n: 1 } }], why: null };

test("what is equal is what was there", () => {
  assert.equal(share(TABLE, copy(TABLE)), TABLE);
});

test("what changed is new, with all that holds it, and says what it said", () => {
  const now = copy(TABLE);
  now.state.top = "red-7";
  const shared = share(TABLE, now);
  assert.deepEqual(shared, now);
  assert.notEqual(shared.state, TABLE.state);
  assert.equal(shared.state.hands, TABLE.state.hands);
  assert.equal(shared.log, TABLE.log);
});

test("lines of a log stay the same when a new one comes and the oldest goes", () => {
  const before = [1, 2, 3, 4].map((seq) => ({ seq, values: {} }));
  const now = copy([...before.slice(2), { seq: 5, values: {} }, { seq: 6, values: {} }]);
  const shared = share(before, now);
  assert.deepEqual(shared, now);
  assert.equal(shared[0], before[2]);
  assert.equal(shared[1], before[3]);
});

test("lines of one entry stay the same when the first of them is the oldest that goes", () => {
  const line = (seq, key) => ({ seq, key, values: { player: "Bo" } });
  const before = [line(1, "plays"), line(1, "skips"), line(1, "calls"), line(2, "plays"), line(2, "skips")];
  const now = copy([...before.slice(2), line(3, "plays"), line(3, "skips")]);
  const shared = share(before, now);
  assert.deepEqual(shared, now);
  for (const at of [0, 1, 2]) assert.equal(shared[at], before[at + 2]);
});

test("a member that is gone, or stands in another order, is a change", () => {
  const { why, ...without } = TABLE;
  assert.equal(why, null);
  assert.deepEqual(share(TABLE, copy(without)), without);
  const seats = share(TABLE.state.hands, { Bo: 7, Ann: 7 });
  assert.deepEqual(Object.keys(seats), ["Bo", "Ann"]);
});

test("a list and an object, nothing and something are never the same", () => {
  for (const [before, now] of [[[], {}], [{}, []], [null, {}], [{}, null], [[1], [1, 2]], [[1, 2], [1]], [[], [1]]]) {
    assert.deepEqual(share(before, now), now);
  }
});

test("a page that knows the older lines of the log is told only the newest", () => {
  const lines = (first, last) => Array.from({ length: last - first + 1 }, (_, nth) => ({ seq: first + nth }));
  const before = { log: lines(1, 150) };
  const now = { seq: 160, log: lines(131, 160), log_after: 130 };
  const whole = withOlderLines(before, now);
  assert.deepEqual(whole.log, lines(1, 160));
  assert.equal(whole.log[0], before.log[0]);
  assert.equal(withOlderLines(whole, { log: lines(201, 240), log_after: 200 }).log.length, 200, "as many as it ever has");
  assert.deepEqual(withOlderLines({ log: lines(1, 200) }, { log: lines(201, 240), log_after: 200 }).log, lines(41, 240), "the oldest go");
  for (const [known, told] of [[null, now], [before, { log: lines(7, 9), log_after: 0 }], [before, { log: [] }]]) {
    assert.equal(withOlderLines(known, told), told, "the log is whole");
  }
});

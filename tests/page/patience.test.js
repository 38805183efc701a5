// What people are told while they wait for the referee, and what became of a tap that nobody answered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepPatience } from "../../controller/web/page/patience.js";
import { openBrowser, settled } from "./browser.js";

const SLOW_MS = 1500;
const SETTLE_MS = 2000;

/** Somebody's patience, what they are told, and an answer that comes when the test says so. */
function waiting(t, mayWait = () => false) {
  const { pass } = openBrowser(t);
  const told = { slow: [], keys: [] };
  const patience = keepPatience({ slow: (is) => told.slow.push(is), tell: (key) => told.keys.push(key), mayWait });
  return { pass, told, patience };
}

function promised() {
  let settle;
  const promise = new Promise((resolve, reject) => { settle = { resolve, reject }; });
  return { promise, ...settle };
}

test("an answer within a second and a half is not slow", async (t) => {
  const { pass, told, patience } = waiting(t);
  const answer = promised();
  const waited = patience.waitFor({}, answer.promise);
  await pass(SLOW_MS - 1);
  answer.resolve("done");
  assert.equal(await waited, "done");
  await pass(2 * SLOW_MS);
  assert.deepEqual(told.slow, []);
});

test("who waits longer is told once, and told when it is over", async (t) => {
  const { pass, told, patience } = waiting(t);
  const answer = promised();
  const waited = patience.waitFor({}, answer.promise);
  await pass(4 * SLOW_MS);
  assert.deepEqual(told.slow, [true]);
  answer.resolve("done");
  await waited;
  assert.deepEqual(told.slow, [true, false]);
});

test("it is over when the last of several late answers is there", async (t) => {
  const { pass, told, patience } = waiting(t);
  const [first, second] = [promised(), promised()];
  const waits = [first, second].map(({ promise }) => patience.waitFor({}, promise));
  await pass(SLOW_MS);
  first.resolve();
  await waits[0];
  assert.ok(!told.slow.includes(false), "another one waits");
  second.resolve();
  await waits[1];
  assert.equal(told.slow.at(-1), false);
});

test("a request that fails keeps nobody waiting", async (t) => {
  const { pass, told, patience } = waiting(t);
  const answer = promised();
  const waited = assert.rejects(patience.waitFor({}, answer.promise));
  await pass(SLOW_MS);
  answer.reject(new Error("broken"));
  await waited;
  assert.deepEqual(told.slow, [true, false]);
});

test("a request whose answer may take its time is slow once it may no longer", async (t) => {
  let may = true;
  const { pass, told, patience } = waiting(t, ({ do: word }) => may && word === "uno");
  patience.waitFor({ do: "uno" }, promised().promise);
  await pass(3 * SLOW_MS);
  assert.deepEqual(told.slow, []);
  may = false;
  await pass(SLOW_MS);
  assert.deepEqual(told.slow, [true]);
});

for (const [done, key] of [[true, "page.was_done"], [false, "page.was_not_done"]]) {
  test(`what nobody answered is asked for when the referee is heard of again: ${key}`, async (t) => {
    const { told, patience } = waiting(t);
    const asked = [];
    patience.ask(() => {
      asked.push(told.keys.length);
      return asked.length < 3 ? Promise.reject(new Error("gone again")) : Promise.resolve(done);
    });
    await settled();
    assert.equal(asked.length, 0);
    for (let nth = 1; nth <= 5; nth += 1) {
      patience.heard();
      await settled();
      assert.equal(asked.length, Math.min(nth, 3));
    }
    assert.deepEqual(told.keys, [key]);
  });
}

test("a tap goes on when the page shows what the tap before it did", async (t) => {
  const { patience, pass } = waiting(t);
  let over = 0;
  const wait = (seq, shown) => { patience.until(seq, shown).then(() => { over += 1; }); };
  wait(undefined, 3);
  wait(3, 3);
  await settled();
  assert.equal(over, 2);
  wait(4, 3);
  wait(6, 3);
  wait(4);
  patience.shows(3);
  await settled();
  assert.equal(over, 2);
  patience.shows(4);
  await settled();
  assert.equal(over, 4);
  await pass(SETTLE_MS - 1);
  assert.equal(over, 4);
  await pass(1);
  assert.equal(over, 5, "a table that does not come holds up no tap");
});

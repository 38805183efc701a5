// What was asked of the host, until a table screen has answered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepWish } from "../../controller/web/page/wishing.js";
import { memoryOf } from "../../controller/web/page/remembering.js";
import { openBrowser, storage } from "./browser.js";

const SHOWN_MS = 3000;
const JOIN = { do: "join", player: "Di", request: 4, ticket: "t" };
const shows = (...requests) => ({ requests });

/** A phone that may have asked the host. `table(object)` is what its page is told. */
function phone(t, { kept = storage(), first = null } = {}) {
  const { pass } = openBrowser(t);
  const told = { shown: [], decided: [] };
  let now = first;
  const open = () => keepWish({
    memory: memoryOf(() => kept, "rollerdeck-wish"), table: () => now, show: (wish) => told.shown.push(wish?.request ?? null), decided: (wish) => told.decided.push(wish.request),
  });
  const wish = open();
  return { pass, told, wish, open, table: (object) => { now = object; }, hear(object) {
    now = object;
    wish.heed();
  } };
}

test("a question waits as long as the table shows it, and is decided when it is gone", (t) => {
  const { told, wish, hear } = phone(t, { first: shows(JOIN) });
  wish.begin(JOIN);
  hear(shows(JOIN));
  assert.deepEqual(told, { shown: [4], decided: [] });
  hear(shows());
  assert.deepEqual(told, { shown: [4, null], decided: [4] });
  hear(shows());
  assert.deepEqual(told.decided, [4]);
});

test("another's question is another question", (t) => {
  const { told, wish, hear } = phone(t, { first: shows(JOIN) });
  wish.begin(JOIN);
  hear(shows({ ...JOIN, request: 5 }));
  assert.deepEqual(told.decided, [4]);
});

test("one who asks to leave does not wait for one who asks to join", (t) => {
  const { told, wish, hear } = phone(t, { first: shows(JOIN) });
  wish.begin(JOIN);
  hear(shows({ ...JOIN, do: "leave" }));
  assert.deepEqual(told.decided, [4]);
});

test("the table that shows the question may come 3 seconds later than the answer", async (t) => {
  const { told, wish, hear, pass } = phone(t, { first: shows() });
  wish.begin(JOIN);
  await pass(SHOWN_MS - 1);
  hear(shows());
  assert.deepEqual(told.decided, []);
  hear(shows(JOIN));
  await pass(SHOWN_MS);
  assert.deepEqual(told.decided, []);
});

test("a question that no table ever showed is decided after 3 seconds, without another table", async (t) => {
  const { told, wish, pass } = phone(t, { first: shows() });
  wish.begin(JOIN);
  await pass(SHOWN_MS - 1);
  assert.deepEqual(told.decided, []);
  await pass(1);
  assert.deepEqual(told.decided, [4]);
});

test("a page that is loaded again waits on", async (t) => {
  const kept = storage();
  const before = phone(t, { kept, first: shows(JOIN) });
  before.wish.begin(JOIN);
  await before.pass(60_000);
  const { told, open, table, pass } = before;
  told.shown.length = 0;
  table(null); // no table yet
  const again = open();
  assert.deepEqual(told, { shown: [4], decided: [] });
  table(shows());
  await pass(SHOWN_MS - 1);
  again.heed();
  assert.deepEqual(told.decided, []);
  await pass(1);
  assert.deepEqual(told.decided, [4]);
  told.shown.length = 0;
  open();
  assert.deepEqual(told.shown, [], "nothing is asked any more");
});

test("a browser that keeps nothing asks the host all the same", (t) => {
  const { told, wish, hear } = phone(t, { kept: storage({ forbidden: true }), first: shows(JOIN) });
  wish.begin(JOIN);
  hear(shows());
  assert.deepEqual(told.decided, [4]);
});

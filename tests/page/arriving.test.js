// Asking to be admitted: once, however often the page is loaded again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { codeIn, keepArrivals, lossOf, wantedBy } from "../../controller/web/page/arriving.js";
import { memoryOf } from "../../controller/web/page/remembering.js";
import { storage } from "./browser.js";

/** Arrivals in a tab whose requests are answered by `answers`, one after the other. */
function tab(kept, ...answers) {
  const told = { asked: [], shown: [], done: [], refused: [] };
  const arrivals = keepArrivals({
    memory: memoryOf(() => kept, "rollerdeck-arrival"),
    ask: (path, body, { key, oldMs }) => { told.asked.push({ path, body, key, oldMs }); return Promise.resolve(answers.shift()); },
    show: (arrival) => told.shown.push(arrival && arrival.lost),
    done: (answer) => told.done.push(answer),
    refused: (answer) => told.refused.push(answer),
  });
  return { told, arrivals };
}

const CLAIM = { path: "/api/seats/claim", body: { code: "K7QF" } };
const LOST = { ok: false, code: "unreachable" };

test("an address says what it asks for", () => {
  const at = (pathname, hash = "") => wantedBy({ pathname, hash });
  assert.deepEqual(at("/seat", "#K7QF"), CLAIM);
  assert.equal(at("/seat"), "sit");
  assert.deepEqual(at("/", "#host=a%2Bb"), { path: "/api/host", body: { link: "a+b" } });
  assert.deepEqual(at("/", "#host=%"), { path: "/api/host", body: { link: "%" } });
  assert.deepEqual(at("/host", "#a+b"), { path: "/api/host", body: { link: "a+b" } });
  assert.equal(at("/host"), "host");
  assert.equal(at("/", "#host"), null);
  assert.equal(at("/", "#more"), null);
  assert.equal(at("/"), null);
});

test("who pastes the whole address means its code", () => {
  assert.equal(codeIn("http://10.0.0.1/seat#k7qf "), "K7QF");
  assert.equal(codeIn(" k7 qf"), "K7 QF");
  assert.equal(codeIn(" "), "");
});

test("a page that is loaded again in the middle asks for the same under the same key", async () => {
  const kept = storage();
  const first = tab(kept, LOST);
  await first.arrivals.want(CLAIM);
  assert.deepEqual(first.told.shown, [false, true]);
  const second = tab(kept, LOST, { ok: true, player: "Bo" });
  await second.arrivals.resume();
  await second.arrivals.want(CLAIM); // the code is scanned once more
  const keys = [...first.told.asked, ...second.told.asked].map(({ key }) => key);
  assert.equal(new Set(keys).size, 1);
  assert.deepEqual(second.told.done, [{ ok: true, player: "Bo" }]);
  assert.equal(second.told.shown.at(-1), null);
});

test("what was answered is not asked for again", async () => {
  const kept = storage();
  const { told, arrivals } = tab(kept, { ok: false, code: "no_such_code" }, { ok: true });
  await arrivals.want(CLAIM);
  assert.equal(arrivals.resume(), null);
  await arrivals.want(CLAIM);
  assert.notEqual(told.asked[0].key, told.asked[1].key);
  assert.deepEqual(told.refused, [{ ok: false, code: "no_such_code" }]);
});

test("another code is another request", async () => {
  const kept = storage();
  const { told, arrivals } = tab(kept, LOST, LOST);
  await arrivals.want(CLAIM);
  await arrivals.want({ ...CLAIM, body: { code: "2222" } });
  assert.notEqual(told.asked[0].key, told.asked[1].key);
});

test("a browser that keeps nothing claims a seat all the same", async () => {
  const { told, arrivals } = tab(storage({ forbidden: true }), { ok: true });
  await arrivals.want(CLAIM);
  assert.equal(told.done.length, 1);
});

test("a phone that lost its seat knows why", () => {
  const me = { role: "spectator", access: "seats", device: null, player: null, own_only: false, pin: true };
  const seat = { journal: "c0ffee", player: "Bo" };
  assert.equal(lossOf(seat, me, "c0ffee"), "page.signed_out");
  assert.equal(lossOf(seat, me, "decade"), "page.other_house");
  assert.equal(lossOf(null, me, "c0ffee"), null);
  assert.equal(lossOf(seat, { ...me, role: "seat", device: 3, player: "Bo" }, "c0ffee"), null);
  assert.equal(lossOf(seat, { ...me, role: "table", device: 3 }, "c0ffee"), null, "it became a table screen");
});

test("a page asks as long as a code is good", async () => {
  const { told, arrivals } = tab(storage(), { ok: true });
  await arrivals.want(CLAIM);
  assert.equal(told.asked[0].oldMs, 120_000);
});

test("who gives up is not admitted when the page is loaded again", async () => {
  const kept = storage();
  const { told, arrivals } = tab(kept, LOST);
  await arrivals.want(CLAIM);
  arrivals.forget();
  assert.equal(told.shown.at(-1), null);
  assert.equal(tab(kept).arrivals.resume(), null);
});

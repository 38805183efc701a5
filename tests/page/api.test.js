// Commands to the referee: sent until they are answered, and counted once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { editions, freshKey, get, isTagged, post } from "../../controller/web/page/api.js";
import { openBrowser } from "./browser.js";

const PATIENCE_MS = 6000;
const PAUSE_MS = 400;
const COMMANDS = "/api/commands";
const UNO = { do: "uno", by: "Bo" };

/** A request, and its answer once it is there. */
function sent(request) {
  const result = { answer: undefined };
  request.then((answer) => { result.answer = answer; });
  return result;
}

test("a key has 128 random bits", () => {
  const keys = Array.from({ length: 100 }, freshKey);
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(new Set(keys).size, keys.length);
});

test("a command says what its sender saw", async (t) => {
  const { requests, answer } = openBrowser(t);
  const result = sent(post(COMMANDS, UNO, { tag: "ab-7" }));
  const [{ path, method, headers, body }] = requests;
  assert.deepEqual([path, method, body, headers["If-Match"], headers["Content-Type"]], [COMMANDS, "POST", UNO, '"ab-7"', "application/json"]);
  await answer(200, { seq: 8, after: 7 });
  assert.deepEqual(result.answer, { ok: true, seq: 8, after: 7 });
});

test("a request without a tag says nothing of what was seen, and an empty answer is an answer", async (t) => {
  const { requests, answer } = openBrowser(t);
  const result = sent(post("/api/simulator/press"));
  assert.ok(!("If-Match" in requests[0].headers));
  await answer(204);
  assert.deepEqual(result.answer, { ok: true });
});

test("a refusal is told in the referee's words", async (t) => {
  const { answer } = openBrowser(t);
  const refusal = { code: "not_your_turn", clause: "TRN-1", key: "refusal.not_your_turn", values: { player: "Bo" } };
  const result = sent(post(COMMANDS, UNO));
  await answer(409, refusal, { ETag: "\"ab-7\"" });
  assert.deepEqual(result.answer, { ok: false, ...refusal, tag: "ab-7" });
});

test("an answer that is not the referee's is unclear", async (t) => {
  const { answer } = openBrowser(t);
  for (const text of ["<h1>Bad gateway</h1>", "{}", ""]) {
    const result = sent(post(COMMANDS, UNO));
    await answer(502, text);
    assert.deepEqual(result.answer, { ok: false, code: "unclear", clause: null, key: "page.unclear", values: { status: 502 } });
  }
});

test("a command whose answer is lost is sent again under its key", async (t) => {
  const { requests, answer, fail, pass } = openBrowser(t);
  const result = sent(post(COMMANDS, UNO, { tag: "ab-7" }));
  await fail();
  await pass(PAUSE_MS - 1);
  assert.equal(requests.length, 1);
  await pass(1);
  await pass(PATIENCE_MS + PAUSE_MS); // nobody answers the second
  await answer(200, {});
  assert.deepEqual(result.answer, { ok: true });
  assert.equal(requests.length, 3);
  for (const { headers, body } of requests) assert.deepEqual([headers, body], [requests[0].headers, UNO]);
});

test("a command that nobody answers three times is undecided, and can be asked for", async (t) => {
  const { requests, answer, pass } = openBrowser(t);
  const result = sent(post(COMMANDS, UNO, { tag: "ab-7", key: "c0ffee" }));
  await pass(3 * (PATIENCE_MS + PAUSE_MS) - 1);
  assert.equal(result.answer, undefined);
  await pass(1);
  assert.equal(requests.length, 3);
  const { decide, ...told } = result.answer;
  assert.deepEqual(told, { ok: false, code: "unreachable", clause: null, key: "page.undecided", values: {} });
  const decided = sent(decide());
  await answer(200, {});
  assert.equal(decided.answer, true);
  const { headers } = requests.at(-1);
  assert.deepEqual([headers["Idempotency-Key"], headers["If-Match"]], ["c0ffee", '"0-0"'], "it is never done now");
});

test("whether it was done: no, where the referee refuses what nobody saw; unknown, where nobody answers", async (t) => {
  const { answer, fail, pass } = openBrowser(t);
  const result = sent(post(COMMANDS, UNO));
  await pass(3 * (PATIENCE_MS + PAUSE_MS));
  const decided = sent(result.answer.decide());
  await answer(412, { code: "outdated", key: "refusal.outdated", values: {} });
  assert.equal(decided.answer, false);
  const lost = assert.rejects(result.answer.decide());
  await fail();
  await lost;
});

test("a request that the referee cannot tell of later is just lost", async (t) => {
  const { pass } = openBrowser(t);
  const result = sent(post("/api/simulator/press"));
  await pass(3 * (PATIENCE_MS + PAUSE_MS));
  assert.deepEqual(result.answer, { ok: false, code: "unreachable", clause: null, key: "page.unreachable", values: {} });
});

test("three tries that nobody answers are enough, however long the request is good", async (t) => {
  const { requests, pass } = openBrowser(t);
  const result = sent(post("/api/seats/claim", {}, { oldMs: 20 * PATIENCE_MS }));
  await pass(3 * (PATIENCE_MS + PAUSE_MS));
  assert.deepEqual([requests.length, result.answer?.key], [3, "page.unreachable"]);
});

test("connections that break do not use up the tries, but the time", async (t) => {
  const { requests, fail, pass } = openBrowser(t);
  const result = sent(post(COMMANDS, UNO, { oldMs: 10 * PAUSE_MS }));
  for (let nth = 0; nth < 10; nth += 1) {
    await fail();
    await pass(PAUSE_MS);
  }
  assert.deepEqual([requests.length, result.answer?.key], [10, "page.undecided"]);
});

test("a device that slept meanwhile sends nothing old", async (t) => {
  const { requests, pass } = openBrowser(t);
  const since = Date.now();
  await pass(2000);
  const result = sent(post(COMMANDS, UNO, { since, oldMs: 2000 }));
  await pass(PAUSE_MS);
  assert.deepEqual([requests.length, result.answer.key], [0, "page.unreachable"]);
  sent(post(COMMANDS, UNO, { since, oldMs: 3000 }));
  assert.equal(requests.length, 1);
});

test("what says what its sender saw: commands, what puts another game on the table, and draws", () => {
  for (const path of [COMMANDS, "/api/games", "/api/games/12/play_on", "/api/groups/a1/begin", "/api/draws", "/api/draws/ask", "/api/draws/end"]) assert.ok(isTagged(path), path);
  for (const path of ["/api/games/12", "/api/seats/claim", "/api/commands/1", "/api/groups/begin", "/x/api/commands", "/api/draws/cancel"]) assert.ok(!isTagged(path), path);
});

test("what the referee does not say at an address is an error", async (t) => {
  const { answer } = openBrowser(t);
  const me = sent(get("/api/me"));
  await answer(200, { role: "table" });
  assert.deepEqual(me.answer, { role: "table" });
  const none = assert.rejects(get("/api/none"));
  await answer(404, "{}");
  await none;
});

test("the editions are asked for until they are there, less and less often", async (t) => {
  const { requests, answer, fail, pass } = openBrowser(t);
  const result = sent(editions());
  for (const ms of [400, 800, 1600, 3200, 4000, 4000]) {
    const before = requests.length;
    await (before % 2 ? fail() : answer(503, "{}"));
    await pass(ms - 1);
    assert.equal(requests.length, before);
    await pass(1);
    assert.equal(requests.length, before + 1, `after ${ms} ms`);
  }
  await pass(PATIENCE_MS + 4000); // nobody answers this one
  await answer(200, [{ id: "attack" }]);
  assert.deepEqual(result.answer, [{ id: "attack" }]);
});

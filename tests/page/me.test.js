// Who a device is, what it may do for others, and when it asks the referee again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ANYBODY, actsForAll, concerns, keepMe, mayBegin } from "../../controller/web/page/me.js";
import { openBrowser } from "./browser.js";

const BO = { ...ANYBODY, role: "seat", device: 1, player: "Bo" };
const LOOKS_ON = { ...ANYBODY, role: "spectator", access: "seats" };

test("a table screen acts for everybody, a seat only where everybody may do everything", () => {
  const acts = [ANYBODY, { ...ANYBODY, access: "seats" }, BO, { ...BO, access: "seats" }, { ...BO, own_only: true }, LOOKS_ON].map(actsForAll);
  assert.deepEqual(acts, [true, true, true, false, false, false]);
});

test("a seat may begin a game where none is on", () => {
  const seat = { ...BO, access: "seats" };
  const at = (phase) => ({ state: { phase } });
  assert.deepEqual([null, { state: null }, at("game_over"), at("play")].map((table) => mayBegin(seat, table)), [true, true, true, false]);
  const waiting = (player) => ({ state: null, draws: { waits_for: player } });
  assert.deepEqual([null, "Bo", "Cy"].map((player) => mayBegin({ ...seat, player: "Bo" }, waiting(player))), [true, true, false]);
  assert.ok(mayBegin(ANYBODY, waiting("Cy")));
  assert.ok(!mayBegin(LOOKS_ON, null));
  assert.ok(mayBegin(ANYBODY, at("play")));
});

test("a device asks again when the table says something else of it", () => {
  const table = (devices, more = {}) => ({ access: "seats", devices, seats: [{ player: "Bo", own_only: false }, { player: "Ann", own_only: false }], ...more });
  const [own, anns] = [{ device: 1, player: "Bo" }, { device: 2, player: "Ann" }];
  const before = table([own]);
  assert.ok(concerns(BO, null, before));
  assert.ok(concerns(BO, before, table([own], { access: "open" })));
  assert.ok(concerns(BO, before, table([])), "it was signed out");
  assert.ok(concerns(BO, before, table([{ ...own, player: "Cy" }])));
  assert.ok(concerns(BO, before, table([own], { seats: [{ player: "Bo", own_only: true }] })), "a child's phone");
  assert.ok(!concerns(BO, before, table([own, anns])), "another phone is no news");
  assert.ok(!concerns(BO, before, table([own], { seats: [{ player: "Bo", own_only: false }, { player: "Ann", own_only: true }] })));
  assert.ok(!concerns(LOOKS_ON, table([own]), table([])), "what has no seat loses none");
});

/** A device that asks who it is. */
function asking(t) {
  const browser = openBrowser(t);
  const learned = [];
  const { ask } = keepMe((me) => learned.push(me.player));
  return { ...browser, learned, ask };
}

test("only news is told, and who asks gets the answer all the same", async (t) => {
  const { ask, answer, learned } = asking(t);
  for (let nth = 0; nth < 2; nth += 1) {
    const known = ask();
    await answer(200, BO);
    assert.deepEqual(await known, BO);
  }
  assert.deepEqual(learned, ["Bo"]);
});

test("where the referee does not answer, what was known stays", async (t) => {
  const { ask, answer, fail, learned } = asking(t);
  const first = ask();
  await fail();
  assert.equal(await first, null);
  const second = ask();
  await answer(503, "{}");
  assert.equal(await second, null);
  assert.deepEqual(learned, []);
});

test("of answers that overtake each other the newest question's counts", async (t) => {
  const { ask, requests, learned } = asking(t);
  const both = [ask(), ask()];
  requests[1].resolve(Response.json(BO));
  await both[1];
  requests[0].resolve(Response.json(LOOKS_ON));
  await both[0];
  assert.deepEqual(learned, ["Bo"]);
});

test("who looks at the page again may have another seat: it asks", (t) => {
  const { look, happen, requests } = asking(t);
  look(false);
  assert.equal(requests.length, 0);
  look(true);
  assert.equal(requests.length, 1);
  happen("pageshow", { persisted: false });
  assert.equal(requests.length, 1);
  happen("pageshow", { persisted: true });
  assert.deepEqual(requests.map(({ path }) => path), ["/api/me", "/api/me"]);
});

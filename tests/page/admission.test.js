// Which seat or which rights a device has, and what its person is told of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAdmission } from "../../controller/web/page/admission.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { openBrowser, settled, storage } from "./browser.js";

const CLAIM = "/api/seats/claim";
const LOOKS_ON = { ...ANYBODY, role: "spectator", access: "seats" };
const BO = { ...LOOKS_ON, role: "seat", device: 3, player: "Bo" };
const USED = { ok: false, code: "no_such_code", key: "refusal.no_such_code" };
const BOS_CODE = { path: CLAIM, body: { code: "K7QF" } };
const TABLE = { tag: "c0-ffee-12", requests: [], state: { hands: { Ann: 7, Bo: 7 } } };

/** A device whose requests get these answers, and what its person sees. `me(who)` answers who it is. */
async function device(t, { answers = [], first = LOOKS_ON, kept = storage(), table = TABLE, blocked = false } = {}) {
  const { answer, look, happen, pass, requests, forbidSiteData } = openBrowser(t, { localStorage: kept });
  if (blocked) forbidSiteData();
  const told = [];
  const ui = { me: ANYBODY };
  const asked = [];
  const note = (how) => (...what) => { told.push([how, ...what]); };
  let shown = table;
  const admission = keepAdmission({ table: () => shown, ui, act: {
    show: (patch) => Object.assign(ui, patch), open: note("open"), tell: note("tell"), done: note("done"), draft: note("draft"),
    refused: ({ code }) => told.push(["refused", code]),
    request(path, body) {
      asked.push({ path, body });
      return Promise.resolve(answers.shift());
    },
  } });
  const me = (who) => answer(200, who);
  if (first) {
    const known = admission.ask();
    await me(first);
    await known;
  }
  return { admission, told, ui, asked, me, look, happen, pass, requests, put: (object) => { shown = object; } };
}

test("who has claimed a seat is welcomed by name", async (t) => {
  const { admission, told, ui, me, asked } = await device(t, { answers: [{ ok: true, player: "Bo" }] });
  const claimed = admission.arrive.want(BOS_CODE);
  await me(BO);
  await claimed;
  assert.deepEqual([asked, told, ui.me], [[BOS_CODE], [["open", null], ["done", "page.seated", { player: "Bo" }]], BO]);
});

test("who became the host is told so", async (t) => {
  const { admission, told, me } = await device(t, { answers: [{ ok: true }] });
  const claimed = admission.arrive.want({ path: "/api/host", body: { pin: "1234" } });
  await me({ ...ANYBODY, device: 4 });
  await claimed;
  assert.deepEqual(told, [["open", null], ["done", "page.is_host"]]);
});

test("a browser that keeps no cookies is told, not welcomed", async (t) => {
  const { admission, told, me } = await device(t, { answers: [{ ok: true, player: "Bo" }] });
  const claimed = admission.arrive.want(BOS_CODE);
  await me(LOOKS_ON);
  await claimed;
  assert.deepEqual(told, [["open", null], ["tell", "page.no_cookies"]]);
});

test("a code that was used is told, and another one can be typed", async (t) => {
  const { admission, told } = await device(t, { answers: [USED] });
  await admission.arrive.want(BOS_CODE);
  assert.deepEqual(told, [["draft", "code", "K7QF"], ["open", "sit"], ["refused", "no_such_code"]]);
});

test("who scans the own code again keeps the seat", async (t) => {
  const { admission, told } = await device(t, { first: BO, answers: [USED, { ...USED, code: "too_soon" }] });
  await admission.arrive.want(BOS_CODE);
  assert.deepEqual(told.splice(0), [["open", null], ["tell", "page.code_used", { player: "Bo" }]]);
  await admission.arrive.want(BOS_CODE);
  assert.deepEqual(told.at(-1), ["refused", "too_soon"], "another refusal is told as it is");
});

test("a PIN or a link that is refused leads to the PIN", async (t) => {
  const { admission, told } = await device(t, { answers: [{ ok: false, code: "wrong_pin" }] });
  await admission.arrive.want({ path: "/api/host", body: { link: "old" } });
  assert.deepEqual(told.slice(1), [["open", "host"], ["refused", "wrong_pin"]]);
});

test("a seat of another house is missed once", async (t) => {
  const kept = storage();
  kept.setItem("rollerdeck-seat", JSON.stringify({ journal: "decade", player: "Bo" }));
  const { told, admission } = await device(t, { kept });
  assert.deepEqual(told, [["tell", "page.other_house", { player: "Bo" }]]);
  admission.noteSeat();
  assert.equal(told.length, 1);
});

test("a phone that is signed out is told, and not once more", async (t) => {
  const kept = storage();
  const { told, admission, me } = await device(t, { first: BO, kept });
  assert.deepEqual(JSON.parse(kept.getItem("rollerdeck-seat")), { journal: "c0-ffee", player: "Bo" });
  for (let nth = 0; nth < 2; nth += 1) {
    const known = admission.ask();
    await me(LOOKS_ON);
    await known;
  }
  assert.deepEqual(told, [["tell", "page.signed_out", { player: "Bo" }]]);
});

test("a browser whose site data are blocked shows the table, and its phone can have a seat", async (t) => {
  const { told, admission, ui, me } = await device(t, { blocked: true, answers: [{ ok: true, player: "Bo" }] });
  assert.equal(ui.me.role, "spectator");
  const admitted = admission.arrive.want(BOS_CODE);
  await settled();
  await me(BO);
  await admitted;
  assert.deepEqual(told, [["open", null], ["done", "page.seated", { player: "Bo" }]]);
});

test("who gives the seat up does not miss it", async (t) => {
  const { told, admission, me } = await device(t, { first: BO });
  admission.forgetSeat();
  const known = admission.ask();
  await me(LOOKS_ON);
  await known;
  assert.deepEqual(told, []);
});

test("nobody misses a seat before the referee has said who this device is, and which house it is", async (t) => {
  const kept = storage();
  kept.setItem("rollerdeck-seat", JSON.stringify({ journal: "decade", player: "Bo" }));
  const { told, admission, me, put } = await device(t, { first: null, kept, table: null });
  admission.noteSeat();
  put(TABLE);
  admission.noteSeat();
  assert.deepEqual(told, []);
  put(null);
  const known = admission.ask();
  await me(LOOKS_ON);
  assert.deepEqual([await known, told], [LOOKS_ON, []]);
  put(TABLE);
  admission.noteSeat();
  assert.equal(told.length, 1);
});

test("the host's yes seats who asked to join, the host's no is told", async (t) => {
  for (const [answer, expected] of [[{ ok: true, player: "Di" }, ["done", "page.seated", { player: "Di" }]], [USED, ["refused", "no_such_code"]]]) {
    const { admission, told, asked, put, me } = await device(t, { answers: [answer] });
    const wish = { request: 7, do: "join", player: "Di" };
    put({ ...TABLE, requests: [wish] });
    admission.wished({ ...wish, ticket: "secret" });
    put(TABLE);
    admission.heed();
    if (answer.ok) await me({ ...BO, player: "Di" });
    await settled();
    assert.deepEqual(asked, [{ path: CLAIM, body: { ticket: "secret" } }]);
    assert.deepEqual(told, [["open", null], expected]);
  }
});

test("who asked to leave and still plays was told no", async (t) => {
  for (const [hands, expected] of [[{ Ann: 7, Bo: 7 }, [["tell", "page.wish_no"]]], [{ Ann: 7 }, []]]) {
    const { admission, told, asked, put } = await device(t, { first: BO });
    const wish = { request: 7, do: "leave", player: "Bo" };
    put({ ...TABLE, requests: [wish] });
    admission.wished(wish);
    put({ ...TABLE, state: { hands } });
    admission.heed();
    assert.deepEqual([told, asked], [expected, []]);
  }
});

test("a PIN that is set while somebody looks at the host's panel is noticed", async (t) => {
  const { ui, me, pass, requests } = await device(t);
  await pass(10_000);
  assert.equal(requests.length, 1);
  ui.panel = "host";
  await pass(2000);
  await me({ ...LOOKS_ON, pin: true });
  assert.equal(ui.me.pin, true);
});

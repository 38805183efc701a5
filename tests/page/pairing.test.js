// The code that gives a player's seat to a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { seatsScreen } from "../../controller/web/page/views/pairing.js";
import { openBrowser } from "./browser.js";

/** What is called when a tick is set or taken away, in a template. */
function tick(template) {
  if (Array.isArray(template)) return template.map(tick).find(Boolean);
  const { strings, values } = Object(template);
  if (!strings) return undefined;
  const at = strings.findIndex((text) => text.includes("@change="));
  return at < 0 ? tick(values) : values[at];
}

test("a code for a child's phone is asked for where the tick is set, and another one where it is taken away", (t) => {
  openBrowser(t, { location: { hostname: "table.local", origin: "http://table.local" } });
  const asked = [];
  const seat = { player: "Bo", devices: [], own_only: false };
  const pairing = { player: "Bo", ownOnly: false, code: "ABCD", address: null, qr: null, left: 60, before: "[]" };
  const table = { access: "open", seats: [seat], devices: [], state: null };
  const ui = { me: ANYBODY, panel: "seats", pairing };
  const act = { request: (path, body) => { asked.push([path, body]); return Promise.resolve({ ok: false }); }, refused: () => {} };
  const change = tick(seatsScreen({ table, full: table, ui, act, rights: { all: true } }));
  for (const checked of [true, false]) change({ target: { checked } });
  assert.deepEqual(asked, [["/api/seats/codes", { player: "Bo", own_only: true }], ["/api/seats/codes", { player: "Bo" }]]);
});

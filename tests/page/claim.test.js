// Who says whose seat a phone takes: by the table's code.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { sitView } from "../../controller/web/page/views/claim.js";
import { openBrowser } from "./browser.js";
import { deed, drawn } from "./drawn.js";

const seat = (player, device) => ({ player, devices: device ? [device] : [], plays: true, colour: null, emoji: null });

/** A phone that has scanned the table's code K7QF; `asked` is what it asks for. */
function phone(t, { seats = [], phase = null, me = ANYBODY }) {
  openBrowser(t, { navigator: { languages: ["en"] } }).document.documentElement = { lang: "en" };
  const asked = [];
  const ui = { me, drafts: {}, tableCode: "K7QF", notice: null };
  const act = {
    arrive: { want: (wanted) => asked.push(wanted) },
    forgetTableCode: () => { ui.tableCode = null; },
    open: (panel) => { ui.panel = panel; },
  };
  return { view: { table: { state: phase && { phase }, seats }, ui, act }, asked, ui };
}

test("in a game a name that no phone has is tapped, and no other is offered", (t) => {
  const { view, asked } = phone(t, { phase: "play", seats: [seat("Ann", 3), seat("Bo")] });
  assert.doesNotMatch(drawn(sitView(view)), /Ann/);
  deed(sitView(view), "Bo")();
  assert.deepEqual(asked, [{ path: "/api/seats/claim", body: { code: "K7QF", player: "Bo" } }]);
});

test("where everybody has a phone, the way in is to ask", (t) => {
  const { view, ui } = phone(t, { phase: "play", seats: [seat("Ann", 3)] });
  assert.match(drawn(sitView(view)), /Everybody who plays has a phone/);
  deed(sitView(view), "Ask to join")();
  assert.equal(ui.panel, "come");
});

test("a phone that has a seat is told so, and may keep it", (t) => {
  const { view, ui, asked } = phone(t, { phase: "play", seats: [seat("Ann", 3), seat("Bo")], me: { ...ANYBODY, role: "seat", device: 3, player: "Ann" } });
  assert.match(drawn(sitView(view)), /This phone has the seat of/);
  deed(sitView(view), "Stay Ann")();
  assert.deepEqual([ui.tableCode, ui.panel, asked], [null, null, []]);
});

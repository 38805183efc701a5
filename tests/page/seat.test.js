// What a player's own phone shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { seatView } from "../../controller/web/page/views/seat.js";
import { drawn } from "./drawn.js";

test("what a player owes stands on the own phone without the player's name", () => {
  const owed = [{ by: "Bo", player: "Bo", hits: 2, cards: 2, until_fire: false, kind: "hits", reason: "PGR-1" }];
  const state = { phase: "hits", owed, hands: { Ann: 3, Bo: 3 }, out: [], turn: "Ann", top: "red-7", color: "red", direction: 1, scores: {}, launcher: 9, discard: 3, facing: null };
  const table = { state, seats: [], players: ["Ann", "Bo"], out: [], undealt: [], requests: [], upcoming: [], doubts: [], log: [], legal: [], devices: [], game: { players: ["Ann", "Bo"], options: {} }, cards: [], access: "open",
    launcher: { link: "up", faults: [], simulated: false, name: "toy", hit: null } };
  const view = { table, full: table, act: {}, side: "seat", rights: { all: false, player: "Bo" }, ui: { editions: [], me: { ...ANYBODY, role: "seat", player: "Bo" }, drafts: {} } };
  const [, own] = drawn(seatView(view, "")).split("own-owed");
  assert.match(own, /2 hits/);
  assert.doesNotMatch(own.split("</section>")[0], /Bo/);
});

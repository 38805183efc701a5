// A TV shows the points of a game during a round, where a few players leave room for them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { tvSeats } from "../../controller/web/page/views/tvseats.js";
import { drawn } from "./drawn.js";

/** The notes beside the names of so many players. */
function notes(names, scores, state = {}) {
  const hands = Object.fromEntries(names.map((name) => [name, 7]));
  const table = { game: { players: names, options: {} }, undealt: [], upcoming: [], legal: [], doubts: [], seats: [], launcher: { hit: null },
    state: { phase: "play", turn: names[0], hands, owed: [], eliminated: [], scores, towers: null, uno: null, discrepancy: 0, ...state } };
  return [...drawn(tvSeats({ table })).matchAll(/class="tv-note ([^"]*)">([^<]*)/g)].map(([, kind, text]) => `${kind} ${text}`);
}

const FOUR = ["Ann", "Bo", "Cy", "Dee"];

test("points stand beside the names once there are any", () => {
  assert.deepEqual(notes(FOUR, { Ann: 137, Bo: 20 }), ["total 137", "total 20", "total 0", "total 0"]);
  assert.deepEqual(notes(FOUR, { Ann: 0 }), []);
});

test("who is out is said to be so, and where five sit there is no room", () => {
  assert.deepEqual(notes(FOUR, { Ann: 137 }, { eliminated: ["Bo"] }).slice(0, 2), ["total 137", "out out"]);
  assert.deepEqual(notes([...FOUR, "Eve"], { Ann: 137 }), []);
});

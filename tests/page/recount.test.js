// A count that may be too low: every number that is possible can be said.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { recountView } from "../../controller/web/page/views/recount.js";
import { drawn } from "./drawn.js";

/** The question about a hit of 8 cards, of which the sensor may have missed some; `typed` is a number in its field. */
function asked(uncertain, typed) {
  const table = { doubts: [{ hit: 4, by: "Bo", owner: "Bo", cards: 8, uncertain }], legal: [{ do: "set", needs: ["hands"], may: [] }],
    state: { hands: { Ann: 7, Bo: 10 }, discrepancy: 0 }, launcher: { hit: null } };
  return drawn(recountView({ table, full: table, ui: { panel: "recount", drafts: { "recount of Bo": typed } }, act: {}, rights: EVERYBODY }));
}

test("a few counts are keys of their own", () => {
  const keys = asked(3).match(/\d+ cards came out/g);
  assert.deepEqual(keys, ["9 cards came out", "10 cards came out", "11 cards came out"]);
});

test("of many counts each can be chosen, up to the highest that is possible", () => {
  assert.match(asked(7), /min=9 max=15/);
  for (const [typed, key] of [[undefined, 9], ["12", 12], ["15", 15], ["99", 15], ["", 9]]) {
    assert.deepEqual(asked(7, typed).match(/\d+ cards came out(?! )/g), [`${key} cards came out`]);
  }
});

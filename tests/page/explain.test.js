// What the list of cards says of a house's own ways to play.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { housePlays, sayingsOf } from "../../controller/web/page/views/explain.js";

const EDITION = { options: [{ id: "interlock", clause: "LCH-9", default: "strict" }, { id: "stacking", clause: "HOU-1", default: "none" },
  { id: "jump_in", clause: "HOU-2", default: false }] };

test("what a house plays otherwise is told clause by clause, and nothing of what it leaves as it comes", () => {
  assert.deepEqual(housePlays(EDITION, { stacking: "up", jump_in: true, interlock: "free" }), ["HOU-1", "HOU-2"]);
  assert.deepEqual(housePlays(EDITION, { stacking: "none", jump_in: false }), []);
  assert.deepEqual(housePlays(EDITION, undefined), []);
  assert.deepEqual(housePlays(undefined, { stacking: "up" }), []);
});

test("a card says what this house lets it do, where the referee says that an option changes it", () => {
  const saying = { when: "played", clause: "COM-4", key: "clause.COM-4", values: {} };
  const edition = { kinds: { 7: [saying], hug: [saying] },
    options: [{ id: "sevens_swap", clause: "HOU-3", default: false, kinds: ["7"] }, { id: "hugs", clause: "DECK-7", default: false, kinds: ["hug"] }] };
  const both = { sevens_swap: true, hugs: true };
  assert.deepEqual(sayingsOf("7", edition, both), [saying, { when: "also", clause: "HOU-3", key: "clause.HOU-3", values: {} }]);
  assert.deepEqual(sayingsOf("hug", edition, both), [saying, { when: "also", clause: "DECK-7", key: "clause.DECK-7", values: {} }]);
  assert.deepEqual(sayingsOf("7", edition, { hugs: true }), [saying]);
  assert.deepEqual(sayingsOf("8", edition, both), []);
});

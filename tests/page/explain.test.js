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

test("a 7 and a 0 say what this house lets them do", () => {
  const number = [{ when: "played", clause: "COM-4" }];
  const edition = { kinds: { 0: number, 7: number, 8: number },
    options: [{ id: "sevens_swap", clause: "HOU-3", default: false }, { id: "zeros_rotate", clause: "HOU-4", default: false }] };
  const both = { sevens_swap: true, zeros_rotate: true };
  assert.deepEqual(sayingsOf("7", edition, both), [...number, { when: "also", clause: "HOU-3" }]);
  assert.deepEqual(sayingsOf("0", edition, both), [...number, { when: "also", clause: "HOU-4" }]);
  assert.deepEqual(sayingsOf("8", edition, both), number);
  assert.deepEqual(sayingsOf("7", edition, { zeros_rotate: true }), number);
});

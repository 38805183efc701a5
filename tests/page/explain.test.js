// What the list of cards says of a house's own ways to play.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { housePlays } from "../../controller/web/page/views/explain.js";

const EDITION = { options: [{ id: "interlock", clause: "LCH-9", default: "strict" }, { id: "stacking", clause: "HOU-1", default: "none" },
  { id: "jump_in", clause: "HOU-2", default: false }] };

test("what a house plays otherwise is told clause by clause, and nothing of what it leaves as it comes", () => {
  assert.deepEqual(housePlays(EDITION, { stacking: "up", jump_in: true, interlock: "free" }), ["HOU-1", "HOU-2"]);
  assert.deepEqual(housePlays(EDITION, { stacking: "none", jump_in: false }), []);
  assert.deepEqual(housePlays(EDITION, undefined), []);
  assert.deepEqual(housePlays(undefined, { stacking: "up" }), []);
});

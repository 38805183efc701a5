// The screen as a whole: whether the referee can be reached.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { shell } from "../../controller/web/page/views/shell.js";
import { drawn } from "./drawn.js";

test("nothing is said to be lost before the first word from the referee", () => {
  const isLost = (up) => drawn(shell({ table: null, ui: { up, me: ANYBODY }, act: {} })).includes("No connection to the referee");
  assert.deepEqual([null, true, false].map(isLost), [false, false, true]);
});

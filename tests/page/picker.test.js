// The deck as a keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { picker } from "../../controller/web/page/views/picker.js";
import { drawn } from "./drawn.js";

/** What a template is guarded by, and what is drawn then: of each of its parts that is drawn anew only when something changes. */
function guarded(template) {
  if (Array.isArray(template)) return template.flatMap(guarded);
  const { strings, values } = Object(template);
  if (strings) return values.flatMap(guarded);
  if (typeof values?.[1] !== "function") return [];
  return [[JSON.stringify(values[0]), drawn(values[1]())], ...guarded(values[1]())];
}

test("a key is drawn anew whenever what it shows changes", () => {
  const cards = ["red-3", "red-skip", "blue-3", "wild"].map((card) => ({ card }));
  const known = new Map();
  for (const [legal, taken] of [[true, 0], [true, 1], [true, 2], [false, 0]]) {
    for (const [by, shown] of guarded(picker({ cards, legal: () => legal, tap: () => {}, taken: () => taken }))) {
      assert.equal(known.get(by) ?? shown, shown, by);
      known.set(by, shown);
    }
  }
  assert.ok(known.size > 8);
});

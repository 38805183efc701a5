// What the page asks when only the table can say what came out of the launcher.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { troubleView } from "../../controller/web/page/views/trouble.js";
import { drawn } from "./drawn.js";

const HIT = { number: 4, by: "Cy", owner: "Bo", stage: "confirm", requested: 3, out: 2 }; // their hands were traded meanwhile

/** The question about a hit. */
function asked(hit, launcher = {}) {
  const shown = { launcher: { link: "up", simulated: false, faults: [], why: null, hit: { ...HIT, ...hit }, ...launcher } };
  return drawn(troubleView({ table: shown, ui: { drafts: {} }, act: {}, rights: EVERYBODY }));
}

test("a question about a hit names who pressed, not whose cards they are", () => {
  for (const [hit, launcher, sentence] of [
    [{}, {}, "The launcher counted 2 cards in Cy's hit."],
    [{ stage: "broken" }, { faults: ["JAM"] }, "If you end the hit, Cy gets no more cards for it."],
    [{}, { link: "down" }, "If cards came out for Cy's hit,"],
  ]) {
    const text = asked(hit, launcher);
    assert.ok(text.includes(sentence), text);
    assert.ok(!text.includes("Bo"), text);
  }
});

// How much room names take, and how they are set on the felt.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { widestPart, widthOf } from "../../controller/web/page/letters.js";
import { sizeOf } from "../../controller/web/page/views/felt.js";
import { who } from "../../controller/web/page/views/tvseats.js";
import { drawn } from "./drawn.js";

test("a wide letter takes more room than others, a narrow one less", () => {
  assert.deepEqual(["n", "W", "m", "i", "-", "漢", "🦊"].map(widthOf), [1, 1.8, 1.5, 0.5, 0.5, 1.8, 1.8]);
  assert.equal(widestPart("Ann-Marie Wu"), 5);
});

test("a name of wide letters is set as small as a longer one", () => {
  assert.deepEqual(["Ann", "MMMMM", "Maximilian", "Jan van der Berg", "Dorothea-Wilhelmina von Hohenstein", "Featherstonehaugh", "W".repeat(20), "n".repeat(40)].map(sizeOf),
    ["short", "middle", "middle", "long", "longest", "wordy", "huge", "huge"]);
});

test("a TV sets a name by its width, and by its widest part", () => {
  assert.match(drawn(who({ seats: [] }, "W".repeat(5))), /--n:9;--w:9/);
  assert.match(drawn(who({ seats: [] }, "Ann-Marie Wu")), /--n:12;--w:5/);
});

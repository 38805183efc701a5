// A QR code's outline covers its dark modules, and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { QUIET, outline, widthOf } from "../../controller/web/page/qr.js";

/** What a path of rectangles fills. */
function filled(path) {
  const cells = new Set();
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(wide); at += 1) cells.add(`${Number(x) + at},${y}`);
  }
  return cells;
}

test("every dark module is drawn, within the quiet zone", () => {
  const rows = ["1101", "0000", "1111", "0101"];
  const wanted = new Set(rows.flatMap((row, y) => [...row].flatMap((module, x) =>
    (module === "1" ? [`${x + QUIET},${y + QUIET}`] : []))));
  assert.deepEqual(filled(outline(rows)), wanted);
  assert.equal(outline(rows).match(/M/g)?.length, 5, "one rectangle for each run");
  assert.equal(widthOf(rows), 4 + 2 * QUIET);
});

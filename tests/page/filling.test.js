// The keys that fill a field for whoever scans: entries of a list, steps of a number, letters of a text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keysOf } from "../../controller/web/page/filling.js";

/** A field as a browser gives it. */
const field = (members) => ({ type: "text", value: "", min: "", max: "", step: "", placeholder: "", maxLength: -1, inputMode: "", autocapitalize: "", ...members });
const number = (members) => keysOf(field({ type: "number", ...members }));
const steps = (members) => number(members).map(([{ words, value }]) => [words, value]);
const letters = (members) => keysOf(field(members)).flat();
const valueOf = (keys, words) => keys.find((key) => key.words === words)?.value;

test("a list has a key for each entry, which fills it", () => {
  const options = [{ text: "nobody", value: "" }, { text: "Ann", value: "Ann" }];
  assert.deepEqual(keysOf({ type: "select-one", options }),
    [[{ words: "nobody", value: "", ends: true }], [{ words: "Ann", value: "Ann", ends: true }]]);
});

test("a number has steps up to half of its range", () => {
  const target = steps({ min: "1", max: "100000", value: "500" });
  assert.deepEqual(target, [["−100", "400"], ["−10", "490"], ["−1", "499"], ["+1", "501"], ["+10", "510"], ["+100", "600"]]);
  const words = (max) => steps({ min: "0", max }).map(([word]) => word);
  assert.deepEqual([words("19"), words("20"), words("199"), words("200")],
    [["−1", "+1"], ["−10", "−1", "+1", "+10"], ["−10", "−1", "+1", "+10"], ["−100", "−10", "−1", "+1", "+10", "+100"]]);
});

test("no step leaves the bounds", () => {
  assert.deepEqual(steps({ min: "3", max: "30", value: "5" }), [["−10", "3"], ["−1", "4"], ["+1", "6"], ["+10", "15"]]);
  assert.deepEqual(steps({ min: "3", max: "30", value: "30" }), [["−10", "20"], ["−1", "29"], ["+1", "30"], ["+10", "30"]]);
});

test("an empty number begins with the one that it shows, else as low as it can", () => {
  assert.deepEqual(steps({ min: "0", max: "9", placeholder: "5" }), [["−1", "4"], ["+1", "6"]]);
  assert.deepEqual(steps({ min: "6", max: "9", placeholder: "Points" }), [["−1", "6"], ["+1", "6"]]);
});

test("a slider moves by its own steps", () => {
  assert.deepEqual(steps({ type: "range", min: "0", max: "1", step: "0.1", value: "0.2" }), [["−0.1", "0.1"], ["+0.1", "0.3"]]);
  assert.deepEqual(steps({ type: "range", min: "0", max: "100", step: "5", value: "50" }), [["−50", "0"], ["−5", "45"], ["+5", "55"], ["+50", "100"]]);
});

test("a name begins each word with a capital", () => {
  assert.equal(valueOf(letters({}), "B"), "B");
  assert.equal(valueOf(letters({ value: "B" }), "O"), "Bo");
  assert.equal(valueOf(letters({ value: "Bo" }), "␣"), "Bo ");
  assert.equal(valueOf(letters({ value: "Bo " }), "L"), "Bo L");
  assert.equal(valueOf(letters({ value: "Bo" }), "⌫"), "B");
  assert.equal(valueOf(letters({ value: "Bo", maxLength: 2 }), "B"), "Bo");
});

test("a code has capitals alone, a PIN digits alone", () => {
  assert.equal(valueOf(letters({ value: "K", autocapitalize: "characters" }), "B"), "KB");
  assert.equal(letters({ type: "password", inputMode: "numeric" }).map(({ words }) => words).join(""), "0123456789␣⌫");
});

test("letters stand in groups of five, and the others have a name", () => {
  const rows = keysOf(field({}));
  assert.deepEqual(rows.map((row) => row.map(({ words }) => words).join("")), ["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY", "Z0123", "45678", "9", "␣⌫"]);
  assert.deepEqual(rows.at(-1).map(({ label }) => label), ["ui.scan.space", "ui.scan.delete"]);
});

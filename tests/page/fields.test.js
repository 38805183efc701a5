// Letters in fields: a phone with iOS zooms in on a field whose letters are smaller than 16 px, and leaves people there.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const STYLES = new URL("../../controller/web/page/styles/", import.meta.url);
const FIELD = /([^{}]*\b(?:input|select|textarea)\b[^{}]*)\{[^{}]*font-size: *([^;}]+)/g;
/** At least 16 px: 1 rem or more, or so much of the screen, or said so. */
const LARGE = /^(?:max\(16px, .+\)|[1-9][\d.]*rem|min\([1-9][\d.]*rem, \d\dvw\))$/;

test("no style sheet gives a field letters of less than 16 px", () => {
  const sizes = readdirSync(STYLES).flatMap((file) => [...readFileSync(new URL(file, STYLES), "utf8").matchAll(FIELD)]
    .map(([, selector, size]) => [`${file}: ${selector.trim()}`, size.trim()]));
  assert.ok(sizes.length >= 8, `${sizes.length} rules`);
  assert.deepEqual(sizes.filter(([, size]) => !LARGE.test(size)), []);
});

// Words, and the time before there are any.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser } from "./browser.js";

test("until the first file of words is there, the page knows that it has none", async (t) => {
  const { answer } = openBrowser(t);
  document.documentElement = {};
  const { hasWords, say, speak } = await import("../../controller/web/page/catalogue.js?a page of its own");
  assert.deepEqual([hasWords(), say("ui.shell.looking")], [false, "ui.shell.looking"]);
  const spoken = speak("de");
  assert.equal(hasWords(), false);
  await answer(200, { language: "de", messages: { "ui.shell.looking": "Sucht …" } });
  assert.deepEqual([await spoken, hasWords(), say("ui.shell.looking")], ["de", true, "Sucht …"]);
});

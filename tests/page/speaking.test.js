// The words of a language are fetched, however often it takes.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { language, say, speak } from "../../controller/web/page/catalogue.js";
import { openBrowser } from "./browser.js";

const AGAIN_MS = 1000;
const words = (code, more = {}) => ({ language: code, messages: { hello: code }, ...more });

/** A device that learns a language; after the test, the page's own English is spoken again. */
function device(t) {
  const browser = openBrowser(t);
  t.after(() => speak("en"));
  browser.document.documentElement = {};
  return { ...browser, root: browser.document.documentElement };
}

test("a language is spoken, and is the document's", async (t) => {
  const { answer, requests, root } = device(t);
  const before = language();
  const spoken = speak("he");
  await answer(200, words("he", { dir: "rtl" }));
  assert.equal(await spoken, "he");
  assert.deepEqual([say("hello"), root.lang, root.dir, requests[0].path], ["he", "he", "rtl", "/words/he.json"]);
  assert.notEqual(language(), before, "what was said in another language is said anew");
});

for (const [name, status, body] of [["is not there", 404, words("de")], ["is damaged", 200, "{"], ["is none", 200, words("de", { messages: null })]]) {
  test(`a language that ${name} is English`, async (t) => {
    const { answer, requests, root } = device(t);
    const spoken = speak("de");
    await answer(status, body);
    await answer(200, words("en"));
    assert.equal(await spoken, "en");
    assert.deepEqual([requests.map(({ path }) => path), root.lang, root.dir], [["/words/de.json", "/words/en.json"], "en", "ltr"]);
  });
}

test("where nobody answers it is asked for again", async (t) => {
  const { answer, fail, pass, requests } = device(t);
  const spoken = speak("de");
  await fail();
  await pass(AGAIN_MS - 1);
  assert.equal(requests.length, 1);
  await pass(1);
  await answer(503, "");
  await pass(AGAIN_MS);
  await answer(200, words("de"));
  assert.equal(await spoken, "de");
  assert.deepEqual(requests.map(({ path }) => path), Array(3).fill("/words/de.json"));
});

test("a page without English waits for it", async (t) => {
  const { answer, pass, requests } = device(t);
  const spoken = speak("en");
  await answer(404, "");
  await pass(AGAIN_MS - 1);
  assert.equal(requests.length, 1);
  await pass(1);
  await answer(200, words("en"));
  assert.equal(await spoken, "en");
});

test("of several languages the one that was wanted last is spoken, whatever comes first", async (t) => {
  const { requests, root } = device(t);
  const both = [speak("de"), speak("he")];
  requests[1].resolve(Response.json(words("he", { dir: "rtl" })));
  assert.equal(await both[1], "he");
  requests[0].resolve(Response.json(words("de")));
  await both[0];
  assert.deepEqual([say("hello"), root.lang], ["he", "he"]);
});

// Which language a device shows, and how numbers and lists are written in it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { speaker } from "../../controller/web/page/catalogue.js";
import { bestOf, languageOf } from "../../controller/web/page/languages.js";
import { openBrowser } from "./browser.js";

const THERE = ["en", "de", "es", "pt-BR", "zh-Hans"];

test("the first wish that can be fulfilled counts, also by another country's variant", () => {
  for (const [wishes, best] of [
    [["de"], "de"], [["de-AT", "en"], "de"], [["EN-us"], "en"], [["it", "es-MX", "en"], "es"],
    [["pt-PT"], "pt-BR"], [["pt-br"], "pt-BR"], [["zh-TW"], null], [["zh-CN"], "zh-Hans"],
    [["it", "fr"], null], [["*", "no such tag", "de"], "de"], [[], null],
  ]) assert.equal(bestOf(wishes, THERE), best, wishes.join());
});

test("what was chosen comes first, then the browser's wish, then the room's, then English", () => {
  const shown = (chosen, wishes, room) => languageOf({ chosen, wishes, room, there: THERE });
  assert.equal(shown("es", ["de"], "en"), "es");
  assert.equal(shown(null, ["de"], "es"), "de");
  assert.equal(shown("tlh", ["it", "de"], "es"), "de");
  assert.equal(shown(null, ["it"], "es"), "es");
  assert.equal(shown(null, ["it"], "tlh"), "en");
  assert.equal(shown(undefined, ["it"], ""), "en");
});

test("the page's first file says which languages there are, and which is the room's", async (t) => {
  const marks = { language: "de", languages: JSON.stringify(["en", "de", "es"].map((language) => ({ language }))) };
  const { document } = openBrowser(t, { navigator: { languages: ["it", "es-MX"] } });
  document.querySelector = (selector) => ({ getAttribute: () => marks[/^meta\[name="(.*)"\]$/.exec(selector)?.[1] ?? ""] });
  const { isThere, ownLanguage } = await import("../../controller/web/page/languages.js?marked"); // reads them once
  assert.deepEqual([ownLanguage("en"), ownLanguage(null)], ["en", "es"]);
  navigator.languages.pop();
  assert.deepEqual([ownLanguage(null), ownLanguage("tlh"), isThere("de"), isThere("it")], ["de", "de", true, false]);
});

const MESSAGES = { came: { one: "{n} Karte", other: "{n} Karten" }, share: "{n}: {names:or}" };

test("numbers and lists are written as people write them in that language", () => {
  const { say } = speaker({ language: "de", messages: MESSAGES });
  assert.equal(say("came", { n: 1 }), "1 Karte");
  assert.equal(say("came", { n: 12345.5 }), "12345,5 Karten");
  assert.equal(say("share", { n: 2, names: ["Ann", "Bo", "Cy"] }), "2: Ann, Bo oder Cy");
  const { listed } = speaker({ language: "es", messages: {} });
  assert.equal(listed(["Ann", "Inés"]), "Ann e Inés");
  assert.equal(speaker({ language: "en", messages: {} }).listed(["Ann", "Bo", "Cy"], "or"), "Ann, Bo or Cy");
});

test("a plural form that is missing is the usual one, and without any the key is shown", () => {
  const { say } = speaker({ language: "ar", messages: { ...MESSAGES, none: {} } });
  assert.equal(say("came", { n: 2 }), `${new Intl.NumberFormat("ar", { useGrouping: false }).format(2)} Karten`);
  assert.equal(say("none", { n: 2 }), "none");
});

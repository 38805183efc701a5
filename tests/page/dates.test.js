// Dates follow the language of the page, from one drawing to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { day, moment, month } from "../../controller/web/page/dates.js";

const NOON_S = Date.UTC(2026, 6, 9, 12) / 1000; // 9 July, wherever this runs

const lang = { lang: "en" };
Object.assign(globalThis, { document: { documentElement: lang, querySelector: () => null } });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr-CH", "de-AT", "en-GB"] } });

test("a month and a day have their names in the language of the moment", () => {
  assert.equal(month(2), "March");
  lang.lang = "de";
  assert.equal(month(2), "März");
  assert.equal(day(NOON_S), "09.07.2026");
  lang.lang = "es";
  assert.equal(day(NOON_S), "9 jul 2026");
});

test("they are written as in the reader's country, where the browser names one of that language", () => {
  lang.lang = "de";
  assert.equal(month(0), "Jänner");
  lang.lang = "en";
  assert.equal(day(NOON_S), "9 Jul 2026");
});

test("a time is one thing: nothing of it stands alone on the next line", () => {
  const { languages } = globalThis.navigator;
  languages.splice(0, languages.length, "en-US");
  lang.lang = "es"; // of another language than before, so that the formats are made anew
  day(NOON_S);
  lang.lang = "en";
  assert.match(moment(NOON_S), /\d:00\u00a0[AP]M$/);
});

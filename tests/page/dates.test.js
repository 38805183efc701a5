// Dates follow the language of the page, from one drawing to the next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { day, moment, month } from "../../controller/web/page/dates.js";
import { openBrowser } from "./browser.js";

const NOON_S = Date.UTC(2026, 6, 9, 12) / 1000; // 9 July, wherever this runs


/** The root of a page's document in a browser that is set to these languages. */
function page(t, ...languages) {
  const { document } = openBrowser(t, { navigator: { languages } });
  document.documentElement = { lang: "xx" }; // what was written before is of another language
  month(0);
  return document.documentElement;
}

const MANY = ["fr-CH", "de-AT", "en-GB"];

test("a month and a day have their names in the language of the moment", (t) => {
  const root = page(t, ...MANY);
  root.lang = "en";
  assert.equal(month(2), "March");
  root.lang = "de";
  assert.equal(month(2), "März");
  assert.equal(day(NOON_S), "09.07.2026");
  root.lang = "es";
  assert.equal(day(NOON_S), "9 jul 2026");
});

test("they are written as in the reader's country, where the browser names one of that language", (t) => {
  const root = page(t, ...MANY);
  root.lang = "de";
  assert.equal(month(0), "Jänner");
  root.lang = "en";
  assert.equal(day(NOON_S), "9 Jul 2026");
});

test("a time is one thing: nothing of it stands alone on the next line", (t) => {
  page(t, "en-US").lang = "en";
  assert.match(moment(NOON_S), /\d:00\u00a0[AP]M$/);
});

// Keys of a keyboard that stand for a button.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import "./english.js";
import { speak } from "../../controller/web/page/catalogue.js";
import { watchHotkeys } from "../../controller/web/page/hotkeys.js";
import { parts } from "../../controller/web/page/words.js";
import { openBrowser, settled } from "./browser.js";

const SECOND_MS = 4000;
const colorOf = (card) => parts(card).color ?? "wild";

/** Where somebody writes, or what else has the focus. */
class Element {
  constructor(name) {
    this.name = name;
  }

  matches(selector) {
    return selector.split(", ").includes(this.name);
  }
}

/**
 * A page on which these cards may be played, these colours are asked for and these buttons name a key. `off` are wilds that
 * may not be played. `press` says what the keys did; each comes 100 ms after the one before.
 */
function page(t, { cards = [], off = [], colors = [], asks = [], named = {} } = {}) {
  const { happen } = openBrowser(t, { Element });
  const done = [];
  let asked = colors;
  let at = 0;
  const button = (name, card, act = () => {}) => ({ dataset: { card }, focus: () => done.push(`focus ${name}`), click() {
    done.push(name);
    act();
  } });
  const picks = [...cards, ...off].map((card) => ({ card, pick: button(card, card, () => { asked = card === "wild" ? asks : asked; }) }));
  const of = (color, from) => picks.filter(({ card }) => colorOf(card) === color && from.includes(card)).map(({ pick }) => pick);
  watchHotkeys({ help: () => done.push("help"), close: () => done.push("close") }, {
    cards: (color) => of(color, cards),
    color: (color) => (asked.includes(color) ? button(`call ${color}`) : undefined),
    wild: () => picks.find(({ card }) => card === "wild" && cards.includes(card))?.pick,
    wilds: () => of("wild", [...cards, ...off]),
    named: (key) => named[key] && button(named[key]),
  });
  return async (keys, more = {}) => {
    for (const key of keys) {
      happen("keydown", { key, timeStamp: at += more.after ?? 100, target: new Element("button"), ...more });
      await settled();
    }
    return done.splice(0);
  };
}

const DECK = ["yellow-0", "red-5", "red-7", "red-skip", "blue-skip", "green-discard-all", "wild", "wild-all-hit"];

test("a card is two keys: its colour shows where it leads, and what stands on it plays it", async (t) => {
  const press = page(t, { cards: DECK });
  assert.deepEqual(await press("r5"), ["focus red-5", "red-5"]);
  assert.deepEqual(await press("RS"), ["focus red-5", "red-skip"]);
  assert.deepEqual(await press("gd"), ["focus green-discard-all", "green-discard-all"]);
  assert.deepEqual(await press("y0"), ["focus yellow-0", "yellow-0"]);
  assert.deepEqual(await press("ww"), ["focus wild", "wild"]);
  assert.deepEqual(await press("wa"), ["focus wild", "wild-all-hit"]);
});

test("where several cards begin so, the second key leads to the first of them", async (t) => {
  const press = page(t, { cards: ["red-skip", "red-skip-everyone"] });
  assert.deepEqual(await press("rs"), ["focus red-skip", "focus red-skip"]);
});

test("the second key belongs to the card, and the next is a key of its own again", async (t) => {
  const press = page(t, { cards: ["red-7"], named: { C: "Catch" } });
  assert.deepEqual(await press("rcc"), ["focus red-7", "Catch"]);
});

test("a second key that comes late is a key of its own", async (t) => {
  const press = page(t, { cards: ["red-7"], named: { 7: "seven" } });
  assert.deepEqual([await press("r"), await press("7", { after: SECOND_MS - 1 })], [["focus red-7"], ["red-7"]]);
  assert.deepEqual([await press("r"), await press("7", { after: SECOND_MS })], [["focus red-7"], ["seven"]]);
});

test("a colour without a card that may be played begins none", async (t) => {
  const press = page(t, { cards: ["red-7"], named: { C: "Catch", Y: "yes" } });
  assert.deepEqual(await press("yc"), ["Catch"]);
});

test("a colour that is asked for is one key", async (t) => {
  const press = page(t, { cards: DECK, colors: ["red", "green"], named: { 5: "five" } });
  assert.deepEqual(await press("g5"), ["call green", "five"]);
});

test("a Wild and its colour are two keys", async (t) => {
  const press = page(t, { cards: DECK, asks: ["green"] });
  assert.deepEqual(await press("wg"), ["focus wild", "wild", "call green"]);
  assert.deepEqual(await press("rg"), ["focus red-5"], "no card of another colour calls it");
});

test("a letter of a wild is no colour, also while that wild may not be played", async (t) => {
  const towers = { cards: ["wild", "wild-grab-a-tower"], asks: ["green"] };
  assert.deepEqual(await page(t, towers)("wg"), ["focus wild", "wild-grab-a-tower"]);
  assert.deepEqual(await page(t, { ...towers, cards: ["wild"], off: ["wild-grab-a-tower"] })("wg"), ["focus wild"]);
  assert.deepEqual(await page(t, { ...towers, cards: ["wild-grab-a-tower"], off: ["wild"] })("wb"), ["focus wild-grab-a-tower"]);
});

test("a button names its key, with Shift and with an accent, too", async (t) => {
  const press = page(t, { named: { U: "UNO", E: "Échange" } });
  assert.deepEqual(await press(["u", "U", "é", "x", "Escape"]), ["UNO", "UNO", "Échange", "close"]);
});

test("a card's second key is the first letter of its name, without an accent", async (t) => {
  const learn = async (language) => {
    const { answer, document } = openBrowser(t);
    document.documentElement = {};
    const spoken = speak(language);
    await answer(200, readFileSync(new URL(`../../controller/web/page/words/${language}.json`, import.meta.url), "utf8"));
    return spoken;
  };
  assert.equal(await learn("fr"), "fr");
  try {
    assert.deepEqual(await page(t, { cards: ["red-trade-hands"] })("re"), ["focus red-trade-hands", "red-trade-hands"]); // “Échange”
  } finally {
    await learn("en");
  }
});

test("a question mark that no card took asks for help", async (t) => {
  const press = page(t);
  assert.deepEqual(await press("?"), ["help"]);
  assert.deepEqual(await press("?", { defaultPrevented: true }), []);
});

test("a key does nothing where it is held, meant for the browser or for a field", async (t) => {
  const press = page(t, { named: { Z: "Undo" } });
  for (const held of ["repeat", "ctrlKey", "altKey", "metaKey", "defaultPrevented"]) assert.deepEqual(await press("z", { [held]: true }), [], held);
  for (const name of ["input", "select", "textarea"]) assert.deepEqual(await press("z", { target: new Element(name) }), [], name);
  assert.deepEqual(await press("z", { target: {} }), ["Undo"]);
});

test("Escape closes what is open, also from a field", async (t) => {
  const press = page(t);
  assert.deepEqual(await press(["Escape"]), ["close"]);
  assert.deepEqual(await press(["Escape"], { target: new Element("input") }), ["close"]);
  assert.deepEqual(await press(["Escape"], { isComposing: true }), []);
});

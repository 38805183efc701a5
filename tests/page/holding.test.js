// A long press, and what stands for it elsewhere.

import assert from "node:assert/strict";
import { test } from "node:test";

import { holding, watchHolding } from "../../controller/web/page/holding.js";
import { event, openBrowser } from "./browser.js";

const LONG_MS = 500;

/** A group of cards, on which a finger does this. */
function cards(t) {
  const { pass, happen } = openBrowser(t);
  watchHolding();
  let clicks = 0;
  addEventListener("click", (click) => {
    assert.equal(click.cancelBubble, click.defaultPrevented, "views hear of what is done");
    if (!click.defaultPrevented) clicks += 1;
  });
  const held = [];
  const on = holding(({ card = null }) => card, (card) => held.push(card));
  const act = (name, members = {}) => {
    const made = event(name, { button: 0, clientX: 100, clientY: 100, ...members });
    if (name === "down") happen("pointerdown"); // the window hears of it first
    on[name](made);
    return made.defaultPrevented;
  };
  return { pass, held, act, click: () => {
    happen("click");
    return clicks;
  } };
}

test("a card that is held for half a second is told, and is not tapped then", async (t) => {
  const { pass, held, act, click } = cards(t);
  act("down", { card: "red-3" });
  await pass(LONG_MS - 1);
  assert.deepEqual(held, []);
  await pass(1);
  assert.deepEqual(held, ["red-3"]);
  act("up");
  assert.equal(click(), 0);
  assert.equal(click(), 1, "the next tap is one");
});

test("a tap is no long press", async (t) => {
  const { pass, held, act, click } = cards(t);
  act("down", { card: "red-3" });
  await pass(LONG_MS - 1);
  act("up");
  assert.equal(click(), 1);
  await pass(LONG_MS);
  assert.deepEqual(held, []);
});

test("who moves further than 12 pixels scrolls", async (t) => {
  const { pass, held, act } = cards(t);
  act("down", { card: "red-3" });
  act("move", { clientX: 113 });
  await pass(LONG_MS);
  assert.deepEqual(held, []);
  act("down", { card: "red-3" });
  act("move", { clientX: 112 });
  await pass(LONG_MS);
  assert.deepEqual(held, ["red-3"]);
});

test("a second finger begins anew, and the place between cards or another button is none", async (t) => {
  const { pass, held, act } = cards(t);
  act("down", { card: "red-3" });
  await pass(LONG_MS - 1);
  act("down", { card: "red-4" });
  await pass(LONG_MS - 1);
  assert.deepEqual(held, []);
  act("down");
  await pass(LONG_MS);
  act("down", { card: "red-3", button: 2 });
  await pass(LONG_MS);
  assert.deepEqual(held, []);
});

test("the menu key and the second button tell at once, after a long press not once more", async (t) => {
  const { pass, held, act } = cards(t);
  act("down", { card: "red-3" });
  await pass(LONG_MS);
  assert.equal(act("menu", { card: "red-3" }), true, "the browser's own menu stays away");
  assert.deepEqual(held.splice(0), ["red-3"]);
  act("down"); // ends it
  assert.equal(act("menu", { card: "red-4" }), true);
  assert.equal(act("menu"), false, "elsewhere the browser's own menu comes");
  assert.deepEqual(held, ["red-4"]);
});

test("the menu of a finger that is still down is told once", async (t) => {
  const { pass, held, act } = cards(t);
  act("down", { card: "red-3" });
  await pass(LONG_MS - 1);
  act("menu", { card: "red-3" });
  await pass(LONG_MS);
  assert.deepEqual(held, ["red-3"]);
});

test("a question mark asks about the card that has the focus", (t) => {
  const { held, act } = cards(t);
  assert.deepEqual([act("key", { key: "?", card: "wild" }), act("key", { key: "w", card: "wild" }), act("key", { key: "?" })], [true, false, false]);
  assert.deepEqual(held, ["wild"]);
});

// The keys of a seat.

import assert from "node:assert/strict";
import { test } from "node:test";

import { columns, inOrder, playable } from "../../controller/web/page/playable.js";

const DECK = ["red-7", "red-skip", "blue-7", "wild", "wild-hit-fire", "wild-attack-attack"];
const offer = (card, ...needs) => ({ do: "play", by: "Bo", card, needs, may: [] });

test("cards stand colour by colour, numbers first, wilds last", () => {
  assert.deepEqual(inOrder(["wild", "blue-2", "red-skip", "red-9", "red-1"]), ["red-1", "red-9", "red-skip", "blue-2", "wild"]);
});

test("only what may be said is a key, and a wild that has only to call a colour is four", () => {
  const { any, plain, wilds } = playable([offer("wild", "color"), offer("red-7"), offer("wild-attack-attack", "target", "color")], DECK);
  assert.equal(any, null);
  assert.deepEqual(plain, ["red-7", "wild-attack-attack"]);
  assert.deepEqual(wilds, ["wild"]);
});

test("a wild that may have more members asks for them", () => {
  assert.deepEqual(playable([{ ...offer("wild", "color"), may: ["rule"] }], DECK).wilds, []);
  assert.deepEqual(playable([offer("wild", "color", "target")], DECK).wilds, []);
});

test("where any card may be said, all of the deck are keys", () => {
  const { any, plain, wilds } = playable([{ do: "turn_up", needs: ["card"], may: [] }], DECK);
  assert.equal(any?.do, "turn_up");
  assert.deepEqual(plain, DECK);
  assert.deepEqual(wilds, []);
  const both = playable([{ do: "turn_up", needs: ["card"], may: [] }, offer("wild", "color")], DECK);
  assert.deepEqual([both.plain, both.wilds], [DECK, []]);
});

test("keys are about as wide as high, and a phone held upright has no more than eight beside each other", () => {
  assert.deepEqual(columns(4, 0), { upright: 2, across: 3 });
  assert.deepEqual(columns(59, 0), { upright: 8, across: 10 });
  assert.deepEqual(columns(80, 0), { upright: 8, across: 12 });
  assert.deepEqual(columns(17, 3), { upright: 6, across: 4 });
  assert.deepEqual(columns(1, 0), { upright: 2, across: 2 });
});

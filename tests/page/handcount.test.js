// The points of a hand: which ones it can have, and what is asked before less than all of its cards are counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { isPossible, pointsBounds, stillUncounted, waySent } from "../../controller/web/page/handcount.js";
import { countOf, orBounds } from "../../controller/web/page/views/handcount.js";
import { drawn } from "./drawn.js";

const BOUNDS = { least: 16, most: 520 };
const OFFERS = [{ do: "count", player: "Bo", needs: ["cards"], may: [] }, { do: "count", player: "Bo", needs: ["points"], may: [], bounds: { points: BOUNDS } }];
const table = { legal: OFFERS, launcher: { hit: null }, state: { phase: "count", hands: { Bo: 12 } } };

/** A device on which Bo's 12 cards are counted; `sent` are its commands. */
function device() {
  const sent = [];
  const ui = { drafts: {} };
  const act = { draft: (name, value) => { ui.drafts[name] = value; }, say: (command) => Promise.resolve(sent.push(command)) };
  const tapped = (cards, points) => countOf({ table, ui, act }, { player: "Bo", cards, hand: 12, points, whole: { cards: ["wild"] } });
  return { sent, tapped };
}

/** The key with these words, in a template. */
function key(template, words) {
  if (Array.isArray(template)) return template.map((part) => key(part, words)).find(Boolean);
  const { values } = Object(template);
  if (!values) return undefined;
  return values.includes(words) ? values.find((value) => typeof value === "function") : key(values, words);
}

test("the referee bounds the points of a hand", () => {
  assert.deepEqual(pointsBounds(table, "Bo"), BOUNDS);
  assert.deepEqual([15, 16, 520, 521, 40.5].map((points) => isPossible(points, BOUNDS)), [false, true, true, false, false]);
  assert.equal(isPossible(0, pointsBounds(table, "Cy")), false);
});

test("points that a hand cannot have are answered by those that it can", () => {
  const answered = (typed) => drawn(orBounds(12, typed, BOUNDS, "12 cards left"));
  assert.deepEqual(["", "16", "520"].map(answered), Array(3).fill("12 cards left"));
  assert.deepEqual(["15", "5000"].map(answered), Array(2).fill("12 cards count from 16 to 520 points"));
});

test("all cards are sent, the sum of fewer or more is asked for, and no sum is sent that cannot be", () => {
  const way = (cards, points) => waySent({ cards, hand: 12, points, bounds: BOUNDS });
  assert.deepEqual([way(12, 0), way(3, 32), way(13, 32), way(3, 15), way(13, 521), way(0, 32)],
    ["whole", "ask", "ask", "impossible", "impossible", "impossible"]);
});

test("less than all is sent only after a question", async () => {
  const { sent, tapped } = device();
  assert.equal(tapped(3, 32).question, null);
  await tapped(3, 32).submit();
  assert.deepEqual(sent, []);
  assert.match(drawn(tapped(3, 32).question), /Only 3 of 12 cards so far\. Count 32 points for the hand\?/);
  await key(tapped(3, 32).question, "Count anyway")();
  assert.deepEqual(sent, [{ do: "count", player: "Bo", points: 32 }]);
});

test("another card ends the question, and so does Cancel", async () => {
  const { sent, tapped } = device();
  await tapped(3, 32).submit();
  assert.equal(tapped(4, 40).question, null);
  key(tapped(3, 32).question, "Cancel")();
  assert.equal(tapped(3, 32).question, null);
  assert.deepEqual(sent, []);
});

test("all cards are sent at once", async () => {
  const { sent, tapped } = device();
  await tapped(12, 600).submit();
  assert.deepEqual(sent, [{ do: "count", player: "Bo", cards: ["wild"] }]);
});

const counting = (round, ...names) => ({ legal: names.map((player) => ({ do: "count", player, needs: ["points"] })), launcher: { hit: null }, state: { phase: "count", round, hands: {} } });
const BEGUN = { points: { Bo: "12", Cy: "3" }, counted: { Bo: ["wild"], Cy: ["skip"] }, counting: "Bo", uneven: "[]", laying: "Bo", setup: 1 };

test("what is tapped and typed of a hand ends with it, wherever it was counted", () => {
  const kept = stillUncounted(BEGUN, counting(1, "Bo", "Cy"), counting(1, "Cy"));
  assert.deepEqual(kept, { ...BEGUN, points: { Cy: "3" }, counted: { Cy: ["skip"] }, counting: null });
  assert.deepEqual(stillUncounted(BEGUN, counting(1, "Bo"), counting(1, "Bo", "Cy")), BEGUN);
  const bySum = { ...BEGUN, counting: Symbol("by sum") };
  assert.equal(stillUncounted(bySum, counting(1, "Bo"), counting(1, "Cy")).counting, bySum.counting);
});

test("all of it ends with the count and with the round, also for a page that was away meanwhile", () => {
  const none = { points: {}, counted: {}, counting: null, uneven: null, laying: null, setup: 1 };
  const play = { ...counting(1, "Bo"), state: { phase: "play", round: 1, hands: {} } };
  for (const [before, now] of [[counting(1, "Bo"), play], [counting(1, "Bo"), counting(2, "Bo")], [null, counting(1, "Bo")]]) {
    assert.deepEqual(stillUncounted(BEGUN, before, now), none);
  }
  assert.deepEqual(stillUncounted(BEGUN, counting(1, "Bo"), { ...play, state: null }), none);
});

// A hand is added up by the kinds of its cards, on each seat's phone its own, with what each counts as the referee says.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { tally } from "../../controller/web/page/handcount.js";
import { seatCountView, tapsCards } from "../../controller/web/page/views/seatcount.js";
import { drawn } from "./drawn.js";

const VALUES = [{ kind: "3", points: 3, cards: 8 }, { kind: "7", points: 10, cards: 8 }, { kind: "skip", points: 20, cards: 8 }, { kind: "wild", points: 50, cards: 1 }];
const offer = (player) => ({ do: "count", player, needs: ["points"], may: [], bounds: { points: { least: 15, most: 250 } } });

/** Bo's phone while hands of five cards are counted; `tap` taps kinds, `sent` are its commands. */
function phone({ sightings } = {}) {
  const sent = [];
  const ui = { drafts: {} };
  const act = { draft: (name, value) => { ui.drafts[name] = value; }, say: (command) => Promise.resolve(sent.push(command)) };
  const table = { legal: [offer("Ann"), offer("Bo")], launcher: { hit: null }, kind_values: VALUES, log: [], sightings,
    state: { phase: "count", hands: { Ann: 5, Bo: 5, Cy: 0 } } };
  const view = { table, full: table, ui, act, rights: { all: false, player: "Bo" } };
  const tap = (...kinds) => {
    for (const kind of kinds) find(seatCountView(view), "@click=", "kind-keys")({ target: { closest: () => ({ dataset: { kind } }) } });
  };
  return { view, sent, tap, shown: () => drawn(seatCountView(view)), press: (words) => find(seatCountView(view), words)() };
}

/** What is called at a tap, in the part of a template that has these words and whose own text has `within`. */
function find(template, words, within = "") {
  if (Array.isArray(template)) return template.map((part) => find(part, words, within)).find(Boolean);
  const { strings, values } = Object(template);
  if (!strings) return undefined;
  const own = strings.join("");
  const here = within ? own.includes(within) : values.includes(words);
  return here ? values.find((value) => typeof value === "function") : find(values, words, within);
}

test("points are those of the referee, house options included", () => {
  const { points, times } = tally(VALUES, ["7", "skip", "7", "gone"]);
  assert.deepEqual([points, times("7"), times("3")], [40, 2, 0]);
});

test("five cards are six taps, in any colour", async () => {
  const { sent, tap, shown, press } = phone();
  assert.match(shown(), /Tap 5 more cards/);
  tap("3", "3", "7", "skip", "wild");
  assert.match(shown(), /All tapped: [^]*86 points/);
  await press("Send 86 points");
  assert.deepEqual(sent, [{ do: "count", player: "Bo", points: 86 }]);
});

test("too few cards are sent only after a question", async () => {
  const { sent, tap, shown, press } = phone();
  tap("skip", "skip");
  await press("Send 40 points");
  assert.deepEqual(sent, []);
  assert.match(shown(), /Only 2 of 5 cards so far/);
});

test("a kind of which no more can be in a hand is off", () => {
  const { tap, shown } = phone();
  assert.match(shown(), /data-kind=wild[^>]*\?disabled=false/);
  tap("wild");
  assert.match(shown(), /data-kind=wild[^>]*\?disabled=true/);
});

test("the sum can be typed instead, and the cards that were tapped stay", () => {
  const { tap, shown, press } = phone();
  tap("3");
  press("Type");
  assert.match(shown(), /Points of your hand/);
  press("Tap the cards instead");
  assert.match(shown(), /Tap 4 more cards/);
});

test("a hand that a reader can take is not asked for by keys at first", () => {
  const reader = { name: "camera", state: "up" };
  assert.equal(tapsCards(phone().view), true);
  assert.equal(tapsCards(phone({ sightings: { readers: [reader], counting: null, pending: null } }).view), false);
  assert.equal(tapsCards({ ...phone().view, rights: { all: false, player: "Cy" } }), false);
});

// A card flies for each card that is counted, and a drum rolls where cards are close.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { cues } from "../../controller/web/page/announcing.js";
import { drumRoll, flights, suspense } from "../../controller/web/page/flights.js";

const HIT = { number: 5, by: "Bo", owner: "Bo", stage: "running", requested: 4, out: 1 };
const GAME = { seq: 1, key: "log.game", values: {} };
const DRY = "ruling.hits_nothing";

/** A table object with what these functions read of it. */
const table = (hit, log = [], more = {}) => ({
  seq: log.at(-1)?.seq ?? 1, log: [GAME, ...log], game: { options: {} },
  state: { towers: null, owed: [], hands: { Ann: 7, Bo: 7 } },
  launcher: { link: "up", faults: [], hit: hit && { ...HIT, ...hit } },
  fairness: { game: { profile: "suspense" } }, ...more,
});
const line = (seq, key, player, n) => ({ seq, key, values: { player, n } });

test("each card that is counted is one flight, also where a push was skipped", () => {
  assert.deepEqual(flights(table({ out: 1 }), table({ out: 2 })), ["Bo"]);
  assert.deepEqual(flights(table({ out: 0 }), table({ out: 3 })), ["Bo", "Bo", "Bo"]);
  assert.deepEqual(flights(table({ out: 2 }), table({ out: 2 })), []);
});

test("cards go to their owner, not to who presses", () => {
  assert.deepEqual(flights(table({ out: 0, owner: "Ann" }), table({ out: 1, owner: "Ann" })), ["Ann"]);
});

test("what is on the screen at first has been there: nothing flies", () => {
  assert.deepEqual(flights(null, table({ out: 3 })), []);
  assert.deepEqual(flights(table(null), table({ out: 3 }, [], { log: [{ ...GAME, seq: 9 }] })), []);
});

test("cards of a hit that is over, and was not pushed to its end, are in the log", () => {
  const over = line(2, "ruling.hits", "Bo", 4);
  assert.deepEqual(flights(table({ out: 1 }), table(null, [over])), ["Bo", "Bo", "Bo"]);
  assert.deepEqual(flights(table({ out: 4 }), table(null, [over])), []);
  assert.deepEqual(flights(table({ out: 3, owner: "Ann" }), table({ number: 6, by: "Cy", owner: "Cy", out: 2 }, [over])), ["Ann", "Cy", "Cy"]);
});

test("a hit that came and went between two pushes gives its cards to who owed it", () => {
  const owed = { owed: [{ player: "Ann", by: "Cy", hits: 1 }], towers: null, hands: { Ann: 7 } };
  const both = [line(2, "ruling.hits", "Bo", 1), line(3, "ruling.hits", "Cy", 2)];
  assert.deepEqual(flights(table({ out: 1 }, [], { state: owed }), table(null, both)), ["Ann", "Ann"]);
});

test("where people draw by hand nothing flies", () => {
  const grab = { draw_pile: true, state: { towers: {}, owed: [], hands: { Bo: 7 } } };
  assert.deepEqual(flights(table(null, [], grab), table(null, [line(2, "ruling.draws", "Bo", 2)], grab)), []);
});

const ARMED = { stage: "armed", requested: null, out: 0 };
const dry = (n) => Array.from({ length: n }, (_, at) => line(2 + at, DRY, "Bo"));

test("suspense is how many presses in a row gave nothing", () => {
  for (const n of [0, 1, 4]) assert.equal(suspense(table(ARMED, dry(n))), n);
  assert.equal(suspense(table(ARMED, [...dry(2), line(8, "ruling.hits", "Bo", 3)])), 0);
  assert.equal(suspense(table(ARMED, [...dry(2), line(8, "ruling.hits", "Bo", 3), line(9, DRY, "Bo")])), 1);
});

test("nobody knows how close cards are in another profile, and nothing is awaited without a press", () => {
  assert.equal(suspense(table(ARMED, dry(3), { fairness: { game: { profile: "measured" } } })), 0);
  assert.equal(suspense(table(ARMED, dry(3), { fairness: { game: null } })), 0);
  assert.equal(suspense(table({ stage: "breath", requested: null }, dry(3))), 0);
  assert.equal(suspense(table(null, dry(3))), 0);
});

test("the drum rolls once for each press that is awaited, not at first", () => {
  const [two, three] = [table({ ...ARMED, number: 7 }, dry(2)), table({ ...ARMED, number: 8 }, dry(3))];
  assert.equal(drumRoll(null, three), 0);
  assert.equal(drumRoll(two, three), 3);
  assert.equal(drumRoll(three, { ...three }), 0);
  assert.equal(drumRoll(table({ number: 8, stage: "breath", requested: null }, dry(3)), three), 3);
});

test("one push rolls one drum: the suspense before a press, or the press itself", () => {
  const log = dry(3);
  const moments = [table(null, log), table(ARMED, log), table({ out: 0 }, log), table({ out: 2 }, log),
    table({ ...ARMED, number: 6 }, [...log, line(6, DRY, "Bo")]), table({ number: 6, out: 0 }, [...log, line(6, DRY, "Bo")])];
  const rolls = (before, now) => cues(before, now).filter((cue) => cue.startsWith("roll")).length + Math.sign(drumRoll(before, now));
  assert.deepEqual(moments.slice(1).map((now, at) => rolls(moments[at], now)), [1, 1, 0, 1, 1]);
  for (const before of moments) for (const now of moments) assert.ok(rolls(before, now) <= 1);
});

test("cards that were seen flying belong to the first press that the log tells of", () => {
  const both = [line(2, "ruling.hits", "Bo", 3), line(3, "ruling.hits", "Bo", 2)];
  assert.equal(flights(table({ out: 1 }), table(null, both)).length, 2 + 2);
});

test("nothing is awaited where no press counts now", () => {
  const launcher = (more) => ({ launcher: { ...table(ARMED).launcher, ...more } });
  for (const more of [launcher({ link: "down" }), launcher({ faults: ["JAM"] })]) assert.equal(suspense(table(ARMED, dry(3), more)), 0);
  assert.equal(suspense(table({ ...ARMED, requested: 3 }, dry(3))), 0, "the rest of a hit that was broken off");
});

test("each game begins without suspense, and without a drum", () => {
  const game = { ...GAME, seq: 8 };
  const anew = table(ARMED, [...dry(2), game, line(9, DRY, "Bo")]);
  assert.equal(suspense(anew), 1);
  assert.equal(drumRoll(table({ ...ARMED, number: 4 }, dry(2)), anew), 0);
});

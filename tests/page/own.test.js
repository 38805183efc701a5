// What of a table is one device's own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EVERYBODY, alone, beginsWith, calledOn, debtsOf, isCalled, leastHand, mayClear, mayPress, maySettle, nextAfter,
  offering, othersFrom, plays, rightsOf, sideOf, turnsUntil, unoLook } from "../../controller/web/page/own.js";

const ANYBODY = { role: "table", access: "open", device: null, player: null, own_only: false, pin: false };
const SEAT = { ...ANYBODY, role: "seat", device: 1, player: "Bo" };
const LOOKS = { ...ANYBODY, role: "spectator", access: "seats" };
const offer = (word, more = {}) => ({ do: word, needs: [], may: [], ...more });
const HIT = { number: 1, by: "Bo", owner: "Cy", stage: "armed", requested: null, out: 0 };

/** Bo's turn at a table of three. */
const table = ({ state = {}, legal = [], hit = null, log = [] } = {}) => ({
  seq: 9, game: { edition: "attack", players: ["Ann", "Bo", "Cy"] }, legal, legal_seats: SEATS.slice(0, legal.length), log,
  state: { phase: "play", turn: "Bo", dealer: "Ann", direction: "left", hands: { Ann: 7, Bo: 7, Cy: 7 }, owed: [], eliminated: [], ...state },
  launcher: { link: "up", simulated: true, faults: [], hit },
});

const EVERY = [offer("play", { by: "Bo", card: "red-3" }), offer("play", { by: "Cy", card: "red-3" }), offer("uno", { by: "Ann" }), offer("uno", { by: "Bo" }),
  offer("catch", { by: "Bo", player: "Ann" }), offer("catch", { by: "Cy", player: "Ann" }), offer("count", { player: "Bo" }), offer("count", { player: "Cy" }),
  offer("dealer_draw", { player: "Ann" }), offer("dealer_draw", { player: "Bo" }), offer("turn_up"), offer("reload"), offer("next_round"),
  offer("suggested", { needs: ["player"] }), offer("set", { needs: ["hands"] }), offer("leave", { player: "Bo" }), offer("join", { needs: ["player"] }), offer("undo")];
const ALL = ["Ann", "Bo", "Cy"];
/** Of each offer, the players whose phones may send it. */
const SEATS = [["Bo"], ["Cy"], ["Ann"], ["Bo"], ["Bo"], ["Cy"], ["Bo"], ["Cy"], ["Ann"], ["Bo"], ["Ann"], ALL, ALL, ALL, [], [], [], ["Cy"]];
const said = ({ legal }) => legal.map(({ do: word, by, player }) => [word, by ?? player].filter(Boolean).join(" "));

test("a seat is offered what the referee takes from its phone", () => {
  assert.deepEqual(said(offering(table({ legal: EVERY }), alone("Bo"))),
    ["play Bo", "uno Bo", "catch Bo", "count Bo", "dealer_draw Bo", "reload", "next_round", "suggested"]);
  assert.deepEqual(said(offering(table({ legal: EVERY }), alone("Cy"))),
    ["play Cy", "catch Cy", "count Cy", "reload", "next_round", "suggested", "undo"]);
});

test("a table screen is offered everything, and who looks on nothing", () => {
  const now = table({ legal: EVERY });
  assert.equal(offering(now, EVERYBODY), now);
  assert.deepEqual(offering(now, alone(null)).legal, []);
  assert.deepEqual(offering(now, alone("Dora")).legal, [], "whose name does not play");
});

test("a device begins with its own seat, with the table, or looking on", () => {
  assert.equal(beginsWith(table(), ANYBODY), "table");
  assert.equal(beginsWith(table(), SEAT), "seat");
  assert.equal(beginsWith(table(), { ...SEAT, player: "Dora" }), "onlooker");
  assert.equal(beginsWith(table(), LOOKS), "onlooker");
});

test("in open mode a seat acts for everybody at the whole table, but for a child's", () => {
  const at = (me) => sideOf(table(), { me, wholeTable: true });
  assert.deepEqual(at(SEAT), { side: "table", rights: EVERYBODY });
  assert.deepEqual(at({ ...SEAT, own_only: true }), { side: "table", rights: alone("Bo") });
  assert.deepEqual(at({ ...SEAT, access: "seats" }), { side: "table", rights: alone("Bo") });
  assert.deepEqual(at(LOOKS), { side: "onlooker", rights: alone(null) });
  assert.deepEqual(sideOf(table(), { me: SEAT }), { side: "seat", rights: alone("Bo") });
  assert.deepEqual(rightsOf(ANYBODY), EVERYBODY);
});

test("a seat presses for itself, and settles a hit that it pressed or that is its own", () => {
  const now = table({ hit: HIT });
  assert.deepEqual(["Ann", "Bo", "Cy"].map((name) => mayPress(now, alone(name))), [false, true, false]);
  assert.deepEqual(["Ann", "Bo", "Cy"].map((name) => maySettle(now, alone(name))), [false, true, true]);
  assert.equal(mayPress(table(), alone("Bo")), false);
  assert.deepEqual([EVERYBODY, alone("Ann"), alone(null)].map(mayClear), [true, true, false], "a fault is cleared by anybody with a seat");
});

test("a seat sets its own hand to 1 or more", () => {
  const now = table({ legal: EVERY });
  assert.equal(leastHand(now, alone("Bo"), "Bo"), 1);
  assert.equal(leastHand(now, alone("Bo"), "Cy"), null);
  assert.equal(leastHand(now, EVERYBODY, "Cy"), 0);
  assert.equal(leastHand(table(), alone("Bo"), "Bo"), null);
});

const OWED = [{ player: "Bo", by: "Bo", hits: 2, until_fire: false }, { player: "Cy", by: "Cy", hits: 1, until_fire: false }];

test("a player is called on by a turn, a press, a count, a card to draw or to turn up", () => {
  assert.equal(calledOn(table(), "Bo"), "play");
  assert.equal(calledOn(table(), "Cy"), null);
  assert.equal(calledOn(table({ state: { phase: "hits", owed: OWED } }), "Bo"), "press");
  assert.equal(calledOn(table({ state: { phase: "hits", owed: OWED } }), "Cy"), null);
  assert.equal(calledOn(table({ state: { phase: "count" }, legal: EVERY }), "Cy"), "count");
  assert.equal(calledOn(table({ state: { phase: "count" }, legal: EVERY }), "Ann"), null);
  assert.equal(calledOn(table({ state: { phase: "dealer" }, legal: EVERY }), "Ann"), "deal");
  assert.equal(calledOn(table({ state: { phase: "turn_up" } }), "Ann"), "turn_up");
  assert.equal(calledOn(table({ state: { phase: "turn_up" }, hit: HIT }), "Bo"), "press");
  assert.equal(calledOn(table({ state: { phase: "turn_up" }, hit: HIT }), "Ann"), null);
  assert.equal(calledOn(table({ state: { phase: "round_over" } }), "Bo"), null);
});

test("a call comes once, when it begins", () => {
  const waiting = table({ state: { turn: "Ann" } });
  assert.equal(isCalled(waiting, table(), "Bo"), true);
  assert.equal(isCalled(table(), table({ state: { phase: "hits", owed: OWED } }), "Bo"), false, "still the same person's");
  assert.equal(isCalled(null, table(), "Bo"), false, "a page that has just opened");
  assert.equal(isCalled(waiting, table(), "Cy"), false);
  assert.equal(isCalled(waiting, table(), null), false);
});

test("what is owed is counted by hand and in order", () => {
  const [first, second] = OWED;
  assert.deepEqual(debtsOf(table({ state: { owed: [first, second, { ...second, by: "Bo", hits: 1 }] } }), "Bo").map(({ hits }) => hits), [2, 1]);
});

test("who is next, and how many come before, the referee says", () => {
  const upcoming = ["Cy", "Ann"];
  assert.equal(nextAfter({ upcoming }), "Cy");
  assert.equal(nextAfter({ upcoming: [] }), null);
  assert.deepEqual(["Cy", "Ann", "Bo"].map((name) => turnsUntil({ upcoming }, name)), [1, 2, 0]);
});

test("the key for UNO rests until a play can leave one card", () => {
  const discards = { offers: [offer("play", { by: "Bo", card: "red-discard-all", may: ["with"] })], values: {} };
  const look = (hand, ask = null, state = {}) => unoLook(table({ state: { hands: { Ann: 7, Bo: hand, Cy: 7 }, ...state } }), "Bo", ask);
  assert.deepEqual([look(7), look(3), look(2)], ["rest", "rest", "due"]);
  assert.deepEqual([look(7, discards), look(4, { ...discards, draft: ["red-3", "red-4"] }), look(4, { ...discards, draft: ["red-3"] })], ["may", "due", "may"]);
  assert.equal(look(7, { offers: [offer("catch", { player: "Ann" })], values: {} }), "rest");
  assert.deepEqual([false, true].map((called) => look(1, null, { turn: "Cy", uno: { player: "Bo", called } })), ["due", "rest"]);
  assert.equal(look(2, null, { turn: "Cy" }), "rest");
});

test("the others sit as they are seen from one's own place", () => {
  assert.deepEqual(othersFrom(table(), "Bo"), ["Cy", "Ann"]);
});

test("who has no seat does not play, also where somebody is called null", () => {
  const now = table({ state: { hands: { null: 7, Bo: 7 } } });
  assert.deepEqual([plays(now, null), plays(now, "null"), plays({ ...now, state: null }, "Bo")], [false, true, false]);
});

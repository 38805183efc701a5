// What screens and phones offer where a house plays in its own way: who may act, which key is there, and what is said of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { alone, EVERYBODY, offering } from "../../controller/web/page/own.js";
import { askView } from "../../controller/web/page/views/ask.js";
import { jumpingIn } from "../../controller/web/page/views/deck.js";
import { dock } from "../../controller/web/page/views/dock.js";
import { launcherView } from "../../controller/web/page/views/launcher.js";
import { optionsView } from "../../controller/web/page/views/options.js";
import { afterwards } from "../../controller/web/page/views/seat.js";
import { keysOf } from "../../controller/web/page/views/seatkeys.js";
import { drawn } from "./drawn.js";

const PLAYERS = ["Ann", "Bo", "Cy", "Dee"];
const DECK = ["red-3", "red-5", "blue-hit-2"].map((card) => ({ card, count: 2 }));

/** A table after Bo's red 5: it is Cy's turn. Each offer is of the phone of who does it. */
function table(phase, legal, { options = {}, hit = null, ...state } = {}) {
  return { game: { players: PLAYERS, edition: "attack", options }, legal, legal_seats: legal.map(({ by }) => [by]), sightings: null, undealt: [],
    launcher: { name: "Launcher", link: "up", faults: [], hit, simulated: false },
    state: { phase, turn: "Cy", direction: "left", hands: Object.fromEntries(PLAYERS.map((name) => [name, 7])), owed: [], eliminated: [],
      towers: null, top: "red-5", color: "red", dealer: "Ann", uno: null, launcher: 60, discard: 1, facing: "Cy", ...state } };
}

/** What a device has of it: a player's phone, or a screen for all. */
function viewOf(full, player = null, ui = {}) {
  const taken = [];
  const rights = player === null ? EVERYBODY : alone(player);
  return { full, table: offering(full, rights), rights, ui: { editions: [{ id: "attack", cards: DECK }], ...ui }, taken,
    act: { take: (offers, values = {}) => taken.push({ offers, values }) } };
}

const play = (by, card) => ({ do: "play", by, card, needs: [], may: [] });
const JUMPS = table("play", [play("Cy", "red-3"), play("Cy", "red-5"), play("Ann", "red-5"), play("Bo", "red-5")]);

/** The function of the first button of a view. */
const tapOf = (view) => view.values.find((value) => value?.strings)?.values.find((value) => typeof value === "function");

test("who may jump in has one button for it, and no key of a turn", () => {
  const view = viewOf(JUMPS, "Ann");
  assert.match(drawn(jumpingIn(view)), />Jump in with Red 5</);
  assert.deepEqual(keysOf(view).plain, []);
  tapOf(jumpingIn(view))();
  assert.deepEqual(view.taken, [{ offers: [play("Ann", "red-5")], values: {} }]);
});

test("whose turn it is has the keys of the turn and no button to jump in; who cannot jump in has neither", () => {
  assert.deepEqual(keysOf(viewOf(JUMPS, "Cy")).plain, ["red-3", "red-5"]);
  assert.equal(drawn(jumpingIn(viewOf(JUMPS, "Cy"))), "");
  assert.deepEqual(keysOf(viewOf(JUMPS, "Dee")).plain, []);
  assert.equal(drawn(jumpingIn(viewOf(JUMPS, "Dee"))), "");
});

test("an answer to hits is a key of who owes them", () => {
  const answers = table("hits", [play("Cy", "blue-hit-2")], { owed: [{ by: "Cy", player: "Cy", hits: 2, until_fire: false, reason: "ATK-1" }] });
  assert.deepEqual(keysOf(viewOf(answers, "Cy")).plain, ["blue-hit-2"]);
  assert.equal(drawn(jumpingIn(viewOf(answers, "Cy"))), "");
});

test("every phone says who comes next, or how many turns come before its own", () => {
  const answers = { ...table("hits", [play("Cy", "blue-hit-2")], { owed: [{ by: "Cy", player: "Cy", hits: 2, until_fire: false, reason: "ATK-1" }] }),
    upcoming: ["Dee", "Ann", "Bo"] };
  assert.equal(drawn(afterwards(viewOf(answers, "Dee"))), "You are next");
  assert.equal(drawn(afterwards(viewOf(answers, "Cy"))), "Then <bdi>Dee</bdi>");
  assert.equal(drawn(afterwards(viewOf(answers, "Bo"))), "3 turns until you");
});

test("a screen for all asks who plays the card that anybody may play, and guesses nobody", () => {
  const view = viewOf(JUMPS);
  const asked = drawn(askView(view, { offers: JUMPS.legal.slice(1), values: {} }, null));
  assert.match(asked, /<h2>Who plays this card\?<\/h2><p>Red 5<\/p>/);
  for (const name of ["Cy", "Ann", "Bo"]) assert.match(asked, new RegExp(`>${name}<`));
});

test("the launcher says what follows from a hit instead of a play", () => {
  const hit = { number: 1, stage: "armed", by: "Cy", owner: "Cy", requested: null, out: 0 };
  const said = (options) => drawn(launcherView(viewOf(table("play", [], { hit, options })), PLAYERS, []));
  assert.match(said({}), /A hit ends your turn\./);
  assert.match(said({ play_after_hit: true }), /Then play a card, or pass\./);
  assert.match(said({ own_hits: "until_cards" }), /A hit goes on until cards come\./);
  assert.match(said({ own_hits: "until_cards", play_after_hit: true }), /Then play a card, or pass\./);
});

test("UNO is due before the last card but one is laid after a hit, or as an answer", () => {
  const hands = { Ann: 7, Bo: 7, Cy: 2, Dee: 7 };
  const due = (shown) => /data-uno=due/.test(drawn(dock(viewOf({ ...shown, undo: null }))));
  const owed = [{ by: "Cy", player: "Cy", hits: 2, until_fire: false, reason: "ATK-1" }];
  assert.equal(due(table("drawn", [play("Cy", "red-3")], { hands })), true);
  assert.equal(due(table("hits", [play("Cy", "blue-hit-2")], { hands, owed })), true);
  assert.equal(due(table("hits", [], { hands, owed })), false);
});

test("what a house may decide has an example where houses like to play so", () => {
  const edition = { options: [{ id: "stacking", clause: "HOU-1", default: "none", answers: ["none", "same", "up"] },
    { id: "last_card_hits", clause: "ATK-11", default: false }] };
  const examples = drawn(optionsView(edition, {}, () => {})).match(/class="example"/g);
  assert.equal(examples.length, 1);
  assert.match(drawn(optionsView(edition, {}, () => {})), /the next player owes 4/);
});

// A game is set up as a past one was, and begun.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { BY_CARDS } from "../../controller/web/page/dealer.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { gamesView } from "../../controller/web/page/views/games.js";
import { setupView } from "../../controller/web/page/views/setup.js";
import { openBrowser } from "./browser.js";
import { deed, drawn } from "./drawn.js";

const BOX = { name: { en: "Family box" }, cards: {} };
const HOUSE = "house:family-0123abcd";
const EDITION = { id: "attack", min_players: 2, max_players: 10, options: [], cards: [], kinds: {}, pictures: {}, typical_cards: ["red-hit-2", "wild"], launcher: true };

/** A device at which this past game is looked at; `sent` are its requests. */
function device(t, game) {
  openBrowser(t, { navigator: { languages: ["en"] } }).document.documentElement = { lang: "en" };
  const sent = [];
  const table = { game: null, arrived: [], seats: [], state: null, draws: null, deal: "people", fairness: { next: "c0de" } };
  const ui = { me: ANYBODY, drafts: {}, editions: [EDITION], broken: [], roomy: true, notice: null, panel: "games", settings: {}, groups: [],
    past: { course: { short: { number: 1, players: game.players, begun_s: 0, over: true, winner: "Ann" }, game, state: { scores: {} }, rounds: [], hits: [], log: [], fairness: null } } };
  const act = {
    draft: (name, value) => { ui.drafts = { ...ui.drafts, [name]: value }; },
    choose: (name, value) => act.draft(name, value),
    open: (panel) => { ui.panel = panel; },
    show: (patch) => Object.assign(ui, patch),
    finish: () => {},
    send: (path, body) => Promise.resolve(sent.push([path, JSON.parse(JSON.stringify(body))])),
  };
  return { view: { table, ui, act }, sent };
}

const tapSameSeats = ({ view }) => deed(gamesView(view), "New game with these seats")();
const start = ({ view }) => {
  const { values } = setupView(view);
  return values.find((value) => typeof value === "function")({ preventDefault() {} });
};

test("the same seats again: the cards decide who deals, and set-up says so", (t) => {
  const at = device(t, { edition: "attack", players: ["Ann", "Bo"], dealer: "Bo" });
  tapSameSeats(at);
  const { dealer, dealerBy } = at.view.ui.drafts.setup;
  assert.deepEqual({ dealer, dealerBy }, BY_CARDS);
  assert.match(drawn(setupView(at.view)), /data-chosen=true><input type="radio" name="dealer"[^>]*>\s*<b[^>]*>The cards decide/);
});

test("a house's own box and its options go with the game", async (t) => {
  const options = { jump_in: true };
  const at = device(t, { edition: HOUSE, players: ["Ann", "Bo"], options, box: BOX });
  tapSameSeats(at);
  await start(at);
  assert.deepEqual(at.sent, [["/api/games", { edition: HOUSE, players: ["Ann", "Bo"], scoring: "winner", target: 500, options, box: BOX, commitment: "c0de" }]]);
});

test("another edition has no box", async (t) => {
  const at = device(t, { edition: HOUSE, players: ["Ann", "Bo"], options: {}, box: BOX });
  tapSameSeats(at);
  deed(setupView(at.view), "value=attack")();
  await start(at);
  assert.deepEqual(at.sent[0][1], { edition: "attack", players: ["Ann", "Bo"], scoring: "winner", target: 500, options: {}, commitment: "c0de" });
});

test("set-up begins with who has come, at most as many as can play, and offers who else has a phone", (t) => {
  const { view } = device(t, { edition: "attack", players: [] });
  const names = Array.from({ length: 12 }, (_, at) => `P${at}`);
  view.table = { ...view.table, arrived: names, seats: [{ player: "Zoe", devices: [7] }, { player: "Yan", devices: [] }] };
  const shown = drawn(setupView(view));
  assert.match(shown, /P9/);
  assert.doesNotMatch(shown, /P10|Yan/);
  view.table = { ...view.table, arrived: ["Ann"] };
  assert.match(drawn(setupView(view)), /Add Zoe/);
});

// The end of a game, sorted: who stands on which step.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { places, podium } from "../../controller/web/page/podium.js";
import { scoreView } from "../../controller/web/page/views/score.js";
import { standings, tvPodium } from "../../controller/web/page/views/tvseats.js";
import { drawn } from "./drawn.js";

/** The table after a game, with each one's points. */
const table = (scores, { scoring = "winner", ...state } = {}) => ({ seats: [], legal: [], rounds: [], launcher: { hit: null }, game_number: 7,
  fairness: { game: null }, game: { players: Object.keys(scores), scoring },
  state: { phase: "game_over", hands: scores, scores, eliminated: [], winner: null, ...state } });
const listed = (shown) => places(shown).map(({ name, place }) => `${place} ${name}`);

test("the best is first, and the same points are the same place", () => {
  assert.deepEqual(listed(table({ Ann: 20, Bo: 520, Cy: 90, Di: 90, Eve: 5 })), ["1 Bo", "2 Cy", "2 Di", "4 Ann", "5 Eve"]);
  assert.deepEqual(listed(table({ Ann: 20, Bo: 520, Cy: 90 }, { scoring: "lowest" })), ["1 Ann", "2 Cy", "3 Bo"]);
});

test("who was out later stands before who was out sooner, whatever their points", () => {
  const shown = table({ Ann: 510, Bo: 505, Cy: 60 }, { scoring: "challenge", eliminated: ["Bo", "Ann"], winner: "Cy" });
  assert.deepEqual(listed(shown), ["1 Cy", "2 Ann", "3 Bo"]);
});

test("three stand on steps, everybody else behind them", () => {
  const { steps, behind } = podium(table({ Ann: 1, Bo: 2, Cy: 3, Di: 4 }));
  assert.deepEqual([steps, behind].map((names) => names.map(({ name }) => name)), [["Di", "Cy", "Bo"], ["Ann"]]);
  assert.deepEqual(podium(table({ Ann: 1, Bo: 2 })).behind, []);
});

test("the page has the podium, the picture and one tap for another game in place", () => {
  const view = (shown, side) => drawn(scoreView({ table: shown, ui: { me: ANYBODY }, act: {}, rights: EVERYBODY, side }));
  const over = table({ Ann: 1, Bo: 2, Cy: 3, Di: 4 }, { winner: "Di" });
  assert.match(view(over, "table"), /class="podium"[^]*Di[^]*Cy[^]*Bo[^]*<table>[^]*Ann/);
  assert.match(view(over, "table"), /Same seats again/);
  assert.match(view(over, "table"), /src=\/api\/games\/7\/card\.svg\?names=true/);
  assert.doesNotMatch(view(over, "seat"), /card\.svg/, "a phone has no room for it");
  assert.doesNotMatch(view({ ...over, state: { ...over.state, phase: "round_over" } }, "table"), /podium|card\.svg/);
});

test("the TV has steps once the game is over, and rows between rounds", () => {
  const over = table({ Ann: 1, Bo: 2, Cy: 3, Di: 4 }, { winner: "Di" });
  assert.match(drawn(tvPodium({ table: over })), /data-place=1 data-acting=true[^]*Di[^]*data-place=2 data-acting=false[^]*Cy[^]*tv-behind[^]*Ann/);
  assert.doesNotMatch(drawn(standings({ table: over })), /data-place/);
});

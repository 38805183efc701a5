// The scores: who leads is marked in the table and in the picture, where each name stands at the end of its line.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { leaders } from "../../controller/web/page/reading.js";
import { chart } from "../../controller/web/page/views/chart.js";
import { scoreView } from "../../controller/web/page/views/score.js";
import { drawn } from "./drawn.js";

const NAMES = ["Ann", "Bo", "Cy"];
const LINE = /<line class=lead x1=[\d.]+% y1=[\d.]+em x2=[\d.]+% y2=([\d.]+)em\/>\s*<foreignObject x=[\d.]+% y=([\d.]+)em width=[\d.]+% height=([\d.]+)em>/g;

/** The table between two rounds, with each one's points, of which the first half came in the first round. */
function table(points, { scoring = "winner", ...state } = {}) {
  const scores = Object.fromEntries(NAMES.map((name, at) => [name, points[at]]));
  const first = Object.fromEntries(NAMES.map((name, at) => [name, points[at] / 2]));
  return { game: { players: NAMES, scoring }, legal: [], launcher: { hit: null }, fairness: { game: null, next: null }, rounds: [{ round: 1, scores: first }, { round: 2, scores }],
    state: { phase: "round_over", hands: { Ann: 0, Bo: 2, Cy: 3 }, winner: null, eliminated: [], scores, ...state } };
}

/** Whose row of a view is marked. */
const marked = (text, row) => [...text.matchAll(row)].filter(([, best]) => best === "true").map(([, , name]) => name);
const inTable = (shown) => marked(drawn(scoreView({ table: shown, ui: { me: ANYBODY }, act: {}, rights: EVERYBODY })), /<(?:tr|li) data-best=(\w+) [^]*?<(?:th|b) [^>]*>(\w+)</g);
const inPicture = (shown) => marked(drawn(chart(shown, NAMES)), /<g data-best=(\w+)>[^]*?title=(\w+) /g);

test("who leads has the most points, or where points are bad the fewest", () => {
  for (const [shown, ahead] of [
    [table([20, 60, 40]), ["Bo"]],
    [table([60, 60, 40]), ["Ann", "Bo"]],
    [table([20, 60, 40], { scoring: "lowest" }), ["Ann"]],
    [table([0, 60, 0], { scoring: "lowest" }), ["Ann", "Cy"]],
    [table([20, 60, 40], { scoring: "challenge" }), ["Ann"]],
    [table([520, 60, 540], { scoring: "challenge", eliminated: ["Ann", "Cy"] }), ["Bo"]],
    [table([20, 60, 40], { phase: "game_over", winner: "Cy" }), ["Cy"]],
    [table([20, 20, 40], { scoring: "lowest", phase: "game_over", winner: ["Ann", "Bo"] }), ["Ann", "Bo"]],
  ]) {
    assert.deepEqual([leaders(shown), inTable(shown), inPicture(shown)], [ahead, ahead, ahead]);
  }
});

test("nobody leads before the first points", () => {
  for (const scoring of ["winner", "lowest", "challenge"]) {
    const shown = table([0, 0, 0], { scoring });
    assert.deepEqual([leaders(shown), inTable(shown), inPicture(shown)], [[], [], []]);
  }
});

test("in the picture the middle of each name is at the end of its line", () => {
  const lines = [...drawn(chart(table([20, 60, 480]), NAMES)).matchAll(LINE)];
  assert.equal(lines.length, NAMES.length);
  for (const [, end, top, height] of lines) assert.ok(Math.abs(Number(top) + Number(height) / 2 - Number(end)) < 0.001);
});

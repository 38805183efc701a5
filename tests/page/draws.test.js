// Cards without a game: what is asked for, and what the next one is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { drawsView } from "../../controller/web/page/views/draws.js";
import { deed, drawn } from "./drawn.js";

const DRAWS = { session: 1, over: false, waits_for: null, cards: null, tally: [], drawn: [], fairness: null };
const LAUNCHER = { link: "up", faults: [], hit: null, why: null, simulated: true, name: "simulator" };

/** A device that may give cards to anybody; the referee `takes` what is asked for, or not. */
function device(takes) {
  const ui = { me: ANYBODY, notice: null, drafts: { drawer: "Bo", cards: 7 }, settings: {} };
  const act = {
    draft: (name, value) => { ui.drafts = { ...ui.drafts, [name]: value }; },
    choose: (name, value) => act.draft(name, value),
    send: () => Promise.resolve(takes),
  };
  return { table: { draws: DRAWS, launcher: LAUNCHER, game: null, state: null, fairness: {}, seats: [], doubts: [], log: [], legal: [] }, ui, act };
}

const NAMED = { preventDefault() {}, target: { querySelector: () => ({ valueAsNumber: 7 }) } };

test("who asks next begins with one card, as at first", async () => {
  for (const words of ["Give this many", "As many as the launcher draws"]) {
    const view = device(true);
    assert.match(drawn(drawsView(view)), /\.value=7/);
    await deed(drawsView(view), words)(NAMED);
    assert.deepEqual(view.ui.drafts, { drawer: undefined, cards: undefined });
    assert.match(drawn(drawsView(view)), /\.value=1 /);
  }
});

test("what was refused is kept, to be asked again", async () => {
  const view = device(false);
  await deed(drawsView(view), "Give this many")(NAMED);
  assert.deepEqual(view.ui.drafts, { drawer: "Bo", cards: 7 });
});

// A round for practice: steps one after another, each moment told once, and what can be said is the referee's.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { answer, begin, coached } from "../../controller/web/page/practice.js";
import { practiceView } from "../../controller/web/page/views/practice.js";
import { deed, drawn } from "./drawn.js";

const state = (more = {}) => ({ hands: { Guest: 2, Bit: 5 }, owed: [], turn: "Guest", top: "red-7", color: "red", winner: null, launcher: 88, ...more });
const step = (number, moment = null, more = {}) => ({ number, moment, events: [], hand: ["red-3", "wild"], state: state(more) });
const PLAY = { do: "play", by: "Guest", card: "red-3", needs: [], may: [] };
const WILD = { do: "play", by: "Guest", card: "wild", needs: ["color"], may: [] };

/** A device; `answers` are those of the referee, `sent` what it was asked. */
function device(t, ...answers) {
  const [sent, pictures] = [[], []];
  t.mock.method(globalThis, "fetch", (path, { body }) => {
    sent.push([path, JSON.parse(body)]);
    const told = answers.shift();
    return Promise.resolve(new Response(JSON.stringify(told), { status: told.code ? 404 : 200 }));
  });
  const view = { table: null, ui: { me: { player: null }, notice: null } };
  view.act = {
    show: (patch) => { Object.assign(view.ui, patch); pictures.push(view.ui.practice?.step?.number); },
    open: (panel) => { view.ui.panel = panel; },
    refused: (refusal) => { view.ui.notice = { sentence: refusal.code }; },
  };
  return { view, sent, pictures };
}

test("a round begins, its steps are shown one after another, and then the person can act", async (t) => {
  const { view, sent, pictures } = device(t, { practice: "5e", player: "Guest", steps: [step(1), step(2), step(3, "play")], legal: [PLAY] });
  const waits = [];
  await begin(view, (ms) => Promise.resolve(waits.push([ms, view.ui.practice.step.number, view.ui.practice.legal.length])));
  assert.deepEqual(sent, [["/api/practice", { player: "Guest" }]]);
  assert.deepEqual(waits.map(([, number, offers]) => [number, offers]), [[1, 0], [2, 0]]);
  assert.deepEqual([...new Set(pictures)], [undefined, 1, 2, 3]);
  assert.deepEqual(view.ui.practice.legal, [PLAY]);
});

test("a command says what its sender saw", async (t) => {
  const { view, sent } = device(t, { practice: "5e", steps: [step(7)], legal: [PLAY] }, { practice: "5e", steps: [step(8)], legal: [] });
  await begin(view, async () => {});
  await answer(view, { do: "hit", by: "Guest" }, async () => {});
  assert.deepEqual(sent[1], ["/api/practice/5e/commands", { after: 7, command: { do: "hit", by: "Guest" } }]);
});

test("who leaves while steps are shown is shown no more of them", async (t) => {
  const { view } = device(t, { practice: "5e", steps: [step(1), step(2)], legal: [PLAY] });
  await begin(view, () => Promise.resolve(deed(practiceView(view), "Back")()));
  assert.equal(view.ui.practice, undefined);
  assert.equal(view.ui.panel, null);
});

test("a round that has ended says so and can be begun again", async (t) => {
  const { view } = device(t, { practice: "5e", steps: [step(1)], legal: [PLAY] }, { code: "no_such_practice", clause: null, key: "refusal.no_such_practice", values: {} });
  await begin(view, async () => {});
  await answer(view, PLAY, async () => {});
  assert.equal(view.ui.notice.sentence, "no_such_practice");
  assert.match(drawn(practiceView(view)), /Another round/);
});

test("each moment is told once", () => {
  const first = coached({ told: [], coach: null }, { moment: "play" });
  assert.deepEqual(first, { told: ["play"], coach: "play" });
  assert.deepEqual(coached({ told: ["play"], coach: null }, { moment: "play" }), { told: ["play"], coach: null });
  assert.deepEqual(coached(first, { moment: null }), first);
});

test("what was told is not told again once the round was left, nor after a reload", async (t) => {
  const kept = new Map();
  globalThis.sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  t.after(() => { delete globalThis.sessionStorage; });
  const round = { practice: "5e", steps: [step(1, "play")], legal: [PLAY] };
  const { view } = device(t, round);
  await begin(view, async () => {});
  assert.equal(view.ui.practice.coach, "play");
  deed(practiceView(view), "Back")();
  t.mock.restoreAll();
  const later = device(t, round);
  await begin(later.view, async () => {});
  assert.equal(later.view.ui.practice.coach, null);
});

test("nobody is told that they think themselves while what they said is under way", async (t) => {
  const { view } = device(t, { practice: "5e", steps: [step(1)], legal: [PLAY] }, { practice: "5e", steps: [], legal: [PLAY] });
  await begin(view, async () => {});
  const heads = [];
  view.act.show = (patch) => { Object.assign(view.ui, patch); heads.push(drawn(practiceView(view))); };
  await answer(view, PLAY, async () => {});
  assert.ok(heads.length);
  for (const head of heads) assert.doesNotMatch(head, /Guest is thinking/);
});

test("a wild waits for its colour; what is not offered cannot be tapped", async (t) => {
  const { view } = device(t, { practice: "5e", steps: [step(1)], legal: [WILD] });
  await begin(view, async () => {});
  const shown = practiceView(view);
  assert.match(drawn(shown), /aria-label=Red 3 disabled=true|aria-label=Red 3 \?disabled=true/);
  view.act.show({ practice: { ...view.ui.practice, wild: WILD } });
  assert.match(drawn(practiceView(view)), /Which colour/);
});

test("the winner is told", async (t) => {
  const { view } = device(t, { practice: "5e", steps: [step(9, "over", { winner: "Guest" })], legal: [] });
  await begin(view, async () => {});
  assert.match(drawn(practiceView(view)), /You win!.*Who has no cards wins.*Another round/s);
});

// A player's own phone speaks to its player, and keeps the rules behind "Why?".

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { addressed, readerOf } from "../../controller/web/page/addressing.js";
import { say } from "../../controller/web/page/catalogue.js";
import { launcherView } from "../../controller/web/page/views/launcher.js";
import { latest, logView } from "../../controller/web/page/views/log.js";
import { drawn } from "./drawn.js";

const line = (key, clause, values) => ({ seq: 4, key: `ruling.${key}`, clause, values });
const PLAYS = line("plays", "COM-4", { player: "Ann", card: "red-hit-2" });
const OWES = line("owes_hits", "ATK-1", { player: "Bo", n: 2 });
const text = (template) => drawn(template).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();

test("what its player did is said to them, and to nobody else", () => {
  const read = (ruling, reader) => { const { key, values } = addressed(ruling, reader); return say(key, values); };
  assert.deepEqual(["Ann", "Bo", null].map((reader) => read(PLAYS, reader)), ["You play red Hit 2.", "Ann plays red Hit 2.", "Ann plays red Hit 2."]);
  assert.equal(read(OWES, "Bo"), "You have to press 2 times.");
  assert.equal(read(line("joins", "TBL-3", { player: "Bo", n: 0 }), "Bo"), read(line("joins", "TBL-3", { player: "Bo", n: 0 }), null));
});

test("every ruling in the second person has words of its own", () => {
  const all = ["plays", "plays_calling", "plays_on", "plays_on_calling", "hits", "hits_nothing", "draws", "passes", "calls", "calls_uno", "skips",
    "owes_hits", "owes_draws", "owes_until_cards", "may_answer", "counts"];
  for (const name of all) {
    const { key, values } = addressed(line(name, "", { player: "Bo", card: "red-7", color: "red", n: 3 }), "Bo");
    assert.match(say(key, values), /\b[Yy]our?\b/);
    assert.doesNotMatch(say(key, values), /Bo/);
  }
});

test("only a phone that shows its own seat has a reader", () => {
  const rights = { all: false, player: "Bo" };
  assert.deepEqual(["seat", "table", "onlooker"].map((side) => readerOf({ side, rights })), ["Bo", null, null]);
});

test("the line of what happened leaves out what the headline asks of its reader, and the rule", () => {
  const table = { log: [PLAYS, OWES] };
  assert.equal(text(latest({ table })), "Ann plays red Hit 2. Bo owes 2 hits. COM-4");
  assert.equal(text(latest({ table, reader: "Bo" })), "Ann plays red Hit 2.");
  assert.equal(text(latest({ table, reader: "Cy" })), "Ann plays red Hit 2. Bo owes 2 hits.");
});

test("the log of a phone shows rules when somebody asks why", () => {
  const ui = { wholeLog: false, why: false };
  const act = { show: (patch) => Object.assign(ui, patch) };
  const shown = (reader) => text(logView({ table: { log: [PLAYS] }, ui, act, open: true, reader }));
  assert.match(shown(null), /COM-4/);
  assert.doesNotMatch(shown("Bo"), /COM-4/);
  assert.match(shown("Bo"), /Why\?/);
  act.show({ why: true });
  assert.match(shown("Bo"), /COM-4/);
});

test("the launcher says you where it is the reader who presses", () => {
  const hit = { number: 1, by: "Bo", owner: "Bo", stage: "armed", requested: null, out: 0 };
  const said = (stage, side, more = {}) => {
    const table = { state: { phase: "play", owed: [], hands: { Bo: 3 }, launcher: 9, discard: 1, facing: null }, undealt: [], game: { options: {} }, legal: [],
      launcher: { link: "up", faults: [], simulated: false, name: "toy", hit: { ...hit, stage, ...more } } };
    return text(launcherView({ table, act: {}, side, rights: { all: false, player: "Bo" } }, [], []));
  };
  assert.match(said("armed", "seat"), /You may press/);
  assert.match(said("armed", "table"), /Bo may press/);
  assert.match(said("breath", "seat"), /You can press in a moment/);
  assert.match(said("running", "seat", { out: 2 }), /for you/);
  assert.match(said("armed", "seat", { by: "Ann", owner: "Ann" }), /Ann may press/);
  assert.match(said("armed", "seat", { requested: 4, out: 2 }), /Press for 2 more cards/);
});
